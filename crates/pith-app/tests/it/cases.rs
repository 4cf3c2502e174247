//! What models are told of the app's own messages, by recorded cases.

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
    let file: Value = serde_json::from_str(CASES).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 7);
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
}
