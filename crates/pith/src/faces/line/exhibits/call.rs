//! Calls of tools while they run: what is known of each, so that it can be shown anew.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pith_app::event::{AgentEvent, AppEvent, ToolOutput};
use pith_app::extension::Exhibit;
use serde_json::{Map, Value, json};

/// A call of a tool.
pub(super) struct Call {
    pub(super) id: String,
    tool: String,
    arguments: Arc<Map<String, Value>>,
    /// Its beginning, as it is shown as usual.
    pub(super) start: AppEvent,
    /// Whether an extension may show it in its own way.
    pub(super) exhibited: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    said: bool,
    partial: Option<ToolOutput>,
    asked: bool,
}

impl Call {
    /// One that begins; nothing for other events. `exhibited` is asked whether an extension may show something of it.
    pub(super) fn begin(event: &AppEvent, exhibited: impl Fn(&Exhibit) -> bool) -> Option<Self> {
        let AppEvent::Agent(AgentEvent::ToolExecutionStart { call_id, tool_name, arguments }) = event else {
            return None;
        };
        let mut call = Self {
            id: call_id.clone(),
            tool: tool_name.clone(),
            arguments: Arc::clone(arguments),
            start: event.clone(),
            exhibited: false,
            state: Mutex::default(),
        };
        call.exhibited =
            exhibited(&call.call(true)) || exhibited(&call.result(&ToolOutput::default(), true, false, None));
        Some(call)
    }

    /// The call itself, for those who show it in their own way.
    pub(super) fn call(&self, partial: bool) -> Exhibit {
        let arguments = json!(*self.arguments);
        Exhibit::ToolCall { call_id: self.id.clone(), tool: self.tool.clone(), arguments, partial }
    }

    /// Its result, or what is known of it.
    fn result(&self, output: &ToolOutput, partial: bool, is_error: bool, duration_ms: Option<u64>) -> Exhibit {
        let mut result = json!({ "content": output.content });
        if let Some(details) = &output.details {
            result["details"] = details.clone();
        }
        Exhibit::ToolResult {
            call_id: self.id.clone(),
            tool: self.tool.clone(),
            arguments: json!(*self.arguments),
            result,
            partial,
            is_error,
            duration_ms,
        }
    }

    /// Its result as an event tells it.
    pub(super) fn ended(&self, end: &AppEvent) -> Option<Exhibit> {
        let AppEvent::Agent(AgentEvent::ToolExecutionEnd { output, is_error, duration_ms, .. }) = end else {
            return None;
        };
        Some(self.result(output, false, *is_error, *duration_ms))
    }

    /// More of its result is known; whether nobody has been told to look yet.
    pub(super) fn grow(&self, partial: ToolOutput) -> bool {
        let mut state = self.lock();
        state.partial = Some(partial);
        !std::mem::replace(&mut state.asked, true)
    }

    /// What is known now; whoever looks has been told.
    pub(super) fn grown(&self) -> Option<Exhibit> {
        let mut state = self.lock();
        state.asked = false;
        let partial = state.partial.clone()?;
        drop(state);
        Some(self.result(&partial, true, false, None))
    }

    /// Whether its beginning has been shown as usual.
    pub(super) fn is_said(&self) -> bool {
        self.lock().said
    }

    /// It has been.
    pub(super) fn set_said(&self) {
        self.lock().said = true;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those that run.
#[derive(Default)]
pub(super) struct Calls(Mutex<HashMap<String, Arc<Call>>>);

impl Calls {
    pub(super) fn insert(&self, call: Call) -> Arc<Call> {
        let call = Arc::new(call);
        self.lock().insert(call.id.clone(), Arc::clone(&call));
        call
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<Call>> {
        self.lock().get(id).cloned()
    }

    pub(super) fn remove(&self, id: &str) -> Option<Arc<Call>> {
        self.lock().remove(id)
    }

    pub(super) fn all(&self) -> Vec<Arc<Call>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Call>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
