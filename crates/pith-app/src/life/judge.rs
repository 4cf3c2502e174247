//! What follows an answer: pure, so that each rule stands on its own (3.8.5, 3.9).

use std::time::Duration;

use pith_llm::failure::{Retry, is_context_overflow, is_recoverable_length};
use pith_types::{AssistantMessage, Content, Model, StopReason};

use super::Tried;
use crate::policy::Policy;

/// What follows a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Next {
    /// Nothing of its own.
    #[default]
    Rest,
    /// The same is asked again.
    Retry {
        /// Which further try it is, from 1.
        attempt: u32,
        /// How many there may be.
        max_attempts: u32,
        /// How long is waited before.
        delay: Duration,
        /// What went wrong.
        error: String,
    },
    /// Tries were made, and no more are.
    GiveUp {
        /// How many were made.
        attempts: u32,
        /// What went wrong the last time.
        error: String,
    },
    /// The answer did not fit: the context is made smaller, and the same is asked again.
    Recover,
    /// The answer is there, but the context has outgrown the model: it is made smaller.
    Shrink,
}

/// Said of an answer with neither text nor calls.
pub(super) const EMPTY: &str = "the model's answer was empty";

impl Next {
    /// Whether the same is asked again by itself.
    pub(crate) fn retries(&self) -> bool {
        matches!(self, Self::Retry { .. } | Self::Recover)
    }
}

/// What follows this answer to `model`.
pub(super) fn judge(answer: &AssistantMessage, model: &Model, tried: Tried, policy: &Policy) -> Next {
    let is_current = answer.provider == model.provider && answer.model == model.id;
    let window = Some(model.context_window).filter(|window| *window > 0);
    if answer.stop_reason == StopReason::Aborted {
        return given_up(tried, "aborted");
    }
    if is_current && is_context_overflow(answer, window) {
        return match answer.stop_reason {
            StopReason::Stop => Next::Shrink,
            _ if tried.recovered => given_up(tried, error(answer)),
            _ => Next::Recover,
        };
    }
    match answer.stop_reason {
        StopReason::Error => failed(answer, tried, policy),
        StopReason::Length if is_current && !tried.recovered && is_recoverable_length(answer, model.max_tokens) => {
            Next::Recover
        }
        StopReason::Stop if is_empty(answer) && (tried.again_for_nothing || !policy.retry.enabled) => {
            given_up(tried, EMPTY)
        }
        StopReason::Stop if is_empty(answer) => {
            Next::Retry { attempt: 1, max_attempts: 1, delay: Duration::ZERO, error: EMPTY.to_owned() }
        }
        _ => Next::Rest,
    }
}

fn failed(answer: &AssistantMessage, tried: Tried, policy: &Policy) -> Next {
    // No chance in it: a person who set the waits is waited for as long as they said.
    match policy.retries().decide(answer, tried.attempts, 0.0) {
        Retry::After(delay) => Next::Retry {
            attempt: tried.attempts + 1,
            max_attempts: policy.retry.max_retries,
            delay,
            error: error(answer).to_owned(),
        },
        Retry::Pointless | Retry::Spent | Retry::TooLong(_) => given_up(tried, error(answer)),
    }
}

fn given_up(tried: Tried, error: &str) -> Next {
    if tried.attempts == 0 {
        return Next::Rest;
    }
    Next::GiveUp { attempts: tried.attempts, error: error.to_owned() }
}

fn error(answer: &AssistantMessage) -> &str {
    answer.error_message.as_deref().unwrap_or("the model gave no answer")
}

/// Whether an answer says nothing and asks for nothing.
pub(super) fn is_empty(answer: &AssistantMessage) -> bool {
    let says = |block: &Content| match block {
        Content::Text(text) => !text.text.trim().is_empty(),
        Content::ToolCall(_) | Content::Image { .. } => true,
        Content::Thinking(_) => false,
    };
    !answer.content.iter().any(says)
}

#[cfg(test)]
mod tests {
    use pith_types::{Failure, FailureKind, Usage};

    use super::*;

    fn model() -> Model {
        Model { id: "m".into(), provider: "p".into(), context_window: 1000, max_tokens: 100, ..Model::default() }
    }

    fn answer(stop_reason: StopReason) -> AssistantMessage {
        AssistantMessage {
            provider: "p".into(),
            model: "m".into(),
            content: vec![Content::text("x")],
            stop_reason,
            ..AssistantMessage::default()
        }
    }

    fn failure(kind: FailureKind) -> AssistantMessage {
        AssistantMessage {
            error_message: Some("no".into()),
            failure: Some(Failure::of(kind)),
            ..answer(StopReason::Error)
        }
    }

    fn next(answer: &AssistantMessage, tried: Tried) -> Next {
        judge(answer, &model(), tried, &Policy::default())
    }

    #[test]
    fn what_passes_is_asked_again_until_the_tries_are_used_up() {
        let busy = failure(FailureKind::Overloaded);
        let tried = |attempts| Tried { attempts, ..Tried::default() };
        let retry = |attempt, seconds| Next::Retry {
            attempt,
            max_attempts: 3,
            delay: Duration::from_secs(seconds),
            error: "no".into(),
        };
        assert_eq!(next(&busy, tried(0)), retry(1, 2));
        assert_eq!(next(&busy, tried(2)), retry(3, 8));
        assert_eq!(next(&busy, tried(3)), Next::GiveUp { attempts: 3, error: "no".into() });
        assert_eq!(next(&failure(FailureKind::Quota), tried(0)), Next::Rest);
        assert_eq!(next(&failure(FailureKind::Quota), tried(1)), Next::GiveUp { attempts: 1, error: "no".into() });
        assert_eq!(next(&answer(StopReason::Aborted), tried(1)), Next::GiveUp { attempts: 1, error: "aborted".into() });
        let off = Policy {
            retry: pith_config::settings::RetrySettings { enabled: false, ..Default::default() },
            ..Policy::default()
        };
        assert_eq!(judge(&busy, &model(), tried(0), &off), Next::Rest);
    }

    #[test]
    fn what_did_not_fit_is_made_smaller_once() {
        let overflow = failure(FailureKind::ContextOverflow);
        let recovered = Tried { recovered: true, ..Tried::default() };
        assert_eq!(next(&overflow, Tried::default()), Next::Recover);
        assert_eq!(next(&overflow, recovered), Next::Rest);
        let cut = AssistantMessage { usage: Usage { output: 10, ..Usage::default() }, ..answer(StopReason::Length) };
        assert_eq!(next(&cut, Tried::default()), Next::Recover);
        assert_eq!(next(&cut, recovered), Next::Rest);
        let whole = AssistantMessage { usage: Usage { output: 100, ..Usage::default() }, ..cut };
        assert_eq!(next(&whole, Tried::default()), Next::Rest);
        let foreign = AssistantMessage { model: "other".into(), ..overflow };
        assert_eq!(next(&foreign, Tried::default()), Next::Rest);
        let over = AssistantMessage { usage: Usage { input: 1001, ..Usage::default() }, ..answer(StopReason::Stop) };
        assert_eq!(next(&over, Tried::default()), Next::Shrink);
    }

    #[test]
    fn an_empty_answer_is_asked_for_again_once() {
        let empty = AssistantMessage { content: vec![Content::text(" \n")], ..answer(StopReason::Stop) };
        assert!(matches!(next(&empty, Tried::default()), Next::Retry { attempt: 1, max_attempts: 1, .. }));
        let again = Tried { attempts: 1, again_for_nothing: true, ..Tried::default() };
        assert_eq!(next(&empty, again), Next::GiveUp { attempts: 1, error: EMPTY.into() });
        assert_eq!(next(&answer(StopReason::Stop), Tried::default()), Next::Rest);
    }
}
