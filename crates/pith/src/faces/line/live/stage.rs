//! The components of extensions on the terminal: which are there, what they look like, which of them has the keys.
//!
//! A drawing is made elsewhere and comes when it is done; until then the lines of before stand, and typing goes on.

use std::sync::Arc;

use pith_app::extension::{Component, ComponentId, Drawn, Gone, Place, Placement, Size};

/// Gives a drawing back to the thread of the screen.
pub(super) type Done = Box<dyn FnOnce(Result<Option<Drawn>, Gone>) + Send>;

/// One component.
struct Part {
    place: Place,
    component: Arc<dyn Component>,
    drawn: Drawn,
    /// Whether a drawing is under way, and whether it is out of date already.
    drawing: bool,
    again: bool,
    hidden: bool,
    /// Whether it wants the keys.
    wants_keys: bool,
}

/// All of them, in the order in which they came or were brought to the front.
#[derive(Default)]
pub(super) struct Stage {
    parts: Vec<Part>,
    focused: Option<ComponentId>,
}

impl Stage {
    /// Another one. What it replaces is given back, and has been closed.
    pub(super) fn mount(&mut self, place: Place, component: Arc<dyn Component>) {
        let replaced: Vec<ComponentId> = match place {
            Place::Widget(_) => {
                let same = |part: &&Part| {
                    matches!(part.place, Place::Widget(_))
                        && part.component.key() == component.key()
                        && part.component.owner() == component.owner()
                };
                self.parts.iter().filter(same).map(|part| part.component.id()).collect()
            }
            Place::Header | Place::Footer | Place::Editor => {
                self.parts.iter().filter(|part| part.place == place).map(|part| part.component.id()).collect()
            }
            Place::Slot | Place::Overlay { .. } | Place::Listener => Vec::new(),
        };
        for id in replaced {
            self.unmount(id);
        }
        let wants_keys = matches!(place, Place::Slot | Place::Editor | Place::Overlay { takes_keys: true });
        let drawn = Drawn::default();
        self.parts.push(Part { place, component, drawn, drawing: false, again: false, hidden: false, wants_keys });
        self.refocus();
    }

    /// One is gone.
    pub(super) fn unmount(&mut self, id: ComponentId) {
        let Some(at) = self.parts.iter().position(|part| part.component.id() == id) else { return };
        self.parts.remove(at).component.closed();
        self.refocus();
    }

    /// All are gone.
    pub(super) fn clear(&mut self) {
        for part in std::mem::take(&mut self.parts) {
            part.component.closed();
        }
        self.focused = None;
    }

    pub(super) fn set_hidden(&mut self, id: ComponentId, hidden: bool) {
        if let Some(part) = self.part(id) {
            part.hidden = hidden;
        }
        self.refocus();
    }

    /// Brings one to the front, with the keys; or takes them from it.
    pub(super) fn set_focus(&mut self, id: ComponentId, on: bool) {
        if let Some(at) = self.parts.iter().position(|part| part.component.id() == id) {
            let mut part = self.parts.remove(at);
            part.wants_keys = on;
            if on {
                self.parts.push(part);
            } else {
                self.parts.insert(at, part);
            }
        }
        self.refocus();
    }

    /// Begins a drawing; where one is under way another follows it.
    pub(super) fn redraw(&mut self, id: ComponentId, size: Size, handle: &tokio::runtime::Handle, done: Done) {
        let Some(part) = self.part(id) else { return };
        if part.place == Place::Listener {
            return;
        }
        if part.drawing {
            part.again = true;
            return;
        }
        (part.drawing, part.again) = (true, false);
        let component = Arc::clone(&part.component);
        handle.spawn(async move { done(component.draw(size).await) });
    }

    /// A drawing is done. Says whether it is out of date already; gives the lines of a header that is drawn for the first
    /// time, for it is said once.
    pub(super) fn drawn(
        &mut self,
        id: ComponentId,
        drawing: Result<Option<Drawn>, Gone>,
    ) -> (bool, Option<Vec<String>>) {
        let Some(part) = self.part(id) else { return (false, None) };
        part.drawing = false;
        let again = std::mem::take(&mut part.again);
        match drawing {
            Ok(None) => (again, None),
            Ok(Some(drawn)) => {
                let first = part.drawn.lines.is_empty() && part.place == Place::Header && !drawn.lines.is_empty();
                let said = first.then(|| drawn.lines.clone());
                part.drawn = drawn;
                (again, said)
            }
            Err(Gone) => {
                self.unmount(id);
                (false, None)
            }
        }
    }

    /// Who has the keys; nobody when they go to our own editor.
    pub(super) fn focused(&self) -> Option<&Arc<dyn Component>> {
        let id = self.focused?;
        self.parts.iter().find(|part| part.component.id() == id).map(|part| &part.component)
    }

    /// What is the editor in place of ours.
    pub(super) fn editor(&self) -> Option<&Arc<dyn Component>> {
        self.parts.iter().find(|part| part.place == Place::Editor).map(|part| &part.component)
    }

    /// Whether what has the keys is the editor.
    pub(super) fn edits_elsewhere(&self) -> bool {
        self.parts.iter().any(|part| Some(part.component.id()) == self.focused && part.place == Place::Editor)
    }

    /// Those that see what is typed first.
    pub(super) fn listeners(&self) -> Vec<Arc<dyn Component>> {
        let listeners = self.parts.iter().filter(|part| part.place == Place::Listener);
        listeners.map(|part| Arc::clone(&part.component)).collect()
    }

    pub(super) fn ids(&self) -> Vec<ComponentId> {
        self.parts.iter().map(|part| part.component.id()).collect()
    }

    /// The drawings of a place, and whether each has the keys.
    pub(super) fn at(&self, place: impl Fn(Place) -> bool) -> Vec<(&Drawn, bool)> {
        let parts = self.parts.iter().filter(|part| place(part.place) && !part.hidden && !part.drawn.hidden);
        parts.map(|part| (&part.drawn, Some(part.component.id()) == self.focused)).collect()
    }

    /// Lines of widgets beside the editor.
    pub(super) fn widgets(&self, placement: Placement) -> Vec<String> {
        let drawn = self.at(|place| place == Place::Widget(placement));
        drawn.into_iter().flat_map(|(drawn, _)| drawn.lines.clone()).collect()
    }

    fn part(&mut self, id: ComponentId) -> Option<&mut Part> {
        self.parts.iter_mut().find(|part| part.component.id() == id)
    }

    /// The keys go to the newest overlay or component in the editor's place that wants them, else to what is the editor.
    fn refocus(&mut self) {
        let rank = |part: &&Part| match part.place {
            _ if part.hidden || !part.wants_keys => 0,
            Place::Overlay { .. } | Place::Slot => 2,
            Place::Editor => 1,
            _ => 0,
        };
        let best = self.parts.iter().filter(|part| rank(part) > 0).max_by_key(rank).map(|part| part.component.id());
        if best == self.focused {
            return;
        }
        for part in &self.parts {
            let id = Some(part.component.id());
            if id == self.focused || id == best {
                part.component.focus(id == best);
            }
        }
        self.focused = best;
    }
}
