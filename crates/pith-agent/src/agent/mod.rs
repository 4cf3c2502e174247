//! An agent: a transcript, settings, queues and listeners around runs (spec/core.md §3).
//!
//! The agent's state has one owner, behind one short lock; runs and callers reach it only through methods that do one
//! thing. A run itself is decided in [`run`](crate::run) and walked by [`driver`](crate::driver).

mod handle;
mod queue;
mod settings;
mod start;
mod state;
mod subscribe;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pith_llm::{CallOptions, Client};
use pith_types::{AgentMessage, AssistantMessage, Model, ThinkingLevel, ToolDeclaration, transcript};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    AgentError, AgentEvent, AgentOptions, Budgets, ExecutionMode, Hooks, Listener, Mailbox, QueueKind, Tool,
    run::Queues,
};

pub use handle::RunHandle;
pub(crate) use settings::Settings;
#[cfg(feature = "structured")]
pub(crate) use start::Extras;
use state::State;
pub use subscribe::Subscription;

/// An agent. Cheap to clone; clones are the same agent.
///
/// Setters take effect with the next run: a run is captured when it begins (R3.11). The queues and their modes are the
/// exception, they are read when they are polled.
#[derive(Clone)]
pub struct Agent {
    shared: Arc<Shared>,
}

/// What an agent, its runs and its handles share.
pub(crate) struct Shared {
    state: Mutex<State>,
    idle: watch::Sender<bool>,
    /// Polled in place of the queues, when there is no agent around the run.
    mailbox: Option<Mutex<Box<dyn Mailbox + Send>>>,
}

/// The listeners in the order of subscription, each with its number.
pub(crate) type Listeners = Arc<[(u64, Arc<dyn Listener>)]>;

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of others runs under the lock, so a panic cannot have left the state half-changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an event into the state, and returns who has to be told (R3.8).
    pub(crate) fn take_in(&self, event: &AgentEvent) -> Listeners {
        let mut state = self.lock();
        state.take_in(event);
        state.listeners()
    }

    /// What a run polls.
    pub(crate) fn mail(&self) -> Mail<'_> {
        Mail(self)
    }

    /// What is there of the answer that is coming in.
    pub(crate) fn partial(&self) -> Option<AssistantMessage> {
        self.lock().partial()
    }
}

/// The queues, or the mailbox in their place; locked for each poll only.
pub(crate) struct Mail<'a>(&'a Shared);

impl Mail<'_> {
    fn with<T>(&self, visit: impl FnOnce(&mut dyn Mailbox) -> T) -> T {
        match &self.0.mailbox {
            Some(mailbox) => visit(mailbox.lock().unwrap_or_else(PoisonError::into_inner).as_mut()),
            None => visit(&mut self.0.lock().queues),
        }
    }
}

impl Mailbox for Mail<'_> {
    fn take(&mut self, kind: QueueKind) -> Vec<AgentMessage> {
        self.with(|mailbox| mailbox.take(kind))
    }

    fn put_back(&mut self, kind: QueueKind, messages: Vec<AgentMessage>) {
        self.with(|mailbox| mailbox.put_back(kind, messages));
    }
}

impl Agent {
    /// An idle agent. Its transcript is seeded with the prompt and the tools, unless it begins with a system message
    /// (R2.15).
    pub fn new(mut options: AgentOptions) -> Self {
        let declarations = options.tools.iter().map(|tool| tool.declaration().clone()).collect();
        let messages = std::mem::take(&mut options.messages);
        let messages = transcript::seed(&options.system_prompt, declarations, messages);
        let queues = Queues::new(options.steering_mode, options.follow_up_mode);
        Self::from_parts(messages, options.into(), queues, None)
    }

    /// The surroundings of a bare run: nothing is seeded, and the mailbox is polled.
    pub(crate) fn bare(mut options: AgentOptions, mailbox: Box<dyn Mailbox + Send>) -> Self {
        let messages = std::mem::take(&mut options.messages);
        Self::from_parts(messages, options.into(), Queues::default(), Some(Mutex::new(mailbox)))
    }

    fn from_parts(
        messages: Vec<AgentMessage>,
        settings: Settings,
        queues: Queues,
        mailbox: Option<Mutex<Box<dyn Mailbox + Send>>>,
    ) -> Self {
        let state = Mutex::new(State::new(messages.into(), settings, queues));
        Self { shared: Arc::new(Shared { state, idle: watch::Sender::new(true), mailbox }) }
    }

    /// A new agent with the settings, prompt and tools of this one as they are now, an empty history, empty queues and no
    /// listeners. For comparing prompts, models or settings: a fresh agent each time.
    pub fn fresh(&self) -> Self {
        let state = self.shared.lock();
        let queues = Queues::new(state.queues.steering.mode, state.queues.follow_up.mode);
        Self::from_parts(
            transcript::reset_baseline(state.transcript().messages()),
            state.settings.clone(),
            queues,
            None,
        )
    }

    /// Starts the conversation over: keeps prompt, declared tools, settings and listeners; drops messages, queues and the
    /// last error (R2.16, R3.9).
    ///
    /// # Errors
    /// [`AgentError::Busy`] while a run is active.
    pub fn reset(&self) -> Result<(), AgentError> {
        let mut state = self.shared.lock();
        if state.running().is_some() {
            return Err(AgentError::Busy);
        }
        state.reset();
        Ok(())
    }

    /// Aborts the active run; does nothing when idle. The queues are kept (R3.13).
    pub fn abort(&self) {
        if let Some(cancel) = self.cancel_token() {
            cancel.cancel();
        }
    }

    /// The token that the active run's abort fires; absent when idle.
    pub fn cancel_token(&self) -> Option<CancellationToken> {
        self.shared.lock().running().cloned()
    }

    /// Returns when no run is active: at once when idle, else after the run and its listeners are done (R3.10).
    pub async fn wait_for_idle(&self) {
        let mut idle = self.shared.idle.subscribe();
        // The sender lives as long as the agent does, so this cannot fail.
        let _ = idle.wait_for(|idle| *idle).await;
    }

    /// The prompt in force, replayed from the transcript (R3.3). To change it, append a system message.
    pub fn system_prompt(&self) -> String {
        self.shared.lock().transcript().prompt().prompt()
    }

    /// The tools that the transcript declares, as the model knows them; they can differ from [`tools`](Self::tools) until
    /// the next run announces the difference.
    pub fn declared_tools(&self) -> Vec<ToolDeclaration> {
        self.shared.lock().transcript().prompt().tools().values().cloned().collect()
    }

    /// The transcript, as of now.
    pub fn messages(&self) -> Vec<AgentMessage> {
        self.shared.lock().transcript().messages().to_vec()
    }

    /// Replaces the transcript. An active run goes on with the one it began with, and appends to the new one.
    pub fn set_messages(&self, messages: Vec<AgentMessage>) {
        self.shared.lock().set_messages(messages);
    }

    /// Whether a run is active: from before `agent_start` until every listener of `agent_end` is done.
    pub fn is_streaming(&self) -> bool {
        self.shared.lock().running().is_some()
    }

    /// The message that is coming in, as far as it is there.
    pub fn streaming_message(&self) -> Option<AgentMessage> {
        self.shared.lock().streaming_message()
    }

    /// The ids of the calls that are being executed.
    pub fn pending_tool_calls(&self) -> Vec<String> {
        self.shared.lock().pending_calls().to_vec()
    }

    /// What went wrong last; cleared when a run begins (R3.9).
    pub fn error_message(&self) -> Option<String> {
        self.shared.lock().error_message().map(str::to_owned)
    }

    /// Unix milliseconds, as the client's clock has them.
    fn now(&self) -> i64 {
        self.client().clock().now_ms()
    }

    /// The way to the models.
    pub fn client(&self) -> Client {
        self.shared.lock().settings.client.clone()
    }

    /// Whom the next run asks.
    pub fn model(&self) -> Arc<Model> {
        Arc::clone(&self.shared.lock().settings.model)
    }

    /// Sets whom the next run asks.
    pub fn set_model(&self, model: impl Into<Arc<Model>>) {
        self.shared.lock().settings.model = model.into();
    }

    /// How much the next run asks the model to reason.
    pub fn thinking_level(&self) -> ThinkingLevel {
        self.shared.lock().settings.thinking_level
    }

    /// Sets how much the next run asks the model to reason.
    pub fn set_thinking_level(&self, level: ThinkingLevel) {
        self.shared.lock().settings.thinking_level = level;
    }

    /// The executable tools.
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.shared.lock().settings.tools.clone()
    }

    /// Sets the executable tools. The next run announces the difference to the model (R2.17).
    pub fn set_tools(&self, tools: Vec<Arc<dyn Tool>>) {
        self.shared.lock().settings.tools = tools;
    }

    /// Sets the hooks of the next run.
    pub fn set_hooks(&self, hooks: Arc<dyn Hooks>) {
        self.shared.lock().settings.hooks = hooks;
    }

    /// What every request starts from.
    pub fn call_options(&self) -> CallOptions {
        self.shared.lock().settings.call.clone()
    }

    /// Sets what every request of the next run starts from.
    pub fn set_call_options(&self, call: CallOptions) {
        self.shared.lock().settings.call = call;
    }

    /// Sets whether calls of one answer may run beside each other.
    pub fn set_tool_execution(&self, mode: ExecutionMode) {
        self.shared.lock().settings.tool_execution = mode;
    }

    /// Sets how long the next run waits for code that is not the agent's own.
    pub fn set_budgets(&self, budgets: Budgets) {
        self.shared.lock().settings.budgets = budgets;
    }
}
