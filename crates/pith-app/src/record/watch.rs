//! What the session is told beside whole messages: an answer while it comes in. And what it has to tell.

use pith_agent::AgentEvent;
use pith_config::Diagnostic;
use pith_llm::StreamEvent;
use pith_session::AnswerPiece;

use super::Record;

impl Record {
    /// Follows an answer piece by piece, so that the death of the process does not lose it.
    pub(crate) fn watch(&self, event: &AgentEvent) {
        match event {
            AgentEvent::MessageStart(message) => {
                if let Some(answer) = message.as_assistant() {
                    self.lock().session.begin_answer(answer);
                }
            }
            AgentEvent::MessageUpdate(step) => {
                if let Some(piece) = piece(step) {
                    self.lock().session.answer_piece(&piece);
                }
            }
            _ => {}
        }
    }

    /// What was found wrong with the session since this was asked for last: another program wrote to it, say.
    pub(crate) fn news(&self) -> Vec<Diagnostic> {
        let mut state = self.lock();
        let news = state.session.news();
        let file = state.session.path().map(|path| path.display().to_string()).unwrap_or_default();
        let told = |damage: pith_session::Damage| Diagnostic::warning(format!("session `{file}`: {}", damage.kind));
        news.into_iter().map(told).collect()
    }
}

fn piece(step: &StreamEvent) -> Option<AnswerPiece<'_>> {
    Some(match step {
        StreamEvent::TextDelta { index, delta } => AnswerPiece::Text(*index, delta.into()),
        StreamEvent::ThinkingDelta { index, delta } => AnswerPiece::Thinking(*index, delta.into()),
        StreamEvent::ToolCallStart { index, id, name } => AnswerPiece::Call(*index, id.into(), name.into()),
        StreamEvent::ToolCallDelta { index, delta } => AnswerPiece::Arguments(*index, delta.into()),
        _ => return None,
    })
}
