//! Transcripts in, requests out.

use std::sync::Arc;

use pith_llm::{Api, CacheRetention, CallOptions, Request, Secret, ToolChoice, normalize_context};
use pith_types::{Message, Model, ThinkingLevel};
use serde_json::{Value, json};

use crate::{Failure, matching::difference};

#[test]
fn every_recorded_request_is_made() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("../fixtures/providers/openai-completions.requests.json"))?;
    let api = pith_llm::apis::all().into_iter().find(|api| api.id() == file["api"]).ok_or("no such wire")?;
    let mut wrong = Vec::new();
    for case in file["cases"].as_array().ok_or("no cases")? {
        let name = &case["case"];
        let got = request(&*api, case).map_err(|error| format!("{name}: {error}"))?;
        wrong.extend(difference(&got, &expected(case)).map(|difference| format!("{name}: {difference}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn the_same_request_gives_the_same_bytes() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("../fixtures/providers/openai-completions.requests.json"))?;
    for case in file["cases"].as_array().ok_or("no cases")? {
        for api in pith_llm::apis::all() {
            let (one, other) = (api.prepare(&ask(case)?)?, api.prepare(&ask(case)?)?);
            assert_eq!(one.body, other.body, "{}", case["case"]);
        }
    }
    Ok(())
}

fn expected(case: &Value) -> Value {
    let request = &case["requests"][0];
    let url =
        format!("{}{}", request["origin"].as_str().unwrap_or_default(), request["url"].as_str().unwrap_or_default());
    json!({"url": url, "headers": request["headers"], "body": request["body"]})
}

fn request(api: &dyn Api, case: &Value) -> Result<Value, Failure> {
    let wire = api.prepare(&ask(case)?)?;
    let known = case["requests"][0]["headers"].as_object().ok_or("no headers")?;
    // Headers that carry no meaning are not recorded.
    let free = ["accept", "user-agent"];
    let headers = wire.headers.iter().filter(|(name, _)| known.contains_key(name) || !free.contains(&name.as_str()));
    let headers: serde_json::Map<String, Value> =
        headers.map(|(name, value)| (name.clone(), json!(value.reveal()))).collect();
    let mut body: Value = serde_json::from_slice(&wire.body)?;
    rename_deployment(&mut body, &case["options"]["env"]);
    Ok(json!({"url": wire.url, "headers": headers, "body": body}))
}

pub(crate) fn ask(case: &Value) -> Result<Request, Failure> {
    let mut model: Model = serde_json::from_value(case["model"].clone())?;
    fill_base_url(&mut model, &case["options"]["env"]);
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
            // Retries, limits of time and the environment are not the wire's.
            "maxRetries" | "timeoutMs" | "env" => {}
            _ => return Err(format!("unknown option `{key}`").into()),
        }
    }
    Ok(options)
}

/// What the environment says of a base URL is filled in before a request is made.
fn fill_base_url(model: &mut Model, env: &Value) {
    if let Some(resource) = env["AZURE_OPENAI_RESOURCE_NAME"].as_str().filter(|_| model.base_url.is_empty()) {
        model.base_url = format!("https://{resource}.openai.azure.com/openai/v1");
    }
    for (name, value) in env.as_object().into_iter().flatten() {
        model.base_url = model.base_url.replace(&format!("{{{name}}}"), value.as_str().unwrap_or_default());
    }
}

/// Azure's name for a model is the environment's too; it is put in between `prepare` and `send`.
fn rename_deployment(body: &mut Value, env: &Value) {
    for pair in env["AZURE_OPENAI_DEPLOYMENT_NAME_MAP"].as_str().unwrap_or_default().split(',') {
        if let Some((model, deployment)) = pair.split_once('=')
            && body["model"] == model
        {
            body["model"] = json!(deployment);
        }
    }
}
