//! Reads the stream of events (spec/providers.md 3.3).
//!
//! Blocks are told apart by the place of their item in the output. What an item says when it is done counts, whatever its
//! pieces were; an item may also come at once, without having been announced.

mod items;
mod usage;

use std::collections::BTreeMap;

use pith_types::StopReason;
use serde_json::{Value, json};

use super::error::stream_error;
use super::wire::{Event, Item, Response};
use crate::apis::{answer::Answer, drive::Decode, refusal::http_error};
use crate::{WireRequest, failure::FailureKind, sse::Frame};
use items::Slot;

/// The state of one answer.
pub(in crate::apis) struct Decoder {
    slots: BTreeMap<u64, Slot>,
    /// Where the item stands that came last, for hosts that do not say it of every event.
    latest: u64,
    /// Tools whose calls come as plain text, with the argument that it stands for.
    text_arguments: Vec<(String, String)>,
}

impl Decoder {
    pub(in crate::apis) fn new(wire: &WireRequest) -> Self {
        Self { slots: BTreeMap::new(), latest: 0, text_arguments: wire.text_arguments.clone() }
    }

    fn event(&mut self, event: Event<'_>, answer: &mut Answer) {
        let place = event.output_index.unwrap_or(self.latest);
        match &*event.kind {
            "response.created" | "response.in_progress" => {
                answer.message.response_id = event.response.and_then(|response| response.id);
            }
            "response.output_item.added" => {
                if let Some(item) = event.item {
                    self.open(place, &item, answer);
                }
            }
            "response.output_item.done" => {
                if let Some(item) = event.item {
                    self.close(place, &item, answer);
                }
            }
            "response.reasoning_summary_text.delta"
            | "response.reasoning_text.delta"
            | "response.output_text.delta"
            | "response.refusal.delta"
            | "response.function_call_arguments.delta" => self.grow(place, event.delta, answer),
            "response.reasoning_summary_part.done" => self.grow(place, Some("\n\n".to_owned()), answer),
            "response.custom_tool_call_input.delta" => self.grow_text_call(place, event.delta, answer),
            "response.function_call_arguments.done" => self.complete_call(place, event.arguments, answer),
            "response.custom_tool_call_input.done" => self.complete_text_call(place, event.input, answer),
            "response.completed" | "response.incomplete" | "response.failed" | "response.done" => {
                if let Some(response) = event.response {
                    self.end_with(*response, answer);
                }
            }
            "error" => fail(&event, answer),
            _ => {}
        }
    }

    fn end_with(&mut self, response: Response, answer: &mut Answer) {
        if response.id.is_some() {
            answer.message.response_id.clone_from(&response.id);
        }
        answer.message.end_turn = response.end_turn;
        if let Some(usage) = &response.usage {
            answer.message.usage = usage::read(usage, response.service_tier.as_deref(), &answer.model);
        }
        for item in response.output.iter().flatten() {
            self.back_fill(item, answer);
        }
        let reason = response.incomplete_details.as_ref().and_then(|details| details.reason.as_deref());
        let status = response.status.as_deref().unwrap_or("completed");
        let raw = match reason {
            Some(reason) if status == "incomplete" => format!("incomplete.{reason}"),
            _ => status.to_owned(),
        };
        answer.message.raw_stop_reason = Some(raw);
        match (status, reason) {
            ("completed", _) => self.complete(answer),
            ("incomplete", Some("max_output_tokens")) => answer.cut_short(StopReason::Length),
            ("incomplete", reason) => {
                let text = format!("Response incomplete: {}", reason.unwrap_or("for no stated reason"));
                let refused = reason == Some("content_filter");
                answer.fail_as(if refused { FailureKind::Refused } else { FailureKind::Protocol }, &text);
            }
            ("failed", reason) => {
                let text = failure(response.error.as_ref(), reason);
                match response.error.filter(|error| !error.is_null()) {
                    Some(error) => answer.fail_of(&error, &text),
                    None => answer.fail(&text),
                }
            }
            (status, _) => answer.fail(&format!("Response ended with the unknown status: {status}")),
        }
    }

    fn complete(&mut self, answer: &mut Answer) {
        if let Some(name) = self.slots.values().find_map(|slot| slot.unfinished_call(answer)) {
            return answer.fail(&format!("Response completed without the end of the call to: {name}"));
        }
        let calls = self.slots.values().any(Slot::is_call);
        answer.cut_short(if calls { StopReason::ToolUse } else { StopReason::Stop });
    }

    /// Some hosts tell the encrypted reasoning only at the end of all.
    fn back_fill(&self, item: &Item, answer: &mut Answer) {
        let encrypted = item.0.get("encrypted_content").filter(|content| content.is_string());
        if let (Some(encrypted), "reasoning") = (encrypted, item.text("type"))
            && let Some(slot) = self.slots.values().find(|slot| slot.is_item(item.text("id")))
        {
            slot.back_fill(encrypted, answer);
        }
    }
}

/// The text of an answer that failed.
fn failure(error: Option<&Value>, incomplete: Option<&str>) -> String {
    match (error.filter(|error| !error.is_null()), incomplete) {
        (Some(error), _) => stream_error(error.get("code"), error.get("message").and_then(Value::as_str)),
        (None, Some(reason)) => format!("Response failed: incomplete: {reason}"),
        (None, None) => "Response failed for no stated reason".to_owned(),
    }
}

fn fail(event: &Event<'_>, answer: &mut Answer) {
    let nested = event.error.as_deref().filter(|error| error.is_object());
    let text = match nested {
        Some(error) => {
            stream_error(error.get("code").or(error.get("type")), error.get("message").and_then(Value::as_str))
        }
        None => stream_error(event.code.as_ref(), event.message.as_deref()),
    };
    match nested {
        Some(error) => answer.fail_of(error, &text),
        None => answer.fail_of(&json!({"code": event.code, "message": event.message}), &text),
    }
}

impl Decode for Decoder {
    fn frame(&mut self, frame: Frame, answer: &mut Answer) {
        let data = frame.data.trim();
        if data.is_empty() || data == "[DONE]" {
            return;
        }
        let mended;
        let event = match serde_json::from_str(data) {
            Ok(event) => Ok(event),
            Err(_) => {
                mended = answer.mend(data);
                serde_json::from_str(&mended)
            }
        };
        match event {
            Ok(event) => self.event(event, answer),
            Err(error) => {
                let text = format!("stream read error: the server sent an event that is not readable: {error}");
                answer.fail_as(FailureKind::Cut, &text);
            }
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        answer.fail_as(FailureKind::Cut, "stream ended before the response was complete");
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        http_error(status, body)
    }
}
