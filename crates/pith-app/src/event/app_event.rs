//! Everything that a face can be told.

use std::path::PathBuf;
use std::sync::Arc;

use pith_agent::AgentEvent;
use pith_config::Diagnostic;
use pith_session::{Entry, EntryId, Header};
use pith_types::{AgentMessage, Model, ThinkingLevel};

use crate::compaction::Compacted;
use crate::extension::ShutdownReason;

/// One thing that happened. Told in this order: extensions, the session's file, faces; so what is shown is stored.
#[derive(Debug, Clone)]
pub enum AppEvent {
    /// A session is in force.
    SessionStarted {
        /// Its first line.
        header: Header,
        /// How that came.
        reason: SessionReason,
        /// The file of the session that was in force before.
        previous: Option<PathBuf>,
    },
    /// The session's name changed; nothing says that it has none any more.
    SessionNamed {
        /// The name.
        name: Option<String>,
    },
    /// An entry that is no message was added to the session: an edit of the context, a label, an extension's data.
    EntryAppended(Entry),
    /// Another model is asked from now on.
    ModelChanged {
        /// It.
        model: Arc<Model>,
        /// The one before.
        previous: Arc<Model>,
        /// Whether it was the next one in the list, and not chosen by name.
        cycled: bool,
    },
    /// Another level of thinking is asked for from now on.
    ThinkingLevelChanged {
        /// It.
        level: ThinkingLevel,
        /// The one before.
        previous: ThinkingLevel,
    },
    /// A step of a run, all but its end.
    Agent(AgentEvent),
    /// A step of a call that the tool of another call makes: its start, its progress or its end. It is part of no message.
    NestedTool {
        /// The call whose tool makes this one.
        parent: String,
        /// The step.
        event: AgentEvent,
    },
    /// A run ended.
    AgentEnd {
        /// Every message that it added.
        messages: Vec<AgentMessage>,
        /// Whether the same prompt is tried again by itself.
        will_retry: bool,
    },
    /// What is old is being summarized.
    CompactionStart {
        /// Who wanted it.
        reason: CompactionReason,
    },
    /// The summary is in force, or there is none.
    CompactionEnd {
        /// As at the start.
        reason: CompactionReason,
        /// What it came to.
        result: Option<Box<Compacted>>,
        /// Whether it was not wanted any more.
        aborted: bool,
        /// Whether something is asked again now.
        will_retry: bool,
        /// Why there is none.
        error: Option<String>,
    },
    /// Long results lost their middle, since there was nothing to summarize.
    ContextTrimmed {
        /// How many.
        results: usize,
        /// Tokens of the context before, by estimate.
        tokens_before: u64,
        /// And now.
        tokens_after: u64,
    },
    /// A summary failed of what passes, and is asked for again after a wait.
    SummaryRetryScheduled {
        /// Which further try it is, from 1.
        attempt: u32,
        /// How many there may be.
        max_attempts: u32,
        /// How long is waited, in milliseconds.
        delay_ms: u64,
        /// What went wrong.
        error: String,
    },
    /// The wait is over.
    SummaryRetryStart(SummarySource),
    /// The tries are over.
    SummaryRetryFinished,
    /// The conversation goes on from another place of the tree.
    TreeNavigated {
        /// Where it was.
        old_leaf: Option<EntryId>,
        /// Where it is.
        new_leaf: Option<EntryId>,
        /// The summary of the branch that was left.
        summary: Option<Entry>,
    },
    /// A failed answer is asked for again, after a wait.
    RetryStart {
        /// Which further try it is, from 1.
        attempt: u32,
        /// How many there may be.
        max_attempts: u32,
        /// How long is waited, in milliseconds.
        delay_ms: u64,
        /// What went wrong.
        error: String,
    },
    /// The tries are over.
    RetryEnd {
        /// Whether the last one gave an answer.
        success: bool,
        /// How many there were.
        attempt: u32,
        /// What went wrong the last time.
        final_error: Option<String>,
        /// Whether the person did not want another.
        aborted: bool,
    },
    /// Nothing is left to do: the run and what follows from it are over.
    Settled {
        /// Whether it was aborted.
        aborted: bool,
    },
    /// What waits for its turn changed.
    QueueUpdate {
        /// Texts that wait to steer.
        steering: Vec<String>,
        /// Texts that wait for the run's end.
        follow_up: Vec<String>,
    },
    /// A command of the person wrote something.
    ShellOutput {
        /// As the command was named.
        id: Option<String>,
        /// What came since the last such event, in whole lines but for the last.
        delta: String,
    },
    /// The session is in force no longer; nothing more is told of it.
    SessionShutdown {
        /// Why.
        reason: ShutdownReason,
        /// The file of the session that takes over.
        target: Option<PathBuf>,
    },
    /// An extension failed; the path goes on without it.
    ExtensionError {
        /// Its identity.
        extension: String,
        /// What it was asked.
        event: String,
        /// In its words.
        error: String,
        /// Where in its code.
        stack: Option<String>,
    },
    /// An extension asks the person something. Nested questions are one.
    UiPromptStart {
        /// `select`, `confirm`, `input`, `editor` or `custom`.
        kind: &'static str,
        /// In short.
        title: Option<String>,
    },
    /// The person answered, or is not asked any more.
    UiPromptEnd {
        /// As at the start.
        kind: &'static str,
        /// As at the start.
        title: Option<String>,
    },
    /// Something worth telling that stops nothing.
    Diagnostic(Diagnostic),
}

/// Who wants a conversation summarized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompactionReason {
    /// The person.
    Manual,
    /// A context that is nearly full.
    Threshold,
    /// An answer that did not fit.
    Overflow,
}

impl CompactionReason {
    /// As it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Threshold => "threshold",
            Self::Overflow => "overflow",
        }
    }
}

/// What a summary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummarySource {
    /// The conversation.
    Compaction(CompactionReason),
    /// A branch that is left.
    BranchSummary,
}

/// How a session came into force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionReason {
    /// The app began.
    Startup,
    /// Everything was read anew.
    Reload,
    /// A person wanted a new one.
    New,
    /// A person went on with another one.
    Resume,
    /// It was made from another one.
    Fork,
}

impl AppEvent {
    /// What is doubtful, which a face tells beside its output.
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        match self {
            Self::Diagnostic(diagnostic) => Some(diagnostic),
            _ => None,
        }
    }

    /// What an extension failed at, as a face without a place for it tells that beside its output (1.10.1).
    pub fn extension_failure(&self) -> Option<String> {
        match self {
            Self::ExtensionError { extension, error, .. } => Some(format!("Extension error ({extension}): {error}")),
            _ => None,
        }
    }
}
