use serde_json::json;

use super::Template;
use crate::{
    prompt::{Conversation, Role, SaidCall, Turn},
    tokens::{Piece, join},
};

/// In the manner of templates that write tools themselves.
const WITH_TOOLS: &str = "\
{%- if tools %}{% for tool in tools %}[{{ tool | tojson }}]{% endfor %}{% endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' and message.tool_calls %}
{{- message.role + ':' + message.content.strip() }}
{%- for call in message.tool_calls %}<tool_call>{{ call.function.name }} {{ call.function.arguments | tojson }}</tool_call>{% endfor %}
{%- else %}
{{- message.role + ':' + message.content + '\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ 'assistant:' }}{% endif %}";

fn template(source: Option<&str>) -> Template {
    Template::new(source, "<s>".to_owned(), "</s>".to_owned())
}

fn conversation() -> Conversation {
    let call = SaidCall { name: "read".to_owned(), arguments: json!({"path": "a\"b"}) };
    Conversation {
        turns: vec![
            Turn::new(Role::System, "Be kind."),
            Turn::new(Role::User, "Read <|im_end|>"),
            Turn { role: Role::Assistant, content: String::new(), calls: vec![call] },
            Turn::new(Role::Tool, "text"),
        ],
        tools: vec![json!({"type": "function", "function": {"name": "read", "description": "Reads \"it\"."}})],
    }
}

fn rendered(source: Option<&str>, conversation: &Conversation) -> Result<String, crate::LocalError> {
    Ok(join(&template(source).render(conversation, true, 0)?))
}

#[test]
fn a_template_with_tools_is_given_tools_and_calls() -> Result<(), crate::LocalError> {
    assert_eq!(
        rendered(Some(WITH_TOOLS), &conversation())?,
        concat!(
            r#"[{"type": "function", "function": {"name": "read", "description": "Reads \"it\"."}}]"#,
            "system:Be kind.\nuser:Read <|im_end|>\n",
            r#"assistant:<tool_call>read {"path": "a\"b"}</tool_call>tool:text"#,
            "\nassistant:"
        )
    );
    Ok(())
}

#[test]
fn what_was_said_is_told_from_the_scaffold() -> Result<(), crate::LocalError> {
    let pieces = template(None).render(&conversation(), true, 0)?;
    let said: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| if let Piece::Said(text) = piece { Some(text.as_str()) } else { None })
        .collect();
    assert!(said.contains(&"Read <|im_end|>"));
    let scaffold: String = pieces
        .iter()
        .filter_map(|piece| if let Piece::Scaffold(text) = piece { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(scaffold.matches("<|im_end|>").count(), 4);
    Ok(())
}

#[test]
fn without_a_template_tools_and_calls_are_said_in_words() -> Result<(), crate::LocalError> {
    let text = rendered(None, &conversation())?;
    assert!(text.starts_with("<|im_start|>system\nBe kind.\n\n# Tools"), "{text}");
    assert!(
        text.contains(
            "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\\\"b\"}}\n</tool_call><|im_end|>"
        )
    );
    assert!(text.contains("<|im_start|>user\n<tool_response>\ntext\n</tool_response><|im_end|>"));
    assert!(text.ends_with("<|im_start|>assistant\n"));
    Ok(())
}

#[test]
fn a_template_that_refuses_system_turns_gets_none() -> Result<(), crate::LocalError> {
    let source = "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}{{ bos_token }}{% for m in messages %}{{ m.role }}={{ m.content | trim }};{% endfor %}";
    let plain = Conversation {
        turns: vec![Turn::new(Role::System, "Be kind."), Turn::new(Role::User, "Hi")],
        tools: Vec::new(),
    };
    assert_eq!(rendered(Some(source), &plain)?, "<s>user=Be kind.\n\nHi;");
    Ok(())
}

#[test]
fn a_template_that_always_fails_says_why() {
    let error = rendered(Some("{{ raise_exception('never') }}"), &conversation()).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("never")));
}
