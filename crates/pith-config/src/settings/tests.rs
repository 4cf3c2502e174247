#![allow(clippy::unwrap_used, reason = "tests")]

use pith_types::ThinkingLevel;

use super::*;
use crate::{Environment, Paths};

/// A world with these two files.
fn read(global: &str, project: &str) -> (SettingsFiles, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let environment = Environment::new(folder.path().join("proj"), Some(folder.path().join("home")));
    let paths = Paths::new(&environment).unwrap();
    for (file, text) in [(paths.settings_file(), global), (paths.project_settings_file(), project)] {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    (SettingsFiles::read(&paths), folder)
}

fn told(files: &SettingsFiles, trusted: bool) -> Vec<String> {
    let name = |told: &crate::Diagnostic| told.clone().at(told.path.as_ref().unwrap().file_name().unwrap()).to_string();
    files.diagnostics(trusted).map(name).collect()
}

#[test]
fn without_files_the_defaults_hold() {
    let paths = Paths::new(&Environment::new("/nowhere", Some("/nowhere".into()))).unwrap();
    let settings = SettingsFiles::read(&paths).merged(true);
    assert_eq!(settings, Settings::default());
    assert!(settings.images.auto_resize && settings.retry.enabled);
    assert_eq!(settings.http_idle_timeout_ms, IdleTimeout(Some(300_000)));
    assert_eq!(settings.steering_mode, QueueMode::OneAtATime);
}

#[test]
fn the_projects_settings_go_over_the_persons_key_by_key_when_it_is_trusted() {
    let (files, _folder) = read(
        r#"{"defaultModel": "g", "defaultProvider": "p", "retry": {"maxRetries": 1, "provider": {"timeoutMs": 5}}}"#,
        r#"{"defaultModel": "p", "retry": {"baseDelayMs": 7, "provider": {"maxRetries": 2}}, "unknown": [1]}"#,
    );
    let merged = files.merged(true);
    assert_eq!(merged.default_model.as_deref(), Some("p"));
    assert_eq!(merged.default_provider.as_deref(), Some("p"));
    assert_eq!((merged.retry.max_retries, merged.retry.base_delay_ms), (1, 7));
    assert_eq!((merged.retry.provider.timeout_ms, merged.retry.provider.max_retries), (Some(5), 2));
    assert_eq!(files.merged(false).default_model.as_deref(), Some("g"));
    assert_eq!(told(&files, true), Vec::<String>::new());
}

#[test]
fn a_project_may_not_set_what_is_the_persons_own() {
    let (files, _folder) = read("{}", r#"{"httpProxy": "http://x", "defaultProjectTrust": "always"}"#);
    assert_eq!(files.merged(true), Settings::default());
}

#[test]
fn the_projects_session_folder_counts_even_when_it_is_not_trusted() {
    let (files, _folder) = read(r#"{"sessionDir": "/g"}"#, r#"{"sessionDir": "/p"}"#);
    assert_eq!(files.session_dir().as_deref(), Some("/p"));
    assert_eq!(files.merged(false).session_dir.as_deref(), Some("/g"));
}

#[test]
fn a_broken_file_is_told_with_its_place_and_counts_as_empty() {
    let (files, folder) = read("{\n \"defaultModel\": \"m\",}", "[1]");
    assert_eq!(files.merged(true), Settings::default());
    let told = told(&files, true);
    assert_eq!(told.len(), 2);
    assert!(told.first().unwrap().starts_with("`settings.json` line 2, column 22: trailing comma"), "{told:?}");
    assert!(told.last().unwrap().contains("line 1, column 1: invalid type: sequence"), "{told:?}");
    assert_eq!(files.diagnostics(false).count(), 1);
    let file = folder.path().join("home/.pi/agent/settings.json");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "{\n \"defaultModel\": \"m\",}");
}

#[test]
fn one_wrong_value_costs_only_its_key() {
    let (files, _folder) = read(
        "\u{feff}{\"ü\": {\"images\": 1},\n  \"images\": {\n    \"autoResize\": 3},\n  \"steeringMode\": \"some\", \"defaultModel\": \"m\"}",
        "{}",
    );
    assert_eq!(files.global().default_model.as_deref(), Some("m"));
    assert_eq!(files.global().images, ImageSettings::default());
    let told = told(&files, true);
    assert!(told.first().unwrap().starts_with("`settings.json` line 3, column 19: `images.autoResize`: "), "{told:?}");
    assert!(told.last().unwrap().starts_with("`settings.json` line 4, column 19: `steeringMode`: "), "{told:?}");
}

#[test]
fn a_wrong_value_deep_inside_costs_nothing_beside_it() {
    let (files, _folder) =
        read(r#"{"retry": {"maxRetries": -1, "baseDelayMs": 7, "provider": 3}, "images": [], "outputPad": 9}"#, "{}");
    let retry = files.global().retry;
    assert_eq!((retry.max_retries, retry.base_delay_ms, retry.provider.max_retries), (3, 7, 0));
    let told = told(&files, true);
    assert_eq!(told.len(), 4, "{told:?}");
    let place = "`settings.json` line 1, column 26: `retry.maxRetries`: expected a whole number";
    assert!(told.iter().any(|told| told.starts_with(place)), "{told:?}");
    assert!(told.iter().any(|told| told.contains("`retry.provider`: expected an object")), "{told:?}");
}

#[test]
fn the_idle_timeout_may_be_switched_off() {
    for (text, limit) in [("0", Some(None)), ("\"disabled\"", Some(None)), ("5", Some(Some(5))), ("-1", None)] {
        let (files, _folder) = read(&format!("{{\"httpIdleTimeoutMs\": {text}}}"), "{}");
        let expected = limit.map_or(IdleTimeout::default(), IdleTimeout);
        assert_eq!(files.global().http_idle_timeout_ms, expected, "{text}");
        assert_eq!(files.diagnostics(true).count(), usize::from(limit.is_none()), "{text}");
    }
}

#[test]
fn default_tools_are_names_then_modifiers() {
    let tools = |list: &str, project: &str| {
        let (files, _folder) = read(list, project);
        files.merged(true).default_tools(&["read", "bash"]).join(" ")
    };
    assert_eq!(tools("{}", "{}"), "read bash");
    assert_eq!(tools(r#"{"defaultTools": []}"#, "{}"), "");
    assert_eq!(tools(r#"{"defaultTools": ["read", "grep"]}"#, r#"{"defaultTools": ["+ls", "-grep"]}"#), "read ls");
    assert_eq!(tools(r#"{"defaultTools": ["+ls", "+read", "-bash"]}"#, "{}"), "read ls");
    assert_eq!(tools(r#"{"defaultTools": ["read"]}"#, r#"{"defaultTools": ["bash", "+ls"]}"#), "bash ls");
    assert_eq!(tools(r#"{"defaultTools": ["read"]}"#, r#"{"defaultTools": []}"#), "");
    assert_eq!(tools(r#"{"defaultTools": []}"#, r#"{"defaultTools": ["+ls"]}"#), "read bash ls");
}

#[test]
fn a_models_own_thinking_level_goes_before_the_general_one() {
    use pith_types::ThinkingLevel::{High, Low, Medium};
    let (files, _folder) = read(r#"{"defaultThinkingLevel": "low", "modelThinkingLevels": {"p/m": "high"}}"#, "{}");
    assert_eq!(files.global().thinking_level("p", "m"), High);
    assert_eq!(files.global().thinking_level("p", "n"), Low);
    assert_eq!(Settings::default().thinking_level("p", "m"), Medium);
}

#[test]
fn budgets_of_thinking_are_by_level_and_other_names_cost_nothing() {
    let settings: Settings =
        serde_json::from_str(r#"{"thinkingBudgets": {"low": 100, "lots": 5, "high": 9000}, "defaultModel": "m"}"#)
            .unwrap();
    let budgets: Vec<(ThinkingLevel, u64)> = settings.thinking_budgets().into_iter().collect();
    assert_eq!(budgets, [(ThinkingLevel::Low, 100), (ThinkingLevel::High, 9000)]);
}
