//! Questions to the person, and what is shown.

use std::time::Duration;

use pith_app::App;
use pith_app::extension::{ComponentId, Dialog, DialogAnswer, EditorSaid, Level, Place, Placement, UiChange, Working};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Question, Work, early, unknown};
use crate::host::component::Shown;
use crate::host::git_branch::git_branch;
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    if question.method == "clipboard.copy" {
        let screen = question.app().ok().and_then(|app| app.dialogs().screen());
        return Some(Ok(screen.is_some_and(|screen| screen.copy(question.text("text"))).into()));
    }
    if !question.method.starts_with("ui.") {
        return None;
    }
    let Ok(app) = question.app() else { return Some(Ok(early::answer(question))) };
    let dialogs = app.dialogs();
    Some(Ok(match question.method {
        "ui.mode" => json!(dialogs.mode()),
        "ui.has" => dialogs.has_ui().into(),
        "ui.editorText" => dialogs.editor_text().into(),
        "ui.toolsExpanded" => dialogs.tools_expanded().into(),
        "ui.components" => dialogs.screen().is_some().into(),
        "ui.size" => match dialogs.screen().map(|screen| screen.size()) {
            Some(size) => json!({ "columns": size.columns, "rows": size.rows }),
            None => json!({ "columns": 80, "rows": 24 }),
        },
        "ui.gitBranch" => git_branch(&question.shared.cwd()).into(),
        "ui.statuses" => json!(dialogs.statuses()),
        "ui.component" => return Some(component(question, &app)),
        "ui.show" => {
            if let Some(change) = change(question) {
                dialogs.show(change);
            }
            Value::Null
        }
        _ => return None,
    }))
}

/// What becomes of a component.
fn component(question: &Question<'_>, app: &App) -> Result<Value, HostError> {
    let flag = |name: &str| question.args.get(name) == Some(&Value::Bool(true));
    let components = &question.shared.components;
    let doing = question.text("do");
    if doing == "name" {
        return Ok(components.name().0.into());
    }
    let id = ComponentId(question.args.get("id").and_then(Value::as_u64).unwrap_or_default());
    if doing == "unmount" {
        components.forget(id);
    }
    // Where the face has no screen any more, nothing is to be done.
    let Some(screen) = app.dialogs().screen() else { return Ok(Value::Null) };
    match doing {
        "mount" => {
            let place = match question.text("place") {
                "slot" => Place::Slot,
                "overlay" => Place::Overlay { takes_keys: flag("takesKeys") },
                "widget" => Place::Widget(if flag("below") { Placement::BelowEditor } else { Placement::AboveEditor }),
                "header" => Place::Header,
                "footer" => Place::Footer,
                "editor" => Place::Editor,
                "listener" => Place::Listener,
                other => return Err(HostError::new(format!("there is no place `{other}` for a component"))),
            };
            let record = question.shared.record(question.text("extension"));
            let record = record.ok_or_else(|| HostError::new("the extension is not in force"))?;
            let shown = Shown::new(id, question.text("key").to_owned(), &record, &question.shared);
            screen.mount(place, std::sync::Arc::new(shown));
        }
        "unmount" => screen.unmount(id),
        "redraw" => screen.redraw(id),
        "hide" => screen.set_hidden(id, flag("hidden")),
        "focus" => screen.set_focus(id, flag("on")),
        "submit" => {
            let text = question.text("text").to_owned();
            screen.heard(id, EditorSaid::Submit { text, later: flag("later") });
        }
        "text" => screen.heard(id, EditorSaid::Text(question.text("text").to_owned())),
        "key" => screen.heard(id, EditorSaid::Key(question.text("key").to_owned())),
        "lend" => screen.lend(flag("away")),
        other => return Err(HostError::new(format!("nothing called `{other}` can be done with a component"))),
    }
    Ok(Value::Null)
}

pub(super) fn change(question: &Question<'_>) -> Option<UiChange> {
    let text = |name: &str| question.args.get(name).and_then(Value::as_str).map(str::to_owned);
    let flag = |name: &str| question.args.get(name) == Some(&Value::Bool(true));
    Some(match question.text("what") {
        "notify" => UiChange::Notify {
            message: text("message").unwrap_or_default(),
            level: match question.text("level") {
                "warning" => Some(Level::Warning),
                "error" => Some(Level::Error),
                "info" => Some(Level::Info),
                "" => None,
                other => Some(Level::Other(other.to_owned())),
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
    if work.method == "ui.custom" {
        return until_gone(work).await;
    }
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
    let cancel = work.cancel.clone();
    let answer = match work.app() {
        Ok(app) => work.on_app(async move { app.ask_person(dialog, cancel).await }).await?,
        Err(_) => early::ask(&work.shared, dialog, &cancel).await,
    };
    Ok(match answer {
        Some(DialogAnswer::Value(text)) => text.into(),
        Some(DialogAnswer::Confirmed(yes)) => yes.into(),
        None => Value::Null,
    })
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Waits {
    id: u64,
    kind: Option<String>,
    title: Option<String>,
}

/// Waits until a component that asks for something is gone, or the question is given up.
async fn until_gone(mut work: Work<'_>) -> Result<Value, HostError> {
    let Waits { id, kind, title } = work.read()?;
    let Some(gone) = work.shared.components.until_gone(ComponentId(id)) else { return Ok(Value::Null) };
    let kind = match kind.as_deref() {
        Some("permission") => "permission",
        Some("auth") => "auth",
        Some("question") => "question",
        _ => "custom",
    };
    let app = work.app()?;
    let cancel = work.cancel.clone();
    work.on_app(async move {
        let scope = app.begin_prompt(kind, title);
        tokio::select! {
            () = gone.cancelled() => {}
            () = scope.cancelled() => {}
            () = cancel.cancelled() => {}
        }
        app.end_prompt();
    })
    .await?;
    Ok(Value::Null)
}
