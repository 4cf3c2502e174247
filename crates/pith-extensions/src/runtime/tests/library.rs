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
async fn ciphers_and_keys_are_those_of_node() {
    check("crypto.js").await;
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
async fn connections_and_servers_are_those_of_node() {
    check("net.js").await;
}

#[tokio::test]
async fn components_draw_and_take_keys() {
    check("screen.js").await;
}

#[tokio::test]
async fn tools_transcripts_and_messages_are_those_of_the_reference() {
    check("agent.js").await;
}

#[tokio::test]
async fn the_functions_of_the_agent_do_what_the_reference_s_do() {
    check("package.js").await;
}

#[tokio::test]
async fn names_that_a_module_is_known_to_export_are_those_that_it_exports() {
    let world = World::new(&[("main.ts", "export default async (name: string) => Object.keys(await import(name));")]);
    let runtime = world.start();
    let main = world.root().join("main.ts");
    for (specifier, known) in crate::modules::known_names() {
        let budget = Budget::Within(Duration::from_secs(60));
        let found = runtime.call("run", json!([main, [specifier]]).to_string(), budget).await;
        let found = found.unwrap_or_else(|failure| panic!("{specifier}: {failure:?}")).unwrap_or_default();
        let found: std::collections::BTreeSet<String> = serde_json::from_str(&found).unwrap();
        let known: std::collections::BTreeSet<String> = known.into_iter().map(str::to_owned).collect();
        assert_eq!(known, found, "{specifier}");
    }
}

#[tokio::test]
async fn providers_and_models_of_an_extension_are_those_of_the_reference() {
    check("models.js").await;
}

#[tokio::test]
async fn databases_are_those_of_node() {
    check("database.js").await;
}
