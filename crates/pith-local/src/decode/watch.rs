//! Watches the text of an answer for the beginning of a call.
//!
//! A call begins with the tag, anywhere; or, as the first visible text, with a JSON object whose first key is `name`, bare
//! or in a fence. Text that may still become one is held back: what has been given out is never taken back.

/// What begins a call in the templates of the two families.
pub(crate) const OPEN_TAG: &str = "<tool_call>";
/// Names after a fence that may stand before a call.
const LANGUAGES: [&str; 5] = ["", "json", "tool_call", "xml", "tool_code"];
const FENCE: &str = "```";
const KEY: &str = "\"name\"";

/// How a call began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// With the tag; it must be closed, and further calls may follow.
    Tag,
    /// With a JSON object; the answer ends with it.
    Object,
}

/// What has become certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Text for people.
    Text(String),
    /// A call, with what there is of its JSON.
    Call(Form, String),
}

/// The text that is not certain yet.
#[derive(Debug)]
pub(crate) struct Watch {
    held: String,
    /// Whether visible text was given out.
    begun: bool,
    tools: bool,
}

enum Opening {
    No,
    Perhaps,
    Yes(Form, String),
}

impl Watch {
    /// Without tools everything is text.
    pub(crate) fn new(tools: bool) -> Self {
        Self { held: String::new(), begun: false, tools }
    }

    /// Adds text. After a call was seen, nothing more is to be added.
    pub(crate) fn push(&mut self, text: &str) -> Vec<Sight> {
        self.held.push_str(text);
        if !self.begun {
            let visible = self.held.trim_start();
            if visible.is_empty() {
                return Vec::new();
            }
            if self.tools {
                match opening(visible) {
                    Opening::Yes(form, json) => {
                        self.held.clear();
                        return vec![Sight::Call(form, json)];
                    }
                    Opening::Perhaps => return Vec::new(),
                    Opening::No => {}
                }
            }
            self.held = visible.to_owned();
        }
        self.flow()
    }

    /// Gives out what was held back, at the end of an answer or when a call turned out to be none. White space at the end
    /// is left out.
    pub(crate) fn finish(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.held);
        let text = if self.begun { text.trim_end() } else { text.trim() };
        self.begun |= !text.is_empty();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn flow(&mut self) -> Vec<Sight> {
        let mut sights = Vec::new();
        let tag = if self.tools { self.held.find(OPEN_TAG) } else { None };
        let (text, call) = match tag {
            Some(at) => {
                let (text, rest) = self.held.split_at(at);
                (text.trim_end().to_owned(), Some(rest.trim_start_matches(OPEN_TAG).trim_start().to_owned()))
            }
            None => {
                let certain = self.held.trim_end().len();
                let tail = self.held.get(..certain).unwrap_or_default();
                let end = if self.tools { tail.len() - partial(tail, OPEN_TAG) } else { tail.len() };
                // White space before what may be a tag belongs to the tag.
                (self.held.get(..end).unwrap_or_default().trim_end().to_owned(), None)
            }
        };
        self.held.drain(..text.len());
        if !text.is_empty() {
            self.begun = true;
            sights.push(Sight::Text(text));
        }
        if let Some(json) = call {
            self.held.clear();
            sights.push(Sight::Call(Form::Tag, json));
        }
        sights
    }
}

/// Length of the longest end of `text` that begins `whole`.
fn partial(text: &str, whole: &str) -> usize {
    (1..whole.len()).rev().find(|length| whole.get(..*length).is_some_and(|part| text.ends_with(part))).unwrap_or(0)
}

/// Whether an answer that begins so is a call. `text` begins with a visible character.
fn opening(text: &str) -> Opening {
    if let Some(rest) = text.strip_prefix(OPEN_TAG) {
        return Opening::Yes(Form::Tag, rest.trim_start().to_owned());
    }
    if OPEN_TAG.starts_with(text) || FENCE.starts_with(text) {
        return Opening::Perhaps;
    }
    let Some(fenced) = text.strip_prefix(FENCE) else { return object(text) };
    match fenced.split_once('\n') {
        Some((language, body)) if LANGUAGES.contains(&language.trim()) => {
            let body = body.trim_start();
            if body.is_empty() || OPEN_TAG.starts_with(body) {
                Opening::Perhaps
            } else if let Some(rest) = body.strip_prefix(OPEN_TAG) {
                Opening::Yes(Form::Tag, rest.trim_start().to_owned())
            } else {
                object(body)
            }
        }
        Some(_) => Opening::No,
        None if LANGUAGES.iter().any(|language| language.starts_with(fenced.trim_end())) => Opening::Perhaps,
        None => Opening::No,
    }
}

fn object(text: &str) -> Opening {
    let Some(inside) = text.strip_prefix('{') else { return Opening::No };
    // Some templates double the brace where they show the form, and models repeat it so.
    let inside = inside.strip_prefix('{').unwrap_or(inside).trim_start();
    if inside.len() < KEY.len() {
        return if KEY.starts_with(inside) { Opening::Perhaps } else { Opening::No };
    }
    match inside.strip_prefix(KEY).map(str::trim_start) {
        Some("") => Opening::Perhaps,
        Some(rest) if rest.starts_with(':') => Opening::Yes(Form::Object, format!("{{{inside}")),
        _ => Opening::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the text one character at a time, and joins what came out as text.
    fn watch(tools: bool, text: &str) -> (String, Option<(Form, String)>) {
        let mut watch = Watch::new(tools);
        let mut out = String::new();
        for c in text.chars() {
            for sight in watch.push(c.encode_utf8(&mut [0; 4])) {
                match sight {
                    Sight::Text(text) => out.push_str(&text),
                    Sight::Call(form, json) => return (out, Some((form, json))),
                }
            }
        }
        out.push_str(&watch.finish().unwrap_or_default());
        (out, None)
    }

    fn call(form: Form, json: &str) -> Option<(Form, String)> {
        Some((form, json.to_owned()))
    }

    #[test]
    fn a_tag_begins_a_call_anywhere() {
        assert_eq!(watch(true, "\n<tool_call>"), (String::new(), call(Form::Tag, "")));
        assert_eq!(watch(true, "I read it.\n\n<tool_call>"), ("I read it.".to_owned(), call(Form::Tag, "")));
    }

    #[test]
    fn an_object_with_a_name_begins_a_call_only_at_the_start() {
        assert_eq!(watch(true, "{\"name\": \"x\""), (String::new(), call(Form::Object, "{\"name\":")));
        assert_eq!(watch(true, "```json\n{\n  \"name\" :"), (String::new(), call(Form::Object, "{\"name\" :")));
        assert_eq!(watch(true, "{{\"name\":"), (String::new(), call(Form::Object, "{\"name\":")));
        assert_eq!(watch(true, "```\n{\"name\":"), (String::new(), call(Form::Object, "{\"name\":")));
        let later = "Like so:\n```json\n{\"name\": \"read\"}\n```";
        assert_eq!(watch(true, later), (later.to_owned(), None));
    }

    #[test]
    fn what_turns_out_to_be_no_call_comes_out_whole() {
        for text in
            ["```json\n{\"names\": 1}\n```", "{\"a\": 1}", "```python\nx = 1\n```", "a <tool_cat>", "<tool", "`x`", "{"]
        {
            assert_eq!(watch(true, text), (text.to_owned(), None), "{text}");
        }
    }

    #[test]
    fn without_tools_everything_is_text() {
        let text = "<tool_call>{\"name\": 1}</tool_call>";
        assert_eq!(watch(false, text), (text.to_owned(), None));
    }

    #[test]
    fn white_space_at_both_ends_is_left_out_and_kept_within() {
        assert_eq!(watch(true, "\n a\n\n b <\n"), ("a\n\n b <".to_owned(), None));
        assert_eq!(watch(true, "  \n"), (String::new(), None));
    }
}
