//! The app: an agent with its session, its prompt and its doors, behind commands and events.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock};

use pith_agent::{Agent, AgentOptions, QueueMode};
use pith_llm::thinking::ThinkingBudgets;
use pith_llm::{CacheRetention, CallOptions, Client};
use pith_session::{Context, Session};
use pith_tools::ToolSettings;
use pith_types::{AgentMessage, AssistantMessage, Model, ThinkingLevel};

use tokio::sync::watch;

use crate::authority::{Authority, NoKeys};
use crate::command::CommandError;
use crate::compaction::counted_from;
use crate::event::{AppEvent, SessionReason};
use crate::extension::{Dialogs, Extension, ExtensionSource, Fixed, NoDialogs};
use crate::fanout::{Face, Fanout};
use crate::hooks::AppHooks;
use crate::input::Draft;
use crate::life::{Ear, Life};
use crate::models::Registry;
use crate::policy::{Policy, PolicySource, Rules};
use crate::prompt::PromptParts;
use crate::prompter::Prompter;
use crate::record::Record;
use crate::resources::{InForce, Reading, ResourceSource};
use crate::selection::ModelSource;
use crate::shell::Shell;
use crate::tools::{AppTool, Moment, ToolFilter, Toolset};
use crate::ui_prompts::UiPrompts;

/// What an app is made of.
pub struct AppParts {
    /// The way to the models.
    pub client: Client,
    /// Whom to ask.
    pub model: Arc<Model>,
    /// Whom else one could ask.
    pub models: Arc<dyn ModelSource>,
    /// How much to ask it to reason.
    pub thinking_level: ThinkingLevel,
    /// Gives requests their keys.
    pub authority: Arc<dyn Authority>,
    /// Where the conversation is kept.
    pub session: Session,
    /// What it holds already: [`Session::context`], read before, since the model may follow from it.
    pub history: Context,
    /// Names the session.
    pub name: Option<String>,
    /// The tools to declare, in order.
    pub tools: Vec<AppTool>,
    /// What the tools know of session and model.
    pub moment: Moment,
    /// What was read for the model: the parts of the system prompt, to which the app puts the tools, what a leading slash
    /// may stand for, and what is told about them.
    pub reading: Reading,
    /// Reads that again.
    pub resources: Arc<dyn ResourceSource>,
    /// Where attached files are looked for, and how images are prepared.
    pub files: Arc<ToolSettings>,
    /// Every tool there is, also those that are not declared; `tools` are among them or are added to them.
    pub available: Vec<AppTool>,
    /// What the person said of tools that come while the program runs.
    pub tool_filter: ToolFilter,
    /// Who stands at the doors, in order.
    pub extensions: Vec<Arc<dyn Extension>>,
    /// Brings them anew, when a person or another session asks for it.
    pub extension_source: Arc<dyn ExtensionSource>,
    /// Where extensions ask the person, and show things.
    pub dialogs: Arc<dyn Dialogs>,
    /// Whether failed answers are asked for again, and when conversations are summarized.
    pub policy: Arc<dyn PolicySource>,
    /// How many waiting messages a turn takes: steering, follow-ups.
    pub queue_modes: (QueueMode, QueueMode),
    /// Whether no picture may be sent.
    pub block_images: bool,
    /// Tokens of thinking by level, for models that count them; the usual ones where nothing is said.
    pub thinking_budgets: ThinkingBudgets,
    /// How long providers should keep the prompt's prefix.
    pub cache_retention: CacheRetention,
}

impl AppParts {
    /// An app that keeps its conversation in `session`, needs no key, has no tools and no extensions. Paths start in the
    /// session's working directory.
    pub fn new(client: Client, model: impl Into<Arc<Model>>, session: Session) -> Self {
        let cwd = session.header().cwd.clone();
        let model = model.into();
        let mut models = Registry::default();
        models.add(Arc::clone(&model), true);
        Self {
            client,
            model,
            models: Arc::new(models),
            thinking_level: ThinkingLevel::Off,
            authority: Arc::new(NoKeys),
            history: session.context(),
            session,
            name: None,
            tools: Vec::new(),
            moment: Moment::default(),
            files: Arc::new(ToolSettings::new(&cwd, &cwd)),
            resources: Arc::new(PromptParts { cwd: cwd.clone(), ..PromptParts::default() }),
            reading: Reading { prompt: PromptParts { cwd, ..PromptParts::default() }, ..Reading::default() },
            available: Vec::new(),
            tool_filter: ToolFilter::default(),
            extensions: Vec::new(),
            extension_source: Arc::new(Fixed),
            dialogs: Arc::new(NoDialogs::default()),
            policy: Arc::new(Policy::default()),
            queue_modes: (QueueMode::OneAtATime, QueueMode::OneAtATime),
            block_images: false,
            thinking_budgets: ThinkingBudgets::default(),
            cache_retention: CacheRetention::default(),
        }
    }
}

/// The coding agent. Cheap to clone; clones are the same app.
#[derive(Clone)]
pub struct App {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) agent: Agent,
    /// What stands at the agent's doors, for calls that no run makes.
    pub(crate) hooks: Arc<AppHooks>,
    pub(crate) fanout: Arc<Fanout>,
    pub(crate) prompter: Arc<Prompter>,
    pub(crate) authority: Arc<dyn Authority>,
    pub(crate) toolset: Arc<Toolset>,
    pub(crate) extension_source: Arc<dyn ExtensionSource>,
    pub(crate) prompts: UiPrompts,
    pub(crate) pending: Mutex<Vec<AgentMessage>>,
    pub(crate) models: Arc<dyn ModelSource>,
    pub(crate) moment: Moment,
    pub(crate) resources: InForce,
    pub(crate) shell: Shell,
    pub(crate) files: Arc<ToolSettings>,
    pub(crate) life: Arc<Life>,
    /// Whether everything is being read anew just now.
    pub(crate) reloading: std::sync::atomic::AtomicBool,
    /// Held while extensions are exchanged.
    pub(crate) renewing: tokio::sync::Mutex<()>,
    pub(crate) rules: Rules,
    pub(crate) policy: Arc<dyn PolicySource>,
    /// Whether an extension wants the program to end.
    pub(crate) shutdown: watch::Sender<bool>,
    pub(crate) record: Arc<Record>,
}

impl App {
    /// Puts the parts together. Nothing is asked of a model, and nothing written, before the first command.
    pub fn new(parts: AppParts) -> Self {
        let clock = Arc::clone(parts.client.clock());
        let toolset = Arc::new(Toolset::new(parts.available, &parts.tools, parts.tool_filter));
        let (resources, prompt) = InForce::new(parts.reading, parts.resources, parts.model.context_window);
        let prompter = Arc::new(Prompter::new(PromptParts { tools: toolset.in_prompt(), ..prompt }, clock));
        let record = Arc::new(Record::new(parts.session));
        let counted = record.read(|session| counted_from(session, &parts.history));
        record.begin(&parts.history, parts.name, &parts.model, parts.thinking_level);
        parts.moment.set(&record, &parts.model, parts.thinking_level);
        let fanout = Arc::new(Fanout::new(parts.extensions, Arc::clone(&record)));
        let hooks = Arc::new(AppHooks {
            app: OnceLock::new(),
            authority: Arc::clone(&parts.authority),
            fanout: Arc::clone(&fanout),
            toolset: Arc::clone(&toolset),
            record: Arc::clone(&record),
            declared: AtomicU64::new(0),
            prompter: Arc::clone(&prompter),
            block_images: parts.block_images,
        });
        let agent = Agent::new(AgentOptions {
            thinking_level: parts.thinking_level,
            messages: parts.history.messages,
            hooks: Arc::clone(&hooks) as Arc<dyn pith_agent::Hooks>,
            call: CallOptions {
                session_id: Some(record.id()),
                in_turn: true,
                cache_retention: parts.cache_retention,
                thinking_budgets: Some(parts.thinking_budgets).filter(|budgets| !budgets.is_empty()),
                ..CallOptions::default()
            },
            steering_mode: parts.queue_modes.0,
            follow_up_mode: parts.queue_modes.1,
            ..AgentOptions::new(parts.client, parts.model)
        });
        // Set apart from the options, so that the first run announces the tools together with the prompt's sections.
        agent.set_tools(toolset.tools());
        let inner = Arc::new(Inner {
            agent,
            hooks: Arc::clone(&hooks),
            fanout,
            prompter,
            authority: parts.authority,
            toolset,
            extension_source: parts.extension_source,
            prompts: UiPrompts::new(parts.dialogs),
            reloading: std::sync::atomic::AtomicBool::default(),
            renewing: tokio::sync::Mutex::default(),
            pending: Mutex::default(),
            models: parts.models,
            moment: parts.moment,
            resources,
            shell: Shell::default(),
            files: parts.files,
            life: Life::new(counted),
            rules: Rules::new(parts.policy.read()),
            policy: parts.policy,
            shutdown: watch::Sender::new(false),
            record,
        });
        // Nobody else has set it.
        let _ = hooks.app.set(Arc::downgrade(&inner));
        inner.agent.subscribe(Ear(Arc::downgrade(&inner)));
        let app = Self { inner };
        app.inner.fanout.extensions().iter().for_each(|extension| extension.attach(app.downgrade()));
        app
    }

    /// Adds a face. It is shown everything from here on.
    pub fn show_to(&self, face: impl Face + 'static) {
        self.inner.fanout.add(Arc::new(face));
    }

    /// Tells extensions and faces which session is in force, and what is doubtful in the resources that were read.
    pub async fn announce_session(&self) {
        let (header, reason) = (self.inner.record.header(), SessionReason::Startup);
        self.inner.fanout.tell(AppEvent::SessionStarted { header, reason, previous: None }).await;
        self.inner.discover(false).await;
        self.inner.tell_all(self.inner.resources.untold()).await;
    }

    /// Submits a text and waits until nothing is left to do; gives the answer. One that failed says so by its stop reason.
    ///
    /// # Errors
    /// When the text did not reach the model.
    pub async fn ask(&self, text: impl Into<String>) -> Result<Option<AssistantMessage>, CommandError> {
        self.submit(Draft::prompt(text)).await?;
        self.settled().await;
        Ok(self.last_answer())
    }

    /// Begins to end what is active, without waiting; does nothing when nothing is. What extensions are waited for is given
    /// up.
    pub fn abort(&self) {
        self.inner.life.cancel();
        self.inner.agent.abort();
    }

    /// Returns when nothing is left to do.
    pub async fn settled(&self) {
        self.inner.life.settled().await;
    }

    /// The conversation as of now.
    pub fn messages(&self) -> Vec<AgentMessage> {
        self.inner.agent.messages()
    }

    /// The last message, if it is an answer.
    pub fn last_answer(&self) -> Option<AssistantMessage> {
        self.messages().last().and_then(|message| message.as_assistant().cloned())
    }
}
