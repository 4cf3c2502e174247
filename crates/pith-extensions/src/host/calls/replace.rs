//! What takes the session's place, moves in it, or shortens it.

use std::path::Path;

use pith_app::{CommandError, Navigation, Replaced};
use pith_session::ForkPosition;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Work, unknown};
use crate::runtime::HostError;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Asked {
    parent_session: Option<std::path::PathBuf>,
    /// What stands in a new session from the beginning.
    entries: Vec<Value>,
    path: String,
    entry_id: String,
    position: String,
    target_id: String,
    summarize: bool,
    custom_instructions: Option<String>,
    replace_instructions: bool,
    label: Option<String>,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    let app = work.app()?;
    let asked: Asked = work.read()?;
    match work.method {
        "reload" => {
            if !app.is_idle() {
                return Err(HostError::new("nothing can be reloaded while a run is active"));
            }
            work.on_app(async move { app.reload().await }).await.map(|()| json!({ "cancelled": false }))
        }
        "session.new" => {
            let begun = async move { app.new_session_with(asked.parent_session, &asked.entries).await };
            replaced(work.on_app(begun).await?)
        }
        "session.switch" => {
            replaced(work.on_app(async move { app.switch_session(Path::new(&asked.path)).await }).await?)
        }
        "session.fork" => {
            let position = if asked.position == "at" { ForkPosition::At } else { ForkPosition::Before };
            replaced(work.on_app(async move { app.fork(&asked.entry_id, position).await }).await?)
        }
        "session.navigate" => {
            let navigation = Navigation {
                target: asked.target_id,
                summarize: asked.summarize,
                instructions: asked.custom_instructions,
                replace_instructions: asked.replace_instructions,
                label: asked.label,
            };
            let navigated = work.on_app(async move { app.navigate(navigation).await }).await?;
            navigated.map(|navigated| json!({ "cancelled": navigated.cancelled })).map_err(words)
        }
        "compact" => {
            let compacted = work.on_app(async move { app.compact(asked.custom_instructions.as_deref()).await }).await?;
            compacted.map(|compacted| json!(compacted)).map_err(words)
        }
        method => Err(unknown(method)),
    }
}

fn replaced(replaced: Result<Replaced, CommandError>) -> Result<Value, HostError> {
    replaced.map(|replaced| json!({ "cancelled": replaced.cancelled })).map_err(words)
}

fn words(error: CommandError) -> HostError {
    HostError::new(error.to_string())
}
