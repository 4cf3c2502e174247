//! The session, to be read (1.6.2).

use pith_session::{Context, Entry, Session};
use serde_json::{Value, json};

use super::{Answer, Question};

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let name = question.method.strip_prefix("session.")?;
    if name == "cwd" {
        return Some(Ok(json!(question.shared.cwd())));
    }
    let read: fn(&Session, &Question<'_>) -> Value = match name {
        "dir" => |session, _| json!(session.path().and_then(|path| path.parent())),
        "id" => |session, _| session.id().into(),
        "file" => |session, _| json!(session.path()),
        "name" => |session, _| json!(session.name()),
        "header" => |session, _| json!(session.header()),
        "leaf" => |session, _| json!(session.leaf()),
        "leafEntry" => |session, _| json!(session.leaf().and_then(|leaf| session.entry(leaf.as_str()).ok())),
        "entry" => |session, question| json!(session.entry(question.text("id")).ok()),
        "label" => |session, question| json!(session.label(question.text("id")).map(|label| label.label)),
        "entries" => |session, _| list(session.entries().collect()),
        "branch" => |session, question| match question.args.get("from").and_then(Value::as_str) {
            Some(from) => list(session.branch(from).unwrap_or_default()),
            None => session.leaf().map_or(json!([]), |leaf| list(session.branch(leaf.as_str()).unwrap_or_default())),
        },
        "tree" => |session, _| json!(session.view().to_json().ok()),
        "contextEntries" => |session, _| list(session.context_entries()),
        "projection" => |session, _| {
            let context = session.context();
            let model =
                context.model.as_ref().map(|model| json!({ "provider": model.provider, "modelId": model.model }));
            json!({
                "entries": projected(session, &context),
                "messages": context.messages,
                "thinkingLevel": context.thinking_level,
                "model": model,
            })
        },
        _ => return None,
    };
    Some(question.app().map(|app| app.read_session(|session| read(session, question))))
}

fn list(entries: Vec<Entry>) -> Value {
    json!(entries)
}

/// The entries of the branch that count, each with what the model sees of it.
pub(super) fn projected(session: &Session, context: &Context) -> Vec<Value> {
    let mut said = context.entries.iter().zip(&context.messages).peekable();
    let mut project = |entry: Entry| {
        let mut messages = Vec::new();
        while let Some((_, message)) = said.next_if(|(id, _)| id.as_str() == entry.id.as_str()) {
            messages.push(message);
        }
        json!({ "sourceEntry": entry, "messages": messages })
    };
    session.context_entries().into_iter().map(&mut project).collect()
}
