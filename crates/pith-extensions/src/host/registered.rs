//! What one extension has registered, as its JavaScript tells it.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::flags::FlagSpec;
use super::virtual_models::VirtualSpec;

/// Everything that an extension has registered now.
#[derive(Debug, Clone, Default)]
pub struct Registered {
    /// Events with at least one handler.
    pub handlers: BTreeSet<String>,
    /// Tools, in the order of their first registration.
    pub tools: Vec<ToolSpec>,
    /// Slash commands.
    pub commands: Vec<CommandSpec>,
    /// Keys.
    pub shortcuts: Vec<ShortcutSpec>,
    /// Flags of the command line.
    pub flags: Vec<FlagSpec>,
    /// What it draws: the kind, and of what.
    pub renderers: Vec<(String, String)>,
    /// Providers of models.
    pub providers: Vec<ProviderSpec>,
    /// Virtual models.
    pub virtual_models: Vec<VirtualSpec>,
    /// MCP servers, as they were given.
    pub others: Vec<Value>,
}

/// A tool.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Its declared name.
    pub name: String,
    /// For people.
    pub label: String,
    /// For the model.
    pub description: String,
    /// A JSON Schema.
    pub parameters: Value,
    /// What it is for, in a few words.
    #[serde(default)]
    pub prompt_snippet: Option<String>,
    /// Rules for its use.
    #[serde(default)]
    pub prompt_guidelines: Option<Vec<String>>,
    /// `sequential` when it cannot run beside others.
    #[serde(default)]
    pub execution_mode: Option<String>,
    /// Who may see it.
    #[serde(default)]
    pub exposure: Option<pith_app::tools::Exposure>,
    /// Whether it is offered without being asked for.
    #[serde(default)]
    pub default_active: Option<bool>,
    /// Whether it mends arguments before they are validated.
    #[serde(default)]
    pub prepares: bool,
    /// Everything else.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A slash command.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CommandSpec {
    /// Without the slash.
    pub name: String,
    /// For people.
    #[serde(default)]
    pub description: Option<String>,
    /// Whether it completes its arguments.
    #[serde(default)]
    pub completes: bool,
}

/// A provider of models.
#[derive(Clone, PartialEq, Deserialize)]
pub struct ProviderSpec {
    /// Its id.
    pub name: String,
    /// What is known of it, in the form of `models.json`; nothing when it is taken back.
    #[serde(default)]
    pub config: Option<Value>,
    /// Whether its models are all that the provider has.
    #[serde(default)]
    pub replaces: bool,
    /// Whether it is a whole provider, which serves all its models itself.
    #[serde(default)]
    pub native: bool,
    /// Whether it answers with a stream of its own.
    #[serde(default)]
    pub streams: bool,
    /// Whether it can be asked for its models.
    #[serde(default)]
    pub refreshes: bool,
    /// What people call its login, where it has one.
    #[serde(default)]
    pub login: Option<String>,
    /// Whether its models are other ones for whoever has signed in.
    #[serde(default)]
    pub projects: bool,
    /// Its models that are not for chat: for pictures and classes.
    #[serde(default)]
    pub others: Vec<Value>,
    /// Its models for whoever has signed in.
    #[serde(skip)]
    pub projected: Option<Value>,
}

impl ProviderSpec {
    /// Whether it has named models so far.
    pub fn has_models(&self) -> bool {
        let models = self.config.as_ref().and_then(|config| config.get("models")).and_then(Value::as_array);
        models.is_some_and(|models| !models.is_empty())
    }
}

impl std::fmt::Debug for ProviderSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Keys and headers may be literal secrets.
        f.debug_struct("ProviderSpec").field("name", &self.name).field("streams", &self.streams).finish_non_exhaustive()
    }
}

/// A key.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ShortcutSpec {
    /// The key.
    pub key: String,
    /// For people.
    #[serde(default)]
    pub description: Option<String>,
}

impl Registered {
    /// The models of a provider are these from now on; whether that is news.
    pub(super) fn put_models(&mut self, provider: &str, models: Value) -> bool {
        let Some(spec) = self.providers.iter_mut().find(|spec| spec.name == provider) else { return false };
        let Some(Value::Object(config)) = &mut spec.config else { return false };
        spec.replaces = true;
        config.insert("models".to_owned(), models.clone()).as_ref() != Some(&models)
    }

    /// Takes in what was registered. Says whether it was a tool.
    ///
    /// # Errors
    /// When it does not have the form that it must have.
    pub(super) fn take(&mut self, what: &str, value: Value) -> serde_json::Result<bool> {
        match what {
            "handler" => {
                let event = value.get("event").and_then(Value::as_str).unwrap_or_default().to_owned();
                if value.get("on") == Some(&Value::Bool(true)) {
                    self.handlers.insert(event);
                } else {
                    self.handlers.remove(&event);
                }
            }
            "tool" => {
                put(&mut self.tools, serde_json::from_value::<ToolSpec>(value)?, |a, b| a.name == b.name);
                return Ok(true);
            }
            "command" => put(&mut self.commands, serde_json::from_value(value)?, |a: &CommandSpec, b| a.name == b.name),
            "shortcut" => {
                put(&mut self.shortcuts, serde_json::from_value(value)?, |a: &ShortcutSpec, b| a.key == b.key)
            }
            "flag" => put(&mut self.flags, serde_json::from_value(value)?, |a: &FlagSpec, b| a.name == b.name),
            "renderer" => {
                let part = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
                self.renderers.push((part("kind"), part("name")));
            }
            "provider" => {
                let spec: ProviderSpec = serde_json::from_value(value)?;
                self.providers.retain(|other| other.name != spec.name);
                if spec.config.is_some() {
                    self.providers.push(spec);
                }
            }
            "virtualModel" => {
                let spec: VirtualSpec = serde_json::from_value(value)?;
                self.virtual_models.retain(|other| other.provider != spec.provider || other.id != spec.id);
                if spec.on {
                    self.virtual_models.push(spec);
                }
            }
            _ => self.others.push(value),
        }
        Ok(false)
    }
}

/// In place of the one that it replaces, else at the end.
fn put<T>(list: &mut Vec<T>, new: T, same: impl Fn(&T, &T) -> bool) {
    match list.iter_mut().find(|old| same(old, &new)) {
        Some(old) => *old = new,
        None => list.push(new),
    }
}
