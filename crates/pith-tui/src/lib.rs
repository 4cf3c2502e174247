//! The terminal toolkit: what is about terminals, and nothing about agents.

mod cells;
mod color;
mod drawn_line;
mod printable;

pub use cells::{grapheme_width, visible_width};
pub use color::{Color, Style, colors_wanted};
pub use drawn_line::{CURSOR, DrawnLine, drawn_line};
pub use printable::{Printable, printable};
