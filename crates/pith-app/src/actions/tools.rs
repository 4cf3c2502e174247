//! The tools that are offered, as extensions see and switch them.

use std::pin::pin;
use std::sync::Arc;

use pith_agent::{AgentEvent, ToolCallOptions, ToolOutput, run_tool_call};
use pith_types::ToolCall;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::event::AppEvent;
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

    /// Runs a tool, or says that there is none, for the tool of the call `parent`: past the same gates as a call of the
    /// model and told as one, though it is no message (1.6.4).
    pub async fn call_tool(
        &self,
        tool: Option<AppTool>,
        call: ToolCall,
        parent: &str,
        update: Arc<dyn Fn(ToolOutput) + Send + Sync>,
        cancel: CancellationToken,
    ) -> ToolOutput {
        let tell = |event| self.inner.fanout.tell(AppEvent::NestedTool { parent: parent.to_owned(), event });
        let (call_id, tool_name, arguments) = (call.id.clone(), call.name.clone(), Arc::new(call.arguments.clone()));
        let progress = |partial| AgentEvent::ToolExecutionUpdate {
            call_id: call_id.clone(),
            tool_name: tool_name.clone(),
            arguments: Arc::clone(&arguments),
            partial,
        };
        tell(AgentEvent::ToolExecutionStart {
            call_id: call_id.clone(),
            tool_name: tool_name.clone(),
            arguments: Arc::clone(&arguments),
        })
        .await;
        let (sender, mut partials) = mpsc::unbounded_channel();
        let update = Arc::new(move |partial: ToolOutput| {
            // Nobody hears what comes after the end.
            _ = sender.send(partial.clone());
            update(partial);
        });
        let hooks = Arc::clone(&self.inner.hooks) as Arc<dyn pith_agent::Hooks>;
        let tools = tool.into_iter().map(|tool| tool.tool).collect();
        let options = ToolCallOptions { tools, hooks, update, cancel, ..ToolCallOptions::default() };
        let mut run = pin!(run_tool_call(call, options));
        let (output, duration) = loop {
            tokio::select! {
                biased;
                Some(partial) = partials.recv() => tell(progress(partial)).await,
                done = &mut run => break done,
            }
        };
        while let Ok(partial) = partials.try_recv() {
            tell(progress(partial)).await;
        }
        tell(AgentEvent::ToolExecutionEnd {
            call_id: call_id.clone(),
            tool_name: tool_name.clone(),
            output: output.clone(),
            is_error: output.is_error,
            duration_ms: duration.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        })
        .await;
        output
    }

    fn offer_tools(&self) {
        self.inner.agent.set_tools(self.inner.toolset.tools());
        self.inner.prompter.want_tools(self.inner.toolset.in_prompt());
    }
}
