//! Reads the stream of named events (spec/providers.md 3.1).
//!
//! A block is opened, grows and is closed by its index. Kinds that are not known are passed over, with all that belongs to
//! them. Data without an event's name is none of this wire's.

use std::sync::Arc;

use pith_types::{Model, ModelCost, StopReason, ThinkingContent, mend_surrogates};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{
    compat::{Compat, Fallback},
    error::http_error,
    rephrase::Memory,
    wire::{BlockDelta, BlockStart, BlockStop, MessageDelta, MessageStart, StartedBlock, WireUsage},
};
use crate::apis::{
    answer::{Answer, BlockIndex},
    drive::Decode,
};
use crate::cost::calculate_cost;
use crate::failure::{FailureKind, Said, classify};
use crate::{WireRequest, sse::Frame};

/// What is shown of thinking that the server keeps to itself.
const REDACTED: &str = "[Reasoning redacted]";

/// The state of one answer.
pub(super) struct Decoder {
    model: String,
    fallbacks: Vec<Fallback>,
    memory: Memory,
    prices: Arc<Model>,
    fallback_prices: Option<ModelCost>,
    blocks: Vec<Block>,
    stop: Option<String>,
    explanation: Option<String>,
    rephrased: u8,
}

struct Block {
    index: u64,
    block: BlockIndex,
    /// Arguments that came with the start of a call; they count when none follow.
    whole: Option<Value>,
}

/// Times that a request is said in another form: there are as many forms.
const MOST_REPHRASED: u8 = 3;

impl Decoder {
    pub(super) fn new(wire: &WireRequest, memory: Memory) -> Self {
        Self {
            model: wire.model.id.clone(),
            fallbacks: Compat::of(&wire.model).fallbacks,
            memory,
            prices: Arc::clone(&wire.model),
            fallback_prices: None,
            blocks: Vec::new(),
            stop: None,
            explanation: None,
            rephrased: 0,
        }
    }

    fn message_start(&mut self, start: MessageStart, answer: &mut Answer) {
        let Some(message) = start.message else { return };
        answer.message.response_id = message.id.filter(|id| !id.is_empty());
        if let Some(model) = message.model.filter(|model| !model.is_empty() && *model != self.model) {
            self.answered_by(model, answer);
        }
        let usage = message.usage.unwrap_or_default();
        answer.message.usage.cache_write1h = Some(0);
        self.usage(&usage, answer);
    }

    fn answered_by(&mut self, model: String, answer: &mut Answer) {
        let fallback = self.fallbacks.iter().find(|fallback| fallback.model == model);
        self.fallback_prices = fallback.and_then(|fallback| fallback.cost.clone());
        answer.message.response_model = Some(model);
    }

    /// Only what is said counts.
    fn usage(&self, said: &WireUsage, answer: &mut Answer) {
        let usage = &mut answer.message.usage;
        let set = |field: &mut u64, value: Option<u64>| {
            if let Some(value) = value {
                *field = value;
            }
        };
        set(&mut usage.input, said.input_tokens);
        set(&mut usage.output, said.output_tokens);
        set(&mut usage.cache_read, said.cache_read_input_tokens);
        set(&mut usage.cache_write, said.cache_creation_input_tokens);
        if let Some(hour) = said.cache_creation.as_ref().and_then(|cache| cache.ephemeral_1h_input_tokens) {
            usage.cache_write1h = Some(hour);
        }
        if let Some(thought) = said.output_tokens_details.as_ref().and_then(|details| details.thinking_tokens) {
            usage.reasoning = Some(thought);
        }
        usage.total_tokens = usage.input + usage.output + usage.cache_read + usage.cache_write;
        usage.cost = calculate_cost(self.fallback_prices.as_ref().unwrap_or(&self.prices.cost), usage);
    }

    fn block_start(&mut self, start: BlockStart, answer: &mut Answer) {
        let StartedBlock { kind, text, thinking, signature, data, id, name, input, to } = start.content_block;
        let mut whole = None;
        let block = match kind.as_str() {
            "text" => {
                let block = answer.open_text();
                grow(answer, block, text);
                block
            }
            "thinking" => {
                let block = answer.open_thinking(None);
                grow(answer, block, thinking);
                answer.extend_signature(block, &signature.unwrap_or_default());
                block
            }
            "redacted_thinking" => answer.open_hidden_thinking(ThinkingContent {
                thinking: REDACTED.into(),
                thinking_signature: Some(data.unwrap_or_default()),
                redacted: Some(true),
            }),
            "tool_use" => {
                whole = input.filter(|input| input.as_object().is_some_and(|input| !input.is_empty()));
                answer.open_call(&id.unwrap_or_default(), &name.unwrap_or_default())
            }
            "fallback" => {
                if !answer.message.content.is_empty() {
                    return answer.fail_as(FailureKind::Protocol, "the server changed the model within an answer");
                }
                let model = match to {
                    Some(Value::String(model)) => Some(model),
                    Some(object) => object.get("model").and_then(Value::as_str).map(str::to_owned),
                    None => None,
                };
                if let Some(model) = model {
                    self.answered_by(model, answer);
                    self.usage(&WireUsage::default(), answer);
                }
                return;
            }
            _ => return,
        };
        self.blocks.push(Block { index: start.index, block, whole });
    }

    fn block_delta(&mut self, delta: BlockDelta<'_>, answer: &mut Answer) {
        let Some(block) = self.blocks.iter_mut().rfind(|block| block.index == delta.index) else { return };
        let index = block.block;
        if !answer.is_open(index) {
            return;
        }
        let piece = delta.delta;
        let text = match &*piece.kind {
            "text_delta" => piece.text,
            "thinking_delta" => piece.thinking,
            "input_json_delta" => {
                if piece.partial_json.as_ref().is_some_and(|json| !json.is_empty()) {
                    block.whole = None;
                }
                piece.partial_json
            }
            "signature_delta" => return answer.extend_signature(index, &piece.signature.unwrap_or_default()),
            _ => None,
        };
        if let Some(text) = text {
            answer.grow(index, text);
        }
    }

    fn block_stop(&mut self, stop: &BlockStop, answer: &mut Answer) {
        let Some(block) = self.blocks.iter_mut().rfind(|block| block.index == stop.index) else { return };
        if let Some(whole) = block.whole.take() {
            answer.grow(block.block, whole.to_string());
        }
        answer.close(block.block);
    }

    fn message_delta(&mut self, delta: MessageDelta, answer: &mut Answer) {
        if let Some(ending) = delta.delta {
            if let Some(reason) = ending.stop_reason.filter(|reason| !reason.is_empty()) {
                answer.message.raw_stop_reason = Some(reason.clone());
                self.stop = Some(reason);
            }
            let explanation = ending.stop_details.as_ref().and_then(|details| details.get("explanation"));
            self.explanation = explanation.and_then(Value::as_str).map(str::to_owned).or(self.explanation.take());
        }
        if let Some(usage) = &delta.usage {
            self.usage(usage, answer);
        }
        if let Some(transformations) = delta.input_transformations.filter(|list| !list.is_empty()) {
            // What was changed and why; the rest may be large.
            let parts = ["type", "id", "action", "reason"];
            let kept = |one: Map<String, Value>| -> Map<String, Value> {
                one.into_iter().filter(|(key, _)| parts.contains(&key.as_str())).collect()
            };
            let transformations: Vec<_> = transformations.into_iter().map(kept).collect();
            answer.note("anthropic_input_transformations", json!({"transformations": transformations}));
        }
    }

    fn finish(&mut self, answer: &mut Answer) {
        let calls = answer.message.tool_calls().next().is_some();
        let Some(reason) = self.stop.take() else {
            return answer.fail_as(FailureKind::Cut, "the stream ended without a stop reason");
        };
        match reason.as_str() {
            "end_turn" | "pause_turn" | "stop_sequence" if calls => answer.finish(StopReason::ToolUse),
            "end_turn" | "pause_turn" | "stop_sequence" => answer.finish(StopReason::Stop),
            "max_tokens" => answer.finish(StopReason::Length),
            "tool_use" => answer.finish(StopReason::ToolUse),
            "refusal" => {
                let text = self.explanation.take().unwrap_or_else(|| "the model refused to answer".into());
                answer.fail_as(FailureKind::Refused, &text);
            }
            "sensitive" => answer.fail_as(FailureKind::Refused, "the answer was flagged as sensitive"),
            "model_context_window_exceeded" => answer.fail_as(
                FailureKind::ContextOverflow,
                "the answer outgrew the model's context (model_context_window_exceeded)",
            ),
            _ => {
                answer.note("unknown_stop_reason", json!({"stopReason": reason}));
                answer.finish(if calls { StopReason::ToolUse } else { StopReason::Stop });
            }
        }
    }
}

impl Decode for Decoder {
    fn frame(&mut self, frame: Frame, answer: &mut Answer) {
        let Some(event) = frame.event else { return };
        let data = frame.data;
        let read = match event.as_str() {
            "content_block_delta" => {
                let mended;
                let delta = match serde_json::from_str(&data) {
                    Ok(delta) => Ok(delta),
                    Err(_) => {
                        mended = answer.mend(&data);
                        serde_json::from_str(&mended)
                    }
                };
                delta.map(|delta| self.block_delta(delta, answer))
            }
            "content_block_start" => parse(&data).map(|start| self.block_start(start, answer)),
            "content_block_stop" => parse(&data).map(|stop| self.block_stop(&stop, answer)),
            "message_start" => parse(&data).map(|start| self.message_start(start, answer)),
            "message_delta" => parse(&data).map(|delta| self.message_delta(delta, answer)),
            "message_stop" => {
                self.finish(answer);
                Ok(())
            }
            "error" => {
                let kind = classify(Said { provider: &answer.model.provider, status: None, body: &data });
                answer.fail_as(kind, &data);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = read {
            answer
                .fail_as(FailureKind::Cut, &format!("stream read error: the event `{event}` is not readable: {error}"));
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        answer.fail_as(FailureKind::Cut, "the stream ended before `message_stop`");
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        http_error(status, body)
    }

    fn rephrase(&mut self, wire: &WireRequest, status: u16, body: &str) -> Option<WireRequest> {
        if self.rephrased >= MOST_REPHRASED {
            return None;
        }
        self.rephrased += 1;
        self.memory.rephrase(wire, status, body)
    }
}

fn grow(answer: &mut Answer, block: BlockIndex, text: Option<String>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        answer.grow(block, text);
    }
}

/// Reads an event; half a surrogate pair is mended.
fn parse<T: DeserializeOwned>(data: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(data).or_else(|_| serde_json::from_str(&mend_surrogates(data)))
}
