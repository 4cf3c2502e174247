//! The `edit` tool: replaces texts in a file (spec/coding-agent.md 4.3).
//!
//! A call reads the file, finds all of its edits in it, and writes it back in one step. It works on the file's own bytes, so
//! that what is not replaced stays as it was in every encoding, and gives up when the file changes under its hands.

mod find;
mod indent;
mod near;
mod plan;
mod source;
#[cfg(test)]
mod tests;
mod view;

use std::{fs, io::Read as _, path::Path, sync::Arc};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use self::source::{NO_CHARACTER, Source};
use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare,
    shared::{
        diff::Difference,
        encoding::binary_type,
        failure::{ABORTED, refused},
        open::open_regular,
        path::resolve_existing,
        replace::{check_writable, replace},
        truncate::size_text,
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "edit",
    snippet: "replace exact texts in a file, several places in one call",
    guidelines: &[
        "Put all changes of one file into one edit call.",
        "Each oldText must be in the file exactly once, letter for letter: as short as that allows, not overlapping; make near changes one edit.",
    ],
    by_default: true,
    build: |settings| Arc::new(EditTool::new(settings)),
};

/// Bytes of the largest file that is edited.
const LARGEST: u64 = 64 * 1024 * 1024;

struct EditTool {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    path: String,
    edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edit {
    old_text: String,
    new_text: String,
}

impl EditTool {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let text = json!({ "type": "string" });
        let edit = json!({
            "type": "object",
            "required": ["oldText", "newText"],
            "properties": { "oldText": text, "newText": text },
        });
        let properties = json!({ "path": text, "edits": { "type": "array", "items": edit } });
        let description = "Change parts of a file. Each oldText is found exactly as given and replaced by newText.";
        Self { declaration: declare(BUILT_IN.name, description, &["path", "edits"], properties), settings }
    }
}

#[async_trait]
impl Tool for EditTool {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    /// Models write the list as a JSON text, or a single edit without the list (4.3.1).
    fn mend_arguments(&self, arguments: &mut Map<String, Value>) {
        if let Some(Value::String(text)) = arguments.get("edits")
            && let Ok(edits @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(text)
        {
            arguments.insert("edits".to_owned(), edits);
        }
        if let Some(edit @ Value::Object(_)) = arguments.get_mut("edits") {
            *edit = Value::Array(vec![edit.take()]);
        }
    }

    /// Models write the two fields of an edit beside the path (4.3.1).
    fn prepare_arguments(&self, mut arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        let fields = (arguments.get("oldText"), arguments.get("newText"));
        if let (Some(Value::String(old)), Some(Value::String(new))) = fields {
            let edit = json!({ "oldText": old, "newText": new });
            arguments.remove("oldText");
            arguments.remove("newText");
            match arguments.entry("edits").or_insert(Value::Null) {
                Value::Array(edits) => edits.push(edit),
                other => *other = Value::Array(vec![edit]),
            }
        }
        Ok(arguments)
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { path: argument, edits } = arguments::parse(BUILT_IN.name, arguments)?;
        if edits.is_empty() {
            return Err(ToolError::new("`edits` is empty; give at least one replacement"));
        }
        let path = resolve_existing(&argument, &self.settings);
        let turn = tokio::select! {
            turn = self.settings.mutations.turn(&path) => turn,
            () = context.cancel.cancelled() => return Err(ToolError::new(ABORTED)),
        };
        // The turn goes along, so that a call given up in the middle still ends before the next one begins.
        let editing = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            edit(&path, &argument, &edits, &context.cancel)
        });
        editing.await.map_err(|fault| ToolError::new(format!("editing broke off: {fault}")))?
    }
}

fn edit(path: &Path, argument: &str, edits: &[Edit], cancel: &CancellationToken) -> Result<ToolOutput, ToolError> {
    let bytes = read(path)?;
    let start = bytes.get(..4096).unwrap_or(&bytes).to_vec();
    let Some(source) = Source::new(bytes) else {
        let text =
            format!("`{}` is a binary file ({}) and cannot be edited as text", path.display(), binary_type(&start));
        return Err(ToolError::new(text));
    };
    let plan = plan::plan(&source, edits, argument).map_err(|fault| ToolError::new(fault.to_string()))?;
    if cancel.is_cancelled() {
        return Err(ToolError::new(ABORTED));
    }
    write_back(path, source.bytes(), &plan.bytes)?;

    let visible = |text: &str| text.replace(NO_CHARACTER, "\u{fffd}");
    let difference = Difference::between(&visible(source.text()), &visible(&plan.text));
    let success = format!("Successfully replaced {} block(s) in {argument}.", edits.len());
    let lines: Vec<String> = std::iter::once(success).chain(plan.notes).collect();
    Ok(ToolOutput {
        details: Some(json!({
            "diff": difference.for_people(),
            "patch": difference.patch(argument),
            "firstChangedLine": difference.first_changed_line(),
        })),
        ..ToolOutput::text(lines.join("\n"))
    })
}

/// Replaces the file's contents, if they are still those that were read.
fn write_back(path: &Path, old: &[u8], new: &[u8]) -> Result<(), ToolError> {
    if fs::read(path).map_err(|fault| refused("read", path, &fault))? != old {
        let text = format!("`{}` was changed by someone else at this moment; read it again", path.display());
        return Err(ToolError::new(text));
    }
    replace(path, new).map_err(|fault| refused("write", path, &fault))
}

fn read(path: &Path) -> Result<Vec<u8>, ToolError> {
    let file = open_regular(path)?;
    let failed = |action| move |fault| refused(action, path, &fault);
    let metadata = file.metadata().map_err(failed("read"))?;
    check_writable(path, &metadata).map_err(failed("edit"))?;
    if metadata.len() > LARGEST {
        let text = format!(
            "`{}` has {}, too much to be edited; use bash, for example sed",
            path.display(),
            size_text(metadata.len())
        );
        return Err(ToolError::new(text));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes).map_err(failed("read"))?;
    Ok(bytes)
}
