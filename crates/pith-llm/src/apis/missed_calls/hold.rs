//! Whether a text that is still coming may turn out to be nothing but calls. Every character is looked at once.

/// What a call may stand between. Of those that begin alike, the longer comes first.
pub(super) const WRAPPERS: [(&str, &str); 10] = [
    ("<tool_calls>", "</tool_calls>"),
    ("<tool_call>", "</tool_call>"),
    ("<function_call>", "</function_call>"),
    ("<|tool_call|>", "<|/tool_call|>"),
    ("<|python_tag|>", ""),
    ("[TOOL_CALLS]", ""),
    ("```tool_call", "```"),
    ("```json", "```"),
    ("```", "```"),
    ("", ""),
];

/// Keys that the JSON of a call may begin with.
const FIRST_KEYS: [&str; 11] = [
    "name",
    "function",
    "tool",
    "tool_name",
    "type",
    "id",
    "arguments",
    "parameters",
    "tool_calls",
    "tool_call",
    "function_call",
];

/// A text that is held back.
#[derive(Default)]
pub(super) struct Hold {
    text: String,
    /// Where the call begins that is being looked at.
    from: usize,
    /// Where the scan goes on.
    at: usize,
    state: State,
}

#[derive(Default, Clone, Copy)]
enum State {
    /// Before the JSON: what stands there is short.
    #[default]
    Opening,
    /// Inside of it.
    Json { closer: &'static str, depth: usize, string: bool, escaped: bool },
    /// After it.
    Closing { closer: &'static str },
}

impl Hold {
    /// Takes in text; whether all of it may still be calls.
    pub(super) fn push(&mut self, text: &str) -> bool {
        self.text.push_str(text);
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            match self.state {
                State::Opening => match opening(self.text.get(self.from..).unwrap_or_default()) {
                    Opening::Never => return false,
                    Opening::Maybe => return true,
                    Opening::Json { closer, at } => {
                        self.at = self.from + at;
                        self.state = State::Json { closer, depth: 0, string: false, escaped: false };
                    }
                },
                State::Json { closer, mut depth, mut string, mut escaped } => {
                    let mut end = None;
                    for (at, byte) in rest.bytes().enumerate() {
                        match byte {
                            _ if escaped => escaped = false,
                            b'\\' if string => escaped = true,
                            b'"' => string = !string,
                            b'{' | b'[' if !string => depth += 1,
                            b'}' | b']' if !string => depth = depth.saturating_sub(1),
                            _ => {}
                        }
                        if depth == 0 {
                            end = Some(at + 1);
                            break;
                        }
                    }
                    match end {
                        Some(end) => {
                            self.at += end;
                            self.state = State::Closing { closer };
                        }
                        None => {
                            self.at = self.text.len();
                            self.state = State::Json { closer, depth, string, escaped };
                            return true;
                        }
                    }
                }
                State::Closing { closer } => {
                    let rest = rest.trim_start();
                    if rest.is_empty() || (closer.len() > rest.len() && closer.starts_with(rest)) {
                        return true;
                    }
                    let after = rest.strip_prefix(closer).unwrap_or(rest);
                    // Another call may follow.
                    self.from = self.text.len() - after.len();
                    self.at = self.from;
                    self.state = State::Opening;
                    if after.trim_start().is_empty() {
                        return true;
                    }
                }
            }
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

enum Opening {
    Never,
    Maybe,
    /// The JSON begins at this byte.
    Json {
        closer: &'static str,
        at: usize,
    },
}

/// What the beginning of a text can be.
fn opening(text: &str) -> Opening {
    let trimmed = text.trim_start();
    if trimmed.is_empty() {
        return Opening::Maybe;
    }
    for (opener, closer) in WRAPPERS {
        if trimmed.len() < opener.len() && opener.starts_with(trimmed) {
            return Opening::Maybe;
        }
        let Some(inner) = trimmed.strip_prefix(opener) else { continue };
        let json = inner.trim_start();
        // A fence's language may still be coming.
        if json.is_empty() {
            return Opening::Maybe;
        }
        return match first_key(json) {
            Some(true) => Opening::Json { closer, at: text.len() - json.len() },
            Some(false) => Opening::Never,
            None if json.starts_with(['{', '[']) => Opening::Maybe,
            None if opener == "```" && ["json", "tool_call"].iter().any(|name| name.starts_with(json)) => {
                Opening::Maybe
            }
            None => Opening::Never,
        };
    }
    Opening::Never
}

/// Whether JSON begins with a key that a call begins with; nothing as long as that cannot be told.
fn first_key(json: &str) -> Option<bool> {
    let inner = json.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    let Some(object) = inner.strip_prefix('{') else {
        return if inner.is_empty() || !json.starts_with(['{', '[']) { None } else { Some(false) };
    };
    let key = object.trim_start();
    if key.is_empty() {
        return None;
    }
    let Some(key) = key.strip_prefix('"') else { return Some(false) };
    match key.split_once('"') {
        Some((key, _)) => Some(FIRST_KEYS.contains(&key)),
        None if FIRST_KEYS.iter().any(|known| known.starts_with(key)) => None,
        None => Some(false),
    }
}
