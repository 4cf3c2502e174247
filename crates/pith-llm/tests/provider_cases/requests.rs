//! Transcripts in, requests out.

use std::sync::Arc;

use pith_llm::{Api, CacheRetention, CallOptions, Request, Secret, ToolChoice, normalize_context};
use pith_types::{Message, Model, ThinkingLevel};
use serde_json::{Value, json};

use crate::{
    Failure,
    matching::difference,
    recordings::{cases, wire},
};

/// What stands in the recordings for an address that was made up for them.
const ANY_ENDPOINT: &str = "(endpoint)";

pub(crate) fn every_recorded_request_is_made(api: &str) -> Result<(), Failure> {
    let Some(wire) = wire(api)? else { return Ok(()) };
    let mut wrong = Vec::new();
    for case in &cases(api, "requests")? {
        let name = &case["case"];
        let got = request(&*wire, case).map_err(|error| format!("{name}: {error}"))?;
        wrong.extend(difference(&got, &expected(case)).map(|difference| format!("{name}: {difference}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

pub(crate) fn the_same_request_gives_the_same_bytes(api: &str) -> Result<(), Failure> {
    let Some(wire) = wire(api)? else { return Ok(()) };
    for case in &cases(api, "requests")? {
        let (one, other) = (wire.prepare(&ask(case)?)?, wire.prepare(&ask(case)?)?);
        assert_eq!(one.body, other.body, "{}", case["case"]);
    }
    Ok(())
}

fn expected(case: &Value) -> Value {
    let request = &case["requests"][0];
    let url = request["url"].as_str().unwrap_or_default();
    let url = match request["origin"].as_str() {
        Some(origin) => format!("{origin}{url}"),
        None => url.to_owned(),
    };
    json!({"url": url, "headers": request["headers"], "body": request["body"]})
}

fn request(api: &dyn Api, case: &Value) -> Result<Value, Failure> {
    let wire = api.prepare(&ask(case)?)?;
    let recorded = &case["requests"][0];
    let known = recorded["headers"].as_object().ok_or("no headers")?;
    // Headers that carry no meaning are not recorded.
    let free = ["accept", "user-agent"];
    let headers = wire.headers.iter().filter(|(name, _)| known.contains_key(name) || !free.contains(&name.as_str()));
    let headers: serde_json::Map<String, Value> =
        headers.map(|(name, value)| (name.clone(), json!(value.reveal()))).collect();
    let mut url = wire.url.as_str();
    if recorded["origin"].is_null() {
        let after = url.find("://").map_or(0, |at| at + 3);
        url = url.find('/').and_then(|_| url[after..].find('/')).map_or(url, |at| &url[after + at..]);
    }
    let body: Value = serde_json::from_slice(&wire.body)?;
    Ok(json!({"url": url, "headers": headers, "body": body}))
}

pub(crate) fn ask(case: &Value) -> Result<Request, Failure> {
    let mut model: Model = serde_json::from_value(case["model"].clone())?;
    if model.base_url == ANY_ENDPOINT {
        model.base_url = "https://endpoint.example".into();
    }
    let messages: Vec<Message> = serde_json::from_value(case["messages"].clone())?;
    let context = normalize_context(messages);
    Ok(Request { model: Arc::new(model), context, options: options(&case["options"])? })
}

fn options(given: &Value) -> Result<CallOptions, Failure> {
    let mut options = CallOptions::default();
    for (key, value) in given.as_object().ok_or("no options")? {
        let text = value.as_str().map(str::to_owned);
        match key.as_str() {
            "apiKey" => options.api_key = text.map(Secret::new),
            "reasoning" => {
                options.thinking = text.and_then(|name| ThinkingLevel::parse(&name)).ok_or("no such level")?
            }
            "maxTokens" => options.max_tokens = value.as_u64(),
            "temperature" => options.temperature = value.as_f64(),
            "sessionId" => options.session_id = text,
            "cacheRetention" => options.cache_retention = serde_json::from_value::<CacheRetention>(value.clone())?,
            "toolChoice" => options.tool_choice = Some(serde_json::from_value::<ToolChoice>(value.clone())?),
            "samplingParams" => options.sampling_params = value.as_object().cloned(),
            "metadata" => options.metadata = value.as_object().cloned(),
            "serviceTier" => options.service_tier = text,
            "env" => {
                let variables = value.as_object().into_iter().flatten();
                let secret = |value: &Value| Secret::new(value.as_str().unwrap_or_default());
                options.env = variables.map(|(name, value)| (name.clone(), secret(value))).collect();
            }
            // Retries and limits of time are not the wire's.
            "maxRetries" | "timeoutMs" => {}
            _ => return Err(format!("unknown option `{key}`").into()),
        }
    }
    Ok(options)
}
