//! Where the tests play: an app with a scripted model in a temporary folder, and a log of its events.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_app::event::{AgentEvent, AppEvent};
use pith_app::tools::AppTool;
use pith_app::{App, AppParts};
use pith_llm::scripted::Scripted;
use pith_llm::{Client, Offline};
use pith_session::{NewSession, Owner, Session, Stamps};
use pith_testkit::FixedClock;
use pith_types::ToolDeclaration;
use serde_json::{Map, Value};

/// Time that stands still, and bytes that count up.
#[derive(Default)]
struct Counting(AtomicU64);

impl Stamps for Counting {
    fn now_ms(&self) -> i64 {
        FixedClock::START
    }

    fn random_bytes(&self) -> [u8; 16] {
        let count = self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let mut bytes = [0; 16];
        // Entry ids are the first four bytes.
        bytes[..4].copy_from_slice(&count[4..]);
        bytes
    }
}

pub(crate) struct Stage {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) model: Scripted,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), model: Scripted::default() }
    }

    /// Parts with a new session on disk.
    pub(crate) fn parts(&self) -> AppParts {
        let new = NewSession { cwd: self.folder.path().to_owned(), ..NewSession::default() };
        self.parts_with(Session::create(&self.sessions(), new, owner(), Arc::new(Counting::default())))
    }

    /// Parts that go on with the only session on disk.
    pub(crate) fn parts_again(&self) -> AppParts {
        let [file] = self.files().try_into().unwrap();
        let stamps = Arc::new(Counting(AtomicU64::new(1000)));
        self.parts_with(Session::open(&file, self.folder.path(), owner(), stamps).unwrap())
    }

    fn parts_with(&self, session: Session) -> AppParts {
        let client =
            Client::new(vec![Arc::new(self.model.clone())], Arc::new(Offline), Arc::new(FixedClock::default()));
        AppParts::new(client, self.model.model(), session)
    }

    fn sessions(&self) -> PathBuf {
        self.folder.path().join("sessions")
    }

    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.sessions()).into_iter().flatten();
        let files = entries.map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
    }

    /// The entries of the only session on disk, each as its type, a message as its role.
    pub(crate) fn entries(&self) -> Vec<String> {
        let [file] = self.files().try_into().unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let name = |line: &str| {
            let entry: Value = serde_json::from_str(line).unwrap();
            match entry.pointer("/message/role") {
                Some(role) => role.as_str().unwrap().to_owned(),
                None => entry["type"].as_str().unwrap().to_owned(),
            }
        };
        text.lines().map(name).collect()
    }
}

fn owner() -> Owner {
    Owner { pid: 1, host: "test".to_owned(), started_ms: 0 }
}

/// What a face saw, in short.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn of(app: &App) -> Self {
        let log = Self::default();
        let seen = log.clone();
        app.show_to(move |event: &AppEvent| seen.0.lock().unwrap().extend(short(event)));
        log
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn add(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }
}

pub(crate) fn short(event: &AppEvent) -> Option<String> {
    Some(match event {
        AppEvent::SessionStarted { .. } => "session".to_owned(),
        AppEvent::AgentEnd { will_retry, .. } => format!("agent_end retry={will_retry}"),
        AppEvent::Settled { aborted } => format!("settled aborted={aborted}"),
        AppEvent::RetryStart { attempt, delay_ms, error, .. } => format!("retry {attempt} after {delay_ms}: {error}"),
        AppEvent::RetryEnd { success, attempt, .. } => format!("retried {attempt} success={success}"),
        AppEvent::CompactionStart { reason } => format!("compaction {}", reason.as_str()),
        AppEvent::CompactionEnd { result, aborted, will_retry, error, .. } => {
            format!("compacted {} aborted={aborted} retry={will_retry} {error:?}", result.is_some())
        }
        AppEvent::ContextTrimmed { results, .. } => format!("trimmed {results}"),
        AppEvent::SummaryRetryScheduled { attempt, .. } => format!("summary retry {attempt}"),
        AppEvent::SummaryRetryStart(_) => "summary again".to_owned(),
        AppEvent::SummaryRetryFinished => "summary retried".to_owned(),
        AppEvent::TreeNavigated { summary, .. } => format!("navigated summary={}", summary.is_some()),
        AppEvent::SessionNamed { name } => format!("named {name:?}"),
        AppEvent::EntryAppended(entry) => format!("entry {}", entry.kind.as_str()),
        AppEvent::ModelChanged { model, previous, .. } => format!("model {} was {}", model.id, previous.id),
        AppEvent::ThinkingLevelChanged { level, .. } => format!("thinking {}", level.as_str()),
        AppEvent::QueueUpdate { steering, follow_up } => format!("queue {steering:?} {follow_up:?}"),
        AppEvent::ShellOutput { delta, .. } => format!("output {delta:?}"),
        AppEvent::Diagnostic(diagnostic) => format!("told {diagnostic}"),
        AppEvent::ExtensionError { extension, event, error, .. } => format!("failed {extension} {event}: {error}"),
        AppEvent::SessionShutdown { reason, .. } => format!("shutdown {reason:?}"),
        AppEvent::UiPromptStart { kind, .. } => format!("asks {kind}"),
        AppEvent::UiPromptEnd { kind, .. } => format!("asked {kind}"),
        AppEvent::NestedTool { parent, event } => {
            format!("{parent}: {}", short(&AppEvent::Agent(event.clone())).unwrap_or_default())
        }
        AppEvent::Agent(event) => match event {
            AgentEvent::AgentStart => "agent_start".to_owned(),
            AgentEvent::TurnStart => "turn_start".to_owned(),
            AgentEvent::MessageStart(message) => format!("start {}", message.role()),
            AgentEvent::MessageEnd(message) => format!("end {}", message.role()),
            AgentEvent::ToolExecutionStart { tool_name, .. } => format!("run {tool_name}"),
            AgentEvent::ToolExecutionEnd { tool_name, is_error, .. } => format!("ran {tool_name} error={is_error}"),
            AgentEvent::TurnEnd { .. } => "turn_end".to_owned(),
            _ => return None,
        },
    })
}

/// A tool that says what it was given.
pub(crate) fn echo() -> AppTool {
    let declaration = ToolDeclaration {
        name: "echo".to_owned(),
        description: "Says it again.".to_owned(),
        parameters: serde_json::json!({ "type": "object", "properties": { "text": { "type": "string" } } }),
        ..ToolDeclaration::default()
    };
    let tool = AppTool::new(Arc::new(Echo(declaration)));
    AppTool { snippet: Some("Say it again".to_owned()), ..tool }
}

struct Echo(ToolDeclaration);

#[async_trait]
impl Tool for Echo {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    async fn execute(&self, arguments: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(arguments.get("text").and_then(Value::as_str).unwrap_or_default()))
    }
}
