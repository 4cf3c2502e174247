//! The terminal toolkit: what is about terminals, and nothing about agents.

mod color;
mod printable;

pub use color::{Color, Style, colors_wanted};
pub use printable::{Printable, printable};
