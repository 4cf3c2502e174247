//! Answers that failed are asked for again.

use std::sync::Arc;

use pith_app::event::AppEvent;
use pith_app::input::Draft;
use pith_app::{App, AppParts, Command, Policy};
use pith_config::settings::RetrySettings;
use pith_llm::scripted::Answer;
use pith_types::StopReason;
use tokio::sync::Notify;

use crate::stage::{Log, Stage};

fn app(stage: &Stage, retry: RetrySettings) -> App {
    App::new(AppParts { policy: Arc::new(Policy { retry, ..Policy::default() }), ..stage.parts() })
}

fn at_once() -> RetrySettings {
    RetrySettings { base_delay_ms: 0, max_retries: 2, ..RetrySettings::default() }
}

/// What was told after the run began.
fn told(log: &Log) -> Vec<String> {
    log.lines().into_iter().skip_while(|line| line != "end user").skip(1).collect()
}

#[tokio::test]
async fn a_failure_that_passes_is_left_out_and_asked_again() {
    let stage = Stage::new();
    stage.model.set([Answer::error("503 overloaded"), "Here.".into()]);
    let app = app(&stage, at_once());
    let log = Log::of(&app);
    let answer = app.ask("hello").await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Stop);
    let expected = [
        "start assistant",
        "end assistant",
        "turn_end",
        "agent_end retry=true",
        "retry 1 after 0: 503 overloaded",
        "entry context_edit",
        "agent_start",
        "turn_start",
        "start assistant",
        "end assistant",
        "retried 1 success=true",
        "turn_end",
        "agent_end retry=false",
        "settled aborted=false",
    ];
    assert_eq!(told(&log), expected);
    let roles: Vec<&str> = stage.model.calls()[1].messages.iter().map(|message| message.role()).collect();
    assert_eq!(roles, ["system", "user"]);
    assert_eq!(stage.entries()[4..], ["user", "assistant", "context_edit", "assistant"]);
    // What goes on from the file is given the same.
    stage.model.push("Again.");
    drop(app);
    App::new(stage.parts_again()).ask("more").await.unwrap();
    let roles: Vec<&str> = stage.model.calls()[2].messages.iter().map(|message| message.role()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
}

#[tokio::test]
async fn tries_end_with_the_last_failure_and_the_next_prompt_begins_anew() {
    let stage = Stage::new();
    stage.model.set([1, 2, 3, 4].map(|_| Answer::error("503 overloaded")));
    let app = app(&stage, at_once());
    let log = Log::of(&app);
    let answer = app.ask("hello").await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Error);
    let last = ["agent_end retry=false", "retried 2 success=false", "settled aborted=false"];
    assert_eq!(told(&log)[told(&log).len() - 3..], last);
    assert_eq!(stage.model.calls().len(), 3);
    stage.model.set([Answer::error("503 overloaded"), "Here.".into()]);
    assert_eq!(app.ask("again").await.unwrap().unwrap().stop_reason, StopReason::Stop);
}

#[tokio::test]
async fn a_failure_that_does_not_pass_and_one_with_retries_off_are_final() {
    let stage = Stage::new();
    stage.model.set([Answer::error("no such luck"), Answer::error("503 overloaded")]);
    let app = app(&stage, at_once());
    app.ask("one").await.unwrap();
    app.send(Command::SetAutoRetry(false)).await.unwrap();
    app.ask("two").await.unwrap();
    assert_eq!(stage.model.calls().len(), 2);
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_again_once() {
    let stage = Stage::new();
    stage.model.set(["".into(), "Here.".into()]);
    let app = app(&stage, at_once());
    let log = Log::of(&app);
    app.ask("hello").await.unwrap();
    assert!(log.lines().contains(&"retried 1 success=true".to_owned()), "{:?}", log.lines());
    stage.model.set(["".into(), "".into(), "never".into()]);
    app.ask("hello").await.unwrap();
    assert!(log.lines().contains(&"retried 1 success=false".to_owned()), "{:?}", log.lines());
    assert_eq!(stage.model.calls().len(), 4);
}

/// The wait before another try, ended by a command.
async fn ended_by(command: Command) -> Vec<String> {
    let stage = Stage::new();
    stage.model.set([Answer::error("503 overloaded"), "never".into()]);
    let app = app(&stage, RetrySettings { base_delay_ms: 60_000, ..RetrySettings::default() });
    let log = Log::of(&app);
    let waits = Arc::new(Notify::new());
    let bell = Arc::clone(&waits);
    app.show_to(move |event: &AppEvent| {
        if matches!(event, AppEvent::RetryStart { .. }) {
            bell.notify_one();
        }
    });
    app.send(Command::Submit(Draft::prompt("hello"))).await.unwrap();
    waits.notified().await;
    // The wait itself begins a moment after it was told.
    while !app.state().is_waiting {
        tokio::task::yield_now().await;
    }
    app.send(command).await.unwrap();
    app.settled().await;
    assert_eq!(stage.model.calls().len(), 1);
    assert_eq!(app.last_answer().unwrap().stop_reason, StopReason::Error);
    told(&log).into_iter().skip(4).collect()
}

#[tokio::test]
async fn the_wait_can_be_ended_alone_or_with_everything() {
    let ended = |aborted: bool| {
        vec![
            "retry 1 after 60000: 503 overloaded".to_owned(),
            "retried 1 success=false".to_owned(),
            format!("settled aborted={aborted}"),
        ]
    };
    assert_eq!(ended_by(Command::AbortRetry).await, ended(false));
    assert_eq!(ended_by(Command::Abort).await, ended(true));
}
