//! The library against tests of its own, which are JavaScript: each file gives the names and errors of what failed.

use super::*;

async fn check(file: &str) {
    let mut world = World::new(&[]);
    world.limits.slice = Duration::from_secs(60);
    let runtime = world.start();
    let path = format!("{}/js/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let result = runtime.call("run", json!([path, []]).to_string(), Budget::Within(Duration::from_secs(60))).await;
    let failures = result.unwrap_or_else(|failure| panic!("{file}: {failure:?}")).unwrap_or_default();
    let failures: Vec<String> = serde_json::from_str(&failures).unwrap();
    assert!(failures.is_empty(), "{file}:\n{}", failures.join("\n"));
}

#[tokio::test]
async fn bytes_and_digests_are_those_of_node() {
    check("bytes.js").await;
}

#[tokio::test]
async fn text_paths_and_addresses_are_those_of_node() {
    check("text.js").await;
}

#[tokio::test]
async fn files_programs_and_streams_are_those_of_node() {
    check("work.js").await;
}

#[tokio::test]
async fn components_draw_and_take_keys() {
    check("screen.js").await;
}

#[tokio::test]
async fn tools_transcripts_and_messages_are_those_of_the_reference() {
    check("agent.js").await;
}
