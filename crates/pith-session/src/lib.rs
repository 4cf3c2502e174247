//! The append-only session tree and its file.
