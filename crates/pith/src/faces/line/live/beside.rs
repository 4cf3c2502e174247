//! What extensions show beside the conversation without drawing it themselves: statuses, lines near the editor, and what is
//! said while a run is active.

use std::collections::BTreeMap;
use std::time::Duration;

use pith_app::extension::{Placement, UiChange, Working};
use pith_tui::drawn_line;

/// Lines of one widget at most; one more says that there are others.
const WIDGET_LINES: usize = 10;

/// What moves while a run is active, unless an extension has put something else there.
const FRAMES: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME: Duration = Duration::from_millis(80);

/// All of it.
#[derive(Default)]
pub(super) struct Beside {
    statuses: BTreeMap<String, String>,
    /// In the order in which they came.
    widgets: Vec<(String, Placement, Vec<String>)>,
    message: Option<String>,
    invisible: bool,
    indicator: Option<(Vec<String>, Option<u64>)>,
    frame: usize,
}

impl Beside {
    /// Takes in a change; gives a sequence that the terminal is to obey, if it is one.
    pub(super) fn change(&mut self, change: UiChange) -> Option<String> {
        match change {
            UiChange::Status { key, text: Some(text) } => drop(self.statuses.insert(key, text)),
            UiChange::Status { key, text: None } => drop(self.statuses.remove(&key)),
            UiChange::Widget { key, lines, placement } => {
                let at = self.widgets.iter().position(|(other, ..)| *other == key);
                match (at, lines) {
                    (Some(at), Some(lines)) => {
                        if let Some(widget) = self.widgets.get_mut(at) {
                            *widget = (key, placement.unwrap_or_default(), lines);
                        }
                    }
                    (None, Some(lines)) => self.widgets.push((key, placement.unwrap_or_default(), lines)),
                    (Some(at), None) => drop(self.widgets.remove(at)),
                    (None, None) => {}
                }
            }
            UiChange::Title(title) => {
                let title: String = title.chars().filter(|c| !c.is_control()).collect();
                return Some(format!("\u{1b}]0;{title}\u{7}"));
            }
            UiChange::Working(Working::Message(message)) => self.message = message,
            UiChange::Working(Working::Visible(visible)) => self.invisible = !visible,
            UiChange::Working(Working::Indicator(indicator)) => (self.indicator, self.frame) = (indicator, 0),
            UiChange::Reset => *self = Self::default(),
            UiChange::Working(Working::HiddenThinkingLabel(_))
            | UiChange::Notify { .. }
            | UiChange::EditorText(_)
            | UiChange::PasteToEditor(_)
            | UiChange::ToolsExpanded(_) => {}
        }
        None
    }

    /// Key and text of each status.
    pub(super) fn statuses(&self) -> Vec<(String, String)> {
        self.statuses.iter().map(|(key, text)| (key.clone(), text.clone())).collect()
    }

    /// The line of statuses, sorted by key.
    pub(super) fn status_line(&self, columns: usize) -> Option<String> {
        let texts = self.statuses.values().map(|text| text.replace(['\r', '\n', '\t'], " "));
        let line = texts.collect::<Vec<_>>().join(" ");
        (!line.trim().is_empty()).then(|| drawn_line(&line, columns).text)
    }

    /// Lines of widgets that are no components.
    pub(super) fn widgets(&self, placement: Placement, columns: usize) -> Vec<String> {
        let mut out = Vec::new();
        for (_, _, lines) in self.widgets.iter().filter(|(_, other, _)| *other == placement) {
            out.extend(lines.iter().take(WIDGET_LINES).map(|line| drawn_line(line, columns).text));
            if lines.len() > WIDGET_LINES {
                out.push(format!("... ({} more lines)", lines.len() - WIDGET_LINES));
            }
        }
        out
    }

    /// The line that is shown while a run is active.
    pub(super) fn working(&self, columns: usize) -> Option<String> {
        if self.invisible {
            return None;
        }
        let frames = self.frames();
        let sign = frames.get(self.frame % frames.len().max(1)).map(String::as_str).unwrap_or_default();
        let message = self.message.as_deref().unwrap_or("Working");
        let line = if sign.is_empty() { message.to_owned() } else { format!("{sign} {message}") };
        Some(drawn_line(&line, columns).text)
    }

    /// The next picture of what moves.
    pub(super) fn step(&mut self) {
        self.frame = self.frame.wrapping_add(1);
    }

    /// How long a picture stands; nothing where nothing moves.
    pub(super) fn pace(&self) -> Option<Duration> {
        if self.invisible || self.frames().len() < 2 {
            return None;
        }
        let own = self.indicator.as_ref().and_then(|(_, interval)| *interval).filter(|interval| *interval > 0);
        Some(own.map_or(FRAME, |interval| Duration::from_millis(interval.max(16))))
    }

    fn frames(&self) -> Vec<String> {
        match &self.indicator {
            Some((frames, _)) => frames.clone(),
            None => FRAMES.iter().map(|frame| (*frame).to_owned()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(key: &str, text: Option<&str>) -> UiChange {
        UiChange::Status { key: key.to_owned(), text: text.map(str::to_owned) }
    }

    #[test]
    fn statuses_are_sorted_and_go_when_they_are_taken_away() {
        let mut beside = Beside::default();
        for change in [status("b", Some("two\nlines")), status("a", Some("one")), status("c", Some("x"))] {
            beside.change(change);
        }
        beside.change(status("c", None));
        assert_eq!(beside.status_line(80).as_deref(), Some("one two lines"));
        assert_eq!(beside.status_line(5).as_deref(), Some("one t"));
        beside.change(UiChange::Reset);
        assert_eq!(beside.status_line(80), None);
    }

    #[test]
    fn a_long_widget_is_cut_and_says_so() {
        let mut beside = Beside::default();
        let lines = |count: usize| Some((1..=count).map(|line| format!("l{line}")).collect());
        let widget = |lines| UiChange::Widget { key: "w".to_owned(), lines, placement: None };
        beside.change(widget(lines(12)));
        let shown = beside.widgets(Placement::AboveEditor, 80);
        assert_eq!((shown.len(), shown.last().map(String::as_str)), (11, Some("... (2 more lines)")));
        beside.change(widget(lines(1)));
        assert_eq!(beside.widgets(Placement::AboveEditor, 80), ["l1"]);
        assert!(beside.widgets(Placement::BelowEditor, 80).is_empty());
        beside.change(widget(None));
        assert!(beside.widgets(Placement::AboveEditor, 80).is_empty());
    }

    #[test]
    fn what_moves_can_be_another_or_nothing() {
        let mut beside = Beside::default();
        assert_eq!(beside.working(80).as_deref(), Some("⠋ Working"));
        beside.step();
        assert_eq!(beside.working(80).as_deref(), Some("⠙ Working"));
        beside.change(UiChange::Working(Working::Indicator(Some((Vec::new(), None)))));
        beside.change(UiChange::Working(Working::Message(Some("Thinking hard".to_owned()))));
        assert_eq!((beside.working(80).as_deref(), beside.pace()), (Some("Thinking hard"), None));
        beside.change(UiChange::Working(Working::Visible(false)));
        assert_eq!(beside.working(80), None);
    }

    #[test]
    fn a_title_cannot_carry_a_sequence() {
        let title = Beside::default().change(UiChange::Title("a\u{7}\u{1b}[2Jb".to_owned()));
        assert_eq!(title.as_deref(), Some("\u{1b}]0;a[2Jb\u{7}"));
    }
}
