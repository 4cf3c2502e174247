//! `pith auth`.

use pith_testkit::{Ran, World};
use serde_json::{Value, json};

use crate::program::{PITH, world};

fn auth(world: &World, words: &[&str]) -> Ran {
    world.run(PITH, ["auth"].iter().chain(words))
}

#[test]
fn a_check_says_whether_a_provider_can_be_asked() {
    let (world, _server) = world([]);
    let ran = auth(&world, &["check", "--provider", "mock", "--json"]);
    assert_eq!(ran.stdout, "{\"status\":\"ready\",\"provider\":\"mock\",\"authType\":\"api_key\"}\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let ran = auth(&world, &["check", "--provider", "nope", "--json"]);
    assert_eq!(ran.stdout, "{\"status\":\"not_ready\",\"provider\":\"nope\",\"reason\":\"provider_not_found\"}\n");
    assert_eq!(ran.code, Some(1));
    let ran = auth(&world, &["check", "--provider", "openai"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "not_ready\n"));
    let ran = auth(&world, &["check", "--model", "think-1"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "ready\n"));
    let ran = auth(&world, &["check", "--provider", "mock", "--json", "--credentials"]);
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["credentials"], "mock-key");
}

#[test]
fn a_check_that_cannot_tell_ends_with_two() {
    let (world, _server) = world([]);
    for words in [&["check"][..], &["check", "--provider", "mock", "--frob"], &["check", "--model", "nope/nothing"]] {
        let ran = auth(&world, words);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(ran.stderr.starts_with("Error: "), "{ran:?}");
    }
    world.write("agent/models.json", "{broken");
    let ran = auth(&world, &["check", "--provider", "mock", "--json"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["reason"], "invalid_state");
}

#[test]
fn a_key_is_printed_alone_and_a_missing_one_is_an_error() {
    let (world, _server) = world([]);
    let ran = auth(&world, &["print-api-key", "--provider", "mock"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "mock-key\n", ""));
    let ran = auth(&world, &["print-api-key", "--provider", "openai"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    let ran = auth(&world, &["print-bearer-token", "--provider", "mock"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("print-api-key"), "{ran:?}");
}

#[test]
fn what_is_stored_is_forgotten_and_what_stands_elsewhere_is_named() {
    let (world, _server) = world([]);
    world.write("agent/auth.json", json!({ "mock": { "type": "api_key", "key": "stored" } }).to_string());
    let ran = auth(&world, &["logout", "mock"]);
    assert_eq!(ran.stdout, "What was stored for `mock` is forgotten. A key from models.json is still in force.\n");
    assert_eq!(serde_json::from_str::<Value>(&world.read("agent/auth.json")).unwrap(), json!({}));
    assert!(auth(&world, &["logout", "mock"]).stdout.starts_with("Nothing is stored for `mock`."));
    assert_eq!(auth(&world, &["frob"]).code, Some(1));
}
