//! Texts on their way into a page.

/// A text in which nothing is markup.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Control characters have no form in a page; what a command colored with them is readable without.
            c if c.is_control() && !matches!(c, '\n' | '\t') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Code of a language, as far as that is known.
pub(super) fn code(text: &str, language: &str) -> String {
    let class = if language.is_empty() { String::new() } else { format!(" class=\"language-{}\"", escape(language)) };
    format!("<pre><code{class}>{}</code></pre>", escape(text))
}

/// The beginning of a text, on one line.
pub(super) fn short(text: &str, characters: usize) -> String {
    let line = text.split_whitespace().take(characters).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}
