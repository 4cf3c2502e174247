//! Themes. A face without a screen has the terminal's own colors, a screen without colors none.

use pith_app::extension::Screen;
use serde_json::{Value, json};

use super::{Answer, Question};
use crate::host::themes::{find, list, system};

const NONE: &str = "this face has no themes";

pub(super) fn answer(question: &Question<'_>) -> Answer {
    if !question.method.starts_with("theme.") {
        return None;
    }
    let screen = question.shared.app().and_then(|app| app.dialogs().screen());
    let (themes, agent_dir) = (&question.shared.themes, &question.shared.surroundings.agent_dir);
    let name = question.args.get("name").and_then(Value::as_str);
    Some(Ok(match (question.method, screen) {
        ("theme.get", None) => name.map_or_else(system, |_| Value::Null),
        ("theme.list", None) => json!([]),
        ("theme.set", None) => json!({ "success": false, "error": NONE }),
        ("theme.get", Some(screen)) => match name {
            Some(name) => find(name, agent_dir).map_or(Value::Null, |theme| shown(theme, &*screen)),
            None => {
                let settings = (question.shared.surroundings.settings)();
                let setting = settings.get("theme").and_then(Value::as_str);
                shown(themes.now(setting, agent_dir), &*screen)
            }
        },
        ("theme.list", Some(_)) => list(agent_dir).into(),
        ("theme.set", Some(_)) => {
            let given = question.args.get("colors").filter(|colors| colors.is_object());
            let theme = match (name, given) {
                (Some(name), Some(colors)) => Some(json!({ "name": name, "colors": colors })),
                (Some(name), None) => find(name, agent_dir),
                (None, _) => None,
            };
            let named = name.unwrap_or_default();
            match theme {
                Some(theme) => {
                    themes.choose(theme);
                    // One that has no file is nothing that could be found again.
                    let kept = if given.is_some() { Ok(()) } else { keep(question, named) };
                    match kept {
                        Ok(()) => json!({ "success": true }),
                        Err(error) => json!({ "success": false, "error": format!("`{named}` is not saved: {error}") }),
                    }
                }
                None => json!({ "success": false, "error": format!("there is no theme `{named}`") }),
            }
        }
        _ => return None,
    }))
}

/// Keeps it in the settings, where it is not there already.
fn keep(question: &Question<'_>, name: &str) -> Result<(), String> {
    let surroundings = &question.shared.surroundings;
    if (surroundings.settings)().get("theme").and_then(Value::as_str) == Some(name) {
        return Ok(());
    }
    (surroundings.keep_setting)("theme", name)
}

/// The theme as this screen can show it.
fn shown(mut theme: Value, screen: &dyn Screen) -> Value {
    if !screen.has_colors() {
        theme["colors"] = json!({});
    }
    theme
}
