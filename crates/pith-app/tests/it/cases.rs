//! What models are told of the app's own messages, by recorded cases: those here, and those of `app-cases.json` in the folder
//! that `PITH_CORE_CASES` names.

use std::path::PathBuf;

use pith_app::convert;
use pith_types::AgentMessage;
use serde_json::Value;

const CASES: &str = include_str!("../fixtures/app-cases.json");

/// The texts of messages.
fn texts(messages: &Value) -> Vec<&str> {
    let blocks = messages.as_array().into_iter().flatten().filter_map(|message| message["content"].as_array());
    blocks.flatten().filter_map(|block| block["text"].as_str()).collect()
}

#[test]
fn the_recorded_messages_are_told_as_recorded() {
    assert_eq!(check(CASES), 7);
    if let Some(folder) = std::env::var_os("PITH_CORE_CASES").map(PathBuf::from) {
        check(&std::fs::read_to_string(folder.join("app-cases.json")).unwrap());
    }
}

/// Checks every case of a file, and says how many they were.
fn check(file: &str) -> usize {
    let file: Value = serde_json::from_str(file).unwrap();
    let cases = file["cases"].as_array().unwrap();
    for case in cases {
        let messages: Vec<AgentMessage> = serde_json::from_value(case["input"]["messages"].clone()).unwrap();
        let told = serde_json::to_value(convert(messages)).unwrap();
        if case["free_wording"] == true {
            // The sentence is ours; the text of the input stands in the recorded tags.
            let end = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
            let (told, expected) = (texts(&told), texts(&case["expected"]));
            assert_eq!(told.len(), expected.len(), "{}", case["id"]);
            assert!(told.iter().zip(expected).all(|(told, expected)| end(told) == end(expected)), "{}", case["id"]);
        } else {
            assert_eq!(told, case["expected"], "{}", case["id"]);
        }
    }
    cases.len()
}
