//! The faults of the reference that the cases show and that are not repeated (spec/core.md R6.4), one test each.

use serde_json::{Value, json};

use super::{Case, File, run};

/// What comes out of our file's cases that are marked with a fault.
async fn outcomes(fault: &str) -> Vec<(String, Value)> {
    let File { cases, .. } = crate::load(&crate::own().join("cases.json"));
    let marked: Vec<Case> = cases.into_iter().filter(|case| case.fault.as_deref() == Some(fault)).collect();
    assert!(!marked.is_empty(), "no case is marked {fault}");
    let mut outcomes = Vec::new();
    for case in marked {
        outcomes.push((case.id, run(&case.op, &case.input).await.unwrap()));
    }
    outcomes
}

#[tokio::test]
async fn the_result_of_a_dropped_answer_is_dropped_with_it() {
    for (id, messages) in outcomes("R6.4.4").await {
        let roles: Vec<&Value> = messages.as_array().unwrap().iter().map(|message| &message["role"]).collect();
        assert_eq!(roles, ["user", "user"], "{id}");
    }
}

#[tokio::test]
async fn a_text_without_a_timestamp_is_not_lost() {
    let expected = [
        ("replay-055", json!({"role": "system", "content": "A", "timestamp": 0})),
        (
            "replay-084",
            json!({"messages": [
                {"role": "system", "content": "no ts", "timestamp": 0},
                {"role": "user", "content": "hi", "timestamp": 2},
            ]}),
        ),
    ];
    assert_eq!(outcomes("R6.4.10").await, expected.map(|(id, outcome)| (id.to_owned(), outcome)));
}

#[tokio::test]
async fn the_order_of_keys_in_a_schema_is_no_change() {
    for (id, equal) in outcomes("R6.4.11").await {
        assert_eq!(equal, json!(true), "{id}");
    }
}

#[tokio::test]
async fn nothing_of_the_loop_reaches_a_wire() {
    const LOOP: [&str; 10] = [
        "before_tool_call",
        "after_tool_call",
        "convert_to_llm",
        "transform_context",
        "finish_turn",
        "prepare_request",
        "prepare_next_turn",
        "get_steering_messages",
        "get_follow_up_messages",
        "tool_execution",
    ];
    for (id, outcome) in outcomes("R6.4.14").await {
        let keys = outcome["keys"].as_array().unwrap();
        assert!(keys.iter().any(|key| key == "session_id"), "{id}: {keys:?}");
        assert!(keys.iter().all(|key| !LOOP.contains(&key.as_str().unwrap())), "{id}: {keys:?}");
    }
}
