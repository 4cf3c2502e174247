//! Asks for the summary of a branch that is left.

use pith_session::Entry;
use pith_types::Usage;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::collect::collect;
use crate::app::Inner;
use crate::event::SummarySource;
use crate::summary::{Asked, SummaryError};

const FORMAT: &str = include_str!("../summary/format.txt");
const INTRODUCTION: &str = include_str!("introduction.txt");

/// A summary, as it is stored.
pub(super) struct Summary {
    pub(super) text: String,
    pub(super) usage: Option<Usage>,
    pub(super) details: Option<Value>,
    pub(super) from_hook: bool,
}

impl Inner {
    /// Summarizes these entries; none that say nothing.
    pub(super) async fn summarize_branch(
        &self,
        entries: &[Entry],
        instructions: Option<&str>,
        replace: bool,
        cancel: &CancellationToken,
    ) -> Result<Option<Summary>, SummaryError> {
        let model = self.limiting_model();
        let reserve = self.rules.now().branch_summary.reserve_tokens;
        let budget = match model.context_window {
            0 => u64::MAX,
            window => window - reserve.min(window / 2),
        };
        let left = collect(entries, budget);
        if left.paragraphs.is_empty() {
            return Ok(None);
        }
        let conversation = left.paragraphs.join("\n\n");
        let text = request(&conversation, instructions, replace);
        let told = self.ask_for_summary(Asked { text, source: SummarySource::BranchSummary, cancel }).await?;
        Ok(Some(Summary {
            text: introduced(&told.text, &left.files.blocks()),
            usage: Some(told.usage),
            details: Some(left.files.details()),
            from_hook: false,
        }))
    }
}

/// What a model is asked for the summary of a branch.
pub(crate) fn request(conversation: &str, instructions: Option<&str>, replace: bool) -> String {
    let instructions = instructions.map(str::trim).filter(|text| !text.is_empty());
    let format = match instructions {
        Some(own) if replace => own.to_owned(),
        Some(focus) => format!("{}\n\nAdditional focus: {focus}", FORMAT.trim_end()),
        None => FORMAT.trim_end().to_owned(),
    };
    format!("<conversation>\n{conversation}\n</conversation>\n\n{format}")
}

/// The summary of a branch, with what says what it is and the files that were worked on.
pub(crate) fn introduced(summary: &str, files: &str) -> String {
    format!("{}\n\n{summary}{files}", INTRODUCTION.trim_end())
}
