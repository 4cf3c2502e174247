//! Questions to the person, and what is shown.

use std::time::Duration;

use pith_app::extension::{Dialog, DialogAnswer, Level, Placement, UiChange, Working};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Question, Work, unknown};
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    if !question.method.starts_with("ui.") {
        return None;
    }
    let Ok(app) = question.app() else {
        // While an extension loads there is no face yet.
        return Some(Ok(match question.method {
            "ui.mode" => "print".into(),
            "ui.has" | "ui.components" | "ui.toolsExpanded" => false.into(),
            _ => Value::Null,
        }));
    };
    let dialogs = app.dialogs();
    Some(Ok(match question.method {
        "ui.mode" => json!(dialogs.mode()),
        "ui.has" => dialogs.has_ui().into(),
        "ui.editorText" => dialogs.editor_text().into(),
        "ui.toolsExpanded" => dialogs.tools_expanded().into(),
        // No face of this program draws components yet; every one of them says so.
        "ui.components" => false.into(),
        "ui.show" => {
            if let Some(change) = change(question) {
                dialogs.show(change);
            }
            Value::Null
        }
        _ => return None,
    }))
}

fn change(question: &Question<'_>) -> Option<UiChange> {
    let text = |name: &str| question.args.get(name).and_then(Value::as_str).map(str::to_owned);
    let flag = |name: &str| question.args.get(name) == Some(&Value::Bool(true));
    Some(match question.text("what") {
        "notify" => UiChange::Notify {
            message: text("message").unwrap_or_default(),
            level: match question.text("level") {
                "warning" => Some(Level::Warning),
                "error" => Some(Level::Error),
                "info" => Some(Level::Info),
                _ => None,
            },
        },
        "status" => UiChange::Status { key: text("key")?, text: text("text") },
        "widget" => UiChange::Widget {
            key: text("key")?,
            lines: strings(question.args.get("lines")),
            placement: match question.text("placement") {
                "belowEditor" => Some(Placement::BelowEditor),
                "aboveEditor" => Some(Placement::AboveEditor),
                _ => None,
            },
        },
        "title" => UiChange::Title(text("title")?),
        "editorText" => UiChange::EditorText(text("text")?),
        "paste" => UiChange::PasteToEditor(text("text")?),
        "workingMessage" => UiChange::Working(Working::Message(text("message"))),
        "workingVisible" => UiChange::Working(Working::Visible(flag("visible"))),
        "workingIndicator" => {
            let interval = question.args.get("intervalMs").and_then(Value::as_u64);
            UiChange::Working(Working::Indicator(strings(question.args.get("frames")).map(|frames| (frames, interval))))
        }
        "hiddenThinkingLabel" => UiChange::Working(Working::HiddenThinkingLabel(text("label"))),
        "toolsExpanded" => UiChange::ToolsExpanded(flag("expanded")),
        _ => return None,
    })
}

fn strings(value: Option<&Value>) -> Option<Vec<String>> {
    let list = value?.as_array()?;
    Some(list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect())
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Asked {
    title: String,
    options: Vec<String>,
    message: String,
    placeholder: Option<String>,
    prefill: Option<String>,
    /// Milliseconds.
    timeout: Option<f64>,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    let Asked { title, options, message, placeholder, prefill, timeout } = work.read()?;
    let milliseconds = timeout.filter(|time| time.is_finite() && *time > 0.0);
    let timeout = milliseconds.map(|time| Duration::from_secs_f64(time.min(1e9) / 1000.0));
    let dialog = match work.method {
        "ui.select" => Dialog::Select { title, options, timeout },
        "ui.confirm" => Dialog::Confirm { title, message, timeout },
        "ui.input" => Dialog::Input { title, placeholder, timeout },
        "ui.editor" => Dialog::Editor { title, prefill },
        method => return Err(unknown(method)),
    };
    let app = work.app()?;
    let cancel = work.cancel.clone();
    let answer = work.on_app(async move { app.ask_person(dialog, cancel).await }).await?;
    Ok(match answer {
        Some(DialogAnswer::Value(text)) => text.into(),
        Some(DialogAnswer::Confirmed(yes)) => yes.into(),
        None => Value::Null,
    })
}
