//! Questions of extensions to the client, and its answers (spec/extensions-sessions-screen.md 5.5).
//!
//! A question resolves once: by the answer, by being given up, or because the client has gone. Where it was not by the
//! answer, the client is told that it need not ask its person any more.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use pith_app::extension::{Dialog, DialogAnswer, Dialogs, UiChange, UiMode};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::id::Id;
use super::response::{Response, line};
use crate::faces::Output;

type Fields = Map<String, Value>;
type Open = HashMap<String, oneshot::Sender<Fields>>;

/// The questions that are open.
pub(crate) struct RpcDialogs {
    output: Output,
    /// Nothing any more once the client has gone.
    open: Mutex<Option<Open>>,
}

impl RpcDialogs {
    pub(crate) fn new(output: Output) -> Self {
        Self { output, open: Mutex::new(Some(Open::new())) }
    }

    /// Takes an answer in. One that comes too late is ignored.
    ///
    /// # Errors
    /// When it does not say to which question.
    pub(super) fn answer(&self, fields: &Fields) -> Result<(), Box<Response>> {
        let Some(id) = fields.get("id").and_then(Value::as_str) else {
            let told = "field `id` is missing; expected the `id` of an `extension_ui_request`";
            return Err(
                Response::failed(fields.get("id").and_then(Id::from_value), "extension_ui_response", told).into()
            );
        };
        if let Some(asker) = self.take(id) {
            // Nobody waits any more only when the question was given up in this moment.
            let _ = asker.send(fields.clone());
        }
        Ok(())
    }

    /// The client has gone: nobody answers any more.
    pub(super) fn close(&self) {
        let open = self.lock().take().unwrap_or_default();
        open.into_keys().for_each(|id| self.tell_cancelled(&id));
    }

    fn request(&self, id: &str, method: &str, fields: Value) {
        let mut record = Map::new();
        record.insert("type".to_owned(), "extension_ui_request".into());
        record.insert("id".to_owned(), id.into());
        record.insert("method".to_owned(), method.into());
        if let Value::Object(fields) = fields {
            record.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
        }
        self.output.write(&line(&record));
    }

    fn tell_cancelled(&self, id: &str) {
        self.output.write(&line(&json!({ "type": "extension_ui_cancelled", "id": id })));
    }

    fn take(&self, id: &str) -> Option<oneshot::Sender<Fields>> {
        self.lock().as_mut()?.remove(id)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Dialogs for RpcDialogs {
    fn mode(&self) -> UiMode {
        UiMode::Rpc
    }

    async fn ask(&self, dialog: Dialog, cancel: CancellationToken) -> Option<DialogAnswer> {
        let id = Uuid::new_v4().to_string();
        let (asker, answer) = oneshot::channel();
        self.lock().as_mut()?.insert(id.clone(), asker);
        let _waits = Waits { dialogs: self, id: &id };
        self.request(&id, dialog.kind(), asked(&dialog));
        let fields = tokio::select! {
            () = cancel.cancelled() => return None,
            fields = answer => fields.ok()?,
        };
        meant(&dialog, &fields)
    }

    fn show(&self, change: UiChange) {
        if let Some((method, fields)) = shown(change) {
            self.request(&Uuid::new_v4().to_string(), method, fields);
        }
    }
}

/// A question that waits. Where it is dropped unanswered, the client is told.
struct Waits<'a> {
    dialogs: &'a RpcDialogs,
    id: &'a str,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        if self.dialogs.take(self.id).is_some() {
            self.dialogs.tell_cancelled(self.id);
        }
    }
}

/// The fields of a question. What is `null` is left out.
fn asked(dialog: &Dialog) -> Value {
    let timeout = dialog.timeout().map(|timeout| u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX));
    match dialog {
        Dialog::Select { title, options, .. } => json!({ "title": title, "options": options, "timeout": timeout }),
        Dialog::Confirm { title, message, .. } => json!({ "title": title, "message": message, "timeout": timeout }),
        Dialog::Input { title, placeholder, .. } => {
            json!({ "title": title, "placeholder": placeholder, "timeout": timeout })
        }
        Dialog::Editor { title, prefill } => json!({ "title": title, "prefill": prefill }),
    }
}

/// What the client answered; nothing when it cancelled, or answered another question than was asked.
fn meant(dialog: &Dialog, fields: &Fields) -> Option<DialogAnswer> {
    match dialog {
        Dialog::Confirm { .. } => fields.get("confirmed").and_then(Value::as_bool).map(DialogAnswer::Confirmed),
        Dialog::Select { .. } | Dialog::Input { .. } | Dialog::Editor { .. } => {
            fields.get("value").and_then(Value::as_str).map(|value| DialogAnswer::Value(value.to_owned()))
        }
    }
}

/// What a client is told to show; nothing for what only a screen has.
fn shown(change: UiChange) -> Option<(&'static str, Value)> {
    Some(match change {
        UiChange::Notify { message, level } => ("notify", json!({ "message": message, "notifyType": level })),
        UiChange::Status { key, text } => ("setStatus", json!({ "statusKey": key, "statusText": text })),
        UiChange::Widget { key, lines, placement } => {
            ("setWidget", json!({ "widgetKey": key, "widgetLines": lines, "widgetPlacement": placement }))
        }
        UiChange::Title(title) => ("setTitle", json!({ "title": title })),
        UiChange::EditorText(text) | UiChange::PasteToEditor(text) => ("set_editor_text", json!({ "text": text })),
        UiChange::Working(_) | UiChange::ToolsExpanded(_) | UiChange::Reset => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use pith_app::extension::Level;

    use super::*;

    fn fields(value: &Value) -> Fields {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_notice_is_told_in_the_word_that_the_extension_has_for_it() {
        let told = |level| shown(UiChange::Notify { message: "m".into(), level }).unwrap().1["notifyType"].clone();
        assert_eq!(told(Some(Level::Other("success".into()))), json!("success"));
        assert_eq!(told(Some(Level::Warning)), json!("warning"));
        assert_eq!(told(None), Value::Null);
    }

    #[test]
    fn a_cancelled_or_mismatched_answer_is_none() {
        let select = Dialog::Select { title: "t".into(), options: vec!["A".into()], timeout: None };
        let confirm = Dialog::Confirm { title: "t".into(), message: "m".into(), timeout: None };
        assert_eq!(meant(&select, &fields(&json!({ "value": "A" }))), Some(DialogAnswer::Value("A".into())));
        assert_eq!(meant(&confirm, &fields(&json!({ "confirmed": false }))), Some(DialogAnswer::Confirmed(false)));
        for answer in [json!({ "cancelled": true }), json!({}), json!({ "value": 5, "confirmed": "yes" })] {
            assert_eq!(meant(&select, &fields(&answer)), None);
            assert_eq!(meant(&confirm, &fields(&answer)), None);
        }
    }

    #[tokio::test]
    async fn a_question_ends_by_its_answer_by_being_given_up_and_with_the_client() {
        let (output, written) = Output::collected();
        let dialogs = RpcDialogs::new(output);
        let ask = |cancel| dialogs.ask(Dialog::Input { title: "t".into(), placeholder: None, timeout: None }, cancel);
        let last_id = || {
            let written = written.lines();
            let last: Value = serde_json::from_str(written.last().unwrap()).unwrap();
            last["id"].clone()
        };
        let answering = async { dialogs.answer(&fields(&json!({ "id": last_id(), "value": "x" }))).is_ok() };
        let (answer, taken) = tokio::join!(ask(CancellationToken::new()), answering);
        assert_eq!((answer, taken), (Some(DialogAnswer::Value("x".into())), true));

        let cancel = CancellationToken::new();
        let (answer, ()) = tokio::join!(ask(cancel.clone()), async { cancel.cancel() });
        assert_eq!(answer, None);
        let (answer, ()) = tokio::join!(ask(CancellationToken::new()), async { dialogs.close() });
        assert_eq!(answer, None);
        let cancelled = written.lines().iter().filter(|line| line.contains("extension_ui_cancelled")).count();
        assert_eq!(cancelled, 2);
        assert_eq!(ask(CancellationToken::new()).await, None, "nobody is asked any more");
    }
}
