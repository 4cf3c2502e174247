#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::test_support::{Outcome, World, text_of};

async fn run(world: &World, command: &str) -> Outcome {
    world.call("bash", json!({ "command": command })).await
}

async fn run_for(world: &World, command: &str, timeout: f64) -> Outcome {
    world.call("bash", json!({ "command": command, "timeout": timeout })).await
}

/// The path that a notice names last.
fn path_in(text: &str) -> PathBuf {
    let start = text.rfind(" /").unwrap() + 1;
    PathBuf::from(text[start..].trim_end_matches(']'))
}

/// Waits for something that another process does, since nothing tells of it.
async fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    for _ in 0..6000 {
        if holds() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

fn is_running(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", pid.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

#[tokio::test]
async fn output_comes_in_the_order_of_writing() {
    let world = World::new().unwrap();
    assert_eq!(run(&world, "echo out1; echo err1 >&2; echo out2").await.text(), "out1\nerr1\nout2");
    assert_eq!(run(&world, "true").await.text(), "(no output)");
}

#[tokio::test]
async fn a_failing_command_is_an_error_with_its_code() {
    let world = World::new().unwrap();
    let output = run(&world, "echo out; echo err >&2; exit 3").await.output();
    assert!(output.is_error);
    assert_eq!(text_of(&output), "out\nerr\n\nCommand exited with code 3");
    assert_eq!(run(&world, "exit 3").await.error(), "(no output)\n\nCommand exited with code 3");
    assert_eq!(run(&world, "echo hi; kill -9 $$").await.error(), "hi\n\nCommand exited with code 137");
}

#[tokio::test]
async fn programs_get_the_output_with_code_and_time() {
    let world = World::new().unwrap();
    let output = run(&world, "echo hi; exit 2").await.output();
    let mut structured = output.structured_content.unwrap();
    assert!(structured["wall_time_seconds"].take().is_number());
    assert_eq!(structured, json!({ "output": "hi\n", "truncated": false, "exit_code": 2, "wall_time_seconds": null }));
    assert_eq!(output.details, None);
}

#[tokio::test]
async fn output_for_terminals_is_made_plain_also_over_pauses() {
    let world = World::new().unwrap();
    let coloured = r"printf '\033[31mred\033[0m \033]0;t\007x\r\n10%%\r50%%\r100%%\n'";
    assert_eq!(run(&world, coloured).await.text(), "red x\n100%");
    assert_eq!(run(&world, r"printf 'a\033[31'; sleep 0.05; printf 'mb\033[0m\n'").await.text(), "ab");
}

#[tokio::test]
async fn the_end_of_a_long_output_is_given_and_all_of_it_kept_privately() {
    let world = World::new().unwrap();
    let output = run(&world, "printf '\\033[1m'; seq 3000").await.output();
    let text = text_of(&output);
    let (body, notice) = text.rsplit_once("\n\n").unwrap();
    assert!(body.starts_with("1001\n") && body.ends_with("\n3000"));
    let path = path_in(notice);
    assert_eq!(notice, format!("[Showing lines 1001-3000 of 3000. Full output: {}]", path.display()));
    assert_eq!(path.parent(), Some(world.settings.temp_dir.as_path()));
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept.starts_with("\x1b[1m1\n2\n") && kept.ends_with("3000\n"));
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(&path).unwrap()) & 0o777, 0o600);
    let details = output.details.unwrap();
    assert_eq!(details["fullOutputPath"], json!(path));
    assert_eq!(details["truncation"]["truncatedBy"], "lines");
    assert_eq!(output.structured_content.unwrap()["full_output_path"], json!(path));
}

#[tokio::test]
async fn notices_tell_which_limit_cut() {
    let world = World::new().unwrap();
    let text = run(&world, r#"for i in $(seq 1000); do printf "%0100d\n" $i; done"#).await.text();
    assert!(text.contains("\n\n[Showing lines 495-1000 of 1000 (50.0KB limit). Full output: /"), "{text}");
    let text = run(&world, r#"printf "%060000d" 1"#).await.text();
    assert!(text.contains("\n\n[Showing last 50.0KB of line 1 (line is 58.6KB). Full output: /"), "{text}");
}

#[tokio::test]
async fn an_output_that_shrinks_to_little_text_leaves_no_file() {
    let world = World::new().unwrap();
    let text = run(&world, r#"for i in $(seq 9000); do printf "%020d\r" $i; done; echo done"#).await.text();
    assert_eq!(text, "done");
    assert_eq!(fs::read_dir(&world.settings.temp_dir).unwrap().count(), 0);
}

#[tokio::test]
async fn an_output_that_cannot_be_kept_is_still_given() {
    let mut world = World::new().unwrap();
    world.settings.temp_dir = PathBuf::from("/no/such/folder");
    let text = run(&world, "seq 3000").await.text();
    assert!(
        text.contains("[Showing lines 1001-3000 of 3000. The full output could not be kept: no such file"),
        "{text}"
    );
}

#[tokio::test]
async fn the_call_ends_soon_after_the_shell_and_later_output_goes_to_a_log() {
    let world = World::new().unwrap();
    // The child ends after the call only: a call that waited for it would never end.
    let text = run(&world, "(while [ ! -e go ]; do sleep 0.01; done; echo late) & echo now").await.text();
    assert!(text.starts_with("now\n\n[Background processes are still running;"), "{text}");
    let log = path_in(&text);
    assert_eq!(fs::read_to_string(&log).unwrap(), "");
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(&log).unwrap()) & 0o777, 0o600);
    world.write("go", "").unwrap();
    assert!(eventually(|| fs::read_to_string(&log).is_ok_and(|text| text == "late\n")).await);
}

#[tokio::test]
async fn a_silent_holder_of_one_descriptor_keeps_no_call() {
    let world = World::new().unwrap();
    for command in ["sleep 600 >/dev/null & echo $!", "sleep 600 2>/dev/null & echo $!"] {
        let text = run(&world, command).await.text();
        let pid = text.lines().next().unwrap();
        assert!(is_running(pid));
        run(&world, &format!("kill {pid}")).await.text();
    }
}

#[tokio::test]
async fn a_time_limit_ends_a_command() {
    let world = World::new().unwrap();
    let output = run_for(&world, "sleep 600 & sleep 600; touch ran", 0.3).await.output();
    assert!(output.is_error && output.structured_content.is_none());
    assert_eq!(text_of(&output), "(no output)\n\nCommand timed out after 0.3 seconds");
    assert!(!world.path("ran").exists());
}

/// Runs a command until it has made the file `ready`, and ends it then; how long that took.
async fn aborted(world: &World, command: &str) -> (String, Duration) {
    let cancel = world.cancel.clone();
    let ready = world.path("ready");
    let (outcome, began) = tokio::join!(run(world, command), async {
        assert!(eventually(|| ready.exists()).await);
        cancel.cancel();
        Instant::now()
    });
    (outcome.error(), began.elapsed())
}

#[tokio::test]
async fn the_end_of_a_command_is_the_end_of_all_that_it_started() {
    let world = World::new().unwrap();
    let command = "echo a; sleep 600 & echo $! > pid; setsid sleep 601 & echo $! > stray; touch ready; wait";
    let (text, _) = aborted(&world, command).await;
    assert_eq!(text, "a\n\nCommand aborted");
    for file in ["pid", "stray"] {
        let pid = fs::read_to_string(world.path(file)).unwrap();
        assert!(eventually(|| !is_running(&pid)).await, "{file} is running");
    }
}

#[tokio::test]
async fn who_ignores_the_request_to_end_is_killed_two_seconds_later() {
    let world = World::new().unwrap();
    let (text, took) = aborted(&world, "trap '' TERM; echo $$ > pid; touch ready; sleep 600; touch ran").await;
    assert_eq!(text, "(no output)\n\nCommand aborted");
    assert!(took > Duration::from_millis(1900), "{took:?}");
    assert!(!is_running(&fs::read_to_string(world.path("pid")).unwrap()));
    assert!(!world.path("ran").exists());
}

#[tokio::test]
async fn a_command_may_say_last_words_when_it_is_ended() {
    let world = World::new().unwrap();
    let (text, _) = aborted(&world, "trap 'echo bye; exit 0' TERM; echo hi; touch ready; while :; do :; done").await;
    assert_eq!(text, "hi\nbye\n\nCommand aborted");
}

#[tokio::test]
async fn after_an_abort_no_later_part_of_the_command_runs() {
    let world = World::new().unwrap();
    let (text, _) = aborted(&world, "touch ready; sleep 600; touch ran").await;
    assert_eq!(text, "(no output)\n\nCommand aborted");
    assert!(!world.path("ran").exists());
}

#[tokio::test]
async fn a_call_of_an_aborted_run_starts_nothing() {
    let world = World::new().unwrap();
    world.cancel.cancel();
    assert_eq!(run(&world, "touch ran").await.error(), "Operation aborted");
    assert!(!world.path("ran").exists());
}

#[tokio::test]
async fn a_call_that_is_given_up_takes_its_processes_along() {
    let world = World::new().unwrap();
    let pid = world.path("pid");
    let ready = || fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n'));
    tokio::select! {
        _ = run(&world, "sleep 30 & echo $! > pid; wait") => panic!("the command cannot end"),
        seen = eventually(ready) => assert!(seen),
    }
    let pid = fs::read_to_string(&pid).unwrap();
    assert!(eventually(|| !is_running(&pid)).await);
}

#[tokio::test]
async fn time_limits_that_make_no_sense_are_refused() {
    let world = World::new().unwrap();
    for timeout in [0.0, -1.0, 2_147_484.0] {
        assert!(run_for(&world, "touch ran", timeout).await.error().starts_with("`timeout` is "));
    }
    assert!(!world.path("ran").exists());
    assert_eq!(run_for(&world, "echo a", 2_147_483.647).await.text(), "a");
}

#[tokio::test]
async fn a_working_directory_that_is_gone_is_named() {
    let world = World::new().unwrap();
    run(&world, "cd .. && rm -rf work").await.text();
    let error = run(&world, "pwd").await.error();
    assert!(error.contains(&format!("`{}` does not exist any more", world.settings.cwd.display())), "{error}");
}

#[tokio::test]
async fn commands_get_their_own_environment_and_no_input() {
    let world = World::new().unwrap();
    assert_eq!(
        run(&world, "cat; echo ${HOME-none}; pwd").await.text(),
        format!("none\n{}", world.settings.cwd.display())
    );
}

#[tokio::test]
async fn progress_is_the_whole_tail_so_far_and_the_first_update_is_empty() {
    let world = World::new().unwrap();
    let last = |text: &str| world.updates.lock().unwrap().last().is_some_and(|last| text_of(last) == text);
    let until = |file: &str| format!("until [ -e {file} ]; do sleep 0.01; done");
    let command = format!("echo one; {}; echo two; {}", until("seen-one"), until("seen-two"));
    tokio::join!(run(&world, &command), async {
        assert!(eventually(|| last("one")).await);
        world.write("seen-one", "").unwrap();
        assert!(eventually(|| last("one\ntwo")).await);
        world.write("seen-two", "").unwrap();
    });
    let updates: Vec<String> = world.updates.lock().unwrap().iter().map(text_of).collect();
    assert_eq!(updates, ["", "one", "one\ntwo"]);
    assert!(world.updates.lock().unwrap()[0].content.is_empty());
}

#[tokio::test]
async fn updates_are_a_tenth_of_a_second_apart() {
    let world = World::new().unwrap();
    let began = Instant::now();
    let numbers = (1..=20).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    run(&world, &format!("for i in {numbers}; do echo $i; sleep 0.02; done")).await.text();
    let most = usize::try_from(began.elapsed().as_millis()).unwrap() / 100 + 2;
    let count = world.updates.lock().unwrap().len();
    assert!((2..=most).contains(&count), "{count} updates, at most {most}");
}

#[tokio::test]
async fn the_declaration_has_the_recorded_parameters() {
    let tool = crate::catalogue::find("bash")
        .map(|tool| (tool.build)(std::sync::Arc::new(World::new().unwrap().settings)))
        .unwrap();
    let parameters = serde_json::to_string(&tool.declaration().parameters).unwrap();
    let expected = r#"{"type":"object","required":["command"],"properties":{"command":{"type":"string"},"timeout":{"type":"number"}}}"#;
    assert_eq!(parameters, expected);
    let sampling: Option<Value> = tool.declaration().constrained_sampling.clone();
    assert_eq!(sampling, Some(json!({ "type": "json_schema", "strict": "prefer" })));
}
