//! Where a search begins: the folder or file that a model named, or the working directory.

use std::{
    fs::{self, Metadata},
    path::PathBuf,
};

use pith_agent::ToolError;

use super::{failure::refused, path::resolve_existing};
use crate::ToolSettings;

/// The path that the argument means, and what is there. Without one, or with an empty one, it is the working directory.
///
/// # Errors
/// When nothing is there; the error names the whole path.
pub(crate) fn start(argument: Option<&str>, settings: &ToolSettings) -> Result<(PathBuf, Metadata), ToolError> {
    let path = match argument.map(str::trim) {
        None | Some("") => settings.cwd.clone(),
        Some(argument) => resolve_existing(argument, settings),
    };
    let metadata = fs::metadata(&path).map_err(|fault| refused("open", &path, &fault))?;
    Ok((path, metadata))
}
