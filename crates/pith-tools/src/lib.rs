//! The built-in tools: read, bash, edit, write.
