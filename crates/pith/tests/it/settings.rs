//! `pith settings`.

use pith_testkit::World;

use crate::program::PITH;

#[test]
fn a_setting_is_changed_and_everything_else_in_the_file_stays() {
    let world = World::new();
    world.write("agent/settings.json", "{\"mine\": [1], \"queueMode\": \"all\"}");
    let pith = |words: &[&str]| world.run(PITH, std::iter::once("settings").chain(words.iter().copied()));
    assert_eq!(pith(&["set", "retry.enabled", "false"]).code, Some(0));
    assert_eq!(pith(&["set", "defaultModel", "m1"]).code, Some(0));
    assert_eq!(pith(&["get", "retry.enabled"]).stdout, "false\n");
    assert_eq!(pith(&[]).stdout, "defaultModel = \"m1\"\nsteeringMode = \"all\"\nretry.enabled = false\n");
    assert_eq!(pith(&["unset", "defaultModel"]).code, Some(0));
    let text: String = world.read("agent/settings.json").split_whitespace().collect();
    assert_eq!(text, r#"{"mine":[1],"queueMode":"all","retry":{"enabled":false}}"#);
    assert!(pith(&["schema"]).stdout.starts_with("{\n  \"$schema\""));
}

#[test]
fn what_cannot_be_set_is_said_and_nothing_is_written() {
    let world = World::new();
    let said = |words: &[&str]| {
        let ran = world.run(PITH, std::iter::once("settings").chain(words.iter().copied()));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{ran:?}");
        ran.stderr
    };
    let near = "Error: there is no setting `defaultModle`\nhint: did you mean `defaultModel`?\n";
    assert_eq!(said(&["set", "defaultModle", "x"]), near);
    assert!(said(&["set", "outputPad", "7"]).contains("takes a whole number from 0 to 1, got `7`"));
    assert!(said(&["frob"]).contains("`pith settings` takes"));
    world.write("proj/.pi/settings.json", "{}");
    assert!(said(&["set", "outputPad", "1", "--project"]).contains("not trusted"));
    world.write("agent/settings.json", "{ broken");
    assert!(said(&["set", "outputPad", "1"]).contains("settings.json` line 1"));
    assert_eq!(
        (world.read("agent/settings.json"), world.read("proj/.pi/settings.json")),
        ("{ broken".into(), "{}".into())
    );
}
