//! A tool together with what the prompt says of it.

use std::sync::Arc;

use pith_agent::Tool;
use pith_tools::{ToolSettings, catalogue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::prompt::PromptTool;

/// A tool that can be offered.
#[derive(Clone)]
pub struct AppTool {
    /// The tool.
    pub tool: Arc<dyn Tool>,
    /// What it is for, in a few words.
    pub snippet: Option<String>,
    /// Rules for its use.
    pub guidelines: Vec<String>,
    /// Whether the program brings it itself.
    pub built_in: bool,
    /// Whether an extension brings it.
    pub by_extension: bool,
    /// Who may see it.
    pub exposure: Exposure,
    /// Whether it is offered without being asked for.
    pub by_default: bool,
    /// What programs are told of it besides: `sourceInfo`, `namespace`, `annotations`.
    pub info: Map<String, Value>,
}

/// Who may see a tool (spec/extensions-sessions-screen.md 1.9.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exposure {
    /// The model, and other tools while it is offered.
    #[default]
    Direct,
    /// The model alone.
    ModelOnly,
    /// Other tools alone.
    Codemode,
    /// Other tools, and the model once it was looked for.
    Deferred,
    /// Nobody.
    Hidden,
}

impl AppTool {
    /// A tool of an embedding program; the prompt says nothing of it.
    pub fn new(tool: Arc<dyn Tool>) -> Self {
        Self {
            tool,
            snippet: None,
            guidelines: Vec::new(),
            built_in: false,
            by_extension: false,
            exposure: Exposure::Direct,
            by_default: true,
            info: Map::new(),
        }
    }

    /// Every built-in tool.
    pub fn built_ins(settings: &Arc<ToolSettings>) -> Vec<Self> {
        let make = |built_in: &catalogue::BuiltIn| Self {
            snippet: Some(built_in.snippet.to_owned()),
            guidelines: built_in.guidelines.iter().map(|rule| (*rule).to_owned()).collect(),
            built_in: true,
            by_default: built_in.by_default,
            ..Self::new((built_in.build)(Arc::clone(settings)))
        };
        catalogue::BUILT_INS.iter().map(make).collect()
    }

    /// Its declared name.
    pub fn name(&self) -> &str {
        &self.tool.declaration().name
    }

    /// Whether it is offered as soon as it is there.
    pub(crate) fn is_offered_by_itself(&self) -> bool {
        self.by_default && matches!(self.exposure, Exposure::Direct | Exposure::ModelOnly)
    }

    /// What the prompt says of it.
    pub(crate) fn in_prompt(&self) -> PromptTool {
        PromptTool { name: self.name().to_owned(), snippet: self.snippet.clone(), guidelines: self.guidelines.clone() }
    }
}
