//! Asks the model for a summary, again when it fails of what passes (3.8.9, 3.8.11).

use std::sync::Arc;

use futures::StreamExt as _;
use pith_llm::failure::{Retry, is_context_overflow};
use pith_llm::{CacheRetention, CallOptions, Request, normalize_context};
use pith_types::{AssistantMessage, Content, Message, StopReason, SystemMessage, ThinkingLevel, Usage};
use tokio_util::sync::CancellationToken;

use crate::app::Inner;
use crate::event::{AppEvent, SummarySource};
use crate::hooks::with_causes;

/// What a model is told that summarizes.
pub(crate) const SYSTEM: &str = include_str!("system.txt");

/// What is asked, and by whom.
pub(crate) struct Asked<'a> {
    /// All that the model reads.
    pub(crate) text: String,
    /// For the events about further tries.
    pub(crate) source: SummarySource,
    /// Ends it.
    pub(crate) cancel: &'a CancellationToken,
}

/// What the model told.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Told {
    /// Its words.
    pub(crate) text: String,
    /// What they cost.
    pub(crate) usage: Usage,
}

/// Why there is no summary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SummaryError {
    /// It was aborted.
    #[error("the summary was aborted")]
    Aborted,
    /// The text was too long for the model.
    #[error("the text to summarize is too long for the model")]
    TooLong,
    /// The model reached its output limit.
    #[error("the summary was cut: the model reached its output limit")]
    Cut,
    /// The model asked for tools, or gave no words.
    #[error("the model gave no summary")]
    NoWords,
    /// The model failed.
    #[error("the summary failed: {reason}")]
    Failed {
        /// In the provider's words.
        reason: String,
    },
}

impl Inner {
    /// Asks for a summary.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) async fn ask_for_summary(&self, asked: Asked<'_>) -> Result<Told, SummaryError> {
        let policy = self.rules.now().retries();
        let mut tried = 0;
        // Thinking may use up what there is for words; the second time there is none of it.
        let mut level = self.agent.thinking_level();
        let told = loop {
            let answer = self.summary_answer(&asked, level).await?;
            if let Retry::After(delay) = policy.decide(&answer, tried, 0.0) {
                tried += 1;
                self.fanout
                    .tell(AppEvent::SummaryRetryScheduled {
                        attempt: tried,
                        max_attempts: policy.retries,
                        delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
                        error: answer.error_message.clone().unwrap_or_default(),
                    })
                    .await;
                tokio::select! {
                    biased;
                    () = asked.cancel.cancelled() => break Err(SummaryError::Aborted),
                    () = tokio::time::sleep(delay) => {}
                }
                self.fanout.tell(AppEvent::SummaryRetryStart(asked.source)).await;
                continue;
            }
            let told = told(&answer, self.limiting_model_of(&answer).context_window);
            if told == Err(SummaryError::Cut) && level != ThinkingLevel::Off {
                level = ThinkingLevel::Off;
                continue;
            }
            break told;
        };
        if tried > 0 {
            self.fanout.tell(AppEvent::SummaryRetryFinished).await;
        }
        told
    }

    async fn summary_answer(
        &self,
        asked: &Asked<'_>,
        level: ThinkingLevel,
    ) -> Result<Arc<AssistantMessage>, SummaryError> {
        let (model, client) = (self.agent.model(), self.agent.client());
        let options = CallOptions {
            thinking: level,
            cache_retention: CacheRetention::None,
            session_id: Some(self.record.id()),
            ..CallOptions::default()
        };
        let failed = |reason: String| SummaryError::Failed { reason };
        let options = self.authority.authorize(&model, options).await.map_err(|error| failed(with_causes(&*error)))?;
        let now = client.clock().now_ms();
        let system =
            SystemMessage { content: SYSTEM.trim_end().into(), timestamp: Some(now), ..SystemMessage::default() };
        let messages = vec![system.into(), Message::user(asked.text.clone(), now)];
        let request = Request { model, context: normalize_context(messages), options };
        let wire = client.prepare(&request).map_err(|error| failed(error.to_string()))?;
        let mut events = client.send(wire, asked.cancel.clone());
        while let Some(event) = events.next().await {
            if let Some(answer) = event.finished() {
                return Ok(Arc::clone(answer));
            }
        }
        Err(failed("the answer ended before it was complete".to_owned()))
    }
}

fn told(answer: &AssistantMessage, window: u64) -> Result<Told, SummaryError> {
    if answer.stop_reason == StopReason::Aborted {
        return Err(SummaryError::Aborted);
    }
    if is_context_overflow(answer, Some(window)) {
        return Err(SummaryError::TooLong);
    }
    let text = answer.content.iter().filter_map(Content::as_text).collect::<Vec<_>>().join("\n");
    match answer.stop_reason {
        StopReason::Error => {
            let reason = answer.error_message.clone().unwrap_or_else(|| "the model gave no answer".to_owned());
            Err(SummaryError::Failed { reason })
        }
        StopReason::Length => Err(SummaryError::Cut),
        _ if answer.tool_calls().next().is_some() || text.trim().is_empty() => Err(SummaryError::NoWords),
        _ => Ok(Told { text: text.trim().to_owned(), usage: answer.usage }),
    }
}
