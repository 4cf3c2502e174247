//! JSON as it streams in (spec/core.md R5.3–R5.7).

use pith_llm::json::{
    ArgumentsStream, IncrementalParser, ParsedArguments, parse_streaming_json, parse_tool_call_arguments, repair_json,
};
use serde_json::{Map, Value, json};

use super::Failure;

pub(super) fn run(op: &str, input: &Value) -> Result<Option<Value>, Failure> {
    let text = |key: &str| input[key].as_str().unwrap_or_default();
    let pieces = || input["pieces"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Ok(Some(match op {
        "parseStreamingJson" => parse_streaming_json(text("text")),
        "parseToolCallArguments" => parsed(parse_tool_call_arguments(text("text"))),
        "repairJson" => json!(repair_json(text("text"))),
        "StreamingJsonParser" => {
            let mut parser = IncrementalParser::default();
            let step = |piece| {
                let changes = parser.append(piece);
                json!({"changes": changes, "snapshot": parser.value()})
            };
            pieces().map(step).collect()
        }
        "ToolCallArgumentsStream" => {
            let mut stream = ArgumentsStream::default();
            let mut partials = Vec::new();
            for piece in pieces() {
                stream.append(piece);
                partials.push(stream.arguments().clone());
            }
            json!({"partials": partials, "final": parsed(stream.finish()), "text": stream.text()})
        }
        "ToolCallArgumentsStream.replace" => {
            let mut stream = ArgumentsStream::default();
            stream.append(text("first"));
            let delta = stream.replace(text("full"));
            let mut result = Map::new();
            result.extend(delta.map(|delta| ("delta".to_owned(), json!(delta))));
            result.insert("arguments".into(), json!(stream.arguments()));
            result.insert("text".into(), json!(stream.text()));
            result.insert("final".into(), parsed(stream.finish()));
            Value::Object(result)
        }
        _ => return Ok(None),
    }))
}

fn parsed(parsed: ParsedArguments) -> Value {
    match parsed.error {
        None => json!({"arguments": parsed.arguments}),
        Some(error) => json!({"arguments": parsed.arguments, "argumentsError": error}),
    }
}
