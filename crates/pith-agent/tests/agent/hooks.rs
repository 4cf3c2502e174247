//! What hooks may change, in the order of R4.1.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use pith_agent::{
    Agent, AgentOptions, HookError, Hooks, RequestChange, RequestView, RunEnd, ToolAmendment, ToolCallView, ToolOutput,
    ToolVerdict, TurnDecision, TurnView, model_messages,
};
use pith_llm::{CallOptions, Secret, WireRequest};
use pith_types::{AgentMessage, Content, CustomMessage, Message, Model};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::support::{calls, line, options, scripted, tags};

/// Stands at every door, and lets everything through.
#[derive(Default)]
struct Doors(Mutex<Vec<&'static str>>);

impl Doors {
    fn pass(&self, door: &'static str) {
        self.0.lock().unwrap().push(door);
    }
}

#[async_trait]
impl Hooks for Doors {
    async fn prepare_request(&self, _: RequestView<'_>) -> Result<RequestChange, HookError> {
        self.pass("prepare_request");
        Ok(RequestChange::default())
    }

    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        _: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        self.pass("transform_context");
        Ok(messages)
    }

    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        self.pass("convert_to_llm");
        Ok(model_messages(messages))
    }

    async fn authorize(&self, _: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        self.pass("authorize");
        Ok(CallOptions { api_key: Some(Secret::new("key")), ..options })
    }

    async fn before_send(&self, wire: WireRequest, _: &CancellationToken) -> Result<WireRequest, HookError> {
        self.pass("before_send");
        // Whoever stands here may change the very bytes.
        let text = String::from_utf8(wire.body.to_vec()).unwrap().replace("go", "gone");
        Ok(WireRequest { body: Bytes::from(text), ..wire })
    }

    async fn finish_turn(&self, _: TurnView<'_>) -> Result<TurnDecision, HookError> {
        self.pass("finish_turn");
        Ok(TurnDecision::Default)
    }
}

#[tokio::test]
async fn the_doors_open_in_order_and_the_last_one_holds_the_payload() {
    let scripted = scripted(["ok".into()]);
    let doors = Arc::new(Doors::default());
    let hooks: Arc<dyn Hooks> = Arc::clone(&doors) as Arc<dyn Hooks>;
    let agent = Agent::new(AgentOptions { hooks, ..options(&scripted) });
    agent.prompt("go").await.unwrap();
    let order = ["prepare_request", "transform_context", "convert_to_llm", "authorize", "before_send", "finish_turn"];
    assert_eq!(*doors.0.lock().unwrap(), order);
    assert!(format!("{:?}", scripted.calls()[0].messages).contains("gone"));
    assert_eq!(tags(&agent.messages()), ["user:go", "assistant:ok"]);
}

/// Has a message type of its own, and says how the model sees it.
struct Notes;

#[async_trait]
impl Hooks for Notes {
    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        let convert = |message: AgentMessage| match message {
            AgentMessage::Custom(note) => Some(Message::user(note.fields["text"].as_str()?, 1)),
            AgentMessage::Model(message) => Some(message),
        };
        Ok(messages.into_iter().filter_map(convert).collect())
    }
}

#[tokio::test]
async fn a_message_type_of_ones_own_is_kept_and_converted() {
    let scripted = scripted(["ok".into(), "ok".into()]);
    let fields = json!({"text": "from a note", "timestamp": 1}).as_object().cloned().unwrap();
    let note = CustomMessage { role: "note".into(), fields };
    let agent = Agent::new(options(&scripted));
    agent.prompt(note.clone()).await.unwrap();
    assert!(scripted.calls()[0].messages.is_empty(), "by default the model does not see it");
    agent.reset().unwrap();
    agent.set_hooks(Arc::new(Notes));
    agent.prompt(note).await.unwrap();
    assert_eq!(scripted.calls()[1].messages, [Message::user("from a note", 1)]);
    assert_eq!(tags(&agent.messages()), ["note", "assistant:ok"]);
}

/// Guards tools.
struct Guard;

#[async_trait]
impl Hooks for Guard {
    async fn before_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        match call.call.id.as_str() {
            "blocked" => Ok(ToolVerdict::block("not here")),
            "broken" => Err(HookError::new("cannot tell")),
            "panicking" => panic!("lost"),
            _ => {
                arguments.insert("edited".into(), json!(true));
                Ok(ToolVerdict::Allow)
            }
        }
    }

    async fn after_tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        assert_eq!(arguments["edited"], json!(true));
        assert_eq!(output.structured_content, Some(json!(1)));
        let content = (call.call.id == "amended").then(|| vec![Content::text("other")]);
        Ok(ToolAmendment { content, ..ToolAmendment::default() })
    }

    async fn amend_message(&self, message: AgentMessage, _: &CancellationToken) -> Result<AgentMessage, HookError> {
        match message {
            AgentMessage::Model(Message::User(_)) => Ok(AgentMessage::Model(Message::user("changed", 1))),
            // Another role is not taken.
            AgentMessage::Model(Message::Assistant(_)) => Ok(AgentMessage::Model(Message::user("stolen", 1))),
            message => Ok(message),
        }
    }
}

#[tokio::test]
async fn tool_hooks_block_edit_amend_and_fail_one_call_each() {
    let echo = line("t", |arguments, _| async move {
        let content = vec![Content::text(Value::Object(arguments).to_string())];
        Ok(ToolOutput { content, structured_content: Some(json!(1)), ..ToolOutput::default() })
    });
    let ids = ["blocked", "broken", "panicking", "edited", "amended"];
    let scripted = scripted([calls("t", &ids), "ok".into()]);
    let agent = Agent::new(AgentOptions { tools: vec![echo], hooks: Arc::new(Guard), ..options(&scripted) });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Completed);
    assert_eq!(
        tags(&outcome.messages),
        [
            "user:changed",
            "assistant:",
            "blocked!:not here",
            "broken!:cannot tell",
            "panicking!:hook `before_tool_call` panicked: lost",
            "edited:{\"edited\":true}",
            "amended:other",
            "assistant:ok",
        ]
    );
}
