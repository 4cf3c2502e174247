//! The terminal toolkit: what is about terminals, and nothing about agents.

mod area;
mod cells;
mod color;
mod drawn_line;
mod key_name;
mod keys;
mod line_edit;
mod printable;
mod wrapped;

pub use area::Area;
pub use cells::{grapheme_width, visible_width};
pub use color::{Color, Style, colors_wanted};
pub use drawn_line::{CURSOR, DrawnLine, drawn_line, laid_over};
pub use key_name::{key_name, names_of_key};
pub use keys::{Keys, pasted};
pub use line_edit::{Edited, Laid, LineEdit};
pub use printable::{Printable, printable};
pub use wrapped::wrapped;
