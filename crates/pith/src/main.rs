//! The program in outline.

fn main() {}
