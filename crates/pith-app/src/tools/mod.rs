//! The tools that the model is offered: which there are, and which of them are wanted.

mod app_tool;
mod filter;
mod glob;
mod loadout;
mod moment;
#[cfg(test)]
mod tests;
mod toolset;

pub use app_tool::{AppTool, Exposure};
pub use filter::ToolFilter;
pub use loadout::{Loadout, LoadoutError, ToolWishes, loadout};
pub use moment::Moment;
pub(crate) use toolset::Toolset;
