//! The tools that the model is offered: which there are, and which of them are wanted.

mod app_tool;
mod glob;
mod loadout;
mod moment;

pub use app_tool::AppTool;
pub use loadout::{Loadout, LoadoutError, ToolWishes, loadout};
pub use moment::Moment;
