//! Questions to the person while there is no app yet: an extension loads, or decides about the trust in a project.
//!
//! A person at a terminal can be asked; a program over lines can not, before its first line is read.

use std::sync::Arc;

use pith_app::extension::{Dialog, DialogAnswer, Dialogs, UiChange, UiMode, ask_in_time};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Question, Shared, ui::change};

/// The person, where there is one.
fn person(shared: &Shared) -> Option<Arc<dyn Dialogs>> {
    let dialogs = &shared.surroundings.dialogs;
    (dialogs.mode() == UiMode::Tui).then(|| Arc::clone(dialogs))
}

pub(super) fn answer(question: &Question<'_>) -> Value {
    let shared = &question.shared;
    match question.method {
        "ui.mode" => json!(shared.surroundings.dialogs.mode()),
        "ui.has" => person(shared).is_some().into(),
        "ui.components" | "ui.toolsExpanded" => false.into(),
        "ui.size" => json!({ "columns": 80, "rows": 24 }),
        "ui.show" => {
            match (change(question), person(shared)) {
                (Some(change), Some(person)) => person.show(change),
                // Notices go where prints go.
                (Some(UiChange::Notify { message, .. }), None) => {
                    let name = shared.record(question.text("extension")).map(|record| record.name());
                    shared.surroundings.outlet.write(&name.unwrap_or_default(), &format!("{message}\n"));
                }
                _ => {}
            }
            Value::Null
        }
        _ => Value::Null,
    }
}

/// Asks. Nothing when nobody is there, or the question was cancelled, given up or timed out.
pub(super) async fn ask(shared: &Shared, dialog: Dialog, cancel: &CancellationToken) -> Option<DialogAnswer> {
    ask_in_time(person(shared)?.as_ref(), dialog, cancel).await
}
