//! Replay: the prompt and tools in force, derived from a transcript's system messages (spec/core.md §2).
