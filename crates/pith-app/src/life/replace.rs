//! Another session takes the place of the one in force: the record, the conversation, the model and what waited are exchanged
//! here, and nowhere else.

use std::path::PathBuf;
use std::sync::Arc;

use pith_llm::thinking::clamp_level;
use pith_session::Session;
use pith_types::transcript::current_tools;

use super::Activity;
use crate::app::App;
use crate::compaction::counted_from;
use crate::event::{AppEvent, SessionReason};
use crate::extension::ShutdownReason;

impl App {
    /// Goes on with this session. Nothing else may be active meanwhile, which the activity stands for.
    pub(crate) async fn take_up(&self, session: Session, reason: SessionReason, _: &Activity) {
        let inner = &self.inner;
        let previous = inner.record.file();
        if let Some(trouble) = inner.record.flush() {
            inner.fanout.tell(AppEvent::Diagnostic(trouble)).await;
        }
        self.renew_extensions(shutdown(reason), session.path().map(PathBuf::from)).await;
        let history = session.context();
        let counted = counted_from(&session, &history);
        let registry = inner.models.registry();
        let recorded = history.model.as_ref().and_then(|model| registry.find(&model.provider, &model.model));
        let model = recorded.map(|entry| entry.model()).filter(|model| inner.ready(model).is_ok());
        let model = model.unwrap_or_else(|| inner.agent.model());
        let level = clamp_level(&model, history.thinking_level.unwrap_or(inner.agent.thinking_level()));
        inner.record.exchange(session);
        inner.record.begin(&history, None, &model, level);
        inner.moment.set(&inner.record, &model, level);
        inner.agent.set_model(Arc::clone(&model));
        inner.agent.set_thinking_level(level);
        let mut call = inner.agent.call_options();
        call.session_id = Some(inner.record.id());
        inner.agent.set_call_options(call);
        let tools: Vec<String> = current_tools(&history.messages).into_iter().map(|tool| tool.name).collect();
        let goes_on = history.messages.iter().any(|message| message.as_system().is_some());
        inner.agent.set_messages(history.messages);
        inner.life.count_from(counted);
        if goes_on {
            self.set_active_tools(&tools);
        }
        self.clear_queue().await;
        inner.forget_what_waited();
        let header = inner.record.header();
        inner.fanout.tell(AppEvent::SessionStarted { header, reason, previous }).await;
        inner.discover(false).await;
        inner.weigh_context().await;
    }
}

fn shutdown(reason: SessionReason) -> ShutdownReason {
    match reason {
        SessionReason::Startup | SessionReason::Reload => ShutdownReason::Reload,
        SessionReason::New => ShutdownReason::New,
        SessionReason::Resume => ShutdownReason::Resume,
        SessionReason::Fork => ShutdownReason::Fork,
    }
}
