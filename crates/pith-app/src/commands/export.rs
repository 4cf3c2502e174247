//! The session as a file for others: a page to read, or a session file.

use std::path::{Path, PathBuf};

use crate::app::App;
use crate::command::CommandError;

impl App {
    /// Writes it; gives the file. A name that ends in `.jsonl` gives a session file of the active branch, any other a page;
    /// without a name it is a page in the working directory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn export(&self, to: Option<PathBuf>) -> Result<PathBuf, CommandError> {
        self.inner.record.read(|session| {
            let cwd = Path::new(&session.header().cwd);
            let to = cwd.join(to.unwrap_or_else(|| format!("pith-session-{}.html", session.id()).into()));
            match to.extension().is_some_and(|extension| extension == "jsonl") {
                true => session.export_jsonl(&to)?,
                false => session.export_html(&to)?,
            }
            Ok(to)
        })
    }
}
