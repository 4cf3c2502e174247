//! The fields of a command line, taken out one by one; what is missing or of another kind is named.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use pith_tools::images::ImageKind;
use pith_types::Content;
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum FieldError {
    /// It is not there.
    #[error("field `{name}` is missing")]
    Missing { name: &'static str },
    /// It holds another kind of value.
    #[error("field `{name}` is {found}; expected {expected}")]
    Kind { name: &'static str, found: &'static str, expected: &'static str },
    /// It holds a word that means nothing here.
    #[error("field `{name}` does not know `{word}`; it takes {expected}")]
    Word { name: &'static str, word: String, expected: String },
    /// An image that is none.
    #[error("field `{name}`, item {position}: expected `{{\"type\":\"image\",\"data\":BASE64,\"mimeType\":TYPE}}`")]
    Image { name: &'static str, position: usize },
    /// An image whose data no provider would take.
    #[error("field `{name}`, item {position}: `data` {fault}")]
    Data { name: &'static str, position: usize, fault: &'static str },
}

/// The fields. One that is `null` counts as absent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text that may be absent.
    pub(super) fn optional_text(self, name: &'static str) -> Result<Option<&'a str>, FieldError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(FieldError::Kind { name, found: kind(other), expected: "a string" }),
        }
    }

    /// A text.
    pub(super) fn text(self, name: &'static str) -> Result<&'a str, FieldError> {
        self.optional_text(name)?.ok_or(FieldError::Missing { name })
    }

    /// A yes or no that may be absent.
    pub(super) fn optional_flag(self, name: &'static str) -> Result<Option<bool>, FieldError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(FieldError::Kind { name, found: kind(other), expected: "`true` or `false`" }),
        }
    }

    /// A yes or no.
    pub(super) fn flag(self, name: &'static str) -> Result<bool, FieldError> {
        self.optional_flag(name)?.ok_or(FieldError::Missing { name })
    }

    /// One of a few words, by what it means.
    pub(super) fn optional_word<T: Copy>(
        self,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, FieldError> {
        let Some(word) = self.optional_text(name)? else { return Ok(None) };
        if let Some((_, meaning)) = words.iter().find(|(known, _)| *known == word) {
            return Ok(Some(*meaning));
        }
        let known: Vec<String> = words.iter().map(|(known, _)| format!("`{known}`")).collect();
        Err(FieldError::Word { name, word: word.to_owned(), expected: known.join(", ") })
    }

    /// One of a few words, by what it means.
    pub(super) fn word<T: Copy>(self, name: &'static str, words: &[(&str, T)]) -> Result<T, FieldError> {
        self.optional_word(name, words)?.ok_or(FieldError::Missing { name })
    }

    /// Images; none when absent.
    pub(super) fn images(self, name: &'static str) -> Result<Vec<Content>, FieldError> {
        let items = match self.get(name) {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(other) => return Err(FieldError::Kind { name, found: kind(other), expected: "a list of images" }),
        };
        let image = |(item, position): (&Value, usize)| {
            let image = Content::deserialize(item).map_err(|_| FieldError::Image { name, position })?;
            let Content::Image { data, .. } = &image else { return Err(FieldError::Image { name, position }) };
            // Once in the session it would be sent with every request, and each would be refused.
            check_picture(data).map_err(|fault| FieldError::Data { name, position, fault })?;
            Ok(image)
        };
        items.iter().zip(1..).map(image).collect()
    }
}

/// Whether the data can be a picture: base64, of bytes that begin like one.
fn check_picture(data: &str) -> Result<(), &'static str> {
    let bytes = STANDARD.decode(data).map_err(|_| "is not valid base64")?;
    ImageKind::sniff(&bytes).map(|_| ()).ok_or("is no picture by its bytes (PNG, JPEG, GIF, WebP or BMP)")
}

/// What a value is, for people.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a yes or no",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn fields(value: &Value) -> Fields<'_> {
        Fields(value.as_object().unwrap())
    }

    #[test]
    fn a_field_of_another_kind_is_named_with_what_it_is() {
        let value = json!({"message": 5, "enabled": "yes", "mode": "some"});
        let fields = fields(&value);
        assert_eq!(fields.text("message").unwrap_err().to_string(), "field `message` is a number; expected a string");
        assert_eq!(
            fields.flag("enabled").unwrap_err().to_string(),
            "field `enabled` is a string; expected `true` or `false`"
        );
        let words = [("all", 1), ("one-at-a-time", 2)];
        assert_eq!(
            fields.word("mode", &words).unwrap_err().to_string(),
            "field `mode` does not know `some`; it takes `all`, `one-at-a-time`"
        );
    }

    #[test]
    fn null_is_as_good_as_nothing() {
        let value = json!({"message": null});
        assert_eq!(fields(&value).optional_text("message"), Ok(None));
        assert_eq!(fields(&value).text("message"), Err(FieldError::Missing { name: "message" }));
        assert_eq!(fields(&value).images("images"), Ok(Vec::new()));
    }

    #[test]
    fn images_are_images() {
        let image = json!({"type": "image", "data": "iVBORw0KGgoA", "mimeType": "image/png"});
        let value = json!({"good": [image], "bad": [image, {"type": "text", "text": "x"}], "none": "x"});
        assert_eq!(fields(&value).images("good").unwrap().len(), 1);
        assert_eq!(fields(&value).images("bad"), Err(FieldError::Image { name: "bad", position: 2 }));
        assert!(matches!(fields(&value).images("none"), Err(FieldError::Kind { .. })));
    }

    #[test]
    fn data_that_is_no_picture_is_told_with_its_place() {
        let told = |data: &str| {
            let value = json!({ "images": [{ "type": "image", "data": data, "mimeType": "image/png" }] });
            fields(&value).images("images").unwrap_err().to_string()
        };
        assert_eq!(told("!!!"), "field `images`, item 1: `data` is not valid base64");
        let no_picture = "field `images`, item 1: `data` is no picture by its bytes (PNG, JPEG, GIF, WebP or BMP)";
        assert_eq!((told("aGk=").as_str(), told("").as_str()), (no_picture, no_picture));
    }
}
