//! The words with which models are asked for summaries, and lists of sessions.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use pith_app::wording::{Summarized, asked, stored, stored_branch};
use pith_session::listing::{Summary, all_summaries, summaries};
use pith_types::AgentMessage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Question, Work, read, unknown};
use crate::rights::Right;
use crate::runtime::HostError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wish {
    kind: String,
    #[serde(default)]
    messages: Vec<AgentMessage>,
    #[serde(default)]
    previous: Option<String>,
    #[serde(default)]
    focus: Option<String>,
    #[serde(default)]
    replace: bool,
    /// What the model told of whole turns, or of a branch.
    #[serde(default)]
    told: Option<String>,
    /// What it told of the beginning of a turn.
    #[serde(default)]
    turn: Option<String>,
    #[serde(default)]
    files: Value,
}

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let wish = || read::<Wish>(question.args.clone());
    Some(match question.method {
        "summary.request" => wish().map(|wish| {
            let what = match wish.kind.as_str() {
                "prefix" => Summarized::Prefix,
                "branch" => Summarized::Branch,
                _ => Summarized::History,
            };
            let (previous, focus) = (wish.previous.as_deref(), wish.focus.as_deref());
            let (system, text) = asked(what, &wish.messages, previous, focus, wish.replace);
            json!({ "system": system, "text": text })
        }),
        "summary.stored" => wish().map(|wish| match wish.kind.as_str() {
            "branch" => stored_branch(wish.told.as_deref().unwrap_or_default(), &wish.files).into(),
            _ => {
                let (told, turn) = (wish.told.as_deref(), wish.turn.as_deref());
                stored(told, turn, wish.previous.as_deref(), &wish.messages, &wish.files).into()
            }
        }),
        _ => return None,
    })
}

#[derive(Deserialize)]
struct Listed {
    /// The folder of the sessions.
    folder: PathBuf,
    /// Only those that work there.
    #[serde(default)]
    cwd: Option<PathBuf>,
    /// Whether the folders below are meant.
    #[serde(default)]
    below: bool,
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    if work.method != "sessions.list" {
        return Err(unknown(work.method));
    }
    let listed: Listed = work.read()?;
    work.gate.check(Right::Read(listed.folder.clone())).map_err(|denied| HostError::new(denied.to_string()))?;
    let list = move || {
        let found = if listed.below { all_summaries(&listed.folder) } else { summaries(&listed.folder) };
        let is_meant = |one: &&Summary| listed.cwd.as_deref().is_none_or(|cwd: &Path| one.is_of(cwd));
        found.iter().filter(is_meant).map(shown).collect::<Vec<_>>()
    };
    let found = work.on_app(async move { tokio::task::spawn_blocking(list).await }).await?;
    found.map(Value::from).map_err(|_| HostError::new("the sessions could not be listed"))
}

fn shown(one: &Summary) -> Value {
    let modified = one.modified.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    json!({
        "path": one.path,
        "id": one.header.id,
        "cwd": one.header.cwd,
        "name": one.name,
        "parentSessionPath": one.header.parent_session,
        "created": one.header.timestamp,
        "modified": u64::try_from(modified).unwrap_or(u64::MAX),
        "messageCount": one.messages,
        "firstMessage": one.first_message,
    })
}
