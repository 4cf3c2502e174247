//! Pictures: made to fit, and turned into others. Away from the extension's thread.

use pith_tools::images::{ImageRoom, fit, from_base64, to_png};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Work, unknown};
use crate::runtime::HostError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    data: String,
    #[serde(default)]
    max_width: Option<u32>,
    #[serde(default)]
    max_height: Option<u32>,
    /// Of the file as base64.
    #[serde(default)]
    max_bytes: Option<usize>,
    #[serde(default)]
    jpeg_quality: Option<u8>,
}

impl Asked {
    fn room(&self) -> ImageRoom {
        let usual = ImageRoom::default();
        ImageRoom {
            width: self.max_width.unwrap_or(usual.width).max(1),
            height: self.max_height.unwrap_or(usual.height).max(1),
            encoded: self.max_bytes.unwrap_or(usual.encoded),
            quality: self.jpeg_quality.unwrap_or(usual.quality).clamp(1, 100),
        }
    }
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    let change: fn(&Asked) -> Value = match work.method {
        "image.fit" => fitted,
        "image.png" => png,
        method => return Err(unknown(method)),
    };
    let asked: Asked = work.read()?;
    let done = work.on_app(async move { tokio::task::spawn_blocking(move || change(&asked)).await }).await?;
    done.map_err(|_| HostError::new("the picture could not be worked on"))
}

/// Nothing for what is no picture, or cannot be made to fit.
fn fitted(asked: &Asked) -> Value {
    let fitted = from_base64(&asked.data).and_then(|(bytes, kind)| fit(&bytes, kind, &asked.room()).ok());
    let Some(fitted) = fitted else { return Value::Null };
    json!({
        "data": fitted.data,
        "mimeType": fitted.mime_type,
        "originalWidth": fitted.original.0,
        "originalHeight": fitted.original.1,
        "width": fitted.size.0,
        "height": fitted.size.1,
        "wasResized": fitted.changed,
    })
}

fn png(asked: &Asked) -> Value {
    let png = from_base64(&asked.data).and_then(|(bytes, kind)| to_png(&bytes, kind).ok());
    png.map_or(Value::Null, |data| json!({ "data": data, "mimeType": "image/png" }))
}
