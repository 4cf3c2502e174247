//! Keeps what is sent within a budget of tokens (spec/core.md R4.18). What is stored stays whole.
//!
//! Comes in: a transcript. Goes out: its newest part, behind one system message that says what all dropped ones said.

use async_trait::async_trait;
use pith_llm::estimate::estimate_message_tokens;
use pith_types::{AgentMessage, Message, transcript::PromptState};
use tokio_util::sync::CancellationToken;

use crate::{HookError, Hooks};

/// Drops the oldest messages when a context is over its budget. To be used as [`Hooks`] as it is, or called from
/// [`transform_context`](Hooks::transform_context) of an application's own.
///
/// - The prompt and the tools in force stay what they are: dropped system messages are replaced by one that replays to the
///   same, so that no earlier prompt comes back (R2.6).
/// - An answer and the results of its calls stay together.
/// - When the middle of a task is what remains, the message that set the task remains too.
/// - The newest message and what belongs to it are never dropped, however large they are.
/// - What is dropped grows in steps of a quarter of the budget: between two steps the request's beginning stays the same, and
///   a provider's cache of it serves.
///
/// Sizes are estimates (R5.17); leave room for the answer, and for a tokenizer that counts more.
///
/// ```
/// # use pith_agent::Pruner;
/// # use pith_types::{AgentMessage, Message, SystemMessage, transcript::current_system_prompt};
/// let say = |text: &str| -> AgentMessage {
///     SystemMessage { content: text.into(), ..SystemMessage::default() }.into()
/// };
/// let ask = |text: &str| -> AgentMessage { Message::user(text, 0).into() };
/// let messages = vec![say("Be brief."), ask(&"long ".repeat(1000)), say("Be kind."), ask("And now?")];
/// let sent = Pruner::new(100).prune(messages);
/// assert_eq!(current_system_prompt(&sent), "Be brief.\n\nBe kind.");
/// assert_eq!(sent.len(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruner {
    budget: u64,
}

/// Messages that are kept or dropped together.
struct Unit {
    /// Where it begins.
    start: usize,
    /// Without its system messages, which are never lost.
    tokens: u64,
}

impl Pruner {
    /// Keeps contexts within so many tokens, prompt and tools included.
    pub fn new(budget: u64) -> Self {
        Self { budget }
    }

    /// The messages to send. A context within the budget comes back as it is.
    pub fn prune(&self, messages: Vec<AgentMessage>) -> Vec<AgentMessage> {
        let units = units(&messages);
        let Some(cut) = self.cut(&messages, &units).filter(|cut| *cut > 0) else { return messages };
        let (dropped, kept) = messages.split_at(cut);
        let task = task(dropped, kept);
        folded(dropped).into_iter().chain(task.cloned()).chain(kept.iter().cloned()).collect()
    }

    /// Where the kept part begins; nothing when all of it fits.
    fn cut(&self, messages: &[AgentMessage], units: &[Unit]) -> Option<usize> {
        let prompt = PromptState::replay(messages).to_message();
        let prompt = prompt.map_or(0, |prompt| estimate_message_tokens(&prompt.into()));
        let total = prompt + units.iter().map(|unit| unit.tokens).sum::<u64>();
        let over = total.checked_sub(self.budget).filter(|over| *over > 0)?;
        let step = (self.budget / 4).max(1);
        let least = over.div_ceil(step).saturating_mul(step);
        let mut dropped = 0;
        for unit in units {
            if dropped >= least {
                let (before, kept) = messages.split_at(unit.start);
                // What sets the task comes back, so that much more has to go.
                if dropped >= least + task(before, kept).map_or(0, tokens) {
                    return Some(unit.start);
                }
            }
            dropped += unit.tokens;
        }
        units.last().map(|unit| unit.start)
    }
}

#[async_trait]
impl Hooks for Pruner {
    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        _: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        Ok(self.prune(messages))
    }
}

/// A unit begins where no call is open: at what is said to the agent, and at each answer.
fn units(messages: &[AgentMessage]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (start, message) in messages.iter().enumerate() {
        let begins = match message {
            AgentMessage::Model(Message::System(_)) => continue,
            AgentMessage::Model(Message::ToolResult(result)) => {
                open.retain(|id| *id != result.tool_call_id);
                false
            }
            AgentMessage::Model(Message::User(_)) => {
                open.clear();
                true
            }
            AgentMessage::Model(Message::Assistant(answer)) => {
                open = answer.tool_calls().map(|call| call.id.as_str()).collect();
                true
            }
            AgentMessage::Custom(_) => open.is_empty(),
        };
        match units.last_mut() {
            Some(unit) if !begins => unit.tokens += tokens(message),
            _ => units.push(Unit { start, tokens: tokens(message) }),
        }
    }
    units
}

/// What set the task that the kept part goes on with, when that part does not begin with it.
fn task<'a>(dropped: &'a [AgentMessage], kept: &[AgentMessage]) -> Option<&'a AgentMessage> {
    let user = |message: &&AgentMessage| matches!(message, AgentMessage::Model(Message::User(_)));
    let begins = kept.iter().find(|message| message.as_system().is_none());
    if begins.as_ref().is_some_and(user) { None } else { dropped.iter().rev().find(user) }
}

/// One system message that says what all of them said; the message itself when there is only one.
fn folded(dropped: &[AgentMessage]) -> Option<AgentMessage> {
    let mut systems = dropped.iter().filter(|message| message.as_system().is_some());
    match (systems.next(), systems.next()) {
        (first, None) => first.cloned(),
        _ => PromptState::replay(dropped).to_message().map(AgentMessage::from),
    }
}

fn tokens(message: &AgentMessage) -> u64 {
    match message {
        AgentMessage::Model(message) => estimate_message_tokens(message),
        // What becomes of it is the conversion's matter; about as much as it holds.
        AgentMessage::Custom(message) => {
            serde_json::to_string(message.as_ref()).map_or(0, |text| (text.len() as u64).div_ceil(4))
        }
    }
}

#[cfg(test)]
mod tests;
