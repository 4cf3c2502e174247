//! Themes. A face without a screen has one without colors.

use serde_json::{Value, json};

use super::{Answer, Question};

pub(super) fn answer(question: &Question<'_>) -> Answer {
    Some(Ok(match question.method {
        "theme.get" => match question.args.get("name") {
            Some(Value::String(_)) => Value::Null,
            _ => json!({ "name": "plain", "colors": {} }),
        },
        "theme.list" => json!([]),
        "theme.set" => json!({ "success": false, "error": "this face has no themes" }),
        _ => return None,
    }))
}
