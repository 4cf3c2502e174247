//! What happens beside an answer, in a line for people. Pure.

use pith_app::event::{AgentEvent, AppEvent};
use pith_tui::Color;
use pith_types::{AgentMessage, CustomMessage, StopReason};
use serde_json::Value;

/// The line, and how much it matters; nothing for what is shown otherwise, or not at all. Not printable yet.
pub fn notice(event: &AppEvent) -> Option<(Color, String)> {
    Some(match event {
        AppEvent::QueueUpdate { steering, follow_up } if !(steering.is_empty() && follow_up.is_empty()) => {
            let waiting = steering.iter().map(|text| format!("next: {text}"));
            let later = follow_up.iter().map(|text| format!("at the end: {text}"));
            (Color::Dim, format!("waiting {}", waiting.chain(later).collect::<Vec<_>>().join("; ")))
        }
        AppEvent::AgentEnd { messages, will_retry: false } => {
            let answer = messages.iter().rev().find_map(|message| message.as_assistant())?;
            let error = answer.error_message.as_deref();
            match answer.stop_reason {
                StopReason::Error => (Color::Red, format!("Error: {}", error.unwrap_or("the model gave no answer"))),
                StopReason::Aborted => (Color::Dim, "(ended)".to_owned()),
                StopReason::Length => (Color::Yellow, "(incomplete: the model reached its output limit)".to_owned()),
                StopReason::Pending | StopReason::Stop | StopReason::ToolUse | StopReason::Deferred => return None,
            }
        }
        AppEvent::RetryStart { attempt, max_attempts, delay_ms, error } => {
            let seconds = delay_ms.div_ceil(1000);
            (Color::Yellow, format!("{error}; trying again in {seconds} s ({attempt} of {max_attempts})"))
        }
        AppEvent::RetryEnd { success: false, aborted: true, .. } => (Color::Dim, "(no further try)".to_owned()),
        AppEvent::RetryEnd { success: false, attempt, .. } => {
            (Color::Yellow, format!("gave up after {} tries", attempt + 1))
        }
        AppEvent::Agent(AgentEvent::MessageEnd(AgentMessage::Custom(custom))) if custom.role == "custom" => {
            let said = |name: &str| custom.fields.get(name);
            if said("display") != Some(&Value::Bool(true)) {
                return None;
            }
            let kind = said("customType").and_then(Value::as_str).unwrap_or_default();
            (Color::Cyan, format!("[{kind}] {}", message_text(custom)))
        }
        AppEvent::ModelChanged { model, .. } => (Color::Dim, format!("model {}/{}", model.provider, model.id)),
        AppEvent::ThinkingLevelChanged { level, .. } => (Color::Dim, format!("thinking {}", level.as_str())),
        AppEvent::SessionNamed { name: Some(name) } => (Color::Dim, format!("session \"{name}\"")),
        AppEvent::ShellOutput { delta, .. } => (Color::Dim, delta.trim_end_matches('\n').to_owned()),
        AppEvent::ExtensionError { extension, error, stack, .. } => {
            let stack = stack.as_ref().map(|stack| format!("\n{stack}")).unwrap_or_default();
            (Color::Red, format!("Extension \"{extension}\" error: {error}{stack}"))
        }
        _ => return None,
    })
}

/// The text of a message of an extension's own kind, whose content is a text, or parts of which some are texts.
pub fn message_text(message: &CustomMessage) -> String {
    match message.fields.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use pith_types::AssistantMessage;

    use super::*;

    fn ended(stop_reason: StopReason, will_retry: bool) -> Option<String> {
        let answer = AssistantMessage {
            stop_reason,
            error_message: Some("no credit".to_owned()),
            ..AssistantMessage::default()
        };
        let event = AppEvent::AgentEnd { messages: vec![AgentMessage::from(answer)], will_retry };
        notice(&event).map(|(_, text)| text)
    }

    #[test]
    fn how_a_run_ended_is_said_once_and_only_when_it_did_not_end_well() {
        assert_eq!(ended(StopReason::Error, false).as_deref(), Some("Error: no credit"));
        assert_eq!(ended(StopReason::Error, true), None);
        assert_eq!(ended(StopReason::Stop, false), None);
        assert!(ended(StopReason::Length, false).is_some_and(|text| text.contains("incomplete")));
    }

    #[test]
    fn a_message_of_an_extension_is_shown_with_its_kind_if_it_is_for_people() {
        let message = |display: bool| {
            let fields = serde_json::json!({ "customType": "card", "content": [{ "text": "hi" }], "display": display });
            let custom =
                CustomMessage { role: "custom".to_owned(), fields: fields.as_object().cloned().unwrap_or_default() };
            notice(&AppEvent::Agent(AgentEvent::MessageEnd(custom.into()))).map(|(_, text)| text)
        };
        assert_eq!((message(true).as_deref(), message(false)), (Some("[card] hi"), None));
    }

    #[test]
    fn how_tries_ended_is_said_unless_the_last_gave_an_answer() {
        let ended = |success, aborted| {
            let event = AppEvent::RetryEnd { success, attempt: 3, final_error: None, aborted };
            notice(&event).map(|(_, text)| text)
        };
        assert_eq!(ended(false, false).as_deref(), Some("gave up after 4 tries"));
        assert_eq!(ended(false, true).as_deref(), Some("(no further try)"));
        assert_eq!(ended(true, false), None);
    }

    #[test]
    fn what_waits_is_shown_and_an_empty_queue_is_not() {
        let queue = |steering: &[&str]| AppEvent::QueueUpdate {
            steering: steering.iter().map(|text| (*text).to_owned()).collect(),
            follow_up: Vec::new(),
        };
        assert_eq!(notice(&queue(&["a", "b"])).map(|(_, text)| text).as_deref(), Some("waiting next: a; next: b"));
        assert_eq!(notice(&queue(&[])), None);
    }
}
