#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use super::*;

fn read(line: &Value) -> Result<Command, FieldError> {
    let fields = Fields(line.as_object().unwrap());
    (find(fields.text("type").unwrap()).unwrap().read)(fields)
}

#[test]
fn every_command_of_the_protocol_is_there_once() {
    let mut names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), COMMANDS.len());
}

#[test]
fn a_command_without_its_field_asks_for_nothing() {
    for (command, field) in [
        ("prompt", "message"),
        ("steer", "message"),
        ("follow_up", "message"),
        ("bash", "command"),
        ("switch_session", "sessionPath"),
        ("fork", "entryId"),
        ("set_auto_compaction", "enabled"),
        ("set_session_name", "name"),
        ("set_auto_retry", "enabled"),
        ("set_steering_mode", "mode"),
        ("set_thinking_level", "level"),
        ("set_model", "provider"),
    ] {
        let missing = FieldError::Missing { name: field };
        assert_eq!(read(&json!({ "type": command })).unwrap_err(), missing, "{command}");
        assert_eq!(read(&json!({ "type": command, field: null })).unwrap_err(), missing, "{command}");
        let wrong = read(&json!({ "type": command, field: [1] })).unwrap_err();
        assert!(matches!(wrong, FieldError::Kind { name, .. } if name == field), "{command}: {wrong}");
    }
}

#[test]
fn a_message_says_how_it_is_delivered() {
    let delivery = |line: Value| match read(&line).unwrap() {
        Command::Submit(draft) => draft.delivery,
        other => unreachable!("{other:?}"),
    };
    assert_eq!(delivery(json!({ "type": "prompt", "message": "x" })), Delivery::Prompt);
    assert_eq!(delivery(json!({ "type": "prompt", "message": "x", "streamingBehavior": "steer" })), Delivery::Steer);
    assert_eq!(delivery(json!({ "type": "follow_up", "message": "x" })), Delivery::FollowUp);
    let unknown = read(&json!({ "type": "prompt", "message": "x", "streamingBehavior": "later" })).unwrap_err();
    assert!(matches!(unknown, FieldError::Word { .. }), "{unknown}");
}
