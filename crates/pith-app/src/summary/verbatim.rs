//! What a summary keeps word for word, whatever the model makes of the rest: what the person asked for first, and the last
//! list that looks like a plan. Pure.

use pith_types::{AgentMessage, Content, Message, UserContent};

/// Tags of the parts that are kept beside a summary's own words, in their order.
const TAGS: [&str; 4] = ["first-request", "plan", "read-files", "modified-files"];
/// Characters of either text at most; what is longer loses its middle.
const LIMIT: usize = 16_000;

/// What is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Kept {
    request: Option<String>,
    plan: Option<String>,
}

impl Kept {
    /// Of the messages that a summary is made of, and of the summary before.
    pub(crate) fn of(previous: Option<&str>, messages: &[AgentMessage]) -> Self {
        let before = |tag| previous.and_then(|summary| tagged(summary, tag)).map(str::to_owned);
        let first = || messages.iter().find_map(asked);
        let plan = messages.iter().rev().find_map(|message| plan(&said(message)?));
        Self { request: before(TAGS[0]).or_else(first), plan: plan.or_else(|| before(TAGS[1])) }
    }

    /// As it is told to a model; empty when there is nothing.
    pub(crate) fn blocks(&self) -> String {
        let block = |tag: &str, text: &Option<String>| match text {
            Some(text) => format!("\n\n<{tag}>\n{}\n</{tag}>", shortened(text)),
            None => String::new(),
        };
        [block(TAGS[0], &self.request), block(TAGS[1], &self.plan)].concat()
    }
}

/// A summary's own words, without the parts that stand beside them.
pub(crate) fn bare(summary: &str) -> &str {
    let ends = TAGS.iter().filter_map(|tag| summary.find(&format!("\n\n<{tag}>\n")));
    summary.get(..ends.min().unwrap_or(summary.len())).unwrap_or(summary)
}

/// The part between the tags; the last closing one counts, since the text may hold some of its own.
fn tagged<'a>(summary: &'a str, tag: &str) -> Option<&'a str> {
    let (_, rest) = summary.split_once(&format!("\n\n<{tag}>\n"))?;
    rest.rsplit_once(&format!("\n</{tag}>")).map(|(text, _)| text)
}

fn asked(message: &AgentMessage) -> Option<String> {
    matches!(message, AgentMessage::Model(Message::User(_))).then(|| said(message)).flatten()
}

fn said(message: &AgentMessage) -> Option<String> {
    let text = match message {
        AgentMessage::Model(Message::User(user)) => match &user.content {
            UserContent::Text(text) => text.clone(),
            UserContent::Blocks(blocks) => joined(blocks),
        },
        AgentMessage::Model(Message::Assistant(answer)) => joined(&answer.content),
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

fn joined(blocks: &[Content]) -> String {
    blocks.iter().filter_map(Content::as_text).collect::<Vec<_>>().join("\n")
}

/// The last list with two boxes to tick, or with three numbered steps.
fn plan(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_item = |line: &&str| is_box(line) || is_step(line);
    let mut end = lines.len();
    while let Some(last) = lines.get(..end)?.iter().rposition(is_item) {
        // A list goes on over blank and indented lines.
        let goes_on = |line: &&str| is_item(line) || line.trim().is_empty() || line.starts_with([' ', '\t']);
        let begun = lines.get(..last)?.iter().rposition(|line| !goes_on(line)).map_or(0, |before| before + 1);
        let list = lines.get(begun..=last)?;
        let count = |of: fn(&str) -> bool| list.iter().filter(|line| of(line)).count();
        if count(is_box) >= 2 || count(is_step) >= 3 {
            return Some(list.join("\n").trim_matches('\n').to_owned());
        }
        end = begun;
        if end == 0 {
            break;
        }
    }
    None
}

/// `- [ ] text`, in any of the forms that Markdown knows.
fn is_box(line: &str) -> bool {
    let line = line.trim_start();
    let bullet = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['-', '*', '+', '.', ')']);
    let mut rest = bullet.trim_start().chars();
    bullet.len() < line.len()
        && rest.next() == Some('[')
        && matches!(rest.next(), Some(' ' | 'x' | 'X' | '-' | '~'))
        && rest.next() == Some(']')
}

/// `1. text` or `1) text`.
fn is_step(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "))
}

fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= LIMIT {
        return text.to_owned();
    }
    let (head, tail) = (LIMIT * 3 / 4, LIMIT / 4);
    let begun: String = text.chars().take(head).collect();
    let ended: String = text.chars().skip(count - tail).collect();
    format!("{begun}\n[{} characters left out]\n{ended}", count - head - tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(text: &str) -> AgentMessage {
        Message::user(text, 1).into()
    }

    #[test]
    fn the_first_request_and_the_last_plan_are_kept_from_summary_to_summary() {
        let plan = "- [x] read\n  the whole\n- [ ] write";
        let messages = [user("Make it </plan> fast."), user(&format!("So:\n{plan}\nAgreed?")), user("yes")];
        let kept = Kept::of(None, &messages);
        let blocks = kept.blocks();
        let expected = "\n\n<first-request>\nMake it </plan> fast.\n</first-request>";
        assert_eq!(blocks, format!("{expected}\n\n<plan>\n{plan}\n</plan>"));
        let summary = format!("Words.{blocks}\n\n<read-files>\na\n</read-files>");
        assert_eq!(bare(&summary), "Words.");
        assert_eq!(Kept::of(Some(&summary), &[user("more")]), kept);
        let newer = Kept::of(Some(&summary), &[user("1. a\n2. b\n3) c")]);
        assert_eq!(newer.blocks(), format!("{expected}\n\n<plan>\n1. a\n2. b\n3) c\n</plan>"));
        assert_eq!(bare("Words."), "Words.");
    }

    #[test]
    fn lists_that_are_no_plans_are_not_taken_for_one() {
        for text in ["- a\n- b\n- c", "1. one\n2. two", "In 1999. Then [x] and\n[ ] so", "- [ ] alone", ""] {
            assert_eq!(plan(text), None, "{text:?}");
        }
        assert_eq!(plan("* [ ] a\n\n* [X] b\n\ntext").as_deref(), Some("* [ ] a\n\n* [X] b"));
        assert_eq!(plan("1. a\n2. b\n3. c\ntext\n- [ ] alone").as_deref(), Some("1. a\n2. b\n3. c"));
    }

    #[test]
    fn what_is_too_long_loses_its_middle() {
        let text = format!("{}{}", "a".repeat(LIMIT), "z".repeat(100));
        let short = shortened(&text);
        assert!(short.starts_with("aaa") && short.ends_with("zzz") && short.contains("[100 characters left out]"));
    }
}
