//! The system prompt, and what the end of a turn would make of the conversation.

use pith_app::extension::{BoundaryDraft, PromptOptions};
use pith_app::{App, convert};
use pith_types::{AgentMessage, CustomMessage};
use serde_json::{Value, json};

use super::session::projected;
use super::{Answer, Question, read};

pub(super) fn answer(question: &Question<'_>) -> Answer {
    Some(match question.method {
        "prompt.render" => {
            let options = question.args.get("options").cloned().unwrap_or_default();
            read::<PromptOptions>(options).map(|options| options.render().into())
        }
        "prompt.text" => question.app().map(|app| app.system_prompt().into()),
        "prompt.options" => question.app().map(|app| json!(app.prompt_options())),
        "boundary.preview" => question.app().map(|app| {
            let drafts = question.args.get("entries").and_then(Value::as_array).cloned().unwrap_or_default();
            preview(&app, drafts)
        }),
        _ => return None,
    })
}

/// What the conversation would be with what is proposed.
fn preview(app: &App, drafts: Vec<Value>) -> Value {
    let (mut context, mut entries) = app.read_session(|session| {
        let context = session.context();
        let entries = projected(session, &context);
        (context, entries)
    });
    for draft in drafts {
        match serde_json::from_value::<BoundaryDraft>(draft.clone()) {
            Ok(BoundaryDraft::CustomMessage(_)) => {
                let mut fields = draft.as_object().cloned().unwrap_or_default();
                fields.remove("type");
                fields.insert("timestamp".to_owned(), app.now_ms().into());
                let message = AgentMessage::from(CustomMessage { role: "custom".to_owned(), fields });
                entries.push(json!({ "sourceEntry": draft, "messages": [message] }));
                context.messages.push(message);
            }
            Ok(BoundaryDraft::ContextEdit(edit)) if edit.replacement.is_none() => {
                let is_kept = context.entries.iter().map(|id| *id != edit.target_id).collect::<Vec<_>>();
                let mut kept = is_kept.into_iter();
                context.messages.retain(|_| kept.next().unwrap_or(true));
                context.entries.retain(|id| *id != edit.target_id);
                for entry in &mut entries {
                    if entry["sourceEntry"]["id"] == json!(edit.target_id) {
                        entry["messages"] = json!([]);
                    }
                }
            }
            _ => entries.push(json!({ "sourceEntry": draft, "messages": [] })),
        }
    }
    let pending = app.queued();
    let is_answered = context.messages.last().is_none_or(|last| last.as_assistant().is_some());
    json!({
        "contextEntries": entries,
        "contextMessages": context.messages,
        "llmMessages": convert(context.messages),
        "pendingMessages": pending,
        "canContinue": !is_answered || !pending.is_empty(),
    })
}
