//! The interactive face.
