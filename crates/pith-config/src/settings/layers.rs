//! The two files, and what is in force when the project is trusted or not.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value, value::RawValue};

use super::{Settings, merge};
use crate::{ConfigFileError, Diagnostic, Paths, json};

/// The person's and the project's settings, as read.
#[derive(Debug, Clone, Default)]
pub struct SettingsFiles {
    global: Layer,
    project: Layer,
}

/// One file: what of it can be used, and what cannot.
#[derive(Debug, Clone, Default)]
struct Layer {
    values: Map<String, Value>,
    problems: Vec<Diagnostic>,
}

impl SettingsFiles {
    /// Reads both files. One that cannot be used is empty.
    pub fn read(paths: &Paths) -> Self {
        let global = Layer::read(&paths.settings_file());
        // Where the working directory is the one above the agent folder's, both may be the same file.
        let project = paths.project_settings_file();
        let project = if project == paths.settings_file() { Layer::default() } else { Layer::read(&project) };
        Self { global, project }
    }

    /// The person's settings alone: what decides whether the project is trusted.
    pub fn global(&self) -> Settings {
        typed(&self.global.values)
    }

    /// The settings in force; the project's count when it is trusted.
    pub fn merged(&self, trusted: bool) -> Settings {
        if trusted { typed(&merge::over(&self.global.values, &self.project.values)) } else { self.global() }
    }

    /// The setting `sessionDir`: the project's counts even when it is not trusted (2.2.6).
    pub fn session_dir(&self) -> Option<String> {
        self.merged(true).session_dir
    }

    /// What is doubtful in the files that count.
    pub fn diagnostics(&self, trusted: bool) -> impl Iterator<Item = &Diagnostic> {
        let project = if trusted { self.project.problems.as_slice() } else { &[] };
        self.global.problems.iter().chain(project)
    }
}

impl Layer {
    fn read(path: &Path) -> Self {
        Self::parse(path).unwrap_or_else(|error| Self {
            values: Map::new(),
            problems: vec![error.into_warning("its settings are not used")],
        })
    }

    /// Takes one key after another, and leaves out the ones that have the wrong form.
    fn parse(path: &Path) -> Result<Self, ConfigFileError> {
        let mut layer = Self::default();
        let Some(text) = json::read_text(path)? else { return Ok(layer) };
        for (key, raw) in json::parse::<IndexMap<String, &RawValue>>(path, &text)? {
            match check(path, &text, &key, raw) {
                Ok(value) => drop(layer.values.insert(key, value)),
                Err(error) => layer.problems.push(error.into_warning("the setting is not used")),
            }
        }
        Ok(layer)
    }
}

/// Checks one key by itself; an error has its place in the whole text.
fn check(path: &Path, text: &str, key: &str, raw: &RawValue) -> Result<Value, ConfigFileError> {
    let lead = format!("{{{}:", Value::from(key));
    match json::parse::<Settings>(path, &format!("{lead}{}}}", raw.get())) {
        Ok(_) => json::parse(path, raw.get()),
        Err(ConfigFileError::Content { path, line, column, key, message }) => {
            let (start_line, start_column) = json::position(text, json::offset(text, raw.get()));
            let within = column.saturating_sub(lead.chars().count() + 1);
            let column = if line == 1 { start_column + within } else { column };
            Err(ConfigFileError::Content { path, line: start_line + line - 1, column, key, message })
        }
        Err(read @ ConfigFileError::Read { .. }) => Err(read),
    }
}

/// What was checked key by key is typed here; merging only combines values that have the same form.
fn typed(values: &Map<String, Value>) -> Settings {
    serde_json::from_value(Value::Object(values.clone())).unwrap_or_default()
}
