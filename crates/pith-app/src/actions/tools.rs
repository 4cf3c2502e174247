//! The tools that are offered, as extensions see and switch them.

use std::sync::Arc;

use pith_agent::{ToolCallOptions, ToolOutput, run_tool_call};
use pith_types::ToolCall;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::tools::AppTool;

impl App {
    /// The names of the offered tools.
    pub fn active_tools(&self) -> Vec<String> {
        self.inner.toolset.active()
    }

    /// Every tool there is.
    pub fn all_tools(&self) -> Vec<AppTool> {
        self.inner.toolset.all()
    }

    /// The tools that the program brings, also where an extension's stands in the place of one.
    pub fn built_in_tools(&self) -> Vec<AppTool> {
        self.inner.toolset.own()
    }

    /// Offers exactly these from the next request on; names that lead nowhere are left out.
    pub fn set_active_tools(&self, names: &[String]) {
        self.inner.toolset.set_active(names);
        self.offer_tools();
    }

    /// Asks the extensions for their tools again.
    pub fn tools_changed(&self) {
        let extensions = self.inner.fanout.extensions();
        self.inner.toolset.set_added(extensions.iter().flat_map(|extension| extension.tools()).collect());
        self.offer_tools();
    }

    /// Runs a tool for another one: past the same gates as a call of the model, though it is no message (1.6.4).
    pub async fn call_tool(
        &self,
        tool: AppTool,
        call: ToolCall,
        update: Arc<dyn Fn(ToolOutput) + Send + Sync>,
        cancel: CancellationToken,
    ) -> ToolOutput {
        let hooks = Arc::clone(&self.inner.hooks) as Arc<dyn pith_agent::Hooks>;
        let options = ToolCallOptions { tools: vec![tool.tool], hooks, update, cancel, ..ToolCallOptions::default() };
        run_tool_call(call, options).await.0
    }

    fn offer_tools(&self) {
        self.inner.agent.set_tools(self.inner.toolset.tools());
        self.inner.prompter.want_tools(self.inner.toolset.in_prompt());
    }
}
