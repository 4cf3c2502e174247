//! The two files, and what is in force when the project is trusted or not.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value, value::RawValue};

use super::{
    Settings, merge,
    migrate::migrate,
    table::{self, Kind},
};
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

    /// The project's settings alone: what of it is read by scope, such as lists of resources.
    pub fn project(&self) -> Settings {
        typed(&self.project.values)
    }

    /// The settings in force; the project's count when it is trusted.
    pub fn merged(&self, trusted: bool) -> Settings {
        typed(&self.values(trusted))
    }

    /// Everything that is set, as it is written in the files; the project's counts when it is trusted.
    pub fn values(&self, trusted: bool) -> Map<String, Value> {
        if trusted { merge::over(&self.global.values, &self.project.values) } else { self.global.values.clone() }
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
        let raw: IndexMap<String, &RawValue> = json::parse(path, &text)?;
        for (key, raw) in &raw {
            layer.values.insert(key.clone(), json::parse(path, raw.get())?);
        }
        migrate(&mut layer.values);
        for key in table::keys() {
            let Some((name, expected)) = misfit(&layer.values, key) else { continue };
            let message = format!("`{}`: expected {expected}; the setting is not used", name.join("."));
            let problem = Diagnostic::warning(message).at(path);
            layer.problems.push(match place(&raw, &name) {
                Some(place) => {
                    let (line, column) = json::position(&text, json::offset(&text, place.get()));
                    problem.position(line, column)
                }
                // A key of another name in the file.
                None => problem,
            });
            remove(&mut layer.values, &name);
        }
        layer.problems.sort_by_key(|problem| (problem.line, problem.column));
        Ok(layer)
    }
}

/// The part of a key's place whose value has the wrong form, and what was expected there.
fn misfit(values: &Map<String, Value>, key: &table::Key) -> Option<(Vec<&'static str>, String)> {
    let mut name = Vec::new();
    let mut segments = key.name.split('.').peekable();
    let mut values = values;
    while let Some(segment) = segments.next() {
        name.push(segment);
        let value = values.get(segment)?;
        if segments.peek().is_none() {
            return (!key.kind.fits(value)).then(|| (name, key.kind.expected()));
        }
        match value.as_object() {
            Some(below) => values = below,
            None => return Some((name, Kind::Object.expected())),
        }
    }
    None
}

/// Where a value stands in the file.
fn place<'a>(raw: &IndexMap<String, &'a RawValue>, name: &[&str]) -> Option<&'a RawValue> {
    let [first, rest @ ..] = name else { return None };
    let value: &'a RawValue = raw.get(*first)?;
    if rest.is_empty() {
        return Some(value);
    }
    place(&serde_json::from_str(value.get()).ok()?, rest)
}

/// Takes a value out.
pub(super) fn remove(values: &mut Map<String, Value>, name: &[&str]) {
    match name {
        [last] => drop(values.shift_remove(*last)),
        [first, rest @ ..] => {
            if let Some(below) = values.get_mut(*first).and_then(Value::as_object_mut) {
                remove(below, rest);
            }
        }
        [] => {}
    }
}

/// What was checked by the table is typed here; merging only combines values that have the same form.
fn typed(values: &Map<String, Value>) -> Settings {
    serde_json::from_value(Value::Object(values.clone())).unwrap_or_default()
}
