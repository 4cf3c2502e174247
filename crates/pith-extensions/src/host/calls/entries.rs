//! What extensions add to the session: data, names, labels, entries of any kind; and where it goes on.

use pith_session::{Entry, EntryKind};
use serde_json::{Map, Value, json};

use super::{Answer, Question};
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let app = match question.method {
        "entry.append" | "entry.add" | "session.moveLeaf" | "session.setName" | "session.setLabel" => question.app(),
        _ => return None,
    };
    Some(app.and_then(|app| {
        let shared = &question.shared;
        let text = |name: &str| question.args.get(name).and_then(Value::as_str).map(str::to_owned);
        let teller = app.clone();
        let told = |trouble: Option<_>| {
            if let Some(trouble) = trouble {
                shared.begin(async move { teller.tell_of(trouble).await });
            }
        };
        match question.method {
            "entry.append" => {
                let (custom_type, data) = (text("customType").unwrap_or_default(), question.args.get("data").cloned());
                shared.begin(async move { drop(app.append_custom(custom_type, data).await) });
            }
            "entry.add" => {
                let kind = kind(question.args.get("entry"))?;
                let (id, trouble) = app.add_entry(kind);
                told(trouble);
                return Ok(json!(id));
            }
            "session.moveLeaf" => {
                let moved = app.move_leaf(text("to").as_deref());
                told(moved.map_err(|error| HostError::new(error.to_string()))?);
            }
            "session.setName" => {
                let name = text("name").unwrap_or_default();
                shared.begin(async move { app.name_or_unname(&name).await });
            }
            _ => {
                let (entry, label) = (text("entryId").unwrap_or_default(), text("label"));
                if app.read_session(|session| session.entry(&entry).is_err()) {
                    return Err(HostError::new(format!("there is no entry `{entry}` in this session")));
                }
                shared.begin(async move { drop(app.set_label(&entry, label.as_deref()).await) });
            }
        }
        Ok(json!(null))
    }))
}

/// What an entry says, from its type and fields; its id and its place are the session's.
fn kind(entry: Option<&Value>) -> Result<EntryKind, HostError> {
    let mut whole: Map<String, Value> = entry.and_then(Value::as_object).cloned().unwrap_or_default();
    whole.insert("id".to_owned(), "00000000".into());
    let parsed = Entry::parse(&Value::Object(whole).to_string());
    parsed.map(|entry| entry.kind).map_err(|error| HostError::new(format!("this is no entry: {error}")))
}
