//! Settings, paths and credentials.
