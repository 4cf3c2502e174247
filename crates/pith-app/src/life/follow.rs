//! From what starts a run through what follows it to rest.

use std::sync::Arc;

use pith_agent::{RunEnd, RunHandle};
use pith_types::AgentMessage;

use super::{Activity, Next};
use crate::app::Inner;
use crate::event::AppEvent;
use crate::extension::{Boundary, BoundaryOutcome, BoundaryPlace, Trigger};

impl Inner {
    /// Runs a prompt and whatever follows from it.
    pub(crate) async fn live(self: Arc<Self>, trigger: Trigger, message: AgentMessage, activity: Activity) {
        self.make_room(activity.cancel()).await;
        let opening = self.opening(trigger, message).await;
        let run = self.agent.start_prompt(opening).ok();
        self.rest_after(run, activity).await;
    }

    /// Goes on from what the conversation holds, or from what is queued.
    pub(crate) async fn go_on(self: Arc<Self>, activity: Activity) {
        let run = self.agent.start_continue().ok();
        self.rest_after(run, activity).await;
    }

    /// Follows a run to rest, and tells that. Whoever hears of it finds nothing active, and may begin anew.
    async fn rest_after(&self, run: Option<RunHandle>, activity: Activity) {
        let aborted = self.follow(run, &activity).await;
        if let Some(trouble) = self.record.flush() {
            self.fanout.tell(AppEvent::Diagnostic(trouble)).await;
        }
        let _told = activity.end();
        self.fanout.tell(AppEvent::Settled { aborted }).await;
    }

    /// Waits for a run, and for those that follow it; says whether the last was aborted.
    async fn follow(&self, first: Option<RunHandle>, activity: &Activity) -> bool {
        let (mut run, mut aborted) = (first, false);
        self.life.lock().gave_up = None;
        while let Some(current) = run {
            if activity.is_cancelled() {
                current.abort();
            }
            let outcome = current.await;
            self.keep_shell_messages().await;
            self.keep_behind_turn();
            aborted = outcome.end == RunEnd::Aborted;
            let next = std::mem::take(&mut self.life.lock().next);
            run = self.then(next, activity).await;
            if run.is_none() && outcome.end == RunEnd::Completed && !activity.is_cancelled() {
                self.make_room(activity.cancel()).await;
                run = self.agent.has_queued().then(|| self.agent.start_continue().ok()).flatten();
            }
            if run.is_none() && !aborted && !activity.is_cancelled() {
                run = self.before_settling(activity).await;
            }
            aborted |= run.is_none() && activity.is_cancelled();
        }
        aborted
    }

    /// What was to stand behind a turn that did not come to its end stands behind the run.
    fn keep_behind_turn(&self) {
        if self.fanout.keep_behind_turn() {
            self.read_context_again();
        }
    }

    /// Extensions may keep something and want one more request, where nothing failed (1.8.5).
    async fn before_settling(&self, activity: &Activity) -> Option<RunHandle> {
        if !self.fanout.stands_at_boundaries() {
            return None;
        }
        let messages = self.agent.messages();
        let last = messages.iter().rev().find_map(AgentMessage::as_assistant);
        let outcome = last.map_or(BoundaryOutcome::Completed, |answer| BoundaryOutcome::of(answer.stop_reason));
        let boundary = Boundary { place: BoundaryPlace::Activity, outcome, messages };
        let proposal = self.fanout.boundary("agent_before_settle", &boundary).await;
        self.fanout.keep_drafts("agent_before_settle", proposal.entries).await;
        if self.fanout.drafted() {
            let messages = self.record.context().messages;
            self.life.count_from(messages.len());
            self.agent.set_messages(messages);
        }
        let goes_on = proposal.goes_on && outcome == BoundaryOutcome::Completed && !activity.is_cancelled();
        // What was queued meanwhile is a further request, too.
        (goes_on || self.agent.has_queued()).then(|| self.agent.start_further().ok()).flatten()
    }

    /// Does what follows a run; gives the run that it leads to.
    async fn then(&self, next: Next, activity: &Activity) -> Option<RunHandle> {
        match next {
            Next::Retry { attempt, max_attempts, delay, error } => {
                let delay_ms = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
                let event = AppEvent::RetryStart { attempt, max_attempts, delay_ms, error: error.clone() };
                self.fanout.tell(event).await;
                {
                    let mut state = self.life.lock();
                    state.tried.attempts = attempt;
                    state.tried.again_for_nothing |= error == super::judge::EMPTY;
                }
                if activity.wait(delay).await {
                    self.omit_last_answer().await;
                    return self.agent.start_continue().ok();
                }
                self.give_up(attempt, "the wait before another try was aborted".to_owned(), true).await;
                None
            }
            Next::GiveUp { attempts, error } => {
                self.give_up(attempts, error, false).await;
                None
            }
            Next::Recover => self.recover(activity).await,
            Next::Shrink => {
                self.shrink(false, activity).await;
                None
            }
            Next::Rest => None,
        }
    }

    async fn give_up(&self, attempt: u32, error: String, aborted: bool) {
        {
            let mut state = self.life.lock();
            state.tried.attempts = 0;
            state.gave_up = (!aborted).then_some(attempt + 1);
        }
        self.fanout.tell(AppEvent::RetryEnd { success: false, attempt, final_error: Some(error), aborted }).await;
    }
}
