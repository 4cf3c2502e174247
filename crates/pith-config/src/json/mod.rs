//! Reading of JSON files that people write by hand: what is wrong is told with line, column and key.
//!
//! In come a path and a type, out comes the value or one [`ConfigFileError`]. [`update`] alone writes.

pub(crate) mod object;
mod relaxed;
mod update;

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};

use crate::{Diagnostic, regular};

pub(crate) use relaxed::without_comments;
pub(crate) use update::{Kind, update, update_slowly};
pub use update::{UpdateError, update_json};

/// Why a file of settings, models, keys or trust cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigFileError {
    /// It is there but could not be read.
    #[error("`{}` could not be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// It is no JSON, or not of the form that was expected.
    #[error("`{}` line {line}, column {column}: {}", path.display(), place(key, message))]
    Content {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// Where in the value, for example `providers.mock.baseUrl`; empty when the text is no JSON at all.
        key: String,
        /// What was found and what was expected.
        message: String,
    },
}

impl ConfigFileError {
    /// The same as a warning; `consequence` says what follows from it, for example `the file is not used`.
    pub fn into_warning(self, consequence: &str) -> Diagnostic {
        match self {
            Self::Read { path, source } => {
                Diagnostic::warning(format!("could not be read ({source}); {consequence}")).at(path)
            }
            Self::Content { path, line, column, key, message } => {
                Diagnostic::warning(format!("{}; {consequence}", place(&key, &message))).at(path).position(line, column)
            }
        }
    }
}

impl Kind {
    /// An error as it may be told: what a message of the parser quotes of secrets is left out.
    pub(crate) fn told(self, error: ConfigFileError) -> ConfigFileError {
        match error {
            ConfigFileError::Content { path, line, column, key, .. } if self == Self::Secrets => {
                ConfigFileError::Content { path, line, column, key, message: "the file is no JSON object".to_owned() }
            }
            other => other,
        }
    }
}

fn place(key: &str, message: &str) -> String {
    if key.is_empty() { message.to_owned() } else { format!("`{key}`: {message}") }
}

/// The text of a file without its byte order mark; `None` when there is no such file.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>, ConfigFileError> {
    match regular::read_text(path) {
        Ok(text) => Ok(Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        })),
        Err(source) if matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(source) => Err(ConfigFileError::Read { path: path.to_owned(), source }),
    }
}

/// The value in a file; `None` when there is no such file.
///
/// # Errors
/// When it cannot be read, or has another form.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ConfigFileError> {
    read_text(path)?.map(|text| parse(path, &text)).transpose()
}

/// Parses a whole text as one value.
pub(crate) fn parse<'a, T: Deserialize<'a>>(path: &Path, text: &'a str) -> Result<T, ConfigFileError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let key = error.path().to_string();
        let key = if error.inner().is_data() && key != "." { key } else { String::new() };
        match (key.is_empty() && error.inner().is_data(), error.into_inner()) {
            // The parser tells the end of a wrong value, or the place before it; here it is the whole text.
            (true, inner) => whole_error(path, text, &inner),
            (false, inner) => content_error(path, text, key, &inner),
        }
    })?;
    deserializer.end().map_err(|error| content_error(path, text, String::new(), &error))?;
    Ok(value)
}

fn content_error(path: &Path, text: &str, key: String, error: &serde_json::Error) -> ConfigFileError {
    let line = error.line().max(1);
    let column = characters(text, line, error.column());
    ConfigFileError::Content { path: path.to_owned(), line, column, key, message: message(error) }
}

/// The value as a whole has the wrong form: where it begins is where the fault is.
fn whole_error(path: &Path, text: &str, error: &serde_json::Error) -> ConfigFileError {
    let (line, column) = position(text, text.len() - text.trim_start().len());
    ConfigFileError::Content { path: path.to_owned(), line, column, key: String::new(), message: message(error) }
}

/// What the parser says, without the place.
fn message(error: &serde_json::Error) -> String {
    let shown = error.to_string();
    let suffix = format!(" at line {} column {}", error.line(), error.column());
    shown.strip_suffix(&suffix).unwrap_or(&shown).to_owned()
}

/// Line and column, both from 1, of a byte in the text.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// Where a part of the text begins in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// The column in characters of a column in bytes.
fn characters(text: &str, line: usize, column: usize) -> usize {
    let line = text.split('\n').nth(line - 1).unwrap_or_default();
    line.char_indices().take_while(|(offset, _)| *offset < column).count().max(1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::collections::BTreeMap;

    use super::*;

    fn error(text: &str) -> String {
        parse::<BTreeMap<String, BTreeMap<String, u32>>>(Path::new("/f.json"), text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let told = read_text(folder.path()).unwrap_err().into_warning("the file is not used").to_string();
        assert!(
            told.contains("could not be read (it is a folder; put a file in its place); the file is not used"),
            "{told}"
        );
    }

    #[test]
    fn a_wrong_type_is_told_with_line_column_and_key() {
        let shown = error("{\n  \"a\": {\"b\": \"x\"}\n}");
        let expected = "`/f.json` line 2, column 16: `a.b`: invalid type: string \"x\", expected u32";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_value_that_is_wrong_as_a_whole_is_told_where_it_begins() {
        assert_eq!(error("\n  [1]"), "`/f.json` line 2, column 3: invalid type: sequence, expected a map");
        assert_eq!(error(" null"), "`/f.json` line 1, column 2: invalid type: null, expected a map");
    }

    #[test]
    fn broken_syntax_is_told_with_line_and_column() {
        assert_eq!(error("{\n  \"a\" 1}"), "`/f.json` line 2, column 7: expected `:`");
        assert!(error("").starts_with("`/f.json` line 1, column 1: EOF"));
        assert!(error("{} x").contains("trailing characters"));
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        assert!(error("{\"äöü\" 1}").contains("column 8:"), "{}", error("{\"äöü\" 1}"));
    }

    #[test]
    fn a_missing_file_is_no_error_and_a_byte_order_mark_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_text(&folder.path().join("none.json")).unwrap(), None);
        let file = folder.path().join("f.json");
        std::fs::write(&file, "\u{feff}{}").unwrap();
        assert_eq!(read_text(&file).unwrap().as_deref(), Some("{}"));
        assert_eq!(read_text(&file.join("x")).unwrap(), None);
        std::fs::write(&file, [0xff, 0xfe, 0x00]).unwrap();
        assert!(read_text(&file).is_err());
    }
}
