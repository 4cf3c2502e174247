//! Extensions that change what is sent, kept and run.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_agent::{ToolAmendment, ToolCallView, ToolOutput, ToolVerdict};
use pith_app::extension::{
    Boundary, BoundaryDraft, BoundaryPlace, Extension, ExtensionError, Proposal, RunStart, Shown,
};
use pith_app::tools::AppTool;
use pith_app::{App, AppParts, CustomDraft, DeliverAs, SendOptions, WeakApp};
use pith_llm::scripted::Answer;
use pith_session::Custom;
use pith_types::{AgentMessage, Content, Message};
use serde_json::{Map, Value, json};

use crate::stage::{Log, Stage, echo};

type Change = Box<dyn Fn(&mut Map<String, Value>) -> Result<ToolVerdict, ExtensionError> + Send + Sync>;

/// Does at its doors what the test says.
#[derive(Default)]
struct Keeper {
    on_call: Option<Change>,
    on_result: Option<&'static str>,
    forced: Option<&'static str>,
    drops_first: bool,
    drafts: Vec<BoundaryDraft>,
    continues: Mutex<u32>,
    tools: Mutex<Vec<AppTool>>,
    app: Mutex<WeakApp>,
}

#[async_trait]
impl Extension for Keeper {
    fn name(&self) -> &str {
        "keeper"
    }

    fn attach(&self, app: WeakApp) {
        *self.app.lock().unwrap() = app;
    }

    fn tools(&self) -> Vec<AppTool> {
        self.tools.lock().unwrap().clone()
    }

    async fn before_agent_start(&self, start: &mut RunStart) -> Result<(), ExtensionError> {
        start.options.sections.insert("zebra".to_owned(), "stripes".to_owned());
        start.forced = self.forced.map(str::to_owned);
        Ok(())
    }

    async fn context(&self, messages: &Shown<Vec<AgentMessage>>) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        Ok(self.drops_first.then(|| messages[1..].to_vec()))
    }

    async fn message_end(&self, message: &AgentMessage) -> Result<Option<AgentMessage>, ExtensionError> {
        let AgentMessage::Model(Message::User(user)) = message else { return Ok(None) };
        let louder =
            pith_types::UserMessage { content: user.content.to_text().to_uppercase().into(), ..(**user).clone() };
        Ok(Some(louder.into()))
    }

    async fn tool_call(
        &self,
        _: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, ExtensionError> {
        self.on_call.as_ref().map_or(Ok(ToolVerdict::Allow), |change| change(arguments))
    }

    async fn tool_result(
        &self,
        _: ToolCallView<'_>,
        _: &Map<String, Value>,
        _: &ToolOutput,
    ) -> Result<ToolAmendment, ExtensionError> {
        let content = self.on_result.map(|text| vec![Content::text(text)]);
        Ok(ToolAmendment { content, ..ToolAmendment::default() })
    }

    async fn boundary(&self, boundary: &Boundary, proposal: &mut Proposal) -> Result<(), ExtensionError> {
        assert!(matches!(&boundary.place, BoundaryPlace::Turn { message_entry: Some(_), .. }));
        proposal.entries = self.drafts.clone();
        let mut continues = self.continues.lock().unwrap();
        proposal.goes_on = *continues > 0;
        *continues = continues.saturating_sub(1);
        Ok(())
    }

    fn stands_at_boundaries(&self) -> bool {
        !self.drafts.is_empty() || *self.continues.lock().unwrap() > 0
    }
}

fn app(stage: &Stage, keeper: Keeper) -> (App, Arc<Keeper>) {
    let keeper = Arc::new(keeper);
    let extensions: Vec<Arc<dyn Extension>> = vec![keeper.clone()];
    (App::new(AppParts { extensions, tools: vec![echo()], ..stage.parts() }), keeper)
}

fn result(app: &App) -> String {
    let messages = app.messages();
    let result = messages.iter().find_map(AgentMessage::as_tool_result).unwrap();
    result.content.iter().filter_map(Content::as_text).collect()
}

async fn calls_echo(keeper: Keeper) -> (String, Vec<String>) {
    let stage = Stage::new();
    stage.model.push(Answer::call("c1", "echo", json!({ "text": "hi" })));
    stage.model.push("done");
    let (app, _) = app(&stage, keeper);
    let log = Log::of(&app);
    app.ask("go").await.unwrap();
    (result(&app), log.lines())
}

#[tokio::test]
async fn arguments_that_an_extension_changed_are_validated_again() {
    let changed = Keeper {
        on_call: Some(Box::new(|arguments| {
            arguments.insert("text".to_owned(), 7.into());
            Ok(ToolVerdict::Allow)
        })),
        ..Keeper::default()
    };
    assert_eq!(calls_echo(changed).await.0, "7");
    let spoiled = Keeper {
        on_call: Some(Box::new(|arguments| {
            arguments.insert("text".to_owned(), json!({ "no": "text" }));
            Ok(ToolVerdict::Allow)
        })),
        ..Keeper::default()
    };
    assert!(calls_echo(spoiled).await.0.contains("text"), "the schema is asked");
}

#[tokio::test]
async fn a_gate_that_throws_blocks_and_is_told() {
    let broken = Keeper { on_call: Some(Box::new(|_| Err(ExtensionError::new("gate broke")))), ..Keeper::default() };
    let (text, log) = calls_echo(broken).await;
    assert_eq!(text, "gate broke");
    assert!(log.contains(&"failed keeper tool_call: gate broke".to_owned()), "{log:?}");
}

#[tokio::test]
async fn a_call_that_is_blocked_without_a_reason_has_a_text_and_a_result_can_be_replaced() {
    let shut = ToolVerdict::Block { reason: None, terminate: false };
    let blocks = Keeper { on_call: Some(Box::new(move |_| Ok(shut.clone()))), ..Keeper::default() };
    assert_eq!(calls_echo(blocks).await.0, "Tool execution was blocked");
    assert_eq!(calls_echo(Keeper { on_result: Some("other"), ..Keeper::default() }).await.0, "other");
}

#[tokio::test]
async fn a_forced_prompt_is_sent_and_not_kept_and_sections_of_an_extension_are_kept() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let (app, _) = app(&stage, Keeper { forced: Some("FORCED"), ..Keeper::default() });
    app.ask("go").await.unwrap();
    let [sent] = stage.model.calls().try_into().unwrap();
    let Some(Message::System(head)) = sent.messages.first() else { panic!("no prompt") };
    assert_eq!((head.content.to_text().as_str(), head.tools_added.as_ref().map(Vec::len)), ("FORCED", Some(1)));
    let messages = app.messages();
    let kept = messages.first().unwrap().as_system().unwrap();
    assert!(kept.sections.as_ref().unwrap().contains_key("zebra"), "{kept:?}");
}

#[tokio::test]
async fn context_changes_what_is_sent_and_message_end_what_is_kept() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    stage.model.push("Hi again.");
    let (app, _) = app(&stage, Keeper { drops_first: true, ..Keeper::default() });
    app.ask("one").await.unwrap();
    app.ask("two").await.unwrap();
    let calls = stage.model.calls();
    let roles: Vec<&str> = calls[1].messages.iter().map(Message::role).collect();
    assert_eq!(roles, ["system", "assistant", "user"]);
    let user = app.messages().iter().find_map(|message| match message {
        AgentMessage::Model(Message::User(user)) => Some(user.content.to_text()),
        _ => None,
    });
    assert_eq!(user.as_deref(), Some("ONE"));
}

#[tokio::test]
async fn a_turns_end_keeps_entries_and_goes_on_once_when_an_extension_wants_it() {
    let stage = Stage::new();
    stage.model.push("One.");
    stage.model.push("Two.");
    let note = BoundaryDraft::Custom(Custom { custom_type: "note".to_owned(), data: Some(json!(1)) });
    let (app, _) = app(&stage, Keeper { drafts: vec![note], continues: Mutex::new(1), ..Keeper::default() });
    app.ask("go").await.unwrap();
    assert_eq!(stage.model.calls().len(), 2);
    assert_eq!(stage.entries().iter().filter(|entry| *entry == "custom").count(), 2);
}

#[tokio::test]
async fn a_tool_that_comes_while_the_program_runs_is_declared_with_the_next_request() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    let keeper = Arc::new(Keeper::default());
    let extensions: Vec<Arc<dyn Extension>> = vec![keeper.clone()];
    let app = App::new(AppParts { extensions, ..stage.parts() });
    keeper.tools.lock().unwrap().push(AppTool { by_extension: true, ..echo() });
    keeper.app.lock().unwrap().upgrade().unwrap().tools_changed();
    assert_eq!(app.active_tools(), ["echo"]);
    app.ask("go").await.unwrap();
    let declared = stage.model.calls()[0].messages[0].as_system().unwrap().tools_added.clone().unwrap();
    assert_eq!(declared[0].name, "echo");
    assert!(app.system_prompt().contains("- echo: Say it again"));
}

#[tokio::test]
async fn messages_of_extensions_are_kept_wait_for_the_next_prompt_or_start_a_run() {
    let stage = Stage::new();
    stage.model.push("Hi.");
    stage.model.push("Again.");
    let (app, _) = app(&stage, Keeper::default());
    let say =
        |text: &str| CustomDraft { custom_type: "note".into(), content: text.into(), display: true, details: None };
    app.send_message(say("kept"), SendOptions::default()).await.unwrap();
    let next = SendOptions { deliver_as: Some(DeliverAs::NextTurn), ..SendOptions::default() };
    app.send_message(say("later"), next).await.unwrap();
    assert!(stage.model.calls().is_empty());
    app.ask("go").await.unwrap();
    let starts = SendOptions { trigger_turn: Some(true), ..SendOptions::default() };
    app.send_message(say("now"), starts).await.unwrap();
    app.settled().await;
    let roles: Vec<String> = app.messages().iter().map(|message| message.role().to_owned()).collect();
    assert_eq!(roles, ["custom", "system", "user", "custom", "assistant", "custom", "assistant"]);
    assert_eq!(stage.entries().iter().filter(|entry| *entry == "custom_message").count(), 3);
}
