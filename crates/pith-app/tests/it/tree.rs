//! Other sessions, and other places of the tree.

use pith_app::input::Draft;
use pith_app::{App, Command, CommandError, Navigation, Reply};
use pith_session::ForkPosition;

use crate::stage::{Log, Stage};

async fn talked(stage: &Stage) -> App {
    let app = App::new(stage.parts());
    stage.model.set(["One.".into(), "Two.".into()]);
    app.ask("first").await.unwrap();
    app.ask("second").await.unwrap();
    app
}

fn roles(app: &App) -> Vec<String> {
    app.messages().iter().map(|message| message.role().to_owned()).collect()
}

#[tokio::test]
async fn a_new_session_begins_empty_and_the_old_one_can_be_gone_back_to() {
    let stage = Stage::new();
    let app = talked(&stage).await;
    let log = Log::of(&app);
    let old = app.state().session_file.unwrap();
    assert!(!app.new_session(Some("/x/parent.jsonl".into())).await.unwrap().cancelled);
    assert!(app.messages().is_empty());
    assert_eq!(app.state().message_count, 0);
    stage.model.push("New.");
    app.ask("fresh").await.unwrap();
    assert_eq!(stage.model.calls().last().unwrap().messages.len(), 2);
    assert_eq!(stage.files().len(), 2);
    let Reply::Replaced(replaced) = app.send(Command::SwitchSession { path: old.clone() }).await.unwrap() else {
        panic!("not replaced")
    };
    assert!(!replaced.cancelled);
    assert_eq!(app.state().session_file, Some(old));
    assert_eq!(roles(&app), ["system", "user", "assistant", "user", "assistant"]);
    assert_eq!(log.lines().iter().filter(|line| *line == "session").count(), 2);
    assert!(app.switch_session("/nowhere.jsonl".as_ref()).await.is_err());
    assert_eq!(roles(&app).len(), 5);
}

#[tokio::test]
async fn a_fork_gives_the_message_back_and_a_clone_goes_on() {
    let stage = Stage::new();
    let app = talked(&stage).await;
    let second = app.fork_points()[1].entry_id.clone();
    let forked = app.fork(&second, ForkPosition::Before).await.unwrap();
    assert_eq!(forked.text.as_deref(), Some("second"));
    assert_eq!(roles(&app), ["system", "user", "assistant"]);
    assert!(matches!(app.fork("bogus", ForkPosition::Before).await, Err(CommandError::Fork(_))));
    app.clone_session().await.unwrap();
    assert_eq!(roles(&app), ["system", "user", "assistant"]);
    stage.model.push("Three.");
    app.ask("third").await.unwrap();
    assert_eq!(stage.files().len(), 3);
}

#[tokio::test]
async fn the_conversation_goes_on_from_another_place_with_a_summary_of_what_was_left() {
    let stage = Stage::new();
    let app = talked(&stage).await;
    let log = Log::of(&app);
    let second = app.fork_points()[1].entry_id.clone();
    stage.model.push("It led nowhere.");
    let navigation =
        Navigation { target: second, summarize: true, label: Some("here".to_owned()), ..Navigation::default() };
    let Reply::Navigated(navigated) = app.send(Command::Navigate(navigation)).await.unwrap() else { panic!("stayed") };
    assert_eq!(navigated.text.as_deref(), Some("second"));
    assert!(navigated.summary.is_some());
    assert_eq!(roles(&app), ["system", "user", "assistant", "branchSummary"]);
    assert_eq!(log.lines(), ["entry label", "navigated summary=true"]);
    let asked = serde_json::to_string(&stage.model.calls()[2].messages).unwrap();
    assert!(asked.contains("[Assistant]: Two.") && !asked.contains("[User]: first"), "{asked}");
    let Reply::Tree { roots, .. } = app.send(Command::Tree).await.unwrap() else { panic!("no tree") };
    assert!(roots.contains(r#""label":"here""#), "{roots}");
    stage.model.push("Three.");
    app.ask("third").await.unwrap();
    let told = serde_json::to_string(&stage.model.calls()[3].messages).unwrap();
    assert!(told.contains("It led nowhere."), "{told}");
}

#[tokio::test]
async fn going_nowhere_changes_nothing_and_nobody_goes_anywhere_during_a_run() {
    let stage = Stage::new();
    let app = talked(&stage).await;
    let leaf = app.entries(None).unwrap().1.unwrap();
    let stay = Navigation { target: leaf.as_str().to_owned(), ..Navigation::default() };
    assert!(app.navigate(stay.clone()).await.unwrap().summary.is_none());
    assert_eq!(stage.files().len(), 1);
    stage.model.push("Three.");
    app.send(Command::Submit(Draft::prompt("third"))).await.unwrap();
    assert!(matches!(app.navigate(stay).await, Err(CommandError::Refused(_))));
    app.settled().await;
}
