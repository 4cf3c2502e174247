//! A tool together with what the prompt says of it.

use std::sync::Arc;

use pith_agent::Tool;
use pith_tools::{ToolSettings, catalogue};

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
}

impl AppTool {
    /// A tool of an embedding program; the prompt says nothing of it.
    pub fn new(tool: Arc<dyn Tool>) -> Self {
        Self { tool, snippet: None, guidelines: Vec::new(), built_in: false }
    }

    /// Every built-in tool.
    pub fn built_ins(settings: &Arc<ToolSettings>) -> Vec<Self> {
        let make = |built_in: &catalogue::BuiltIn| Self {
            tool: (built_in.build)(Arc::clone(settings)),
            snippet: Some(built_in.snippet.to_owned()),
            guidelines: built_in.guidelines.iter().map(|rule| (*rule).to_owned()).collect(),
            built_in: true,
        };
        catalogue::BUILT_INS.iter().map(make).collect()
    }

    /// Its declared name.
    pub fn name(&self) -> &str {
        &self.tool.declaration().name
    }

    /// What the prompt says of it.
    pub(crate) fn in_prompt(&self) -> PromptTool {
        PromptTool { name: self.name().to_owned(), snippet: self.snippet.clone(), guidelines: self.guidelines.clone() }
    }
}
