//! Something worth telling that stops nothing: a skipped file, a tightened mode, a key that is not understood.
//!
//! Each face shows it in its own way; as JSON it is the RPC event of that name.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The program goes on, with less than was asked for.
    Warning,
    /// What was asked for cannot be done.
    Error,
}

/// One finding. Its `Display` is the line that people read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub level: Level,
    /// What is the matter and what follows from it, without the place.
    pub message: String,
    /// The file or folder it is about.
    pub path: Option<PathBuf>,
    /// Line in that file, from 1.
    pub line: Option<usize>,
    /// Character in that line, from 1.
    pub column: Option<usize>,
}

impl Diagnostic {
    /// A warning without a place.
    pub fn warning(message: impl Into<String>) -> Self {
        Self { level: Level::Warning, message: message.into(), path: None, line: None, column: None }
    }

    /// The same, about a file or folder.
    #[must_use]
    pub fn at(mut self, path: impl AsRef<Path>) -> Self {
        self.path = Some(path.as_ref().to_owned());
        self
    }

    /// The same, at a position of that file.
    #[must_use]
    pub fn position(mut self, line: usize, column: usize) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "`{}`", path.display())?;
            if let Some(line) = self.line {
                write!(f, " line {line}")?;
                if let Some(column) = self.column {
                    write!(f, ", column {column}")?;
                }
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "diagnostic")?;
        map.serialize_entry("level", &self.level)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(path) = &self.path {
            map.serialize_entry("path", &path.to_string_lossy())?;
        }
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_names_its_place_before_its_message() {
        let plain = Diagnostic::warning("not used");
        assert_eq!(plain.to_string(), "not used");
        let placed = plain.at("/a/models.json").position(3, 9);
        assert_eq!(placed.to_string(), "`/a/models.json` line 3, column 9: not used");
    }

    #[test]
    fn the_json_form_is_the_rpc_event() {
        let event = serde_json::to_string(&Diagnostic::warning("torn").at("/a").position(2, 1)).ok();
        let expected = r#"{"type":"diagnostic","level":"warning","message":"torn","path":"/a","line":2}"#;
        assert_eq!(event.as_deref(), Some(expected));
    }
}
