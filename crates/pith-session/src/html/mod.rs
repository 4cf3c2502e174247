//! A session as a page to read: one file that needs no network, in which tools fold, differences and code are colored,
//! and texts are searched. Secrets that can be told by their form are masked.
//!
//! In comes a session, out goes HTML. Frame, style and script are files of their own beside this one.

mod call;
mod diff;
mod drawn;
mod markdown;
mod message;
mod secrets;
#[cfg(test)]
mod tests;
mod text;

use std::path::Path;

use crate::{ForkError, NodeKind, Session, WriteError, file};

pub use drawn::DrawnCalls;
use message::Messages;
use text::escape;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

impl Session {
    /// Writes the branch of the leaf as a page to read. A file that is there is replaced when the new one is
    /// whole, but not if it is a session.
    ///
    /// # Errors
    /// When the file cannot be written, or is a session.
    pub fn export_html(&self, path: &Path) -> Result<(), ForkError> {
        self.export_html_with(path, &DrawnCalls::new())
    }

    /// The same, with calls of tools that are shown as they were drawn for a terminal.
    ///
    /// # Errors
    /// When the file cannot be written, or is a session.
    pub fn export_html_with(&self, path: &Path, drawn: &DrawnCalls) -> Result<(), ForkError> {
        self.check_export(path)?;
        file::write_over(path, |out| out.write_all(self.to_html_with(drawn).as_bytes()))
            .map_err(|source| WriteError::Export { path: path.to_owned(), source })?;
        Ok(())
    }

    /// The branch of the leaf as a page to read.
    pub fn to_html(&self) -> String {
        self.to_html_with(&DrawnCalls::new())
    }

    fn to_html_with(&self, drawn: &DrawnCalls) -> String {
        let branch = self.leaf().and_then(|leaf| self.branch(leaf.as_str()).ok()).unwrap_or_default();
        let messages = Messages::new(&branch, drawn);
        let first = self.fork_messages().into_iter().next().map(|(_, text)| text).unwrap_or_default();
        let title = self.name().map_or_else(|| text::short(&first, 80), str::to_owned);
        let part = |name: &str| match name {
            "title" => escape(&secrets::mask(&title)),
            "style" => STYLE.to_owned(),
            "script" => SCRIPT.to_owned(),
            "facts" => self.facts(),
            "conversation" => messages.to_html(),
            _ => String::new(),
        };
        fill(FRAME, &part)
    }

    /// What is known of the session as a whole.
    fn facts(&self) -> String {
        let (stats, header) = (self.stats(), self.header());
        let usage = stats.usage;
        let mut facts = vec![
            ("Session", header.id.clone()),
            ("Folder", header.cwd.clone()),
            ("Begun", header.timestamp.clone()),
            (
                "Messages",
                format!(
                    "{} of the person, {} answers, {} tool results",
                    stats.user_messages, stats.assistant_messages, stats.tool_results
                ),
            ),
            (
                "Tokens",
                format!(
                    "{} in, {} out, {} cached",
                    usage.input,
                    usage.output,
                    usage.cache_read.saturating_add(usage.cache_write)
                ),
            ),
            ("Cost", format!("${:.4}", usage.cost.total)),
        ];
        for model in &stats.by_model {
            let (name, cost) = (format!("{}/{}", model.provider, model.model), model.usage.cost.total);
            facts.push(("Model", format!("{name}: {} tokens, ${cost:.4}", model.usage.total_tokens)));
        }
        let all = self.tree().entries().filter(|(_, kind)| matches!(kind, NodeKind::Message(_))).count();
        let shown = self.leaf().map_or(0, |leaf| {
            let branch = self.tree().branch(leaf.as_str());
            branch.iter().filter(|id| matches!(self.tree().kind(id.as_str()), Some(NodeKind::Message(_)))).count()
        });
        if all > shown {
            facts.push(("Not shown", format!("{} messages on other branches", all - shown)));
        }
        let row = |(name, value): (&str, String)| format!("<dt>{name}</dt><dd>{}</dd>", escape(&value));
        facts.into_iter().map(row).collect()
    }
}

/// Puts the parts into a frame: `{{name}}` stands for a part. What a part holds is not looked through.
fn fill(frame: &str, part: &dyn Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        page.push_str(&part(name));
        rest = after;
    }
    page.push_str(rest);
    page
}
