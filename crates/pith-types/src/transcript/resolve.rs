//! Which tools stand in a request, and which follow as changes within the conversation (R2.14).

use std::collections::HashSet;

use super::{PromptState, TranscriptMessage, initial_system_message, system_messages};
use crate::ToolDeclaration;

/// What changes of tools a model can read in mid-conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolSupport {
    /// None: a request holds the tools that are in force.
    #[default]
    None,
    /// New tools; any other change starts over.
    Additions,
    /// New and removed tools.
    Changes,
}

/// How the tools of a transcript are given to a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResolvedTools {
    /// The tools that the request itself holds.
    pub request_tools: Vec<ToolDeclaration>,
    /// How many system messages, from the first, `request_tools` stands for; the others' changes go where they stand.
    pub folded_system_messages: usize,
}

/// Divides the tools of a transcript between the request and the conversation.
pub fn resolve_transcript_tools<M: TranscriptMessage>(messages: &[M], support: ToolSupport) -> ResolvedTools {
    let folded_system_messages = match support {
        ToolSupport::None => system_messages(messages).count(),
        ToolSupport::Additions => folded_before_additions(messages),
        ToolSupport::Changes => 0,
    };
    let mut state = PromptState::default();
    for message in system_messages(messages).take(folded_system_messages) {
        state.apply(message);
    }
    ResolvedTools { request_tools: state.tools().values().cloned().collect(), folded_system_messages }
}

/// Everything up to the last change that is no addition has to be folded; a name that comes back is none either.
fn folded_before_additions<M: TranscriptMessage>(messages: &[M]) -> usize {
    let mut names = HashSet::new();
    let mut folded = usize::from(initial_system_message(messages).is_some());
    for (index, message) in system_messages(messages).enumerate() {
        let removes = message.tools_removed.iter().flatten().next().is_some();
        let mut declares_again = false;
        for tool in message.tools_added.iter().flatten() {
            declares_again |= !names.insert(tool.name.as_str());
        }
        if removes || declares_again {
            folded = folded.max(index + 1);
        }
    }
    folded
}
