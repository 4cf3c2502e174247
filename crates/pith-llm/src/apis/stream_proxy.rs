//! The client of a proxy that keeps the keys of others: it is sent the whole question, and streams events back
//! (spec/core.md R5.21).
//!
//! The events are this crate's own without the growing message, which is put together here.

use pith_types::{StopReason, ToolCall, Usage};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, BlockIndex},
    drive::{Decode, drive},
};
use crate::failure::FailureKind;
use crate::sse::Frame;
use crate::{Api, Call, EventStream, PrepareError, Request, Secret, WireRequest};

/// A wire that reaches the models of one API through a proxy.
#[derive(Debug, Clone)]
pub struct StreamProxy {
    api: String,
    url: String,
    token: Secret,
}

impl StreamProxy {
    /// For models whose `api` is this; the proxy at `url` knows the caller by `token`.
    pub fn new(api: impl Into<String>, url: &str, token: Secret) -> Self {
        Self { api: api.into(), url: format!("{}/api/stream", url.trim_end_matches('/')), token }
    }
}

impl Api for StreamProxy {
    fn id(&self) -> &str {
        &self.api
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let body = json!({
            "model": *request.model,
            "context": {"messages": request.context.messages()},
            "options": options(request),
        });
        let model = std::sync::Arc::clone(&request.model);
        let headers = vec![
            ("authorization".to_owned(), Secret::new(format!("Bearer {}", self.token.reveal()))),
            ("content-type".to_owned(), Secret::new("application/json")),
        ];
        Ok(WireRequest {
            model,
            url: self.url.clone(),
            headers,
            body: body.to_string().into(),
            ..WireRequest::default()
        })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        drive(wire, call, Decoder::default())
    }
}

/// What of the options can be said in JSON, as far as it was asked for. Keys stay here.
fn options(request: &Request) -> Value {
    let options = &request.options;
    let mut said = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            said.insert(key.to_owned(), value);
        }
    };
    put("temperature", options.temperature.map(|value| json!(value)));
    put("samplingParams", options.sampling_params.clone().map(Value::Object));
    put("maxTokens", options.max_tokens.map(|value| json!(value)));
    put("reasoning", (options.thinking != pith_types::ThinkingLevel::Off).then(|| json!(options.thinking.as_str())));
    put(
        "cacheRetention",
        (options.cache_retention != crate::CacheRetention::default()).then(|| json!(options.cache_retention)),
    );
    put("sessionId", options.session_id.as_ref().map(|value| json!(value)));
    put("metadata", options.metadata.clone().map(Value::Object));
    put("toolChoice", options.tool_choice.as_ref().map(|value| json!(value)));
    put("thinkingBudgets", options.thinking_budgets.as_ref().map(|value| json!(value)));
    Value::Object(said)
}

/// An event as the proxy sends it.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Sent {
    Start,
    TextStart {
        content_index: BlockIndex,
    },
    TextDelta {
        content_index: BlockIndex,
        delta: String,
    },
    TextEnd {
        content_index: BlockIndex,
        content_signature: Option<String>,
    },
    ThinkingStart {
        content_index: BlockIndex,
    },
    ThinkingDelta {
        content_index: BlockIndex,
        delta: String,
    },
    ThinkingEnd {
        content_index: BlockIndex,
        content_signature: Option<String>,
    },
    #[serde(rename = "toolcall_start")]
    ToolCallStart {
        content_index: BlockIndex,
        id: String,
        tool_name: String,
    },
    #[serde(rename = "toolcall_delta")]
    ToolCallDelta {
        content_index: BlockIndex,
        delta: String,
    },
    #[serde(rename = "toolcall_end")]
    ToolCallEnd {
        content_index: BlockIndex,
        tool_call: Option<ToolCall>,
    },
    Done {
        reason: StopReason,
        #[serde(default)]
        usage: Usage,
    },
    Error {
        #[serde(default)]
        usage: Usage,
        error_message: Option<String>,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Default)]
struct Decoder {
    /// Ours by the proxy's.
    blocks: Vec<(BlockIndex, BlockIndex)>,
}

impl Decoder {
    fn take(&mut self, sent: Sent, answer: &mut Answer) -> Option<()> {
        match sent {
            Sent::Start | Sent::Unknown => {}
            Sent::TextStart { content_index } => self.blocks.push((content_index, answer.open_text())),
            Sent::ThinkingStart { content_index } => self.blocks.push((content_index, answer.open_thinking(None))),
            Sent::ToolCallStart { content_index, id, tool_name } => {
                self.blocks.push((content_index, answer.open_call(&id, &tool_name)));
            }
            Sent::TextDelta { content_index, delta }
            | Sent::ThinkingDelta { content_index, delta }
            | Sent::ToolCallDelta { content_index, delta } => answer.grow(self.block(content_index, answer)?, delta),
            Sent::TextEnd { content_index, content_signature } => {
                let block = self.block(content_index, answer)?;
                if let Some(signature) = content_signature {
                    answer.sign_text(block, signature);
                }
                answer.close(block);
            }
            Sent::ThinkingEnd { content_index, content_signature } => {
                let block = self.block(content_index, answer)?;
                answer.extend_signature(block, &content_signature.unwrap_or_default());
                answer.close(block);
            }
            Sent::ToolCallEnd { content_index, tool_call } => {
                let block = self.block(content_index, answer)?;
                if answer.arguments(block).is_empty() {
                    let whole = tool_call.map(|call| Value::Object(call.arguments).to_string());
                    answer.grow(block, whole.unwrap_or_default());
                }
                answer.close(block);
            }
            Sent::Done { reason, usage } => {
                answer.message.usage = usage;
                answer.finish(reason);
            }
            Sent::Error { usage, error_message } => {
                answer.message.usage = usage;
                answer.fail(error_message.as_deref().unwrap_or("the proxy told of a failure"));
            }
        }
        Some(())
    }

    fn block(&self, index: BlockIndex, answer: &Answer) -> Option<BlockIndex> {
        let (_, block) = self.blocks.iter().rfind(|(theirs, _)| *theirs == index)?;
        answer.is_open(*block).then_some(*block)
    }
}

impl Decode for Decoder {
    fn frame(&mut self, frame: Frame, answer: &mut Answer) {
        match serde_json::from_str(&frame.data) {
            Ok(sent) => {
                if self.take(sent, answer).is_none() {
                    answer.fail_as(FailureKind::Protocol, "the proxy sent an event for a block that is not open");
                }
            }
            Err(error) => {
                answer.fail_as(
                    FailureKind::Cut,
                    &format!("stream read error: the proxy's event is not readable: {error}"),
                );
            }
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        answer.fail_as(FailureKind::Cut, "the proxy's stream ended before the answer did");
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        let object = serde_json::from_str::<Value>(body).unwrap_or_default();
        match object["error"].as_str() {
            Some(error) => format!("proxy error: {error}"),
            None => format!("proxy error: {status}"),
        }
    }
}
