//! Sums over all entries of a session (3.6.7): how much was said, and what it cost.

use pith_types::{AgentMessage, Content, Message, Usage};

use super::Session;
use crate::{Entry, EntryKind};

/// What a session holds, on all its branches.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stats {
    /// Messages of the person.
    pub user_messages: u64,
    /// Answers of models.
    pub assistant_messages: u64,
    /// Calls in those answers.
    pub tool_calls: u64,
    /// Results of calls.
    pub tool_results: u64,
    /// All messages.
    pub messages: u64,
    /// Tokens and cost of answers, tools, summaries and what happened beside the conversation.
    pub usage: Usage,
    /// The same by model, in order of their first use; what belongs to no model is not among it.
    pub by_model: Vec<ModelUsage>,
}

/// What a model used.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelUsage {
    /// Its provider.
    pub provider: String,
    /// Its id.
    pub model: String,
    /// Tokens and cost.
    pub usage: Usage,
}

impl Session {
    /// Counts and sums over all entries of the session.
    pub fn stats(&self) -> Stats {
        self.entries().fold(Stats::default(), Stats::with)
    }
}

impl Stats {
    /// These and one more entry.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        match entry.kind {
            EntryKind::Message(message) => self.message(&message.message),
            EntryKind::Compaction(compaction) => self.used(compaction.usage),
            EntryKind::BranchSummary(summary) => self.used(summary.usage),
            EntryKind::Usage(record) => self.used_by(&record.provider, &record.model, &record.usage),
            EntryKind::ModelChange(_)
            | EntryKind::ThinkingLevelChange(_)
            | EntryKind::Custom(_)
            | EntryKind::CustomMessage(_)
            | EntryKind::ContextEdit(_)
            | EntryKind::Label(_)
            | EntryKind::SessionInfo(_)
            | EntryKind::Unknown(_) => {}
        }
        self
    }

    fn message(&mut self, message: &AgentMessage) {
        self.messages += 1;
        match message {
            AgentMessage::Model(Message::User(_)) => self.user_messages += 1,
            AgentMessage::Model(Message::Assistant(answer)) => {
                self.assistant_messages += 1;
                self.tool_calls +=
                    answer.content.iter().filter(|block| matches!(block, Content::ToolCall(_))).count() as u64;
                self.used_by(&answer.provider, &answer.model, &answer.usage);
            }
            AgentMessage::Model(Message::ToolResult(result)) => {
                self.tool_results += 1;
                self.used(result.usage);
            }
            AgentMessage::Model(Message::System(_)) | AgentMessage::Custom(_) => {}
        }
    }

    fn used(&mut self, usage: Option<Usage>) {
        usage.iter().for_each(|usage| add(&mut self.usage, usage));
    }

    fn used_by(&mut self, provider: &str, model: &str, usage: &Usage) {
        add(&mut self.usage, usage);
        let same = |one: &&mut ModelUsage| one.provider == provider && one.model == model;
        match self.by_model.iter_mut().find(same) {
            Some(known) => add(&mut known.usage, usage),
            None => {
                let (provider, model) = (provider.to_owned(), model.to_owned());
                self.by_model.push(ModelUsage { provider, model, usage: *usage });
            }
        }
    }
}

fn add(sum: &mut Usage, usage: &Usage) {
    let counts = [
        (&mut sum.input, usage.input),
        (&mut sum.output, usage.output),
        (&mut sum.cache_read, usage.cache_read),
        (&mut sum.cache_write, usage.cache_write),
        (&mut sum.total_tokens, usage.total_tokens),
    ];
    counts.into_iter().for_each(|(sum, count)| *sum = sum.saturating_add(count));
    let costs = [
        (&mut sum.cost.input, usage.cost.input),
        (&mut sum.cost.output, usage.cost.output),
        (&mut sum.cost.cache_read, usage.cost.cache_read),
        (&mut sum.cost.cache_write, usage.cost.cache_write),
        (&mut sum.cost.total, usage.cost.total),
    ];
    costs.into_iter().for_each(|(sum, cost)| *sum += cost);
}
