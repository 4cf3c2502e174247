//! Counts and sums over the whole session (spec/extensions-sessions-screen.md 3.6.7).

use crate::app::App;
use crate::command::{ContextUsage, SessionTokens, Stats};
use crate::compaction::{context_tokens, has_count};

impl App {
    /// Counts and sums over every entry of the session. Entries that cannot be read are left out.
    pub fn stats(&self) -> Stats {
        let record = &self.inner.record;
        let sums = record.read(|session| session.stats());
        let usage = sums.usage;
        Stats {
            session_file: record.file(),
            session_id: record.id(),
            user_messages: sums.user_messages,
            assistant_messages: sums.assistant_messages,
            tool_calls: sums.tool_calls,
            tool_results: sums.tool_results,
            total_messages: sums.messages,
            tokens: SessionTokens {
                input: usage.input,
                output: usage.output,
                cache_read: usage.cache_read,
                cache_write: usage.cache_write,
                total: usage.input + usage.output + usage.cache_read + usage.cache_write,
            },
            cost: usage.cost.total,
            context_usage: self.context_usage(),
        }
    }

    /// How full the model's window is; nothing where it is not known how large that is.
    pub fn context_usage(&self) -> Option<ContextUsage> {
        let window = Some(self.inner.limiting_model().context_window).filter(|window| *window > 0)?;
        let (messages, from) = (self.inner.agent.messages(), self.inner.life.counted_from());
        // Between a summary and the next answer nobody has counted the context.
        let tokens = (from == 0 || has_count(&messages, from)).then(|| context_tokens(&messages, from));
        let percent = tokens.map(|tokens| tokens as f64 / window as f64 * 100.0);
        Some(ContextUsage { tokens, context_window: window, percent })
    }
}
