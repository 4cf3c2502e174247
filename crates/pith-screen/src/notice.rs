//! What happens beside an answer, in a line for people. Pure.

use pith_app::event::AppEvent;
use pith_tui::Color;
use pith_types::StopReason;

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

#[cfg(test)]
mod tests {
    use pith_types::{AgentMessage, AssistantMessage};

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
    fn what_waits_is_shown_and_an_empty_queue_is_not() {
        let queue = |steering: &[&str]| AppEvent::QueueUpdate {
            steering: steering.iter().map(|text| (*text).to_owned()).collect(),
            follow_up: Vec::new(),
        };
        assert_eq!(notice(&queue(&["a", "b"])).map(|(_, text)| text).as_deref(), Some("waiting next: a; next: b"));
        assert_eq!(notice(&queue(&[])), None);
    }
}
