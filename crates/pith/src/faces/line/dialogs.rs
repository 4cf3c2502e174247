//! Questions of extensions, of trust and of locked sessions, put to the person at the terminal.

use async_trait::async_trait;
#[cfg(unix)]
use pith_app::extension::Screen;
use pith_app::extension::{Dialog, DialogAnswer, Dialogs, Level, UiChange, UiMode};
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
        let (question, answer) = Question::new(dialog, self.edits());
        self.put(question);
        let answer = tokio::select! {
            () = cancel.cancelled() => None,
            answer = answer => answer.ok(),
        };
        if answer.is_none() {
            self.forget_given_up();
        }
        answer
    }

    #[cfg(unix)]
    fn editor_text(&self) -> String {
        self.screen.glance().text()
    }

    #[cfg(unix)]
    fn statuses(&self) -> Vec<(String, String)> {
        self.screen.glance().statuses()
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
            None | Some(Level::Info) => message,
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

impl Console {
    /// Asks for one of several, by its place; nothing when the person wants none.
    pub(crate) async fn choose(&self, title: &str, options: Vec<String>) -> Option<usize> {
        let (question, place) = Question::by_place(title, options);
        self.put(question);
        place.await.ok()
    }

    /// Asks for a line that nobody may see or keep.
    pub(crate) async fn secret(&self, title: &str) -> Option<String> {
        let (question, answer) = Question::secret(title);
        self.put(question);
        match answer.await {
            Ok(DialogAnswer::Value(value)) if !value.is_empty() => Some(value),
            _ => None,
        }
    }

    /// Says something of the program's own.
    pub(crate) fn say(&self, text: &str) {
        self.screen.say(printable(text));
    }

    /// Asks for yes or no.
    pub(super) async fn confirm(&self, title: &str, message: &str) -> bool {
        let confirm = Dialog::Confirm { title: title.to_owned(), message: message.to_owned(), timeout: None };
        self.ask(confirm, CancellationToken::new()).await == Some(DialogAnswer::Confirmed(true))
    }

    /// Asks for a line.
    pub(crate) async fn line(&self, title: &str) -> Option<String> {
        let input = Dialog::Input { title: title.to_owned(), placeholder: None, timeout: None };
        match self.ask(input, CancellationToken::new()).await {
            Some(DialogAnswer::Value(value)) => Some(value),
            _ => None,
        }
    }
}
