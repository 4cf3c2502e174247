//! The whole of a compaction, for all who need room: the person who asks, a context that is full, an answer that did not fit.

use pith_session::EntryId;
use pith_types::AgentMessage;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::plan::{Plan, plan};
use super::store::Made;
use super::summarize::Wanted;
use super::{Compacted, CompactionError, Limits, context_tokens, limits};
use crate::app::Inner;
use crate::event::{AppEvent, CompactionReason, SummarySource};
use crate::extension::{BeforeCompact, CompactVerdict};
use crate::life::Doing;
use crate::summary::SummaryError;

/// A compaction that is wanted.
pub(crate) struct CompactionWish<'a> {
    /// Who wants it.
    pub(crate) reason: CompactionReason,
    /// What the person wants looked at.
    pub(crate) instructions: Option<&'a str>,
    /// Whether something is asked again afterwards.
    pub(crate) will_retry: bool,
    /// Ends it.
    pub(crate) cancel: &'a CancellationToken,
}

impl Inner {
    /// The limits of the model that is asked, as the settings have them.
    pub(super) fn limits(&self) -> Option<Limits> {
        limits(&self.limiting_model(), &self.rules.now().compaction)
    }

    /// Makes the context smaller if it has outgrown the model; says whether it is another one now. What cannot be summarized
    /// loses its longest results; a person who went on without a summary is not asked to wait for one again at once.
    pub(crate) async fn make_room(&self, cancel: &CancellationToken) -> bool {
        let is_full = |messages: &[AgentMessage], limits: Limits| {
            context_tokens(messages, self.life.counted_from()) > limits.context
        };
        let Some(limits) = self.limits().filter(|limits| is_full(&self.agent.messages(), *limits)) else {
            return false;
        };
        if !self.rules.now().compaction.enabled || !self.life.may_make_room() {
            return false;
        }
        let wish =
            CompactionWish { reason: CompactionReason::Threshold, instructions: None, will_retry: false, cancel };
        match self.compact(wish).await {
            Ok(_) if !is_full(&self.agent.messages(), limits) => true,
            Ok(_) => {
                self.trim(limits.context).await;
                true
            }
            Err(CompactionError::Summary(SummaryError::Aborted) | CompactionError::Cancelled) => {
                self.life.no_room_for_now();
                false
            }
            Err(_) => {
                let trimmed = self.trim(limits.context).await;
                if !trimmed {
                    self.life.no_room_for_now();
                }
                trimmed
            }
        }
    }

    /// Summarizes what is old, and puts the result in force.
    pub(crate) async fn compact(&self, wish: CompactionWish<'_>) -> Result<Compacted, CompactionError> {
        let planned = self.planned(wish.reason, None);
        // That there is nothing to do is told to a person who asked, and to nobody else.
        if wish.reason != CompactionReason::Manual
            && let Err(error) = planned
        {
            return Err(error);
        }
        let (cancel, _summarizing) = (self.life.may_stop_summary(wish.cancel), self.life.turn_to(Doing::Summarizing));
        self.fanout.tell(AppEvent::CompactionStart { reason: wish.reason }).await;
        let done = match planned {
            Ok(plan) => self.carry_out(plan, &CompactionWish { cancel: &cancel, ..wish }).await,
            Err(error) => Err(error),
        };
        let aborted = matches!(done, Err(CompactionError::Summary(SummaryError::Aborted) | CompactionError::Cancelled));
        self.fanout
            .tell(AppEvent::CompactionEnd {
                reason: wish.reason,
                result: done.as_ref().ok().cloned().map(Box::new),
                aborted,
                will_retry: wish.will_retry && done.is_ok(),
                error: done.as_ref().err().filter(|_| !aborted).map(ToString::to_string),
            })
            .await;
        done
    }

    /// What would be summarized; an answer that is left out of the context does not count.
    pub(crate) fn planned(
        &self,
        reason: CompactionReason,
        left_out: Option<&EntryId>,
    ) -> Result<Plan, CompactionError> {
        let model = self.limiting_model();
        let (_, wanted) = self.rules.now().compaction.for_model(&model.provider, &model.id);
        let keep = self.limits().map_or(wanted, |limits| limits.keep);
        // What a provider found too long is longer than was thought.
        let before = context_tokens(&self.agent.messages(), self.life.counted_from());
        let keep = if reason == CompactionReason::Overflow { keep.min(before / 2) } else { keep };
        self.record.read(|session| {
            let mut context = session.context();
            while context.entries.last().is_some_and(|last| Some(last) == left_out) {
                context.entries.pop();
                context.messages.pop();
            }
            plan(session, &context, keep.max(1))
        })
    }

    async fn carry_out(&self, plan: Plan, wish: &CompactionWish<'_>) -> Result<Compacted, CompactionError> {
        let tokens_before = context_tokens(&self.agent.messages(), self.life.counted_from());
        match self.ask_extensions(&plan, tokens_before, wish).await {
            CompactVerdict::Cancel => return Err(CompactionError::Cancelled),
            CompactVerdict::Summary(brought) => {
                let made = Made {
                    summary: brought.summary,
                    first_kept: brought.first_kept_entry_id,
                    tokens_before: brought.tokens_before.unwrap_or(tokens_before),
                    usage: brought.usage,
                    details: brought.details,
                    from_hook: true,
                };
                return Ok(self.store(made).await);
            }
            CompactVerdict::Continue => {}
        }
        let source = SummarySource::Compaction(wish.reason);
        let wanted = Wanted { focus: wish.instructions, source, cancel: wish.cancel };
        let summary = self.summarize(&plan, wanted).await?;
        if wish.cancel.is_cancelled() {
            return Err(SummaryError::Aborted.into());
        }
        let made = Made {
            summary: summary.text,
            first_kept: plan.first_kept,
            tokens_before,
            usage: Some(summary.usage),
            details: Some(summary.files.details()),
            from_hook: false,
        };
        Ok(self.store(made).await)
    }

    async fn ask_extensions(&self, plan: &Plan, tokens_before: u64, wish: &CompactionWish<'_>) -> CompactVerdict {
        if self.fanout.extensions().is_empty() {
            return CompactVerdict::Continue;
        }
        let model = self.limiting_model();
        let settings = self.rules.now().compaction;
        let (reserve, keep) = settings.for_model(&model.provider, &model.id);
        let mut preparation = json!({
            "firstKeptEntryId": plan.first_kept.as_str(),
            "messagesToSummarize": plan.history,
            "turnPrefixMessages": plan.prefix,
            "isSplitTurn": !plan.prefix.is_empty(),
            "tokensBefore": tokens_before,
            "fileOps": plan.files().details(),
            "settings": { "enabled": settings.enabled, "reserveTokens": reserve, "keepRecentTokens": keep },
        });
        if let Some(previous) = &plan.previous {
            preparation["previousSummary"] = json!(previous);
        }
        let branch = self.record.read(|session| {
            let Some(leaf) = session.leaf() else { return Vec::new() };
            let branch = session.tree().branch(leaf.as_str());
            branch.into_iter().filter_map(|id| session.entry(id.as_str()).ok()).collect()
        });
        let compact = BeforeCompact {
            preparation,
            branch,
            instructions: wish.instructions.map(str::to_owned),
            reason: wish.reason.as_str(),
            will_retry: wish.will_retry,
            cancel: wish.cancel.clone(),
        };
        self.fanout.before_compact(&compact).await
    }
}
