//! Calls that a server missed: models behind servers of one's own often write a right call as text, tagged, fenced or bare.
//!
//! Text comes in as it is streamed. As long as it may still be nothing but calls it is held back; as soon as it cannot be,
//! it is given out, so nothing is shown and taken back. At the end of the answer a text that is wholly calls to declared
//! tools, with arguments that fit, becomes those calls. Prose that merely contains JSON stays prose.

mod fit;
mod hold;
mod read;

use pith_types::Model;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::flags::flags;
use crate::WireRequest;
use hold::Hold;

/// Watches over the text of one answer.
pub(super) struct MissedCalls {
    tools: Vec<Tool>,
    hold: Hold,
}

/// A tool that may be called.
struct Tool {
    name: String,
    parameters: Value,
}

/// A call that was found.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) arguments: Map<String, Value>,
}

/// The key of `compat`.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flags {
    text_tool_calls: Option<bool>,
}

/// What a payload says of tools, in the words of any wire that servers of one's own speak.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Payload {
    tools: Vec<Value>,
    tool_choice: Value,
}

impl MissedCalls {
    /// For a request that offers tools to a model whose server may miss calls.
    pub(super) fn of(wire: &WireRequest) -> Option<Self> {
        let watched = are_looked_for(&wire.model, flags::<Flags>(&wire.model).text_tool_calls);
        watched.then(|| Self::among(declared(&wire.body))).flatten()
    }

    /// Looks for calls of these tools, each with a name and a schema.
    fn among(declared: impl IntoIterator<Item = (String, Value)>) -> Option<Self> {
        let tools: Vec<Tool> = declared.into_iter().map(|(name, parameters)| Tool { name, parameters }).collect();
        (!tools.is_empty()).then(|| Self { tools, hold: Hold::default() })
    }

    /// Takes in text; whether all of it may still be calls.
    pub(super) fn take(&mut self, text: &str) -> bool {
        self.hold.push(text)
    }

    /// All that was taken in.
    pub(super) fn into_text(self) -> String {
        self.hold.into_text()
    }

    /// The calls that a whole text is; nothing when any of it is something else.
    pub(super) fn calls(&self, text: &str) -> Option<Vec<Found>> {
        read::calls(text, &self.tools)
    }
}

/// The tools that a payload offers, unless it forbids to call them.
fn declared(body: &[u8]) -> Vec<(String, Value)> {
    let payload: Payload = serde_json::from_slice(body).unwrap_or_default();
    if payload.tool_choice == "none" || payload.tool_choice["type"] == "none" {
        return Vec::new();
    }
    let tool = |tool: &Value| {
        let tool = tool.get("function").unwrap_or(tool);
        let schema = tool.get("parameters").or_else(|| tool.get("input_schema"))?;
        Some((tool["name"].as_str()?.to_owned(), schema.clone()))
    };
    payload.tools.iter().filter_map(tool).collect()
}

/// Whether calls are looked for in the text of this model: where its `compat` says so, else where its server is one's own.
fn are_looked_for(model: &Model, flag: Option<bool>) -> bool {
    flag.unwrap_or_else(|| is_local(&model.base_url))
}

/// Whether an address is of this machine or of the network that it stands in.
fn is_local(base_url: &str) -> bool {
    let authority = crate::transport::host_of(base_url);
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    match host.parse::<std::net::IpAddr>() {
        Ok(std::net::IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_unspecified(),
        Ok(std::net::IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local"),
    }
}

#[cfg(test)]
mod tests;
