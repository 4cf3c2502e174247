//! `auth.json`: keys that were stored for providers. A mode that lets others read it is tightened; what is broken in it is
//! told and never overwritten.

use std::{collections::BTreeMap, path::Path};

use pith_types::Secret;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    ConfigFileError, Diagnostic, UpdateError,
    json::{self, Kind},
    value,
};

/// The `type` of what a login gave.
pub(super) const LOGIN: &str = "oauth";

/// The stored credentials by provider.
#[derive(Default)]
pub(super) struct AuthFile {
    pub(super) entries: BTreeMap<String, Entry>,
}

/// One stored credential.
#[derive(Clone)]
pub(super) enum Entry {
    /// A key, and variables that go before those of the process when its value is made.
    ApiKey(ApiKeyEntry),
    /// What a login gave, as it is stored: what it means is known to the code that got it.
    Login(Map<String, Value>),
    /// Anything else, by its `type`.
    Other(String),
}

/// A credential of type `api_key`.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct ApiKeyEntry {
    pub(super) key: Option<String>,
    pub(super) env: BTreeMap<String, String>,
}

impl AuthFile {
    /// Reads the file. One that is torn is told and left alone, and the other sources of keys still serve.
    pub(super) fn load(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> Self {
        match read(path) {
            Ok(None) => Self::default(),
            Ok(Some((file, problems))) => {
                tighten(path, diagnostics);
                diagnostics.extend(problems.into_iter().map(|problem| Diagnostic::warning(problem).at(path)));
                file
            }
            Err(error) => {
                diagnostics.push(error.into_warning("no stored key can be used"));
                Self::default()
            }
        }
    }
}

/// Stores a key, beside the variables that an older one of the provider has.
///
/// # Errors
/// When the file cannot be changed.
pub(super) fn store(path: &Path, provider: &str, key: &Secret) -> Result<Entry, UpdateError> {
    let key = value::literal(key.reveal());
    json::update(path, Kind::Secrets, |entries| {
        let old = entries.get(provider).filter(|old| old["type"] == "api_key");
        let mut new = old.and_then(Value::as_object).cloned().unwrap_or_else(Map::new);
        new.insert("type".to_owned(), json!("api_key"));
        new.insert("key".to_owned(), json!(key));
        let stored = Value::Object(new);
        entries.insert(provider.to_owned(), stored.clone());
        entry(stored).unwrap_or_else(|_| Entry::ApiKey(ApiKeyEntry { key: Some(key), env: BTreeMap::new() }))
    })
}

/// Stores what a login gave.
///
/// # Errors
/// When the file cannot be changed.
pub(super) fn store_login(path: &Path, provider: &str, login: Map<String, Value>) -> Result<(), UpdateError> {
    json::update(path, Kind::Secrets, |entries| drop(entries.insert(provider.to_owned(), Value::Object(login))))
}

/// Has what a login gave renewed, while no other program can: what is stored by then may be new already, and is then left.
/// Nothing when there is none any more.
///
/// # Errors
/// When the file cannot be changed, or (inside) when `renew` fails; what is stored stays as it was.
pub(super) fn renew_login<E>(
    path: &Path,
    provider: &str,
    renew: impl FnOnce(&Map<String, Value>, &dyn Fn()) -> Result<Option<Map<String, Value>>, E>,
) -> Result<Result<Option<Map<String, Value>>, E>, UpdateError> {
    json::update_slowly(path, Kind::Secrets, |entries, keep| {
        let stored = entries.get(provider).filter(|stored| stored["type"] == LOGIN).and_then(Value::as_object);
        let Some(stored) = stored else { return (Ok(None), false) };
        match renew(stored, keep) {
            Ok(Some(new)) => {
                entries.insert(provider.to_owned(), Value::Object(new.clone()));
                (Ok(Some(new)), true)
            }
            Ok(None) => (Ok(Some(stored.clone())), false),
            Err(error) => (Err(error), false),
        }
    })
}

/// Takes out what is stored for a provider; tells whether there was anything. A file that is not there is not made.
///
/// # Errors
/// When the file cannot be changed.
pub(super) fn remove(path: &Path, provider: &str) -> Result<bool, UpdateError> {
    if !path.exists() {
        return Ok(false);
    }
    json::update(path, Kind::Secrets, |entries| entries.shift_remove(provider).is_some())
}

fn read(path: &Path) -> Result<Option<(AuthFile, Vec<String>)>, ConfigFileError> {
    let Some(text) = json::read_text(path)? else { return Ok(None) };
    let stored: BTreeMap<String, Value> = if text.trim().is_empty() {
        BTreeMap::new()
    } else {
        json::parse(path, &text).map_err(|error| Kind::Secrets.told(error))?
    };
    let mut file = AuthFile::default();
    let mut problems = Vec::new();
    for (provider, value) in stored {
        match entry(value) {
            Ok(entry) => drop(file.entries.insert(provider, entry)),
            Err(expected) => problems.push(format!("`{provider}`: expected {expected}; the entry is not used")),
        }
    }
    Ok(Some((file, problems)))
}

fn entry(value: Value) -> Result<Entry, &'static str> {
    let kind = value.get("type").and_then(Value::as_str).ok_or("an object with a `type`")?;
    match (kind, &value) {
        ("api_key", _) => {}
        (LOGIN, Value::Object(login)) => return Ok(Entry::Login(login.clone())),
        _ => return Ok(Entry::Other(kind.to_owned())),
    }
    serde_json::from_value(value).map(Entry::ApiKey).map_err(|_| "a text as `key` and texts in `env`")
}

#[cfg(unix)]
fn tighten(path: &Path, diagnostics: &mut Vec<Diagnostic>) {
    use std::os::unix::fs::PermissionsExt as _;

    let Ok(mode) = std::fs::metadata(path).map(|meta| meta.permissions().mode() & 0o777) else { return };
    if mode & 0o077 == 0 {
        return;
    }
    let tightened = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
    let told = match tightened {
        Ok(()) => format!("others could read it (mode {mode:03o}); its mode is now 600"),
        Err(error) => format!("others can read it (mode {mode:03o}), and its mode could not be changed: {error}"),
    };
    diagnostics.push(Diagnostic::warning(told).at(path));
}

#[cfg(not(unix))]
fn tighten(_path: &Path, _diagnostics: &mut Vec<Diagnostic>) {}
