//! How the decoding of a tool's arguments may be bound: to its schema, or to a grammar (spec/providers.md 2.6).

use pith_types::ToolDeclaration;
use serde_json::Value;

use crate::normalize::strict_schema;

/// A tool's parameters as they are declared, and whether decoding is bound to them.
pub(super) struct Bound {
    pub(super) parameters: Value,
    pub(super) strict: bool,
}

/// Binds a tool that wishes it, where its schema can be said in the strict form.
///
/// # Errors
/// When a tool demands what cannot be said.
pub(super) fn bind(tool: &ToolDeclaration) -> Result<Bound, String> {
    bind_where(tool, |_| true)
}

/// Like [`bind`], for a wire that takes only some of the strict schemas.
///
/// # Errors
/// When a tool demands what cannot be said.
pub(super) fn bind_where(tool: &ToolDeclaration, taken: impl Fn(&Value) -> bool) -> Result<Bound, String> {
    match strictness(tool).map(|demand| (demand, strict_schema(&tool.parameters).filter(taken))) {
        Some((_, Some(parameters))) => Ok(Bound { parameters, strict: true }),
        Some(("require", None)) => {
            Err(format!("the tool `{}` demands strict arguments, which its schema cannot be bound to", tool.name))
        }
        _ => Ok(Bound { parameters: tool.parameters.clone(), strict: false }),
    }
}

/// `prefer` or `require`, where the tool wants its arguments bound to its schema.
fn strictness(tool: &ToolDeclaration) -> Option<&str> {
    let sampling = tool.constrained_sampling.as_ref()?;
    if sampling.get("type")?.as_str()? != "json_schema" {
        return None;
    }
    sampling.get("strict")?.as_str()
}

/// A tool whose call is a text of a grammar.
pub(super) struct Grammar<'a> {
    pub(super) syntax: &'static str,
    pub(super) definition: &'a str,
    /// The argument that the text stands for.
    pub(super) argument: String,
}

/// The grammar of a tool; only one with a single, required text can have one.
pub(super) fn grammar(tool: &ToolDeclaration) -> Option<Grammar<'_>> {
    let sampling = tool.constrained_sampling.as_ref()?;
    if sampling.get("type")?.as_str()? != "grammar" {
        return None;
    }
    let variants = sampling.get("variants")?;
    let (syntax, definition) = [("lark", "openai_lark"), ("regex", "openai_regex")]
        .into_iter()
        .find_map(|(syntax, key)| Some((syntax, variants.get(key)?.as_str()?)))?;
    let mut properties = tool.parameters.get("properties")?.as_object()?.iter();
    let (Some((name, property)), None) = (properties.next(), properties.next()) else { return None };
    let required = tool.parameters.get("required")?.as_array()?;
    let single = property.get("type")? == "string" && required.iter().eq([name.as_str()]);
    single.then(|| Grammar { syntax, definition, argument: name.clone() })
}

/// A call that came as plain text, as the JSON of the one argument that it stands for: this, the escaped text, and
/// [`TEXT_CALL_END`].
pub(super) fn text_call_start(argument: &str) -> String {
    format!("{{{}:\"", Value::from(argument))
}

/// Ends the JSON of a call that came as plain text.
pub(super) const TEXT_CALL_END: &str = "\"}";

/// The text as it stands inside a JSON string.
pub(super) fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
