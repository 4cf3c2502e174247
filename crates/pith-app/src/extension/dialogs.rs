//! What extensions ask of the person, and show: implemented by faces.
//!
//! A face without a person gives no answer, which is the value of a cancelled dialog. Timeouts and aborts are not the
//! face's business: whoever asks gives the question up, and the face hears of it by its token.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::screen::Screen;

/// A question to the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// One of several.
    Select {
        /// Above the options.
        title: String,
        /// What can be chosen.
        options: Vec<String>,
        /// For a countdown; the question is given up by its token.
        timeout: Option<Duration>,
    },
    /// Yes or no.
    Confirm {
        /// The question in short.
        title: String,
        /// The question.
        message: String,
        /// For a countdown.
        timeout: Option<Duration>,
    },
    /// One line.
    Input {
        /// What is asked.
        title: String,
        /// Shown while nothing is typed.
        placeholder: Option<String>,
        /// For a countdown.
        timeout: Option<Duration>,
    },
    /// A text of several lines.
    Editor {
        /// What is asked.
        title: String,
        /// What it begins with.
        prefill: Option<String>,
    },
}

/// What the person answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialogAnswer {
    /// To `select`, `input` and `editor`.
    Value(String),
    /// To `confirm`.
    Confirmed(bool),
}

/// How much a notice matters.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    #[default]
    Info,
    /// Doubtful.
    Warning,
    /// Wrong.
    Error,
    /// In a word of the extension's own, `success` say: clients are told it, and people see the notice as it is.
    #[serde(untagged)]
    Other(String),
}

/// Where a widget stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Placement {
    /// Above the editor.
    #[default]
    AboveEditor,
    /// Below it.
    BelowEditor,
}

/// Something to show that needs no answer. A face does what it can with it.
#[derive(Debug, Clone, PartialEq)]
pub enum UiChange {
    /// A notice.
    Notify {
        /// The text.
        message: String,
        /// How much it matters; absent when the extension did not say.
        level: Option<Level>,
    },
    /// A status; nothing takes it away.
    Status {
        /// Whose.
        key: String,
        /// The text.
        text: Option<String>,
    },
    /// Lines near the editor; nothing takes them away.
    Widget {
        /// Whose.
        key: String,
        /// The lines.
        lines: Option<Vec<String>>,
        /// Where.
        placement: Option<Placement>,
    },
    /// The terminal's title.
    Title(String),
    /// In place of what stands in the editor.
    EditorText(String),
    /// As if pasted into the editor.
    PasteToEditor(String),
    /// What is shown while a run is active.
    Working(Working),
    /// Whether tool results are shown whole.
    ToolsExpanded(bool),
    /// Everything that extensions showed goes: the session or the extensions change.
    Reset,
}

/// What is shown while a run is active; nothing restores the usual.
#[derive(Debug, Clone, PartialEq)]
pub enum Working {
    /// The text.
    Message(Option<String>),
    /// Whether there is one.
    Visible(bool),
    /// The moving sign: frames and milliseconds for each.
    Indicator(Option<(Vec<String>, Option<u64>)>),
    /// What stands for thinking that is not shown.
    HiddenThinkingLabel(Option<String>),
}

/// Which face it is, as extensions know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UiMode {
    /// A person at a terminal.
    Tui,
    /// A program over lines of JSON.
    Rpc,
    /// Events as JSON, nobody to ask.
    Json,
    /// Answers as text, nobody to ask.
    #[default]
    Print,
}

/// Asks and shows. Implemented by faces; several dialogs can be open at once.
#[async_trait]
pub trait Dialogs: Send + Sync {
    /// Which face it is.
    fn mode(&self) -> UiMode;

    /// Whether there is somebody to ask.
    fn has_ui(&self) -> bool {
        matches!(self.mode(), UiMode::Tui | UiMode::Rpc)
    }

    /// Asks, and waits for the answer. Nothing when it was cancelled, or when `cancel` fired.
    async fn ask(&self, dialog: Dialog, cancel: CancellationToken) -> Option<DialogAnswer>;

    /// Shows something.
    fn show(&self, change: UiChange);

    /// What stands in the editor now.
    fn editor_text(&self) -> String {
        String::new()
    }

    /// Whether tool results are shown whole.
    fn tools_expanded(&self) -> bool {
        false
    }

    /// Key and text of each status that is shown.
    fn statuses(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Takes what an extension prints, where that would go through what the face draws; says whether it did.
    fn printed(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// The screen for what extensions draw themselves; nothing where there is none.
    fn screen(&self) -> Option<Arc<dyn Screen>> {
        None
    }
}

/// Nobody to ask, and nothing to show on.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoDialogs(pub UiMode);

#[async_trait]
impl Dialogs for NoDialogs {
    fn mode(&self) -> UiMode {
        self.0
    }

    async fn ask(&self, _: Dialog, _: CancellationToken) -> Option<DialogAnswer> {
        None
    }

    fn show(&self, _: UiChange) {}
}

impl Dialog {
    /// `select`, `confirm`, `input` or `editor`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Select { .. } => "select",
            Self::Confirm { .. } => "confirm",
            Self::Input { .. } => "input",
            Self::Editor { .. } => "editor",
        }
    }

    /// What is asked, in short.
    pub fn title(&self) -> &str {
        match self {
            Self::Select { title, .. }
            | Self::Confirm { title, .. }
            | Self::Input { title, .. }
            | Self::Editor { title, .. } => title,
        }
    }

    /// How long the person has.
    pub fn timeout(&self) -> Option<Duration> {
        match self {
            Self::Select { timeout, .. } | Self::Confirm { timeout, .. } | Self::Input { timeout, .. } => *timeout,
            Self::Editor { .. } => None,
        }
    }
}
