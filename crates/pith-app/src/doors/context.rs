//! What a request sends of the conversation (1.8.4).

use pith_types::transcript::current_system_message;
use pith_types::{AgentMessage, Message};

use crate::extension::{ExtensionError, Shown};
use crate::fanout::Fanout;

impl Fanout {
    /// First without system messages, which keep their places unless something changed, then with them.
    pub(crate) async fn context(&self, messages: Vec<AgentMessage>) -> Vec<AgentMessage> {
        let messages = self.without_system(messages).await;
        self.with_system(messages).await
    }

    async fn without_system(&self, messages: Vec<AgentMessage>) -> Vec<AgentMessage> {
        let mut conversation: Option<Shown<Vec<AgentMessage>>> = None;
        let mut changed = false;
        for extension in self.extensions().iter() {
            let shown = conversation.get_or_insert_with(|| conversation_of(&messages).into());
            let verdict = extension.context(shown).await;
            if let Some(Some(answer)) = self.passed(&**extension, "context", verdict).await {
                changed = true;
                conversation = Some(answer.into());
            }
        }
        match conversation.filter(|_| changed) {
            None => messages,
            Some(conversation) => {
                let head = current_system_message(&messages).map(AgentMessage::from);
                head.into_iter().chain(conversation.into_inner()).collect()
            }
        }
    }

    async fn with_system(&self, messages: Vec<AgentMessage>) -> Vec<AgentMessage> {
        let mut messages = Shown::new(messages);
        for extension in self.extensions().iter() {
            let verdict = extension.context_with_system(&messages).await;
            let Some(Some(answer)) = self.passed(&**extension, "context_with_system", verdict).await else { continue };
            if is_led(&messages) && !is_led(&answer) {
                let error = ExtensionError::new("the leading system message may be changed but not removed");
                self.failed(&**extension, "context_with_system", &error).await;
                continue;
            }
            messages = answer.into();
        }
        messages.into_inner()
    }
}

fn conversation_of(messages: &[AgentMessage]) -> Vec<AgentMessage> {
    messages.iter().filter(|message| message.as_system().is_none()).cloned().collect()
}

fn is_led(messages: &[AgentMessage]) -> bool {
    matches!(messages.first(), Some(AgentMessage::Model(Message::System(_))))
}
