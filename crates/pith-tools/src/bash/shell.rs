//! Which shell runs commands, and what environment it gets (spec/coding-agent.md 4.2.1 and 4.2.2).

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use pith_agent::ToolError;

use crate::{Situation, ToolSettings};

/// The shell of the settings, else bash, else sh.
///
/// # Errors
/// When the settings name a shell that is not there.
pub(super) fn find(settings: &ToolSettings) -> Result<PathBuf, ToolError> {
    if let Some(path) = &settings.shell_path {
        return if path.is_file() {
            Ok(path.clone())
        } else {
            let text = format!("the shell `{}` of the setting `shellPath` does not exist", path.display());
            Err(ToolError::new(text))
        };
    }
    let usual = Path::new("/bin/bash");
    if usual.is_file() {
        return Ok(usual.to_owned());
    }
    let path = settings.environment.get(OsStr::new("PATH")).cloned().unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join("bash")).find(|bash| bash.is_file());
    Ok(found.unwrap_or_else(|| PathBuf::from("sh")))
}

/// The text that the shell gets.
pub(super) fn script(command: String, settings: &ToolSettings) -> String {
    match &settings.command_prefix {
        Some(prefix) => format!("{prefix}\n{command}"),
        None => command,
    }
}

/// The environment of a command: the given one, the agent's programs on the path, and what describes the session now.
pub(super) fn environment(settings: &ToolSettings) -> BTreeMap<OsString, OsString> {
    let mut variables = settings.environment.clone();
    if let Some(folder) = &settings.bin_dir {
        let path = variables.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        // A folder whose name holds the separator cannot stand in a path; the path then stays as it is.
        if let Ok(path) = env::join_paths(std::iter::once(folder.clone()).chain(env::split_paths(&path))) {
            variables.insert("PATH".into(), path);
        }
    }
    for (name, value) in session((settings.situation)()) {
        // An inherited value describes another session.
        match value {
            Some(value) => variables.insert(name.into(), value),
            None => variables.remove(OsStr::new(name)),
        };
    }
    variables
}

fn session(situation: Situation) -> [(&'static str, Option<OsString>); 5] {
    let Situation { session_id, session_file, model, thinking_level } = situation;
    let level = model.is_some().then(|| thinking_level.as_str().into());
    let (provider, model) = model.map(|model| (model.provider.into(), model.id.into())).unzip();
    [
        ("PI_SESSION_ID", session_id.map(Into::into)),
        ("PI_SESSION_FILE", session_file.map(Into::into)),
        ("PI_PROVIDER", provider),
        ("PI_MODEL", model),
        ("PI_REASONING_LEVEL", level),
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pith_types::{Model, ThinkingLevel};

    use super::*;

    fn settings() -> ToolSettings {
        ToolSettings::new("/w", "/tmp")
    }

    #[test]
    fn a_shell_that_the_settings_name_must_exist() {
        let settings = ToolSettings { shell_path: Some("/no/shell".into()), ..settings() };
        assert!(find(&settings).is_err_and(|error| error.to_string().contains("`/no/shell`")));
    }

    #[test]
    fn the_prefix_stands_on_a_line_before_the_command() {
        let settings = ToolSettings { command_prefix: Some("export FOO=bar".to_owned()), ..settings() };
        assert_eq!(script("echo".to_owned(), &settings), "export FOO=bar\necho");
    }

    #[test]
    fn the_session_is_described_and_another_sessions_description_removed() {
        let mut settings = settings();
        settings.bin_dir = Some("/agent/bin".into());
        settings.environment = [("PATH", "/bin"), ("PI_SESSION_FILE", "/other"), ("PI_MODEL", "other"), ("HOME", "/h")]
            .map(|(name, value)| (name.into(), value.into()))
            .into();
        let model = Model { id: "m1".to_owned(), provider: "mock".to_owned(), ..Model::default() };
        let situation = Situation {
            session_id: Some("s1".to_owned()),
            session_file: None,
            model: Some(model),
            thinking_level: ThinkingLevel::High,
        };
        settings.situation = Arc::new(move || situation.clone());
        let expected = [
            ("HOME", "/h"),
            ("PATH", "/agent/bin:/bin"),
            ("PI_MODEL", "m1"),
            ("PI_PROVIDER", "mock"),
            ("PI_REASONING_LEVEL", "high"),
            ("PI_SESSION_ID", "s1"),
        ];
        let expected: BTreeMap<OsString, OsString> = expected.map(|(name, value)| (name.into(), value.into())).into();
        assert_eq!(environment(&settings), expected);
    }
}
