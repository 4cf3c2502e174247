//! A complete message, before it is kept.

use pith_types::AgentMessage;

use crate::extension::ExtensionError;
use crate::fanout::Fanout;

impl Fanout {
    /// A message of the run: what comes back is kept, and is not offered again when it is told.
    pub(crate) async fn offer_message(&self, message: AgentMessage) -> AgentMessage {
        let message = self.message_end(message).await;
        self.note_offered();
        message
    }

    /// Replacements chain; the role must stay.
    pub(crate) async fn message_end(&self, mut message: AgentMessage) -> AgentMessage {
        for extension in self.extensions().iter() {
            let verdict = extension.message_end(&message).await;
            let Some(Some(answer)) = self.passed(&**extension, "message_end", verdict).await else { continue };
            if answer.role() == message.role() {
                message = answer;
            } else {
                let error = ExtensionError::new(format!(
                    "a message of the role `{}` cannot be replaced by one of the role `{}`",
                    message.role(),
                    answer.role()
                ));
                self.failed(&**extension, "message_end", &error).await;
            }
        }
        message
    }
}
