//! The terminal toolkit.
