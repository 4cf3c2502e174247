//! The doors of the app at which an extension may stand. Each has a default that changes nothing.
//!
//! Implemented by the extension host and by embedding programs. An extension is given plain data and gives plain data
//! back; its failure is told as an event and the path goes on without it, except at the gates (`input` that does not
//! answer, `tool_call`, `user_bash`), where a failure blocks (spec/extensions-sessions-screen.md 1.8).

mod account;
mod ask;
mod boundary;
mod dialogs;
mod error;
mod exhibit;
mod input;
mod prompt_options;
mod roster;
mod run_start;
mod screen;
mod session;
mod shown;
mod trust;

use async_trait::async_trait;
use pith_agent::{ToolAmendment, ToolCallView, ToolOutput, ToolVerdict};
use pith_types::{AgentMessage, Model};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::event::AppEvent;
use crate::shell::ShellCommand;
use crate::tools::AppTool;

pub use pith_config::{Diagnostic, Level as DiagnosticLevel};

pub use account::{Account, RightUse};
pub use ask::ask_in_time;
pub use boundary::{Boundary, BoundaryOutcome, BoundaryPlace, Draft as BoundaryDraft, Proposal};
pub use dialogs::{Dialog, DialogAnswer, Dialogs, Level, NoDialogs, Placement, UiChange, UiMode, Working};
pub use error::{ExtensionError, Fault};
pub use exhibit::{Exhibit, ExhibitView, MarkdownView};
pub use input::{InputVerdict, InputView};
pub use prompt_options::{OptionFile, OptionSkill, PromptOptions};
pub(crate) use roster::Roster;
pub use roster::{ExtensionSource, Fixed, Gathered};
pub use run_start::{RunStart, Trigger};
pub use screen::{Component, ComponentId, Drawn, EditorSaid, Gone, Place, Screen, Size};
pub use session::{
    BeforeCompact, BeforeFork, BeforeSwitch, BeforeTree, CompactProposal, CompactVerdict, Discovered, ForkPosition,
    ShutdownReason, TreeSummary, TreeVerdict, TrustVerdict,
};
pub use shown::Shown;
pub use trust::project_trust;

/// A slash command of an extension.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommandInfo {
    /// Without the slash; as it is reached when several extensions have the same.
    pub name: String,
    /// For people.
    pub description: Option<String>,
    /// Where it came from, as [`Extension::source`] has it.
    pub source: Value,
}

/// What the arguments of a command may be.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Completion {
    /// What takes the place of what was typed of them.
    pub value: String,
    /// For people.
    #[serde(default)]
    pub label: String,
    /// For people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// A key of an extension.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShortcutInfo {
    /// Its name, as the extension spells it: `ctrl+shift+p`.
    pub key: String,
    /// For people.
    pub description: Option<String>,
}

/// Something that takes part in the coding agent. Called one after another, in the order they were given to the app.
#[async_trait]
pub trait Extension: Send + Sync {
    /// Its identity in reports: the path, or what an embedding program calls it.
    fn name(&self) -> &str;

    /// Where it came from: `{path, source, scope, origin, baseDir?}` (1.2.6).
    fn source(&self) -> Value {
        Value::Null
    }

    /// What people are told of it; nothing when it keeps no account of itself.
    fn account(&self) -> Option<Account> {
        None
    }

    /// Gives it the app that it takes part in, once, before the first event. The app holds its extensions, so what is kept
    /// must be [weak](crate::WeakApp).
    fn attach(&self, app: crate::WeakApp) {
        let _ = app;
    }

    /// The tools it brings now. The app asks again after [`App::tools_changed`](crate::App::tools_changed).
    fn tools(&self) -> Vec<AppTool> {
        Vec::new()
    }

    /// Its slash commands now.
    fn commands(&self) -> Vec<CommandInfo> {
        Vec::new()
    }

    /// Whether this extension has the slash command, named without the slash.
    fn has_command(&self, name: &str) -> bool {
        self.commands().iter().any(|command| command.name == name)
    }

    /// What the arguments of a slash command that [`has_command`](Self::has_command) claimed may be, by what is typed of
    /// them.
    ///
    /// # Errors
    /// The error is told, and there are none.
    async fn complete_command(&self, name: &str, typed: &str) -> Result<Vec<Completion>, ExtensionError> {
        let _ = (name, typed);
        Ok(Vec::new())
    }

    /// Runs a slash command that [`has_command`](Self::has_command) claimed.
    ///
    /// # Errors
    /// When the command failed; it counts as handled all the same.
    async fn run_command(&self, name: &str, arguments: &str) -> Result<(), ExtensionError> {
        let _ = (name, arguments);
        Ok(())
    }

    /// Its keys now.
    fn shortcuts(&self) -> Vec<ShortcutInfo> {
        Vec::new()
    }

    /// Does what one of its [keys](Self::shortcuts) is for.
    ///
    /// # Errors
    /// When it failed.
    async fn run_shortcut(&self, key: &str) -> Result<(), ExtensionError> {
        let _ = key;
        Ok(())
    }

    /// Whether it shows this in its own way.
    fn exhibits(&self, exhibit: &Exhibit) -> bool {
        let _ = exhibit;
        false
    }

    /// The lines of it, which move nothing and fit the screen; nothing where it is to be shown as usual.
    ///
    /// # Errors
    /// The error is told, and it is shown as usual.
    async fn exhibit(&self, exhibit: &Exhibit, view: &ExhibitView) -> Result<Option<Vec<String>>, ExtensionError> {
        let _ = (exhibit, view);
        Ok(None)
    }

    /// Whether it changes texts of this kind on their way to the screen.
    fn transforms_markdown(&self, message_type: &str) -> bool {
        let _ = message_type;
        false
    }

    /// The text as it is to be shown; what is kept and sent stays as it is.
    ///
    /// # Errors
    /// The error is told, and the text stays as it was.
    async fn transform_markdown(&self, text: &str, view: &MarkdownView) -> Result<Option<String>, ExtensionError> {
        let _ = (text, view);
        Ok(None)
    }

    /// Whether the project in `cwd` is trusted. The first that decides wins.
    ///
    /// # Errors
    /// The error is told, and the next extension is asked.
    async fn project_trust(&self, cwd: &str) -> Result<TrustVerdict, ExtensionError> {
        let _ = cwd;
        Ok(TrustVerdict::default())
    }

    /// Further places of skills, templates and themes, after the session has started.
    ///
    /// # Errors
    /// The error is told, and its places are left out.
    async fn resources_discover(&self, cwd: &str, reloading: bool) -> Result<Discovered, ExtensionError> {
        let _ = (cwd, reloading);
        Ok(Discovered::default())
    }

    /// Sees what was put in, before anything of it is expanded.
    ///
    /// # Errors
    /// The error is told. A handler that threw is passed over; one that gave no answer keeps the input from going on.
    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        let _ = input;
        Ok(InputVerdict::Continue)
    }

    /// Once per activity, before it starts: messages to send along, after the person's, and another prompt.
    ///
    /// # Errors
    /// The error is told, and the run starts without what this extension would have added.
    async fn before_agent_start(&self, start: &mut RunStart) -> Result<(), ExtensionError> {
        let _ = start;
        Ok(())
    }

    /// Rewrites what a request sends of the conversation, without system messages. `None` leaves it as it is (1.8.4).
    ///
    /// # Errors
    /// The error is told, and the messages stay as they were.
    async fn context(&self, messages: &Shown<Vec<AgentMessage>>) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        let _ = messages;
        Ok(None)
    }

    /// Like [`context`](Self::context), with the system messages. Runs after it.
    ///
    /// # Errors
    /// The error is told, and the messages stay as they were.
    async fn context_with_system(
        &self,
        messages: &Shown<Vec<AgentMessage>>,
    ) -> Result<Option<Vec<AgentMessage>>, ExtensionError> {
        let _ = messages;
        Ok(None)
    }

    /// Changes the headers of a request in place. What it is shown of secrets is the header as it will be sent.
    ///
    /// # Errors
    /// The error is told, and the headers stay as they were.
    async fn before_provider_headers(&self, headers: &mut Vec<(String, String)>) -> Result<(), ExtensionError> {
        let _ = headers;
        Ok(())
    }

    /// Sees a request's payload; another one may be given in its place.
    ///
    /// # Errors
    /// The error is told, and the payload stays as it was.
    async fn before_provider_request(&self, payload: &Value) -> Result<Option<Value>, ExtensionError> {
        let _ = payload;
        Ok(None)
    }

    /// Whether [`before_provider_headers`](Self::before_provider_headers) or
    /// [`before_provider_request`](Self::before_provider_request) do anything, so that a payload is not read for nobody.
    fn looks_at_requests(&self) -> bool {
        false
    }

    /// A provider has begun to answer; its body is still to come. The answer waits.
    async fn after_provider_response(&self, status: u16, headers: &[(String, String)]) {
        let _ = (status, headers);
    }

    /// Whether [`after_provider_response`](Self::after_provider_response) or
    /// [`provider_stream_event`](Self::provider_stream_event) do anything.
    fn watches_answers(&self) -> bool {
        false
    }

    /// An event of a provider's stream, as it was sent. The answer waits.
    async fn provider_stream_event(&self, model: &Model, data: &Value) {
        let _ = (model, data);
    }

    /// Whether [`provider_stream_event`](Self::provider_stream_event) does anything, so that a stream is not read for nobody.
    fn watches_streams(&self) -> bool {
        false
    }

    /// A complete message, before it is kept. Another of the same role may be kept in its place.
    ///
    /// # Errors
    /// The error is told, and the message is kept as it was.
    async fn message_end(&self, message: &AgentMessage) -> Result<Option<AgentMessage>, ExtensionError> {
        let _ = message;
        Ok(None)
    }

    /// Whether a tool may run, and with which arguments; what is changed of them is validated again.
    ///
    /// # Errors
    /// The call is blocked with the error's text.
    async fn tool_call(
        &self,
        call: ToolCallView<'_>,
        arguments: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, ExtensionError> {
        let _ = (call, arguments);
        Ok(ToolVerdict::Allow)
    }

    /// Patches a tool's result. The next extension sees it patched.
    ///
    /// # Errors
    /// The error is told, and the result stays as it was.
    async fn tool_result(
        &self,
        call: ToolCallView<'_>,
        arguments: &Map<String, Value>,
        output: &ToolOutput,
    ) -> Result<ToolAmendment, ExtensionError> {
        let _ = (call, arguments, output);
        Ok(ToolAmendment::default())
    }

    /// At the end of a turn and before an activity settles: what is kept besides, and whether it goes on (1.8.5).
    ///
    /// # Errors
    /// The error is told, and the proposal stays as it was.
    async fn boundary(&self, boundary: &Boundary, proposal: &mut Proposal) -> Result<(), ExtensionError> {
        let _ = (boundary, proposal);
        Ok(())
    }

    /// Whether [`boundary`](Self::boundary) does anything.
    fn stands_at_boundaries(&self) -> bool {
        false
    }

    /// Sees a command that the person typed for the shell, and may bring its result.
    ///
    /// # Errors
    /// The command fails with the error's text.
    async fn user_bash(&self, command: &ShellCommand) -> Result<Option<pith_tools::CommandRun>, ExtensionError> {
        let _ = command;
        Ok(None)
    }

    /// Whether another session may take this one's place. `true` keeps it from happening.
    ///
    /// # Errors
    /// The error is told, and counts as consent.
    async fn before_switch(&self, switch: &BeforeSwitch) -> Result<bool, ExtensionError> {
        let _ = switch;
        Ok(false)
    }

    /// Whether the session may be forked. `true` keeps it from happening.
    ///
    /// # Errors
    /// The error is told, and counts as consent.
    async fn before_fork(&self, fork: &BeforeFork) -> Result<bool, ExtensionError> {
        let _ = fork;
        Ok(false)
    }

    /// Whether a compaction may happen, or its result.
    ///
    /// # Errors
    /// The error is told, and counts as consent.
    async fn before_compact(&self, compact: &BeforeCompact) -> Result<CompactVerdict, ExtensionError> {
        let _ = compact;
        Ok(CompactVerdict::Continue)
    }

    /// Whether the session may go on from another place of its tree, and with what summary.
    ///
    /// # Errors
    /// The error is told, and counts as consent.
    async fn before_tree(&self, tree: &BeforeTree) -> Result<TreeVerdict, ExtensionError> {
        let _ = tree;
        Ok(TreeVerdict::default())
    }

    /// Hears every event, before it is stored or shown. The path waits.
    async fn observe(&self, event: &AppEvent) {
        let _ = event;
    }

    /// It takes part no longer: everything it was given is of no use any more. Comes after the last event.
    async fn detach(&self) {}
}
