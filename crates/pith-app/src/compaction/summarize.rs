//! Asks for the summary that a plan needs; in pieces, when it is too long for one request (3.8.9–3.8.12).

use pith_types::{AgentMessage, Usage};
use tokio_util::sync::CancellationToken;

use super::plan::Plan;
use super::text_tokens;
use crate::app::Inner;
use crate::event::SummarySource;
use crate::summary::{Asked, Files, Kept, SummaryError, Told, bare, chunks, paragraphs};

const FORMAT: &str = include_str!("../summary/format.txt");
const CRITICAL: &str = include_str!("critical.txt");
const UPDATE: &str = include_str!("update.txt");
const PREFIX: &str = include_str!("prefix.txt");

/// Tokens that instructions and the estimate's faults are given.
const MARGIN: u64 = 2048;
/// Tokens of text without which a request would not be worth it.
const LEAST: u64 = 512;

/// A summary with what stands beside it.
pub(super) struct Summary {
    pub(super) text: String,
    pub(super) usage: Usage,
    pub(super) files: Files,
}

/// How a summary is wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// What the person wants looked at.
    pub(super) focus: Option<&'a str>,
    /// For the events about further tries.
    pub(super) source: SummarySource,
    /// Ends it.
    pub(super) cancel: &'a CancellationToken,
}

impl Inner {
    /// Summarizes what a plan says.
    pub(super) async fn summarize(&self, plan: &Plan, wanted: Wanted<'_>) -> Result<Summary, SummaryError> {
        let mut usage = Usage::default();
        let previous = plan.previous.as_deref().map(bare).filter(|text| !text.trim().is_empty());
        let mut text = previous.map(str::to_owned);
        if !plan.history.is_empty() {
            let told = self.in_pieces(&plan.history, text.as_deref(), history, wanted).await?;
            add(&mut usage, &told.usage);
            text = Some(told.text);
        }
        if !plan.prefix.is_empty() {
            let told = self.in_pieces(&plan.prefix, None, prefix, wanted).await?;
            add(&mut usage, &told.usage);
            let history = text.unwrap_or_else(|| "No prior history.".to_owned());
            text = Some(format!("{history}\n\n---\n\n**Turn Context (split turn):**\n\n{}", told.text));
        }
        let files = plan.files();
        let mut summarized = plan.history.clone();
        summarized.extend(plan.prefix.iter().cloned());
        let kept = Kept::of(plan.previous.as_deref(), &summarized);
        let text = [text.unwrap_or_default(), kept.blocks(), files.blocks()].concat();
        Ok(Summary { text, usage, files })
    }

    /// Asks once, or piece by piece, each with the summary of those before; in smaller pieces, when the model finds them too
    /// long all the same.
    async fn in_pieces(
        &self,
        messages: &[AgentMessage],
        previous: Option<&str>,
        request: fn(&str, Option<&str>) -> String,
        wanted: Wanted<'_>,
    ) -> Result<Told, SummaryError> {
        let paragraphs = paragraphs(messages);
        let mut limit = self.piece_limit(previous);
        loop {
            match self.piece_by_piece(&chunks(&paragraphs, limit, text_tokens), previous, request, wanted).await {
                Err(SummaryError::TooLong) if limit > LEAST => {
                    let whole = paragraphs.iter().map(|text| text_tokens(text)).sum::<u64>();
                    limit = limit.min(whole) / 2;
                }
                done => return done,
            }
        }
    }

    async fn piece_by_piece(
        &self,
        pieces: &[String],
        previous: Option<&str>,
        request: fn(&str, Option<&str>) -> String,
        wanted: Wanted<'_>,
    ) -> Result<Told, SummaryError> {
        let mut usage = Usage::default();
        let mut so_far = previous.map(str::to_owned);
        for piece in pieces {
            let mut text = request(piece, so_far.as_deref());
            if let Some(focus) = wanted.focus.map(str::trim).filter(|focus| !focus.is_empty()) {
                text.push_str(&format!("\n\nAdditional focus: {focus}"));
            }
            let told = self.ask_for_summary(Asked { text, source: wanted.source, cancel: wanted.cancel }).await?;
            add(&mut usage, &told.usage);
            so_far = Some(told.text);
        }
        Ok(Told { text: so_far.unwrap_or_default(), usage })
    }

    /// Tokens of a piece at most: what the window has beside the answer, the instructions and the summary before.
    fn piece_limit(&self, previous: Option<&str>) -> u64 {
        let model = self.limiting_model();
        if model.context_window == 0 {
            return u64::MAX;
        }
        let answer = model.max_tokens.min(model.context_window / 4);
        let taken = answer + MARGIN + previous.map_or(0, text_tokens);
        model.context_window.saturating_sub(taken).max(LEAST)
    }
}

pub(crate) fn history(conversation: &str, previous: Option<&str>) -> String {
    let conversation = format!("<conversation>\n{conversation}\n</conversation>");
    let format = format!("{}\n{}", FORMAT.trim_end(), CRITICAL.trim_end());
    match previous {
        None => format!("{conversation}\n\n{format}"),
        Some(previous) => format!(
            "{conversation}\n\n<previous-summary>\n{previous}\n</previous-summary>\n\n{}\n\n{format}",
            UPDATE.trim_end()
        ),
    }
}

pub(crate) fn prefix(conversation: &str, previous: Option<&str>) -> String {
    let begun = previous
        .map(|previous| format!("\n\n<previous-summary>\n{previous}\n</previous-summary>\n\n{}", UPDATE.trim_end()))
        .unwrap_or_default();
    format!(
        "# Conversation\n\n<conversation>\n{conversation}\n</conversation>{begun}\n\n# Instructions\n\n{}",
        PREFIX.trim_end()
    )
}

pub(super) fn add(sum: &mut Usage, usage: &Usage) {
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cache_read += usage.cache_read;
    sum.cache_write += usage.cache_write;
    sum.total_tokens += usage.total_tokens;
    sum.cost.input += usage.cost.input;
    sum.cost.output += usage.cost.output;
    sum.cost.cache_read += usage.cost.cache_read;
    sum.cost.cache_write += usage.cost.cache_write;
    sum.cost.total += usage.cost.total;
}
