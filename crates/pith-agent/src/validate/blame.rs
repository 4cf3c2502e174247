//! From the errors of a schema check to the lines that help a model most: where a union fails, only the branch that was
//! probably meant is blamed.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::words;

/// One line per error: the dotted path, and what is wrong there.
pub(super) fn errors<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for error in errors {
        explain(&error, &mut lines);
    }
    lines
}

fn explain(error: &ValidationError<'_>, lines: &mut Vec<(String, String)>) {
    let path = error.instance_path().as_str();
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            explain_union(path, context, lines);
        }
        ValidationErrorKind::Required { property } => {
            lines.push((dotted(&child(path, property.as_str().unwrap_or_default())), "missing".to_owned()));
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                lines.push((dotted(&child(path, name)), "unknown field".to_owned()));
            }
        }
        kind => lines.push((dotted(path), words::of(kind, error))),
    }
}

/// The branch whose tag matches is meant; when none does, the tag is what is wrong. Without tags, the branch that got
/// deepest is meant.
fn explain_union(path: &str, branches: &[Vec<ValidationError<'static>>], lines: &mut Vec<(String, String)>) {
    let tags: Vec<Option<(&str, &Value)>> = branches.iter().map(|branch| wrong_tag(path, branch)).collect();
    if let Some(Some((tag, _))) = tags.first()
        && tags.iter().all(|other| other.is_some_and(|(other, _)| other == *tag))
    {
        let values: Vec<String> = tags.iter().flatten().map(|(_, value)| value.to_string()).collect();
        lines.push((dotted(tag), format!("expected one of [{}]", values.join(", "))));
        return;
    }
    let tagged = tags.iter().any(Option::is_some);
    let candidates = branches.iter().zip(&tags).filter(|(_, tag)| !tagged || tag.is_none());
    let depth =
        |branch: &[ValidationError<'_>]| branch.first().map_or(0, |error| depth(error.instance_path().as_str()));
    // Of branches that got equally deep the first counts.
    let meant = candidates.map(|(branch, _)| branch).rev().max_by_key(|branch| depth(branch));
    match meant {
        Some(branch) if !branch.is_empty() => branch.iter().for_each(|error| explain(error, lines)),
        _ => lines.push((dotted(path), "fits none of the allowed forms".to_owned())),
    }
}

/// The tag of a branch that the value does not have: a constant directly in the value.
fn wrong_tag<'a>(path: &str, branch: &'a [ValidationError<'static>]) -> Option<(&'a str, &'a Value)> {
    branch.iter().find_map(|error| match error.kind() {
        ValidationErrorKind::Constant { expected_value }
            if depth(error.instance_path().as_str()) == depth(path) + 1 =>
        {
            Some((error.instance_path().as_str(), expected_value.as_ref()))
        }
        _ => None,
    })
}

fn depth(path: &str) -> usize {
    path.matches('/').count()
}

fn child(path: &str, name: &str) -> String {
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// A JSON pointer as people write it; `root` for the top.
fn dotted(path: &str) -> String {
    let parts: Vec<String> = path.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
    if parts.is_empty() { "root".to_owned() } else { parts.join(".") }
}
