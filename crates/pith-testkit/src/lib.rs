//! Scripted model servers, fixed clock and ids, and a temporary world for tests.
