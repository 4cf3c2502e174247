//! A model in this process, behind the same stream of events.
