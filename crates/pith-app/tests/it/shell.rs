//! Commands that a person types for the shell.

use std::sync::Arc;

use async_trait::async_trait;
use pith_app::extension::{Extension, ExtensionError};
use pith_app::{App, AppParts, Command, Reply, ShellCommand};
use pith_llm::scripted::Answer;
use pith_tools::CommandRun;

use crate::stage::{Log, Stage, echo};

fn typed(line: &str) -> Command {
    Command::Shell(ShellCommand::typed(line).unwrap())
}

fn last_request(stage: &Stage) -> String {
    serde_json::to_string(&stage.model.calls().last().unwrap().messages).unwrap()
}

#[tokio::test]
async fn a_command_is_shown_kept_and_told_with_the_next_request_unless_it_is_excluded() {
    let stage = Stage::new();
    stage.model.push("I see.");
    let app = App::new(stage.parts());
    let log = Log::of(&app);
    let Reply::Ran(run) = app.send(typed("!echo seen; exit 3")).await.unwrap() else { panic!("no result") };
    assert_eq!((run.output.as_str(), run.exit_code), ("seen", Some(3)));
    app.send(typed("!!echo hidden")).await.unwrap();
    assert_eq!(log.lines(), ["output \"seen\\n\"", "output \"hidden\\n\""]);
    app.ask("what did I do?").await.unwrap();
    let request = last_request(&stage);
    assert!(
        request.contains("Ran `echo seen; exit 3`\\n```\\nseen\\n```\\n\\nCommand exited with code 3"),
        "{request}"
    );
    assert!(!request.contains("hidden"));
    assert_eq!(stage.entries().iter().filter(|entry| *entry == "bashExecution").count(), 2);
}

#[tokio::test]
async fn while_a_run_is_active_the_record_waits_for_its_end() {
    let stage = Stage::new();
    stage.model.push(Answer::call("c", "echo", serde_json::json!({ "text": "x" })));
    stage.model.push("done");
    let app = App::new(AppParts { tools: vec![echo()], ..stage.parts() });
    app.send(Command::Submit(pith_app::input::Draft::prompt("go"))).await.unwrap();
    app.send(typed("!echo beside")).await.unwrap();
    app.settled().await;
    assert_eq!(app.messages().last().unwrap().role(), "bashExecution");
    let entries = stage.entries();
    assert_eq!(entries.last().map(String::as_str), Some("bashExecution"), "{entries:?}");
}

#[tokio::test]
async fn a_command_can_be_ended() {
    let stage = Stage::new();
    let app = App::new(stage.parts());
    let other = app.clone();
    let log = Log::of(&app);
    let run = tokio::spawn(async move { other.send(typed("!echo started; sleep 60")).await });
    while log.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    app.send(Command::AbortShell).await.unwrap();
    let Reply::Ran(run) = run.await.unwrap().unwrap() else { panic!("no result") };
    assert!(run.cancelled && run.exit_code.is_none(), "{run:?}");
}

struct Remote;

#[async_trait]
impl Extension for Remote {
    fn name(&self) -> &str {
        "remote"
    }

    async fn user_bash(&self, shell: &ShellCommand) -> Result<Option<CommandRun>, ExtensionError> {
        match shell.command.as_str() {
            "fail" => Err(ExtensionError::new("no line")),
            "there" => {
                Ok(Some(CommandRun { output: "from there".to_owned(), exit_code: Some(0), ..Default::default() }))
            }
            _ => Ok(None),
        }
    }
}

#[tokio::test]
async fn an_extension_may_run_the_command_elsewhere() {
    let stage = Stage::new();
    let app = App::new(AppParts { extensions: vec![Arc::new(Remote)], ..stage.parts() });
    let log = Log::of(&app);
    let output = async |line: &str| match app.send(typed(line)).await.unwrap() {
        Reply::Ran(run) => run.output,
        other => panic!("{other:?}"),
    };
    assert_eq!(output("!there").await, "from there");
    assert_eq!(output("!echo here").await, "here");
    let stop = app.send(typed("!fail")).await.unwrap_err();
    assert_eq!(stop.to_string(), "blocked: no line");
    assert_eq!(log.lines().last().unwrap(), "failed remote user_bash: no line");
}
