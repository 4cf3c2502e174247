//! Conversations that have outgrown their model.

use std::sync::{Arc, Mutex};

use pith_app::extension::{BeforeCompact, CompactVerdict, Extension, ExtensionError};
use pith_app::input::Draft;
use pith_app::{App, AppParts, Command, CommandError, CompactionError, Policy, Reply, WeakApp};
use pith_config::settings::{CompactionSettings, RetrySettings};
use pith_llm::scripted::Answer;
use pith_types::transcript::current_tools;
use pith_types::{AgentMessage, AssistantMessage, Content, Model, StopReason, Usage};
use serde_json::json;

use crate::stage::{Log, Stage, echo};

/// A model with a window of 1,000 tokens, 600 of them for the context, 50 of those kept.
fn app(stage: &Stage) -> App {
    app_with(stage, CompactionSettings { reserve_tokens: 400, keep_recent_tokens: 50, ..Default::default() })
}

fn app_with(stage: &Stage, compaction: CompactionSettings) -> App {
    let policy =
        Policy { compaction, retry: RetrySettings { base_delay_ms: 0, ..Default::default() }, ..Default::default() };
    let model = Model { context_window: 1000, max_tokens: 100, ..stage.model.model() };
    App::new(AppParts { model: Arc::new(model), policy: Arc::new(policy), tools: vec![echo()], ..stage.parts() })
}

/// An answer after which the provider counts so many tokens.
fn counted(text: &str, total_tokens: u64) -> Answer {
    AssistantMessage {
        content: vec![Content::text(text)],
        stop_reason: StopReason::Stop,
        usage: Usage { input: total_tokens, total_tokens, ..Usage::default() },
        ..AssistantMessage::default()
    }
    .into()
}

fn told(log: &Log) -> Vec<String> {
    let words = ["compact", "trimmed", "retry", "entry", "summary", "settled"];
    log.lines().into_iter().filter(|line| words.iter().any(|word| line.starts_with(word))).collect()
}

fn summary(app: &App) -> String {
    let messages = app.messages();
    let summary = messages.iter().find_map(|message| match message {
        AgentMessage::Custom(custom) if custom.role == "compactionSummary" => Some(custom.fields["summary"].clone()),
        _ => None,
    });
    summary.unwrap().as_str().unwrap().to_owned()
}

const COMPACTED: &str = "compacted true aborted=false retry=false None";

#[tokio::test]
async fn a_full_context_is_summarized_after_the_run_and_the_recent_part_stays() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    stage.model.set([counted("One.", 100), counted("Two.", 700), "What was.".into(), counted("Three.", 100)]);
    app.ask("do the first").await.unwrap();
    app.ask(format!("second {}", "x".repeat(300))).await.unwrap();
    assert_eq!(told(&log), ["settled aborted=false", "compaction threshold", COMPACTED, "settled aborted=false"]);
    let text = summary(&app);
    assert_eq!(text, "What was.\n\n<first-request>\ndo the first\n</first-request>");
    let request = stage.model.calls().remove(2);
    assert!(current_tools(&request.messages).is_empty());
    app.ask("third").await.unwrap();
    let roles: Vec<&str> = stage.model.calls()[3].messages.iter().map(|message| message.role()).collect();
    assert_eq!(roles, ["system", "user", "user", "assistant", "user"]);
    assert_eq!(app.context_usage().unwrap().context_window, 1000);
}

#[tokio::test]
async fn a_full_context_is_summarized_between_two_turns() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    let call = |id: &str, total_tokens| -> Answer {
        let call = json!({ "type": "toolCall", "id": id, "name": "echo", "arguments": { "text": "y".repeat(300) } });
        AssistantMessage {
            content: vec![serde_json::from_value(call).unwrap()],
            stop_reason: StopReason::ToolUse,
            usage: Usage { total_tokens, ..Usage::default() },
            ..AssistantMessage::default()
        }
        .into()
    };
    stage.model.set([call("a", 100), call("b", 700), "Half-way.".into(), counted("Done.", 100)]);
    app.ask("go").await.unwrap();
    let lines = log.lines();
    let at = |line: &str| lines.iter().position(|told| told == line).unwrap();
    assert!(at("compaction threshold") < lines.iter().rposition(|told| told == "turn_start").unwrap());
    assert!(summary(&app).starts_with("No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nHalf-way."));
    let roles: Vec<&str> = stage.model.calls()[3].messages.iter().map(|message| message.role()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "toolResult"]);
    assert_eq!(app.last_answer().unwrap().content, [Content::text("Done.")]);
}

#[tokio::test]
async fn what_did_not_fit_is_asked_again_with_a_smaller_context() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    let long = "z".repeat(400);
    stage.model.set([
        counted("One.", 100),
        Answer::error("prompt is too long: 9 > 8"),
        "What was.".into(),
        "Two.".into(),
    ]);
    app.ask(format!("first {long}")).await.unwrap();
    let answer = app.ask(format!("second {long}")).await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Stop);
    assert!(log.lines().contains(&"agent_end retry=true".to_owned()));
    let expected = [
        "settled aborted=false",
        "entry context_edit",
        "compaction overflow",
        "compacted true aborted=false retry=true None",
        "settled aborted=false",
    ];
    assert_eq!(told(&log), expected);
}

#[tokio::test]
async fn what_cannot_be_made_smaller_stays_a_failure() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    stage.model.set([Answer::error("prompt is too long: 9 > 8"), "never".into()]);
    let answer = app.ask("go").await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Error);
    assert_eq!(stage.model.calls().len(), 1);
    assert_eq!(app.last_answer().unwrap().stop_reason, StopReason::Error);
    assert!(log.lines().contains(&"agent_end retry=false".to_owned()));
}

#[tokio::test]
async fn where_nothing_can_be_summarized_long_results_are_shortened() {
    let stage = Stage::new();
    let app = app(&stage);
    let log = Log::of(&app);
    let long = json!({ "text": "w".repeat(8000) });
    stage.model.set([
        Answer::call("a", "echo", long),
        Answer::error("context window exceeded: prompt is too long"),
        "Done.".into(),
    ]);
    let answer = app.ask("go").await.unwrap().unwrap();
    assert_eq!(answer.stop_reason, StopReason::Stop, "{:?}", log.lines());
    assert!(told(&log).contains(&"trimmed 1".to_owned()), "{:?}", log.lines());
}

#[tokio::test]
async fn a_person_may_ask_for_a_summary_with_a_focus() {
    let stage = Stage::new();
    let app = app(&stage);
    let empty = app.send(Command::Compact { instructions: None }).await.unwrap_err();
    assert!(matches!(empty, CommandError::Compaction(CompactionError::TooSmall)));
    stage.model.set([counted("One.", 100), counted("Two.", 200), "What was.".into()]);
    app.ask("first").await.unwrap();
    app.ask(format!("second {}", "x".repeat(300))).await.unwrap();
    let wish = Command::Compact { instructions: Some("the colors".to_owned()) };
    let Reply::Compacted(compacted) = app.send(wish).await.unwrap() else { panic!("not compacted") };
    assert!(compacted.summary.starts_with("What was."));
    let asked = serde_json::to_string(&stage.model.calls()[2].messages).unwrap();
    assert!(asked.contains("Additional focus: the colors") && asked.contains("[User]: first"), "{asked}");
    let again = app.compact(None).await.unwrap_err();
    assert!(matches!(again, CommandError::Compaction(CompactionError::TooSmall | CompactionError::Already)));
    // What goes on from the file is given the same.
    let messages = app.messages();
    drop(app);
    assert_eq!(App::new(stage.parts_again()).messages(), messages);
}

#[tokio::test]
async fn a_second_summary_begins_where_the_first_stopped() {
    let stage = Stage::new();
    let app = app(&stage);
    let long = |word: &str| format!("{word} {}", "x".repeat(300));
    stage.model.set([counted("One.", 100), counted("Two.", 200), "What was.".into()]);
    app.ask("first").await.unwrap();
    app.ask(long("second")).await.unwrap();
    app.compact(None).await.unwrap();
    stage.model.set([counted("Three.", 300), "What was by now.".into()]);
    app.ask(long("third")).await.unwrap();
    app.compact(None).await.unwrap();
    let asked = serde_json::to_string(&stage.model.calls().last().unwrap().messages).unwrap();
    assert!(asked.contains("What was.") && asked.contains("[User]: second"), "{asked}");
    assert!(!asked.contains("[User]: first") && !asked.contains("[User]: third"), "{asked}");
    assert!(summary(&app).starts_with("What was by now."));
}

/// Says something while a summary is made.
#[derive(Default)]
struct Interrupter {
    app: Mutex<WeakApp>,
    refusals: Mutex<Vec<String>>,
}

#[async_trait::async_trait]
impl Extension for Interrupter {
    fn name(&self) -> &str {
        "interrupter"
    }

    fn attach(&self, app: WeakApp) {
        *self.app.lock().unwrap() = app;
    }

    async fn before_compact(&self, _: &BeforeCompact) -> Result<CompactVerdict, ExtensionError> {
        let app = self.app.lock().unwrap().upgrade().unwrap();
        let refusal = app.send(Command::Submit(Draft::prompt("meanwhile"))).await.unwrap_err();
        self.refusals.lock().unwrap().push(refusal.to_string());
        Ok(CompactVerdict::Continue)
    }
}

#[tokio::test]
async fn nothing_is_said_while_a_person_has_the_conversation_compacted() {
    let stage = Stage::new();
    let interrupter = Arc::new(Interrupter::default());
    let compaction = CompactionSettings { enabled: false, keep_recent_tokens: 50, ..Default::default() };
    let app = App::new(AppParts {
        extensions: vec![interrupter.clone()],
        policy: Arc::new(Policy { compaction, ..Default::default() }),
        ..stage.parts()
    });
    stage.model.set([counted("One.", 100), counted("Two.", 200), "What was.".into(), "Three.".into()]);
    app.ask("first").await.unwrap();
    app.ask(format!("second {}", "x".repeat(300))).await.unwrap();
    app.compact(None).await.unwrap();
    let refusals = std::mem::take(&mut *interrupter.refusals.lock().unwrap());
    assert!(matches!(&refusals[..], [one] if one.starts_with("the conversation is being compacted")), "{refusals:?}");
    assert!(app.ask("third").await.unwrap().is_some(), "afterwards it goes on");
}

#[tokio::test]
async fn a_summary_that_fails_changes_nothing() {
    let stage = Stage::new();
    let app = app(&stage);
    stage.model.set([counted("One.", 100), counted("Two.", 200), Answer::error("no such luck")]);
    app.ask("first").await.unwrap();
    app.ask(format!("second {}", "x".repeat(300))).await.unwrap();
    let before = app.messages();
    let log = Log::of(&app);
    assert!(app.compact(None).await.is_err());
    assert_eq!(app.messages(), before);
    let end = r#"compacted false aborted=false retry=false Some("the summary failed: no such luck")"#;
    assert_eq!(told(&log), ["compaction manual", end]);
}

#[tokio::test]
async fn what_is_too_long_for_one_request_is_summarized_in_pieces() {
    let stage = Stage::new();
    let app = app_with(&stage, CompactionSettings { enabled: false, keep_recent_tokens: 50, ..Default::default() });
    stage.model.set([
        "One.".into(),
        "Two.".into(),
        "First half.".into(),
        "Second.".into(),
        "All.".into(),
        "All.".into(),
    ]);
    app.ask("long ".repeat(600)).await.unwrap();
    app.ask("x".repeat(300)).await.unwrap();
    let compacted = app.compact(None).await.unwrap();
    assert!(compacted.summary.contains("<first-request>"));
    let calls = stage.model.calls();
    assert!(calls.len() > 3, "{}", calls.len());
    let second = serde_json::to_string(&calls[3].messages).unwrap();
    assert!(second.contains("<previous-summary>\\nFirst half.\\n</previous-summary>"), "{second}");
}
