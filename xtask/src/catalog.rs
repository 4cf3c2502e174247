//! The list of models, from the catalog data of the package `@earendil-works/pi-ai` or any folder of the same form: one file
//! a provider, `{api: {"type:id": entry}}`.
//!
//! Out goes a text of lines: a group begins with a tab, its provider and what its models have in common as JSON; each
//! model follows with its id, its name and the rest of its JSON, parted by tabs. Only chat models of the wires that are built are
//! taken, and of each only facts: headers by which a program names itself are left out.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, bail};
use serde_json::{Map, Value};

/// The wires that are built.
const WIRES: [&str; 8] = [
    "anthropic-messages",
    "azure-openai-responses",
    "bedrock-converse-stream",
    "google-generative-ai",
    "google-vertex",
    "mistral-conversations",
    "openai-completions",
    "openai-responses",
];

/// What a group may say for its models.
const SHARED: [&str; 5] = ["api", "provider", "baseUrl", "headers", "inputLimits"];

/// What a model says for itself.
const OWN: [&str; 9] = [
    "reasoning",
    "thinkingLevelMap",
    "input",
    "cost",
    "contextWindow",
    "maxTokens",
    "promptCache",
    "samplingParams",
    "compat",
];

/// Headers by which a program names itself.
const IDENTITY: [&str; 4] = ["User-Agent", "Editor-Version", "Editor-Plugin-Version", "Copilot-Integration-Id"];

pub(crate) fn make(folder: &Path) -> anyhow::Result<String> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("could not read `{}`", folder.display()))?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')))
        .collect();
    files.sort();
    let mut made = String::new();
    for file in files {
        let text = fs::read_to_string(&file)?;
        let apis: Map<String, Value> =
            serde_json::from_str(&text).with_context(|| format!("`{}` is not of the known form", file.display()))?;
        for entries in apis.iter().filter(|(api, _)| WIRES.contains(&api.as_str())).map(|(_, entries)| entries) {
            group(entries, &mut made)?;
        }
    }
    Ok(made)
}

/// The models of one provider on one wire, grouped by what they have in common.
fn group(entries: &Value, made: &mut String) -> anyhow::Result<()> {
    let mut groups: BTreeMap<String, Vec<&Map<String, Value>>> = BTreeMap::new();
    for entry in entries.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object) {
        if entry.get("type").is_some_and(|kind| kind == "chat") {
            groups.entry(Value::Object(part(entry, &SHARED)).to_string()).or_default().push(entry);
        }
    }
    for (shared, mut models) in groups {
        models.sort_by_key(|entry| text(entry, "id").to_owned());
        let provider = models.first().map(|entry| text(entry, "provider")).unwrap_or_default();
        made.push_str(&format!("\t{provider}\t{shared}\n"));
        for entry in models {
            let (id, name) = (text(entry, "id"), text(entry, "name"));
            if id.is_empty() || [id, name].iter().any(|text| text.contains(['\t', '\n'])) {
                bail!("the model `{id}` of `{provider}` cannot be written on a line");
            }
            made.push_str(&format!("{id}\t{name}\t{}\n", Value::Object(part(entry, &OWN))));
        }
    }
    Ok(())
}

fn part(entry: &Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    let mut part: Map<String, Value> =
        keys.iter().filter_map(|key| Some(((*key).to_owned(), entry.get(*key)?.clone()))).collect();
    if let Some(Value::Object(headers)) = part.get_mut("headers") {
        headers.retain(|name, _| !IDENTITY.contains(&name.as_str()));
    }
    part.retain(|_, value| value.as_object().is_none_or(|fields| !fields.is_empty()));
    part
}

fn text<'a>(entry: &'a Map<String, Value>, key: &str) -> &'a str {
    entry.get(key).and_then(Value::as_str).unwrap_or_default()
}
