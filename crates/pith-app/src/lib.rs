//! The coding agent without a face: commands in, events out.
