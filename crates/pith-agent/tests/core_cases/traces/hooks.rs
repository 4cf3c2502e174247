//! The hooks of a scenario: each call takes the next specification, the last one repeats.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use indexmap::IndexMap;
use pith_agent::{
    HookError, Hooks, NextTurn, RequestChange, RequestView, Tool, ToolAmendment, ToolCallView, ToolOutput, ToolVerdict,
    TurnDecision, TurnView, model_messages,
};
use pith_llm::CallOptions;
use pith_types::{AgentMessage, Message, Model, ThinkingLevel};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    digest::{self, digests},
    provider,
    scenario::{HookSpec, HookSpecs},
    triggers::Actor,
};

pub(super) struct ScenarioHooks {
    actor: Actor,
    tools: IndexMap<String, Arc<dyn Tool>>,
    turn_hooks: HashMap<&'static str, Mutex<Vec<HookSpec>>>,
    before: Option<IndexMap<String, HookSpec>>,
    after: Option<IndexMap<String, HookSpec>>,
    /// Set during a run in place of a hook that was there before.
    replaced: Option<String>,
}

impl ScenarioHooks {
    pub(super) fn new(specs: &HookSpecs, tools: IndexMap<String, Arc<dyn Tool>>, actor: Actor) -> Self {
        let named = [
            ("prepareRequest", &specs.prepare_request),
            ("transformContext", &specs.transform_context),
            ("convertToLlm", &specs.convert_to_llm),
            ("getApiKey", &specs.get_api_key),
            ("finishTurn", &specs.finish_turn),
            ("prepareNextTurn", &specs.prepare_next_turn),
        ];
        let turn_hooks =
            named.into_iter().filter_map(|(name, specs)| Some((name, Mutex::new(specs.clone()?)))).collect();
        Self {
            actor,
            tools,
            turn_hooks,
            before: specs.before_tool_call.clone(),
            after: specs.after_tool_call.clone(),
            replaced: None,
        }
    }

    pub(super) fn replaced(name: &str, actor: Actor) -> Self {
        let replaced = Some(name.to_owned());
        Self { replaced, ..Self::new(&HookSpecs::default(), IndexMap::new(), actor) }
    }

    /// Writes the call down, does what the specification says, and returns it; nothing when the hook is not installed.
    async fn called(&self, name: &str, entry: Value) -> Result<Option<HookSpec>, HookError> {
        let Some(specs) = self.turn_hooks.get(name) else { return Ok(None) };
        let spec = {
            let mut specs = specs.lock().unwrap();
            if specs.len() > 1 { specs.remove(0) } else { specs.first().cloned().unwrap_or_default() }
        };
        self.perform(name, entry, &spec).await?;
        Ok(Some(spec))
    }

    async fn perform(&self, name: &str, mut entry: Value, spec: &HookSpec) -> Result<(), HookError> {
        entry["hook"] = json!(name);
        self.actor.log.event(entry);
        if let Some(delay) = spec.delay_ms {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        self.actor.act(spec.actions.as_deref().unwrap_or_default()).await.map_err(HookError::new)?;
        spec.throws.as_ref().map_or(Ok(()), |text| Err(HookError::new(text)))
    }

    fn change(&self, returns: &Value) -> RequestChange {
        let named = |name: &Value| Arc::clone(&self.tools[name.as_str().unwrap()]);
        let tools = returns.get("contextTools").map(|names| names.as_array().unwrap().iter().map(named).collect());
        let model = returns.get("model").map(|model| Arc::new(named_model(model)));
        let level = returns.get("thinkingLevel").map(|level| ThinkingLevel::parse(level.as_str().unwrap()).unwrap());
        let messages = returns.get("contextMessages").map(|messages| serde_json::from_value(messages.clone()).unwrap());
        RequestChange { messages, tools, model, thinking_level: level }
    }
}

fn named_model(model: &Value) -> Model {
    let id = model.as_str().or_else(|| model["id"].as_str()).unwrap();
    Model { id: id.into(), ..provider::model() }
}

fn named<'a>(specs: &'a Option<IndexMap<String, HookSpec>>, tool: &str) -> Option<&'a HookSpec> {
    let specs = specs.as_ref()?;
    specs.get(tool).or_else(|| specs.get("*"))
}

#[async_trait]
impl Hooks for ScenarioHooks {
    async fn prepare_request(&self, request: RequestView<'_>) -> Result<RequestChange, HookError> {
        let level = request.thinking_level.as_str();
        let entry = json!({"messages": digests(request.messages), "model": request.model.id, "thinkingLevel": level});
        let spec = self.called("prepareRequest", entry).await?.unwrap_or_default();
        Ok(spec.returns.map_or_else(RequestChange::default, |returns| self.change(&returns)))
    }

    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        _: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        let entry = json!({"messages": digests(&messages), "signal": true});
        let spec = self.called("transformContext", entry).await?.unwrap_or_default();
        let dropped = spec.keep_last.map_or(0, |keep| messages.len().saturating_sub(keep));
        Ok(messages.into_iter().skip(dropped).collect())
    }

    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        self.called("convertToLlm", json!({"messages": digests(&messages)})).await?;
        Ok(model_messages(messages))
    }

    async fn authorize(&self, model: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        self.called("getApiKey", json!({"provider": model.provider})).await?;
        Ok(options)
    }

    async fn before_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        if let Some(name) = &self.replaced {
            self.actor.log.event(json!({"hook": format!("replaced:{name}")}));
        }
        let Some(spec) = named(&self.before, &call.call.name) else { return Ok(ToolVerdict::Allow) };
        let entry = json!({
            "toolCallId": call.call.id,
            "args": arguments,
            "contextTail": call.messages.last().map(digest::digest),
            "aborted": call.cancel.is_cancelled(),
        });
        self.perform("beforeToolCall", entry, spec).await?;
        for (name, value) in spec.mutate_args.iter().flatten() {
            arguments.insert(name.clone(), value.clone());
        }
        let returns = spec.returns.clone().unwrap_or_default();
        if returns["block"] == json!(true) {
            let reason = returns["reason"].as_str().map(str::to_owned);
            return Ok(ToolVerdict::Block { reason, terminate: returns["terminate"] == json!(true) });
        }
        Ok(ToolVerdict::Allow)
    }

    async fn after_tool_call(
        &self,
        call: ToolCallView<'_>,
        _: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        let Some(spec) = named(&self.after, &call.call.name) else { return Ok(ToolAmendment::default()) };
        let entry = json!({"toolCallId": call.call.id, "isError": output.is_error, "result": digest::output(output)});
        self.perform("afterToolCall", entry, spec).await?;
        let returns = spec.returns.clone().unwrap_or_default();
        Ok(ToolAmendment {
            content: returns.get("content").map(|content| serde_json::from_value(content.clone()).unwrap()),
            details: returns.get("details").cloned(),
            structured_content: returns.get("structuredContent").cloned(),
            is_error: returns.get("isError").and_then(Value::as_bool),
            terminate: returns.get("terminate").and_then(Value::as_bool),
            usage: returns.get("usage").map(|usage| serde_json::from_value(usage.clone()).unwrap()),
        })
    }

    async fn finish_turn(&self, turn: TurnView<'_>) -> Result<TurnDecision, HookError> {
        let entry = json!({
            "message": digest::digest_answer(turn.message),
            "toolResults": digest::tool_results(turn.tool_results),
            "newMessages": digests(turn.new_messages),
        });
        let spec = self.called("finishTurn", entry).await?.unwrap_or_default();
        match spec.returns.as_ref().and_then(|returns| returns["action"].as_str()) {
            None => Ok(TurnDecision::Default),
            Some("continue") => Ok(TurnDecision::Continue),
            Some("end") => Ok(TurnDecision::End),
            Some(other) => panic!("decision `{other}` is not known"),
        }
    }

    async fn prepare_next_turn(&self, turn: TurnView<'_>) -> Result<NextTurn, HookError> {
        let entry = json!({"message": digest::digest_answer(turn.message)});
        let spec = self.called("prepareNextTurn", entry).await?.unwrap_or_default();
        let Some(returns) = spec.returns else { return Ok(NextTurn::default()) };
        let append = returns.get("messages").map(|messages| serde_json::from_value(messages.clone()).unwrap());
        Ok(NextTurn { change: self.change(&returns), append: append.unwrap_or_default() })
    }
}
