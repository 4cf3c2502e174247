//! What is read for the model, and how it is read anew.

use std::sync::{Arc, Mutex};

use pith_app::command::{SlashCommand, SlashSource};
use pith_app::input::{Expansion, InputError};
use pith_app::models::Registry;
use pith_app::prompt::{ContextText, PromptParts};
use pith_app::resources::{Reading, ResourceSource};
use pith_app::{App, AppParts, Command, Reply};
use pith_config::Diagnostic;
use pith_types::{AgentMessage, Message, Model};
use serde_json::Value;

use crate::stage::{Log, Stage};

/// Resources that a test changes.
#[derive(Clone, Default)]
struct Files(Arc<Mutex<String>>);

impl Files {
    fn set(&self, text: &str) {
        text.clone_into(&mut self.0.lock().unwrap());
    }
}

/// Expands `/now` to a text.
struct Now(String);

impl Expansion for Now {
    fn expand(&self, text: &str, _: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        Ok((text == "/now").then(|| self.0.clone()))
    }

    fn commands(&self) -> Vec<SlashCommand> {
        vec![SlashCommand {
            name: "now".to_owned(),
            description: None,
            argument_hint: None,
            source: SlashSource::Prompt,
            source_info: Value::Null,
        }]
    }
}

impl ResourceSource for Files {
    fn read(&self) -> Reading {
        let text = self.0.lock().unwrap().clone();
        Reading {
            prompt: PromptParts { addendum: vec![text.clone()], cwd: "/p".to_owned(), ..PromptParts::default() },
            expansions: vec![Arc::new(Now(format!("now {text}")))],
            diagnostics: vec![Diagnostic::warning(format!("read {text}"))],
            ..Reading::default()
        }
    }
}

fn said(app: &App) -> Vec<String> {
    app.messages()
        .iter()
        .filter_map(|message| match message {
            AgentMessage::Model(Message::User(user)) => Some(user.content.to_text()),
            AgentMessage::Model(Message::System(system)) => {
                let sections = system.sections.as_ref().unwrap();
                Some(format!("system {}", sections.keys().map(String::as_str).collect::<Vec<_>>().join(",")))
            }
            _ => None,
        })
        .collect()
}

#[tokio::test]
async fn a_reload_sends_only_what_changed_and_what_is_doubtful_is_told() {
    let stage = Stage::new();
    (0..3).for_each(|_| stage.model.push("ok"));
    let files = Files::default();
    files.set("one");
    let parts = stage.parts();
    let reading = files.read();
    let app = App::new(AppParts { reading, resources: Arc::new(files.clone()), ..parts });
    let log = Log::of(&app);
    app.announce_session().await;
    app.ask("/now").await.unwrap();
    assert_eq!(app.send(Command::Reload).await.unwrap(), Reply::Done);
    app.ask("same").await.unwrap();
    files.set("two");
    app.send(Command::Reload).await.unwrap();
    app.ask("/now").await.unwrap();
    let expected = ["system preamble,tools,rules,docs,addendum,cwd", "now one", "same", "system addendum", "now two"];
    assert_eq!(said(&app), expected);
    let told: Vec<String> = log.lines().into_iter().filter(|line| line.starts_with("told")).collect();
    assert_eq!(told, ["told read one", "told read one", "told read two"]);
}

/// The lengths of the context sections that the conversation holds, in order.
fn context_sizes(app: &App) -> Vec<usize> {
    let sections = app.messages().into_iter().filter_map(|message| message.as_system()?.sections.clone());
    sections.filter_map(|sections| Some(sections.get("project_context")?.as_ref()?.matches("x\n").count())).collect()
}

#[tokio::test]
async fn context_files_are_cut_for_a_smaller_model_and_whole_again_for_a_larger_one() {
    let stage = Stage::new();
    (0..3).for_each(|_| stage.model.push("ok"));
    let parts = stage.parts();
    let window = |id: &str, context_window| Model { id: id.to_owned(), context_window, ..stage.model.model() };
    let mut models = Registry::default();
    for model in [stage.model.model(), window("small", 100), window("large", 1_000_000)] {
        models.add(Arc::new(model), true);
    }
    let file = ContextText { path: "/p/AGENTS.md".to_owned(), text: "x\n".repeat(500) };
    let prompt = PromptParts { context_files: vec![file], ..PromptParts::default() };
    let reading = Reading { prompt, context_share: Some(50), ..Reading::default() };
    let app = App::new(AppParts { reading, models: Arc::new(models), ..parts });
    let log = Log::of(&app);
    for id in ["scripted-1", "small", "large"] {
        app.set_model("scripted", id).await.unwrap();
        app.ask("hello").await.unwrap();
    }
    assert_eq!(context_sizes(&app), [500, 100, 500]);
    let told: Vec<String> = log.lines().into_iter().filter(|line| line.starts_with("told")).collect();
    assert!(matches!(told.as_slice(), [one] if one.contains("800 of 1000 bytes are left out")), "{told:?}");
}
