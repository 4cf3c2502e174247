//! Questions of extensions, of trust and of locked sessions, put to the person at the terminal.

use async_trait::async_trait;
#[cfg(unix)]
use pith_app::extension::Screen;
use pith_app::extension::{Dialog, DialogAnswer, Dialogs, Level, UiChange, UiMode};
use pith_screen::Answered;
use pith_tui::printable;
#[cfg(unix)]
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

use super::console::Console;
use super::question::Question;

#[async_trait]
impl Dialogs for Console {
    fn mode(&self) -> UiMode {
        UiMode::Tui
    }

    async fn ask(&self, dialog: Dialog, cancel: CancellationToken) -> Option<DialogAnswer> {
        self.answered(Asked::Dialog { dialog, kept: true }, &cancel).await.map(|answered| answered.answer)
    }

    #[cfg(unix)]
    fn editor_text(&self) -> String {
        self.screen.glance().text()
    }

    #[cfg(unix)]
    fn statuses(&self) -> Vec<(String, String)> {
        self.screen.glance().statuses()
    }

    fn tools_expanded(&self) -> bool {
        self.expansions().is_some_and(|expanded| *expanded.borrow())
    }

    fn printed(&self, text: &str) -> bool {
        if !self.edits() {
            return false;
        }
        // What only changes the terminal, a notice for the desktop say, is no text of the conversation.
        if text.starts_with('\u{1b}') && pith_tui::visible_width(text) == 0 {
            self.screen.obeyed(text);
        } else {
            self.screen.say(printable(text));
        }
        true
    }

    #[cfg(unix)]
    fn screen(&self) -> Option<Arc<dyn Screen>> {
        self.edits().then(|| Arc::new(self.screen.for_components()) as Arc<dyn Screen>)
    }

    fn show(&self, change: UiChange) {
        #[cfg(unix)]
        if let UiChange::ToolsExpanded(expanded) = change {
            return self.screen.glance().set_expanded(expanded);
        }
        #[cfg(unix)]
        if self.edits() {
            // Whoever has set the text may read it at once; the terminal's own account of it follows.
            match &change {
                UiChange::EditorText(text) => self.screen.glance().set_text(text),
                UiChange::PasteToEditor(text) => self.screen.glance().add_text(text),
                _ => {}
            }
        }
        #[cfg(unix)]
        if self.edits() && !matches!(change, UiChange::Notify { .. }) {
            return self.screen.live(super::live::Order::Beside(change));
        }
        if let Some(lines) = lines(change) {
            self.screen.say(printable(&lines));
        }
    }
}

/// What can be said in lines.
fn lines(change: UiChange) -> Option<String> {
    match change {
        UiChange::Notify { message, level } => Some(match level {
            None | Some(Level::Info | Level::Other(_)) => message,
            Some(Level::Warning) => format!("Warning: {message}"),
            Some(Level::Error) => format!("Error: {message}"),
        }),
        UiChange::Status { text: Some(text), .. } => Some(text),
        UiChange::Widget { lines: Some(lines), .. } => Some(lines.join("\n")),
        UiChange::EditorText(text) | UiChange::PasteToEditor(text) => Some(format!("Suggested: {text}")),
        UiChange::Status { text: None, .. }
        | UiChange::Widget { lines: None, .. }
        | UiChange::Title(_)
        | UiChange::Working(_)
        | UiChange::ToolsExpanded(_)
        | UiChange::Reset => None,
    }
}

/// What is asked.
pub(super) enum Asked {
    Dialog {
        dialog: Dialog,
        /// Whether question and answer stay among what was said.
        kept: bool,
    },
    /// A line that nobody may see or keep.
    Secret(String),
}

impl Console {
    /// Asks by keys where the terminal can show a list, else by lines. Nothing when the person gives no answer, or when it
    /// is waited for no longer.
    async fn answered(&self, asked: Asked, cancel: &CancellationToken) -> Option<Answered> {
        #[cfg(unix)]
        if self.edits() {
            return self.screen.ask(asked, cancel).await;
        }
        let (question, answer) = match asked {
            Asked::Dialog { dialog, .. } => Question::new(dialog, self.edits()),
            Asked::Secret(title) => Question::secret(&title),
        };
        // However the waiting ends, nobody is asked any more.
        let _forgets = Forgets(self);
        self.put(question);
        tokio::select! {
            () = cancel.cancelled() => None,
            answer = answer => answer.ok(),
        }
    }

    async fn dialog(&self, dialog: Dialog) -> Option<Answered> {
        self.answered(Asked::Dialog { dialog, kept: false }, &CancellationToken::new()).await
    }

    /// Asks for one of several, by its place; nothing when the person wants none.
    pub(crate) async fn choose(&self, title: &str, options: Vec<String>) -> Option<usize> {
        self.dialog(Dialog::Select { title: title.to_owned(), options, timeout: None }).await?.place
    }

    /// Asks for a line that nobody may see or keep.
    pub(crate) async fn secret(&self, title: &str) -> Option<String> {
        match self.answered(Asked::Secret(title.to_owned()), &CancellationToken::new()).await?.answer {
            DialogAnswer::Value(value) if !value.is_empty() => Some(value),
            _ => None,
        }
    }

    /// Says something of the program's own.
    pub(crate) fn say(&self, text: &str) {
        self.screen.say(printable(text));
    }

    /// Asks for yes or no; nothing when the person wants neither.
    pub(super) async fn confirm(&self, title: &str, message: &str) -> Option<bool> {
        let confirm = Dialog::Confirm { title: title.to_owned(), message: message.to_owned(), timeout: None };
        Some(self.dialog(confirm).await?.answer == DialogAnswer::Confirmed(true))
    }

    /// Asks for a line.
    pub(crate) async fn line(&self, title: &str) -> Option<String> {
        self.text(Dialog::Input { title: title.to_owned(), placeholder: None, timeout: None }).await
    }

    /// What a dialog comes to whose answer is a text.
    pub(crate) async fn text(&self, dialog: Dialog) -> Option<String> {
        match self.dialog(dialog).await?.answer {
            DialogAnswer::Value(value) => Some(value),
            DialogAnswer::Confirmed(_) => None,
        }
    }
}

/// Takes away the questions that nobody waits for, at its end.
struct Forgets<'c>(&'c Console);

impl Drop for Forgets<'_> {
    fn drop(&mut self) {
        self.0.forget_given_up();
    }
}
