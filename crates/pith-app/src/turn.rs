//! From an input to a run.

use std::sync::Arc;

use pith_config::Diagnostic;
use pith_types::{AgentMessage, Content, Model, UserContent, UserMessage};

use crate::app::{App, Inner};
use crate::command::{CommandError, Reply};
use crate::event::AppEvent;
use crate::extension::{RunStart, Shown, Trigger};
use crate::input::{Admitted, Draft, InputError, Route, Surroundings, admit};
use crate::life::Doing;

impl App {
    pub(crate) async fn submit(&self, draft: Draft) -> Result<Reply, CommandError> {
        let inner = &self.inner;
        let told = std::sync::Mutex::new(Vec::new());
        let failures = std::sync::Mutex::new(Vec::new());
        let admitted = {
            let keep = |diagnostic: Diagnostic| {
                told.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(diagnostic);
            };
            let ready = || inner.ready(&inner.agent.model());
            let around = Surroundings {
                extensions: &inner.fanout.extensions(),
                failed: &|whose: &str, event: &str, error| {
                    lock(&failures).push((whose.to_owned(), event.to_owned(), error));
                },
                expansions: &inner.resources.expansions(),
                files: &inner.files,
                largest_text: inner.largest_text(),
                running: !inner.life.is_settled(),
                busy: inner.life.changing(),
                ready: &ready,
                told: &keep,
            };
            admit(draft, &around).await
        };
        for diagnostic in told.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            inner.fanout.tell(AppEvent::Diagnostic(diagnostic)).await;
        }
        for (whose, event, error) in failures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            inner.fanout.failure(whose, &event, &error).await;
        }
        match admitted {
            Ok(admitted) if admitted.route == Route::Start => {
                let (text, images) = said(&admitted.content);
                let message = inner.user(admitted);
                Ok(inner.start_with(Trigger::Prompt { text, images }, message)?)
            }
            Ok(admitted) => Ok(inner.queue(admitted).await),
            Err(stop) => CommandError::of(stop).map_or(Ok(Reply::Handled), Err),
        }
    }
}

impl Inner {
    /// The share of what the model takes in, at four bytes a token; no limit where the model does not say.
    fn largest_text(&self) -> u64 {
        match self.agent.model().context_window {
            0 => u64::MAX,
            window => window.saturating_mul(4 * self.files.limits.attachment_percent) / 100,
        }
    }

    /// Whether the model could be asked.
    pub(crate) fn ready(&self, model: &Model) -> Result<(), InputError> {
        self.authority.check(model).map_err(|source| InputError::NotReady {
            provider: model.provider.clone(),
            model: model.id.clone(),
            source,
        })
    }

    /// Starts a run.
    ///
    /// # Errors
    /// When something is active.
    pub(crate) fn start_with(self: &Arc<Self>, trigger: Trigger, message: AgentMessage) -> Result<Reply, InputError> {
        let activity = self.life.begin(Doing::Running).ok_or(InputError::Busy)?;
        tokio::spawn(Arc::clone(self).live(trigger, message, activity));
        Ok(Reply::Started)
    }

    /// The prompt's change, what starts the run, what waited for it, and what extensions add, in this order.
    pub(crate) async fn opening(&self, trigger: Trigger, message: AgentMessage) -> Vec<AgentMessage> {
        self.weigh_context().await;
        let options = Shown::new(self.prompter.options());
        let start = RunStart { trigger, options: options.clone(), forced: None, messages: Vec::new() };
        let start = self.fanout.before_agent_start(start).await;
        self.prompter.want_for_activity((start.options != options).then_some(&*start.options), start.forced);
        let mut messages: Vec<AgentMessage> = self.prompter.patch(&self.agent.messages()).into_iter().collect();
        messages.push(message);
        messages.append(&mut lock(&self.pending));
        messages.extend(start.messages);
        messages
    }

    /// Messages that waited for the next prompt, or for the run's end, belong to a session that is gone.
    pub(crate) fn forget_what_waited(&self) {
        lock(&self.pending).clear();
        self.shell.forget();
        self.fanout.forget_behind_turn();
    }

    async fn queue(&self, admitted: Admitted) -> Reply {
        let route = admitted.route;
        self.fanout.requeue(|queued| queued.waits(&admitted.content, route)).await;
        let message = self.user(admitted);
        match route {
            Route::FollowUp => self.agent.follow_up(message),
            Route::Steer | Route::Start => self.agent.steer(message),
        }
        Reply::Queued
    }

    fn user(&self, admitted: Admitted) -> AgentMessage {
        let timestamp = self.agent.client().clock().now_ms();
        UserMessage { content: UserContent::Blocks(admitted.content), timestamp }.into()
    }
}

/// The text and the images of a message.
fn said(content: &[Content]) -> (String, Vec<Content>) {
    let text = content.iter().filter_map(Content::as_text).collect();
    (text, content.iter().filter(|block| block.as_text().is_none()).cloned().collect())
}

fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
