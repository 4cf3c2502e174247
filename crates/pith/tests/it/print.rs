//! Print mode into a pipe.

use pith_testkit::Reply;
use serde_json::json;

use crate::program::{PITH, ask, prompt, said, world};

#[test]
fn only_the_last_messages_text_is_printed() {
    let call = [("read", json!({ "path": "a.txt" }))];
    let (world, server) = world([Reply::calls(call).then_text("First I look."), Reply::text("Final text.")]);
    world.write("proj/a.txt", "x\n");
    let ran = ask(&world, &["-p", "go"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "Final text.\n", ""));
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn several_messages_are_prompts_one_after_another() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    let ran = ask(&world, &["-p", "first", "second"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "two\n"));
    assert_eq!((said(&server, 0), said(&server, 1)), ("first".to_owned(), "second".to_owned()));
}

#[test]
fn piped_text_and_files_go_before_the_message() {
    let (world, server) = world([Reply::text("ok")]);
    let path = world.write("proj/a.txt", "alpha\n");
    let arguments = ["--model", "mock/m1", "@a.txt", "-p", "question"];
    let ran = world.run_with_input(PITH, arguments, "  from stdin\nline2\n\n");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let file = path.canonicalize().unwrap();
    let expected = format!("from stdin\nline2\n\n<file name=\"{}\">\nalpha\n\n</file>\nquestion", file.display());
    assert_eq!(said(&server, 0), expected);
}

#[test]
fn piped_text_alone_is_a_prompt() {
    let (world, server) = world([Reply::text("ok")]);
    let ran = world.run_with_input(PITH, ["--model", "mock/m1"], "hello\n");
    assert_eq!((ran.code, ran.stdout.as_str(), said(&server, 0).as_str()), (Some(0), "ok\n", "hello"));
}

#[test]
fn no_prompt_is_no_request_and_no_error() {
    let (world, server) = world([]);
    let ran = ask(&world, &["-p"]);
    let told = "Warning: nothing was asked: a message is missing, or something on stdin\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", told));
    assert!(server.requests().is_empty() && world.list("agent/sessions").is_empty());
}

#[test]
fn an_answer_without_a_text_is_told() {
    let (world, _server) = world([Reply::text(""), Reply::text("")]);
    let ran = ask(&world, &["-p", "go"]);
    let told = "Warning: the model's answer has no text\n";
    assert_eq!((ran.code, ran.stdout.trim(), ran.stderr.as_str()), (Some(0), "", told));
}

#[test]
fn an_answer_at_the_output_limit_is_printed_with_a_warning_and_fails() {
    let (world, _server) = world([Reply::text("Half an ans").finish("length")]);
    let ran = ask(&world, &["-p", "go"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "Half an ans\n"));
    assert!(ran.stderr.starts_with("Warning: the answer is incomplete"), "{ran:?}");
}

#[test]
fn the_first_request_in_an_empty_folder_is_small() {
    let (world, server) = world([Reply::text("ok")]);
    ask(&world, &["-p", "hello"]);
    let body = server.requests()[0].body.to_string();
    assert!(body.len() <= 4000, "{} bytes", body.len());
}

#[test]
fn the_prompt_is_made_of_flags_and_files() {
    let (world, server) = world([Reply::text("ok"), Reply::text("ok"), Reply::text("ok")]);
    world.write("proj/AGENTS.md", "MARKER");
    world.write("agent/SYSTEM.md", "FROM FILE");
    ask(&world, &["-p", "hello"]);
    assert!(prompt(&server, 0).starts_with("FROM FILE\n\n<project_context>"), "{}", prompt(&server, 0));
    assert!(prompt(&server, 0).contains("MARKER"));
    ask(&world, &["-nc", "--system-prompt", "MINE", "--append-system-prompt", "MORE", "-p", "hello"]);
    assert!(prompt(&server, 1).starts_with("MINE\n\n<addendum>\nMORE\n</addendum>\n\n<cwd>"));
    ask(&world, &["--no-tools", "--system-prompt", "", "-p", "hello"]);
    assert!(prompt(&server, 2).contains("<tools>\n(none)\n</tools>"));
    assert!(server.requests()[2].body.get("tools").is_none());
}

#[test]
fn a_list_of_tools_is_declared_in_its_order_and_an_unknown_one_is_told() {
    let (world, server) = world([Reply::text("ok")]);
    let ran = ask(&world, &["--tools", "write,raed,read", "-p", "hello"]);
    assert_eq!(ran.stderr, "Warning: there is no tool `raed`; did you mean `read`?\n");
    let body = &server.requests()[0].body;
    let names: Vec<&str> =
        body["tools"].as_array().unwrap().iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["write", "read"]);
}

#[test]
fn provider_keys_stay_out_of_the_environment_of_commands() {
    let call = [("bash", json!({ "command": "echo [$MY_KEY] [$OPENAI_API_KEY] [$STORED] [$OWN] [$OTHER]" }))];
    let (world, server) = world([Reply::calls(call), Reply::text("ok")]);
    let models = world.read("agent/models.json").replace("mock-key", "$MY_KEY");
    world.write("agent/models.json", models);
    let stored = json!({ "x": { "type": "api_key", "key": "$STORED-${OWN}", "env": { "OWN": "v" } } });
    world.write("agent/auth.json", stored.to_string());
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "-p", "go"]);
    command.env("MY_KEY", "secret-1").env("OPENAI_API_KEY", "secret-2").env("OTHER", "seen");
    command.env("STORED", "secret-3").env("OWN", "not a key");
    assert!(command.output().unwrap().status.success());
    let requests = server.requests();
    assert_eq!(requests[0].header("authorization"), Some("Bearer secret-1"));
    let result = requests[1].messages().last().unwrap()["content"].as_str().unwrap();
    assert_eq!(result.trim_end(), "[] [] [] [not a key] [seen]");
}

#[test]
fn escapes_reach_a_pipe_as_they_are() {
    let (world, _server) = world([Reply::text("\u{1b}[31mred")]);
    assert_eq!(ask(&world, &["-p", "go"]).stdout, "\u{1b}[31mred\n");
}
