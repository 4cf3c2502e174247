//! The faults of the reference that are not repeated (spec/core.md R6.4), one test each.
