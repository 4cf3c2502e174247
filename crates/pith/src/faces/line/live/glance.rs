//! What others read of the terminal without asking its thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pith_app::extension::Size;
use pith_tui::{Style, key_name, names_of_key};
use tokio::sync::watch;

/// All of it.
#[derive(Default)]
pub(in crate::faces::line) struct Glance {
    text: Mutex<String>,
    statuses: Mutex<Vec<(String, String)>>,
    size: Mutex<Option<Size>>,
    /// Keys of extensions: as they are matched, and as they are asked for.
    shortcuts: Mutex<Vec<(String, String)>>,
    colors: AtomicBool,
    thinking_label: Mutex<Option<String>>,
    /// Questions that wait for their answer.
    pub(super) asked: AtomicUsize,
    expanded: watch::Sender<bool>,
}

impl Glance {
    /// What stands in the editor.
    pub(in crate::faces::line) fn text(&self) -> String {
        lock(&self.text).clone()
    }

    /// The same, from now on.
    pub(in crate::faces::line) fn set_text(&self, text: &str) {
        text.clone_into(&mut lock(&self.text));
    }

    /// The same with more at its end.
    pub(in crate::faces::line) fn add_text(&self, text: &str) {
        lock(&self.text).push_str(text);
    }

    /// From now on extensions have these keys.
    pub(in crate::faces::line) fn set_shortcuts(&self, keys: impl Iterator<Item = String>) {
        *lock(&self.shortcuts) = keys.map(|key| (key_name(&key), key)).collect();
    }

    /// The key of an extension that this is, if it is one. Of several the last counts.
    pub(super) fn shortcut(&self, sent: &str) -> Option<String> {
        let shortcuts = lock(&self.shortcuts);
        if shortcuts.is_empty() {
            return None;
        }
        let names = names_of_key(sent);
        shortcuts.iter().rev().find(|(name, _)| names.contains(name)).map(|(_, key)| key.clone())
    }

    /// What stands for thinking that is not shown, where an extension has said so.
    pub(in crate::faces::line) fn thinking_label(&self) -> Option<String> {
        lock(&self.thinking_label).clone()
    }

    /// The same, from now on.
    pub(super) fn set_thinking_label(&self, label: Option<&String>) {
        *lock(&self.thinking_label) = label.cloned();
    }

    /// Whether the terminal is to get colors.
    pub(in crate::faces::line) fn set_colors(&self, colors: bool) {
        self.colors.store(colors, Ordering::Relaxed);
    }

    /// The same.
    pub(super) fn has_colors(&self) -> bool {
        self.colors.load(Ordering::Relaxed)
    }

    /// How the program's own words are written.
    pub(super) fn style(&self) -> Style {
        Style::new(self.has_colors())
    }

    /// Key and text of each status.
    pub(in crate::faces::line) fn statuses(&self) -> Vec<(String, String)> {
        lock(&self.statuses).clone()
    }

    /// The same, from now on.
    pub(super) fn set_statuses(&self, statuses: Vec<(String, String)>) {
        *lock(&self.statuses) = statuses;
    }

    /// How large the terminal is.
    pub(super) fn size(&self) -> Size {
        lock(&self.size).unwrap_or(Size { columns: 80, rows: 24 })
    }

    /// The same, from now on.
    pub(super) fn set_size(&self, size: Size) {
        *lock(&self.size) = Some(size);
    }

    /// Whether what tools give is shown whole; whoever holds this hears when it changes.
    pub(in crate::faces::line) fn expanded(&self) -> watch::Receiver<bool> {
        self.expanded.subscribe()
    }

    /// The same, from now on.
    pub(in crate::faces::line) fn set_expanded(&self, expanded: bool) {
        self.expanded.send_if_modified(|now| std::mem::replace(now, expanded) != expanded);
    }

    /// The other way from now on.
    pub(super) fn turn_expanded(&self) {
        self.expanded.send_modify(|now| *now = !*now);
    }

    /// Whether a question waits for its answer.
    pub(in crate::faces::line) fn asks(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > 0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
