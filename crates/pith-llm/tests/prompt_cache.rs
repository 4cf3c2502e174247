//! The prompt cache is a promise: what was sent of a conversation is sent again as it was. Over transcripts of a hundred
//! turns, on every wire, each request begins with the one before it, but for the marks that wander with its end, a string
//! against one text block, and the item at the end that says how much to think.

use std::sync::Arc;

use pith_llm::{CallOptions, Request, Secret, apis, normalize_context};
use pith_types::{Message, Model, ThinkingLevel};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// Turns of a transcript.
const TURNS: usize = 100;

/// Turns of which every request is looked at.
const EVERY: usize = 15;

/// What wires that read changes in mid-conversation are told of it.
const NATIVE: [&str; 3] = ["anthropic-messages", "openai-completions", "openai-responses"];

#[test]
fn what_was_sent_is_sent_again_as_it_was() -> Result<(), Failure> {
    for api in apis::all() {
        let plain = model(api.id(), json!({"cacheControlFormat": "anthropic"}))?;
        holds(&*api, &plain, false)?;
        if NATIVE.contains(&api.id()) {
            let flags = json!({"supportsMidConvoSystemMessages": true, "supportsMidConvoToolChanges": true,
                "supportsMidConvoToolAdditions": true, "supportsMidConvoEffort": true, "supportsAdditionalTools": true,
                "supportsStrictTools": true, "supportsStrictMode": true});
            holds(&*api, &model(api.id(), flags)?, true)?;
        }
    }
    Ok(())
}

fn model(api: &str, compat: Value) -> Result<Model, Failure> {
    let id = match api {
        "bedrock-converse-stream" => "anthropic.claude-opus-5",
        "google-generative-ai" | "google-vertex" => "gemini-3-pro",
        _ => "m",
    };
    Ok(serde_json::from_value(json!({"id": id, "api": api, "provider": "p", "baseUrl": "https://models.example/v1",
        "reasoning": true, "input": ["text", "image"], "contextWindow": 1_000_000_000, "maxTokens": 1000, "compat": compat}))?)
}

fn holds(api: &dyn pith_llm::Api, model: &Model, changes: bool) -> Result<(), Failure> {
    let mut transcript = Transcript { messages: Vec::new(), chance: 7, calls: 0, model };
    transcript.system(changes);
    let mut before: Option<Value> = None;
    for turn in 0..TURNS {
        for request in transcript.turn(turn, changes) {
            // All of the beginning, then some: each holds what the ones between added.
            if turn > EVERY && !transcript.one_in(6) {
                continue;
            }
            let body = normal(sent(api, model, request)?);
            if let Some(before) = &before {
                check(before, &body).map_err(|text| format!("{} in turn {turn}: {text}", api.id()))?;
            }
            before = Some(body);
        }
    }
    Ok(())
}

fn sent(api: &dyn pith_llm::Api, model: &Model, messages: Vec<Message>) -> Result<Value, Failure> {
    let keys = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
    let options = CallOptions {
        api_key: Some(Secret::new("key")),
        session_id: Some("session".into()),
        thinking: ThinkingLevel::High,
        env: keys.into_iter().map(|name| (name.to_owned(), Secret::new("x"))).collect(),
        ..CallOptions::default()
    };
    let request = Request { model: Arc::new(model.clone()), context: normalize_context(messages), options };
    Ok(serde_json::from_slice(&api.prepare(&request)?.body)?)
}

/// The list that the conversation stands in.
fn conversation(body: &Value) -> &'static str {
    ["messages", "input", "contents"].into_iter().find(|key| body[*key].is_array()).unwrap_or("messages")
}

/// The body without what may differ.
fn normal(mut body: Value) -> Value {
    strip(&mut body);
    let key = conversation(&body);
    if let Some(items) = body[key].as_array_mut() {
        if items.last().is_some_and(|last| {
            last["type"] == "configuration_update" || (last["content"] == json!([]) && !last["output_config"].is_null())
        }) {
            items.pop();
        }
        for item in items {
            if let Value::String(text) = &mut item["content"] {
                let text = std::mem::take(text);
                item["content"] = json!([{"type": "text", "text": text}]);
            }
        }
    }
    body
}

/// Takes the marks out.
fn strip(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|item| item.get("cachePoint").is_none());
            items.iter_mut().for_each(strip);
        }
        Value::Object(fields) => {
            fields.shift_remove("cache_control");
            fields.values_mut().for_each(strip);
        }
        _ => {}
    }
}

/// As it is sent: the order of keys counts too.
fn bytes(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// Each request is the one before it, and more at the end of the conversation.
fn check(before: &Value, after: &Value) -> Result<(), String> {
    let key = conversation(before);
    let items = |body: &Value| body[key].as_array().cloned().unwrap_or_default();
    for (at, (old, new)) in items(before).iter().zip(&items(after)).enumerate() {
        if bytes(old) != bytes(new) {
            return Err(format!("item {at} changed\n  from {old}\n  to   {new}"));
        }
    }
    if items(after).len() < items(before).len() {
        return Err("the conversation became shorter".into());
    }
    for (field, old) in before.as_object().into_iter().flatten().filter(|(field, _)| *field != key) {
        if bytes(&after[field]) != bytes(old) {
            return Err(format!("`{field}` changed\n  from {old}\n  to   {}", after[field]));
        }
    }
    Ok(())
}

/// A conversation that grows by chance, the same each time.
struct Transcript<'a> {
    messages: Vec<Message>,
    chance: u64,
    calls: usize,
    model: &'a Model,
}

impl Transcript<'_> {
    fn one_in(&mut self, count: u64) -> bool {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33).is_multiple_of(count)
    }

    fn push(&mut self, message: Value) {
        self.messages.extend(serde_json::from_value::<Message>(message).ok());
    }

    fn system(&mut self, changes: bool) {
        let tool = |name: &str| {
            json!({"name": name, "description": "does it", "constrainedSampling": {"type": "json_schema", "strict": "prefer"},
                "parameters": {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "integer"}}, "required": ["b"]}})
        };
        self.push(json!({"role": "system", "content": "You are careful.", "sections": {"env": "here"},
            "toolsAdded": [tool("read"), tool("bash")]}));
        if changes {
            self.push(json!({"role": "user", "content": "hello"}));
        }
    }

    /// Adds a turn; gives the transcript each time that a model is asked.
    fn turn(&mut self, turn: usize, changes: bool) -> Vec<Vec<Message>> {
        let picture = json!({"type": "image", "data": "AAAA", "mimeType": "image/png"});
        let text = |text: String| json!({"type": "text", "text": text});
        let user = if self.one_in(5) {
            json!([text(format!("look {turn}")), picture])
        } else {
            json!(format!("question {turn} \u{e4}\u{1f648}"))
        };
        self.push(json!({"role": "user", "content": user}));
        if changes && self.one_in(6) {
            let mut message = json!({"role": "system", "content": "", "sections": {"env": format!("there {turn}")}});
            if self.one_in(2) {
                message["toolsAdded"] = json!([{"name": format!("tool{turn}"), "description": "new",
                    "parameters": {"type": "object", "properties": {}}}]);
            }
            self.push(message);
        }
        let mut asked = vec![self.messages.clone()];
        if self.one_in(9) {
            self.answer(json!([text("half an ans".into())]), "aborted");
            return asked;
        }
        while self.one_in(2) {
            let count = if self.one_in(2) { 2 } else { 1 };
            let ids: Vec<String> = (0..count).map(|at| format!("call_{}", self.calls + at)).collect();
            self.calls += count;
            let mut content = vec![
                json!({"type": "thinking", "thinking": format!("hm {turn}"), "thinkingSignature": "c2lnbmF0dXJl"}),
                text("I will.".into()),
            ];
            content.extend(
                ids.iter().map(
                    |id| json!({"type": "toolCall", "id": id, "name": "read", "arguments": {"b": "x", "a": turn}}),
                ),
            );
            self.answer(json!(content), "toolUse");
            for id in ids {
                let (failed, shows) = (self.one_in(4), self.one_in(3));
                let mut content = vec![text(format!("result of {id}"))];
                content.extend(shows.then(|| picture.clone()));
                self.push(json!({"role": "toolResult", "toolCallId": id, "toolName": "read", "content": content, "isError": failed}));
            }
            asked.push(self.messages.clone());
        }
        self.answer(json!([text(format!("answer {turn}"))]), "stop");
        asked
    }

    fn answer(&mut self, content: Value, reason: &str) {
        let Model { api, provider, id, .. } = self.model;
        let native = self.model.compat.as_ref().is_some_and(|compat| compat.contains_key("supportsMidConvoEffort"));
        let mut answer = json!({"role": "assistant", "api": api, "provider": provider, "model": id, "content": content, "stopReason": reason});
        if native && api != "openai-completions" {
            answer["providerThinkingLevel"] = json!("high");
        }
        self.push(answer);
    }
}
