//! The system prompt, and what the end of a turn would make of the conversation.

use pith_app::convert;
use pith_app::extension::PromptOptions;
use serde_json::{Value, json};

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
            let context = app.read_session(|session| session.context());
            let entries: Vec<Value> = context
                .entries
                .iter()
                .zip(&context.messages)
                .map(|(id, message)| json!({ "entryId": id, "message": message }))
                .collect();
            json!({
                "contextEntries": entries,
                "contextMessages": context.messages,
                "llmMessages": convert(context.messages),
                "pendingMessages": [],
                "canContinue": true,
            })
        }),
        _ => return None,
    })
}
