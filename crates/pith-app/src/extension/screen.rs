//! The screen on which extensions draw, and what they draw there: the protocol between a component, wherever it lives, and
//! a face that has a screen.
//!
//! The face asks a component for its lines and hands it keys; the component says when it has changed. Neither waits for the
//! other: until a drawing is there, the lines of before stand.

use async_trait::async_trait;

use super::dialogs::Placement;

/// Names a component for as long as the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(pub u64);

/// How large something is, in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Side by side.
    pub columns: usize,
    /// Below one another.
    pub rows: usize,
}

/// Where a component is shown. Of those with one place for all, the newest is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In place of the editor; it has the keys.
    Slot,
    /// Over what is there, where its drawings say.
    Overlay {
        /// Whether it has the keys.
        takes_keys: bool,
    },
    /// Beside the editor. Another of the same [key](Component::key) takes its place.
    Widget(Placement),
    /// Before everything else.
    Header,
    /// Below everything else.
    Footer,
    /// It is the editor: what is typed goes to it while nothing else has the keys.
    Editor,
    /// Nowhere: it sees what is typed before anything else does.
    Listener,
}

/// What a component looks like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawn {
    /// Lines that fit the width and move nothing: text, colors and links.
    pub lines: Vec<String>,
    /// Row and column of the cursor, if there is one.
    pub cursor: Option<(usize, usize)>,
    /// Row and column of the upper left corner on the screen, for what is shown over others.
    pub at: Option<(usize, usize)>,
    /// Whether it is not to be seen now.
    pub hidden: bool,
}

/// What a component that is the editor tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditorSaid {
    /// What was typed is to be sent.
    Submit {
        /// All of it.
        text: String,
        /// Whether it is meant for the end of the run.
        later: bool,
    },
    /// What stands in it now.
    Text(String),
    /// A key that is not for it.
    Key(String),
}

/// There is nothing behind the component any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gone;

/// Something that draws itself. Its code may be slow, or fail: a face that holds one must not wait for it where it would
/// keep a person from typing.
#[async_trait]
pub trait Component: Send + Sync {
    /// Its name.
    fn id(&self) -> ComponentId;

    /// Whose it is, for people.
    fn owner(&self) -> &str;

    /// What it is called among those of the same place.
    fn key(&self) -> &str {
        ""
    }

    /// What it looks like on a screen of this size. One that failed says so itself, and gives nothing: what was seen before
    /// stands. One drawing at a time.
    ///
    /// # Errors
    /// When there will never be another drawing.
    async fn draw(&self, size: Size) -> Result<Option<Drawn>, Gone>;

    /// What was typed, as the terminal sent it. Returns at once; keys arrive in order.
    fn input(&self, keys: &str);

    /// What is left of what was typed after a [listener](Place::Listener) has seen it; nothing when it took it.
    async fn filter(&self, keys: &str) -> Option<String> {
        Some(keys.to_owned())
    }

    /// Whether what is typed goes to it now.
    fn focus(&self, on: bool) {
        let _ = on;
    }

    /// In an editor: another text, whole or where the cursor is.
    fn set_text(&self, text: &str, whole: bool) {
        let _ = (text, whole);
    }

    /// The face shows it no longer. Comes once, at the end.
    fn closed(&self);
}

/// Shows components. Implemented by faces; called from threads that must not wait, so everything returns at once.
pub trait Screen: Send + Sync {
    /// How large it is.
    fn size(&self) -> Size;

    /// Whether it shows colors.
    fn has_colors(&self) -> bool {
        true
    }

    /// Shows a component from now on.
    fn mount(&self, place: Place, component: std::sync::Arc<dyn Component>);

    /// Shows it no longer.
    fn unmount(&self, id: ComponentId);

    /// It has changed.
    fn redraw(&self, id: ComponentId);

    /// Whether it is seen.
    fn set_hidden(&self, id: ComponentId, hidden: bool);

    /// It has the keys, before others that have them; or lets them go.
    fn set_focus(&self, id: ComponentId, on: bool);

    /// What a component in the place [`Editor`](Place::Editor) tells.
    fn heard(&self, id: ComponentId, said: EditorSaid);

    /// Hands a text to the clipboard; whether there is one that takes it.
    fn copy(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Gives the terminal to a program that is run for a component, or takes it back. Returns when that is done.
    fn lend(&self, away: bool);
}
