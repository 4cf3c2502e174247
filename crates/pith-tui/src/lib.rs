//! The terminal toolkit: what is about terminals, and nothing about agents.

mod area;
mod cells;
mod color;
mod drawn_line;
mod keys;
mod line_edit;
mod printable;

pub use area::Area;
pub use cells::{grapheme_width, visible_width};
pub use color::{Color, Style, colors_wanted};
pub use drawn_line::{CURSOR, DrawnLine, drawn_line, laid_over};
pub use keys::{Keys, pasted};
pub use line_edit::{Edited, Laid, LineEdit};
pub use printable::{Printable, printable};
