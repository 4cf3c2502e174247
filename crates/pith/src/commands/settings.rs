//! `pith settings`: what is set, and how it is changed.

use std::fmt::Write as _;

use pith_app::nearest::nearest;
use pith_config::settings::table::{self, Effect};
use pith_config::settings::{SettingError, change};
use pith_config::{Environment, Paths, SettingsFiles};
use pith_resources::project_trust;
use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::report::Report;
use crate::show;

/// Does what the words say; gives the exit code.
///
/// # Errors
/// When the words say nothing known, or a setting cannot be changed.
pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    let environment = Environment::from_process()?;
    let paths = Paths::new(&environment)?;
    let files = SettingsFiles::read(&paths);
    let mut told = Vec::new();
    let trust = project_trust(None, files.global().default_project_trust, &paths, &environment, &mut told);
    let trusted = trust.without_asking();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let file = |project: bool| match (project, trusted) {
        (false, _) => Ok(paths.settings_file()),
        (true, true) => Ok(paths.project_settings_file()),
        (true, false) => Err(Problem::UntrustedProject),
    };
    match words.as_slice() {
        [] | ["list"] => {
            told.extend(files.diagnostics(trusted).cloned());
            told.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
            show(&listed(&files.values(trusted)))
        }
        ["schema"] => show(&format!("{:#}\n", table::schema())),
        ["get", key] => {
            let key = known(key)?;
            let values = Value::Object(files.values(trusted));
            let value = values.pointer(&format!("/{}", key.name.replace('.', "/")));
            show(&value.map_or_else(|| format!("{}\n", key.default), |value| format!("{value}\n")))
        }
        ["set", key, value] => set(file(false)?, key, Some(value), report),
        ["set", key, value, "--project"] => set(file(true)?, key, Some(value), report),
        ["unset", key] => set(file(false)?, key, None, report),
        ["unset", key, "--project"] => set(file(true)?, key, None, report),
        _ => Err(Problem::SettingsCommand.into()),
    }
}

fn set(file: std::path::PathBuf, key: &str, value: Option<&str>, report: Report) -> anyhow::Result<u8> {
    let key = known(key)?;
    change(&file, key.name, value)?;
    if value.is_some() && key.effect != Effect::Full {
        report.note(&format!("`{}` is kept and has no effect in this version", key.name));
    }
    Ok(0)
}

/// The key of that name.
fn known(name: &str) -> anyhow::Result<&'static table::Key> {
    table::find(name).ok_or_else(|| match nearest(name, table::keys().map(|key| key.name)) {
        Some(near) => Problem::UnknownSetting { key: name.to_owned(), near }.into(),
        None => SettingError::Unknown { key: name.to_owned() }.into(),
    })
}

/// Every key of the table that is set, with its value.
fn listed(values: &Map<String, Value>) -> String {
    let values = Value::Object(values.clone());
    let mut text = String::new();
    for key in table::keys() {
        if let Some(value) = values.pointer(&format!("/{}", key.name.replace('.', "/"))) {
            let _ = writeln!(text, "{} = {value}", key.name);
        }
    }
    text
}
