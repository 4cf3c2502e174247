//! Counts and sums over the whole session (spec/extensions-sessions-screen.md 3.6.7).

use crate::app::App;
use crate::command::{SessionTokens, Stats};

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
            context_usage: None,
        }
    }
}
