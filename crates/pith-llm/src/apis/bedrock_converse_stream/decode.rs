//! Reads the event stream (spec/providers.md 3.5). Only calls have a start; text and thinking open with their first piece.
//! Usage comes after the end of the message, so the answer ends with the stream.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pith_types::StopReason;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{exception, http_error};
use crate::apis::{
    answer::{Answer, BlockIndex},
    drive::{Decode, Framing},
};
use crate::cost::calculate_cost;
use crate::failure::{FailureKind, Said, classify, is_strict_limit};
use crate::signature::signed;
use crate::{HttpRequest, WireRequest, sse::Frame};

/// The service's name in signatures.
const SERVICE: &str = "bedrock";

/// What is shown of thinking that the model keeps to itself.
const REDACTED: &str = "[Reasoning redacted]";

/// The state of one answer.
#[derive(Default)]
pub(super) struct Decoder {
    blocks: Vec<Block>,
    stop: Option<String>,
}

struct Block {
    index: u64,
    block: BlockIndex,
    kind: Kind,
    /// Pieces of thinking that is kept back, joined.
    hidden: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
    Call,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Start {
    content_block_index: u64,
    start: StartedBlock,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StartedBlock {
    tool_use: Option<ToolUse>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ToolUse {
    tool_use_id: String,
    name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Piece {
    content_block_index: u64,
    delta: Delta,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Delta {
    text: Option<String>,
    tool_use: Option<Input>,
    reasoning_content: Option<Reasoning>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Input {
    input: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Reasoning {
    text: Option<String>,
    signature: Option<String>,
    redacted_content: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stop {
    content_block_index: u64,
    stop_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    usage: Option<Counts>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Counts {
    input_tokens: u64,
    output_tokens: u64,
    total_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_write_input_tokens: Option<u64>,
    cache_details: Option<Vec<Detail>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Detail {
    ttl: String,
    input_tokens: u64,
}

impl Decoder {
    fn start(&mut self, start: Start, answer: &mut Answer) {
        let Some(call) = start.start.tool_use else { return };
        let block = answer.open_call(&call.tool_use_id, &call.name);
        self.blocks.push(Block { index: start.content_block_index, block, kind: Kind::Call, hidden: Vec::new() });
    }

    fn piece(&mut self, piece: Piece, answer: &mut Answer) {
        let index = piece.content_block_index;
        if let Some(text) = piece.delta.text {
            let block = self.block(index, Kind::Text, answer).block;
            answer.grow(block, text);
        }
        if let Some(input) = piece.delta.tool_use
            && let Some(block) = self.blocks.iter().rfind(|block| block.index == index && block.kind == Kind::Call)
        {
            answer.grow(block.block, input.input);
        }
        let Some(reasoning) = piece.delta.reasoning_content else { return };
        let block = self.block(index, Kind::Thinking, answer);
        if let Some(text) = reasoning.text.filter(|text| !text.is_empty()) {
            answer.grow(block.block, text);
        }
        answer.extend_signature(block.block, &reasoning.signature.unwrap_or_default());
        if let Some(data) = reasoning.redacted_content {
            if block.hidden.is_empty() {
                answer.grow(block.block, REDACTED.to_owned());
            }
            block.hidden.extend(STANDARD.decode(data).unwrap_or_default());
            answer.hide_thinking(block.block, STANDARD.encode(&block.hidden));
        }
    }

    fn block(&mut self, index: u64, kind: Kind, answer: &mut Answer) -> &mut Block {
        let known = self.blocks.iter().rposition(|block| block.index == index && block.kind == kind);
        let known = known.filter(|&at| self.blocks.get(at).is_some_and(|block| answer.is_open(block.block)));
        let at = known.unwrap_or_else(|| {
            let block = if kind == Kind::Text { answer.open_text() } else { answer.open_thinking(None) };
            self.blocks.push(Block { index, block, kind, hidden: Vec::new() });
            self.blocks.len() - 1
        });
        &mut self.blocks[at]
    }

    fn stop(&mut self, stop: &Stop, answer: &mut Answer) {
        for block in self.blocks.iter().filter(|block| block.index == stop.content_block_index) {
            answer.close(block.block);
        }
    }

    fn message_stop(&mut self, stop: Stop, answer: &mut Answer) {
        answer.message.raw_stop_reason.clone_from(&stop.stop_reason);
        self.stop = Some(stop.stop_reason.unwrap_or_default());
    }
}

impl Decode for Decoder {
    fn frame(&mut self, frame: Frame, answer: &mut Answer) {
        let event = frame.event.unwrap_or_default();
        let data = frame.data.as_str();
        let read = match event.as_str() {
            "contentBlockDelta" => serde_json::from_str(data)
                .or_else(|_| serde_json::from_str(&answer.mend(data)))
                .map(|piece| self.piece(piece, answer)),
            "contentBlockStart" => parse(data).map(|start| self.start(start, answer)),
            "contentBlockStop" => parse(data).map(|stop| self.stop(&stop, answer)),
            "messageStop" => parse(data).map(|stop| self.message_stop(stop, answer)),
            "metadata" => parse(data).map(|metadata| usage(metadata, answer)),
            name if name == "error" || name.ends_with("Exception") => {
                // The name is the code.
                let coded = serde_json::json!({"code": name, "message": data}).to_string();
                let said = if name == "error" { data } else { &coded };
                let kind = classify(Said { provider: &answer.model.provider, status: None, body: said });
                answer.fail_as(kind, &exception(name, data));
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
        let calls = answer.message.tool_calls().next().is_some();
        let Some(reason) = self.stop.take() else {
            return answer.fail_as(FailureKind::Cut, "the stream ended before `messageStop`");
        };
        match reason.as_str() {
            "end_turn" | "stop_sequence" if calls => answer.finish(StopReason::ToolUse),
            "end_turn" | "stop_sequence" => answer.finish(StopReason::Stop),
            "max_tokens" | "model_context_window_exceeded" => answer.finish(StopReason::Length),
            "tool_use" => answer.finish(StopReason::ToolUse),
            "guardrail_intervened" | "content_filtered" => {
                answer.fail_as(FailureKind::Refused, &format!("the answer was held back: {reason}"));
            }
            _ => answer.fail_as(FailureKind::Protocol, &format!("the answer ended for an unknown reason: {reason}")),
        }
    }

    fn is_complete(&self) -> bool {
        self.stop.is_some()
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        http_error(status, body)
    }

    fn refusal_kind(&self, said: Said<'_>, headers: &[(String, String)]) -> FailureKind {
        // The name of the error stands in a header.
        let named = headers.iter().find(|(name, _)| name == "x-amzn-errortype").map(|(_, value)| value.as_str());
        let named = named.and_then(|name| name.split(':').next()).unwrap_or_default();
        let coded = serde_json::json!({"code": named, "message": said.body}).to_string();
        classify(Said { body: if named.is_empty() { said.body } else { &coded }, ..said })
    }

    fn seal(&self, wire: &WireRequest, now: i64) -> HttpRequest {
        let (url, headers, body) = (wire.url.clone(), wire.headers.clone(), wire.body.clone());
        let headers = match &wire.signing {
            Some(signing) => signed(signing, SERVICE, &url, headers, &body, now),
            None => headers,
        };
        HttpRequest { url, headers, body }
    }

    /// Some sets of tools are too much to bind arguments to: then they are sent unbound, once.
    fn rephrase(&mut self, wire: &WireRequest, status: u16, body: &str) -> Option<WireRequest> {
        if status != 400 || !is_strict_limit(body) {
            return None;
        }
        let mut sent: Value = serde_json::from_slice(&wire.body).ok()?;
        let mut changed = false;
        for tool in sent["toolConfig"]["tools"].as_array_mut()? {
            changed |= tool["toolSpec"].as_object_mut()?.shift_remove("strict").is_some();
        }
        let body = serde_json::to_vec(&sent).ok()?.into();
        changed.then(|| WireRequest { body, ..wire.clone() })
    }

    fn framing(&self) -> Framing {
        Framing::EventStream
    }
}

fn usage(metadata: Metadata, answer: &mut Answer) {
    let Some(counts) = metadata.usage else { return };
    let usage = &mut answer.message.usage;
    usage.input = counts.input_tokens;
    usage.output = counts.output_tokens;
    usage.cache_read = counts.cache_read_input_tokens.unwrap_or(0);
    usage.cache_write = counts.cache_write_input_tokens.unwrap_or(0);
    usage.total_tokens =
        counts.total_tokens.unwrap_or(usage.input + usage.output + usage.cache_read + usage.cache_write);
    let details = counts.cache_details.iter().flatten();
    let hour: u64 = details.filter(|detail| detail.ttl == "1h").map(|detail| detail.input_tokens).sum();
    usage.cache_write1h = Some(hour);
    usage.cost = calculate_cost(&answer.model.cost, usage);
}

fn parse<T: DeserializeOwned>(data: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(data).or_else(|_| serde_json::from_str(&pith_types::mend_surrogates(data)))
}
