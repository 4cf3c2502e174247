//! The terminal, as what extensions draw on sees it.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pith_app::extension::{Component, ComponentId, EditorSaid, Place, Screen, Size};

use super::{Glance, Order};
use crate::faces::line::screen::Order as ScreenOrder;

/// Gives orders to its thread.
pub(in crate::faces::line) struct LiveScreen {
    orders: Mutex<Sender<ScreenOrder>>,
    glance: Arc<Glance>,
}

impl LiveScreen {
    pub(in crate::faces::line) fn new(orders: Sender<ScreenOrder>, glance: Arc<Glance>) -> Self {
        Self { orders: Mutex::new(orders), glance }
    }

    fn order(&self, order: Order) {
        // The thread ends with the program.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(ScreenOrder::Live(order));
    }
}

impl Screen for LiveScreen {
    fn size(&self) -> Size {
        self.glance.size()
    }

    fn has_colors(&self) -> bool {
        self.glance.has_colors()
    }

    fn mount(&self, place: Place, component: Arc<dyn Component>) {
        self.order(Order::Mount(place, component));
    }

    fn unmount(&self, id: ComponentId) {
        self.order(Order::Unmount(id));
    }

    fn redraw(&self, id: ComponentId) {
        self.order(Order::Redraw(id));
    }

    fn set_hidden(&self, id: ComponentId, hidden: bool) {
        self.order(Order::Hidden(id, hidden));
    }

    fn set_focus(&self, id: ComponentId, on: bool) {
        self.order(Order::Focus(id, on));
    }

    fn heard(&self, id: ComponentId, said: EditorSaid) {
        self.order(Order::Heard(id, said));
    }

    fn copy(&self, text: &str) -> bool {
        // The terminal takes it from this sequence, also over a connection; it answers nothing.
        let sequence = format!("\u{1b}]52;c;{}\u{7}", STANDARD.encode(text));
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.send(ScreenOrder::Obeyed(sequence)).is_ok()
    }

    fn lend(&self, away: bool) {
        let (done, lent) = channel();
        self.order(Order::Lend(away, done));
        // The thread ends with the program.
        let _ = lent.recv();
    }
}
