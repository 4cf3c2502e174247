//! Questions of extensions to the person: asked at the face, given up after their time, and told as one span however many
//! are open.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::event::AppEvent;
use crate::extension::{Dialog, DialogAnswer, Dialogs, UiChange, ask_in_time};

/// The face to ask at, and what is open.
pub(crate) struct UiPrompts {
    dialogs: Arc<dyn Dialogs>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: usize,
    first: Option<(&'static str, Option<String>)>,
    /// Fires when everything open is given up.
    scope: CancellationToken,
}

impl UiPrompts {
    pub(crate) fn new(dialogs: Arc<dyn Dialogs>) -> Self {
        Self { dialogs, state: Mutex::default() }
    }

    /// Gives up whatever is open; it is answered as if cancelled (6.20).
    pub(crate) fn give_up(&self) {
        std::mem::take(&mut self.lock().scope).cancel();
        self.dialogs.show(UiChange::Reset);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Where extensions ask and show.
    pub fn dialogs(&self) -> &Arc<dyn Dialogs> {
        &self.inner.prompts.dialogs
    }

    /// Asks the person. Nothing when the question was cancelled, timed out, or given up by `cancel`, a reload or the end.
    pub async fn ask_person(&self, dialog: Dialog, cancel: CancellationToken) -> Option<DialogAnswer> {
        let scope = self.begin_prompt(dialog.kind(), Some(dialog.title().to_owned()));
        let answer = tokio::select! {
            biased;
            answer = ask_in_time(self.dialogs().as_ref(), dialog, &scope) => answer,
            () = cancel.cancelled() => None,
        };
        self.end_prompt();
        answer
    }

    /// A question of an extension's own making begins. Fires when it is given up.
    pub fn begin_prompt(&self, kind: &'static str, title: Option<String>) -> CancellationToken {
        let (scope, started) = {
            let mut state = self.inner.prompts.lock();
            state.open += 1;
            let started = (state.open == 1).then(|| state.first.insert((kind, title)).clone());
            (state.scope.clone(), started)
        };
        if let Some((kind, title)) = started {
            self.tell_aside(AppEvent::UiPromptStart { kind, title });
        }
        scope
    }

    /// It is over.
    pub fn end_prompt(&self) {
        let ended = {
            let mut state = self.inner.prompts.lock();
            state.open = state.open.saturating_sub(1);
            if state.open == 0 { state.first.take() } else { None }
        };
        if let Some((kind, title)) = ended {
            self.tell_aside(AppEvent::UiPromptEnd { kind, title });
        }
    }

    /// Tells an event without waiting for those who hear it: one of them may be the one that asks.
    fn tell_aside(&self, event: AppEvent) {
        let fanout = Arc::clone(&self.inner.fanout);
        tokio::spawn(async move { fanout.tell(event).await });
    }
}
