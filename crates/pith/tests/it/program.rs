//! The program in a world of its own, before a scripted model server.

use pith_testkit::{ChatServer, Ran, Reply, World};
use serde_json::Value;

/// The program's file.
pub(crate) const PITH: &str = env!("CARGO_BIN_EXE_pith");

/// A world whose `models.json` leads to a server with this script.
pub(crate) fn world(replies: impl IntoIterator<Item = Reply>) -> (World, ChatServer) {
    let (world, server) = (World::new(), ChatServer::start(replies));
    world.use_models_of(&server);
    (world, server)
}

/// Runs the program with the model `mock/m1`.
pub(crate) fn ask(world: &World, arguments: &[&str]) -> Ran {
    world.run(PITH, ["--model", "mock/m1"].iter().chain(arguments))
}

/// The text of the last user message of a request.
pub(crate) fn said(server: &ChatServer, request: usize) -> String {
    let messages = server.requests()[request].messages().to_vec();
    let last = messages.iter().rfind(|message| message["role"] == "user").unwrap();
    last["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The system prompt of a request.
pub(crate) fn prompt(server: &ChatServer, request: usize) -> String {
    server.requests()[request].messages()[0]["content"].as_str().unwrap().to_owned()
}

/// The lines of the only session file, parsed.
pub(crate) fn session(world: &World) -> Vec<Value> {
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let folder = format!("agent/sessions/{folder}");
    let mut files = world.list(&folder);
    files.retain(|name| name.ends_with(".jsonl"));
    let [file] = files.try_into().unwrap();
    world.read(&format!("{folder}/{file}")).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the lines of a session are, in short.
pub(crate) fn short(lines: &[Value]) -> Vec<String> {
    let name = |line: &Value| match (&line["message"]["role"], &line["message"]["stopReason"]) {
        (Value::String(role), Value::String(reason)) => format!("{role}:{reason}"),
        (Value::String(role), _) => role.clone(),
        _ => line["type"].as_str().unwrap().to_owned(),
    };
    lines.iter().map(name).collect()
}
