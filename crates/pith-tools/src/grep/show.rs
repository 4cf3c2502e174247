//! Hits as the model gets them (spec/coding-agent.md 4.6.3 and 4.6.4).

use pith_agent::ToolOutput;
use serde_json::json;

use super::hits::Hits;
use crate::shared::{listing::Listing, walk::Walked};

/// Stands between groups of lines that do not follow each other.
const GAP: &str = "--";

/// The result of a search: the hits of each file, in order, of which `limit` matches are shown with `context` lines around.
pub(super) fn show(
    files: impl IntoIterator<Item = (String, Hits)>,
    limit: usize,
    context: usize,
    walked: Walked,
) -> ToolOutput {
    let (mut lines, mut left, mut is_limited, mut is_cut) = (Vec::new(), limit, false, false);
    for (path, hits) in files {
        if hits.matches == 0 {
            continue;
        }
        if left == 0 {
            is_limited = true;
            break;
        }
        if hits.is_binary {
            lines.push(format!("binary file matches: {path}"));
            left -= 1;
            continue;
        }
        is_limited |= hits.matches > left;
        let (shown, taken) = part(&hits, left, context);
        left -= taken;
        let mut last = None;
        for line in hits.lines.iter().take(shown) {
            let follows = last.is_some_and(|last: u64| last + 1 == line.number);
            if context > 0 && !follows && !lines.is_empty() {
                lines.push(GAP.to_owned());
            }
            last = Some(line.number);
            is_cut |= line.is_cut;
            lines.push(match line.is_match {
                true => format!("{path}:{}: {}", line.number, line.text),
                false => format!("{path}-{}- {}", line.number, line.text),
            });
        }
    }
    if lines.is_empty() {
        lines.push("No matches found".to_owned());
    }
    let mut listing = Listing::new(lines);
    if is_limited {
        let twice = limit.saturating_mul(2);
        listing.notices.push(format!("{limit} matches limit reached. Use limit={twice} for more, or refine pattern"));
        listing.details.insert("matchLimitReached".to_owned(), json!(limit));
    }
    if is_cut {
        listing.notices.push("Some lines truncated to 500 chars. Use read tool to see full lines".to_owned());
        listing.details.insert("linesTruncated".to_owned(), json!(true));
    }
    listing.notices.extend(walked.notice());
    listing.into_output()
}

/// How many of the lines are shown when only so many matches may be, and how many matches that are.
fn part(hits: &Hits, matches: usize, context: usize) -> (usize, usize) {
    let (mut shown, mut taken, mut last) = (0, 0, 0);
    for (index, line) in hits.lines.iter().enumerate() {
        if line.is_match {
            if taken == matches {
                break;
            }
            taken += 1;
            last = line.number;
        }
        // Lines further on belong to a match that is not shown any more, unless one follows that is.
        if line.is_match || (taken > 0 && line.number <= last + context as u64) {
            shown = index + 1;
        }
    }
    (shown, taken)
}
