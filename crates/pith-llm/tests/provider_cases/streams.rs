//! Answers in, events out.

use std::{collections::HashSet, sync::Arc};

use pith_llm::StreamEvent;
use pith_types::{Content, ToolCall};
use serde_json::{Value, json};

use crate::{
    Failure,
    better::better,
    matching::difference,
    play::{Prepared, Run, play, seen},
    recordings::{cases, wire},
    server::{Cut, body},
};

pub(crate) async fn every_recorded_answer_gives_its_events(api: &str) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for variant in &cases(api, "streams")? {
        let expected = better(api, variant)?;
        let mut prepared = Prepared::of(variant);
        for cut in [Cut::Whole, Cut::ByteByByte, Cut::Dressed] {
            // A new one each time, since a wire may remember what a server did not take.
            let Some(wire) = wire(api)? else { return Ok(()) };
            let played = play(&*wire, variant, &mut prepared, cut).await?;
            let trouble = check(&expected, &played.runs).or_else(|| {
                let wanted = expected["requests_seen"].as_u64().filter(|count| *count != played.asked as u64)?;
                Some(format!("{} requests instead of {wanted}", played.asked))
            });
            wrong.extend(trouble.map(|text| format!("{} ({cut:?}): {text}", variant["variant"])));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

pub(crate) async fn an_answer_may_be_cut_into_pieces_at_every_byte(api: &str) -> Result<(), Failure> {
    for variant in &cases(api, "streams")? {
        // A new one each time, since a wire may remember what a server did not take.
        let Some(first) = wire(api)? else { return Ok(()) };
        let length = variant["responses"].as_array().into_iter().flatten().map(|response| body(response).len()).max();
        let mut prepared = Prepared::of(variant);
        let whole = comparable(play(&*first, variant, &mut prepared, Cut::Whole).await?.runs);
        for at in 0..length.unwrap_or(0) {
            let Some(wire) = wire(api)? else { return Ok(()) };
            let got = comparable(play(&*wire, variant, &mut prepared, Cut::At(at)).await?.runs);
            assert_eq!(got, whole, "{} cut at {at}", variant["variant"]);
        }
    }
    Ok(())
}

pub(crate) async fn a_key_that_the_server_repeats_is_not_shown(api: &str) -> Result<(), Failure> {
    const KEY: &str = "sk-test-SECRETKEY0000";
    let Some(wire) = wire(api)? else { return Ok(()) };
    let Some(variant) = cases(api, "streams")?.into_iter().next() else { return Ok(()) };
    let mut variant = variant;
    variant["options"]["apiKey"] = json!(KEY);
    for status in [200, 400, 401] {
        let body = format!(r#"{{"error":{{"message":"bad key {KEY}"}},"message":"bad key {KEY}"}}"#);
        variant["responses"] = json!([{"status": status, "headers": {}, "ends": "closed", "body": body}]);
        let played = play(&*wire, &variant, &mut Prepared::of(&variant), Cut::Whole).await?;
        let shown = format!("{:?}", played.runs.iter().map(|run| &run.events).collect::<Vec<_>>());
        assert!(!shown.contains(KEY), "{shown}");
        assert!(status == 200 || shown.contains("bad key"), "{shown}");
    }
    Ok(())
}

pub(crate) async fn an_abort_ends_the_answer_at_once_with_what_came(api: &str) -> Result<(), Failure> {
    let Some(wire) = wire(api)? else { return Ok(()) };
    let Some(mut variant) = cases(api, "streams")?.into_iter().find(|variant| variant["variant"] == "text") else {
        return Ok(());
    };
    variant["responses"][0]["ends"] = json!("left open");
    variant["abort_after_event"] = json!("text_delta");
    let played = play(&*wire, &variant, &mut Prepared::of(&variant), Cut::Whole).await?;
    let events: Vec<Value> = played.runs.iter().flat_map(|run| &run.events).map(seen).collect();
    let shown: Vec<&Value> = events.iter().filter(|event| event["type"] == "text_delta").collect();
    let last = events.last().ok_or("no events")?;
    assert_eq!(last["reason"], "aborted");
    let text = last["error"]["content"].as_array().into_iter().flatten().find(|block| block["type"] == "text");
    assert_eq!((shown.len(), &shown[0]["delta"]), (1, &text.ok_or("no text")?["text"]));
    Ok(())
}

fn is_end(event: &Value) -> bool {
    event["type"].as_str().is_some_and(|kind| kind.ends_with("_end"))
}

fn check(expected: &Value, got: &[Run]) -> Option<String> {
    let runs = expected["runs"].as_array().map_or_else(|| std::slice::from_ref(expected), Vec::as_slice);
    if runs.len() != got.len() {
        return Some(format!("{} runs instead of {}", got.len(), runs.len()));
    }
    runs.iter().zip(got).find_map(|(expected, got)| check_run(expected, got))
}

/// Starts and deltas come in the recorded order; an end may come as soon as its block is complete.
fn check_run(expected: &Value, got: &Run) -> Option<String> {
    let got_events: Vec<Value> = got.events.iter().map(seen).collect();
    let expected_events = expected["events"].as_array().cloned().unwrap_or_default();
    let flow = |events: &[Value]| Value::Array(events.iter().filter(|event| !is_end(event)).cloned().collect());
    let ends = |events: &[Value]| {
        let mut ends: Vec<Value> = events.iter().filter(|event| is_end(event)).cloned().collect();
        ends.sort_by_key(|event| event["contentIndex"].as_u64());
        Value::Array(ends)
    };
    let mut wanted = flow(&expected_events);
    let mut wanted_ends = ends(&expected_events);
    expect_ids(&mut wanted);
    expect_ids(&mut wanted_ends);
    let mut wanted_verdict = expected["verdict"].clone();
    if let Some(verdict) = wanted_verdict.as_object_mut() {
        verdict.shift_remove("errorMessage");
    }
    difference(&flow(&got_events), &wanted)
        .or_else(|| difference(&ends(&got_events), &wanted_ends))
        .or_else(|| difference(&got.verdict, &wanted_verdict))
        .or_else(|| late_delta(&got_events))
        .or_else(|| repeated_id(got_events.last()?))
        .map(|text| format!("{text}\n  got {}", Value::Array(got_events)))
}

/// An id that was missing in the answer is made up, there as here.
fn is_made_up(id: &Value) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    id.as_str().is_some_and(|id| {
        let timed = id.rsplit_once('_').and_then(|(head, count)| head.rsplit_once('_').map(|(_, time)| (time, count)));
        id.is_empty()
            || id.strip_prefix("toolcall").is_some_and(number)
            || timed.is_some_and(|(time, count)| time.len() == 13 && number(time) && number(count))
    })
}

fn expect_ids(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(expect_ids),
        Value::Object(fields) => {
            if fields.get("type") == Some(&json!("toolCall")) && fields.get("id").is_some_and(is_made_up) {
                fields.insert("id".into(), json!("*wording*"));
            }
            fields.values_mut().for_each(expect_ids);
        }
        _ => {}
    }
}

fn late_delta(events: &[Value]) -> Option<String> {
    let mut ended = HashSet::new();
    events.iter().find_map(|event| {
        let index = event["contentIndex"].as_u64()?;
        let late = ended.contains(&index);
        if is_end(event) {
            ended.insert(index);
        }
        late.then(|| format!("{event} comes after the end of its block"))
    })
}

fn repeated_id(last: &Value) -> Option<String> {
    let message = if last["message"].is_null() { &last["error"] } else { &last["message"] };
    let calls = message["content"].as_array()?.iter().filter(|block| block["type"] == "toolCall");
    let mut ids = HashSet::new();
    calls
        .into_iter()
        .find_map(|call| (!ids.insert(call["id"].to_string())).then(|| format!("the id of {call} is used twice")))
}

/// Durations, and ids that were made up, differ from answer to answer.
fn comparable(runs: Vec<Run>) -> Vec<Vec<StreamEvent>> {
    let blank = |call: &mut ToolCall| {
        if call.id.starts_with("call_0_") {
            call.id.clear();
        }
    };
    let mut runs: Vec<Vec<StreamEvent>> = runs.into_iter().map(|run| run.events).collect();
    for event in runs.iter_mut().flatten() {
        match event {
            StreamEvent::ToolCallEnd { tool_call, .. } => blank(tool_call),
            StreamEvent::Done(message) | StreamEvent::Error(message) => {
                let message = Arc::make_mut(message);
                message.duration_ms = None;
                message.content.iter_mut().for_each(|block| {
                    if let Content::ToolCall(call) = block {
                        blank(call);
                    }
                });
            }
            _ => {}
        }
    }
    runs
}
