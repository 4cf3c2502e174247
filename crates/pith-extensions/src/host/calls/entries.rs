//! What extensions add to the session: data, names, labels.

use serde_json::{Value, json};

use super::{Answer, Question};

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let app = match question.method {
        "entry.append" | "session.setName" | "session.setLabel" => question.app(),
        _ => return None,
    };
    Some(app.map(|app| {
        let shared = &question.shared;
        let text = |name: &str| question.args.get(name).and_then(Value::as_str).map(str::to_owned);
        match question.method {
            "entry.append" => {
                let (custom_type, data) = (text("customType").unwrap_or_default(), question.args.get("data").cloned());
                shared.begin(async move { drop(app.append_custom(custom_type, data).await) });
            }
            "session.setName" => {
                let name = text("name").unwrap_or_default();
                shared.begin(async move { drop(app.set_name(&name).await) });
            }
            _ => {
                let (entry, label) = (text("entryId").unwrap_or_default(), text("label"));
                shared.begin(async move { drop(app.set_label(&entry, label.as_deref()).await) });
            }
        }
        json!(null)
    }))
}
