//! Markdown → HTML. What the text holds of HTML is shown as text, and links lead to pages and letters only.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// The text as a person wants to read it.
pub(super) fn render(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let events = Parser::new_ext(text, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: harmless(dest_url), title, id })
        }
        // An image would be fetched; its description and its link are all that is shown.
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: harmless(dest_url), title, id })
        }
        Event::End(pulldown_cmark::TagEnd::Image) => Event::End(pulldown_cmark::TagEnd::Link),
        event => event,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

fn harmless(link: CowStr<'_>) -> CowStr<'_> {
    let known = ["https://", "http://", "mailto:", "#"];
    if known.iter().any(|start| link.to_ascii_lowercase().starts_with(start)) { link } else { CowStr::from("#") }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn markup_in_a_text_is_text_and_links_run_nothing() {
        assert_eq!(render("a <script>x</script> b"), "<p>a &lt;script&gt;x&lt;/script&gt; b</p>\n");
        assert!(render("<div onclick=x>\n").starts_with("&lt;div"));
        assert!(render("[x](javascript:alert(1))").contains("href=\"#\""));
        assert!(render("[x](https://example.org)").contains("href=\"https://example.org\""));
        assert!(!render("![x](https://example.org/a.png)").contains("<img"));
    }

    #[test]
    fn code_keeps_its_language() {
        assert!(render("```rust\nlet a = 1 < 2;\n```").contains("<code class=\"language-rust\">let a = 1 &lt; 2;"));
    }
}
