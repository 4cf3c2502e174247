//! What the program shows while the person may be typing: one writer for everything, on a thread of its own, so that nobody
//! waits for the terminal.
//!
//! With an editor, whole lines go above the line that is typed; without, text goes out as it comes.

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pith_screen::Flow;

/// How long the end of the program waits for what was said last.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows a text of whole lines.
pub(super) type Show = Box<dyn FnMut(String) + Send>;

enum Order {
    /// A part of an answer.
    Text(String),
    /// Lines of the program's own.
    Lines(String),
    /// What moves no text.
    Obeyed(String),
    /// From now on by this.
    ShowBy(Show),
    /// Says when everything before it is shown.
    Shown(Sender<()>),
}

/// The writer. Cheap to clone.
#[derive(Clone)]
pub(super) struct Screen {
    orders: Arc<Mutex<Sender<Order>>>,
    width: Arc<AtomicUsize>,
}

impl Screen {
    /// Starts the thread.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start() -> std::io::Result<Self> {
        let (orders, told) = channel();
        let width = Arc::new(AtomicUsize::new(80));
        let shown_width = Arc::clone(&width);
        thread::Builder::new().name("screen".to_owned()).spawn(move || {
            let mut shows: Option<Show> = None;
            let mut flow = Flow::default();
            for order in told {
                match (order, &mut shows) {
                    (Order::ShowBy(show), shows) => *shows = Some(show),
                    (Order::Text(text) | Order::Lines(text), None) | (Order::Obeyed(text), _) => write(&text),
                    (Order::Text(text), Some(show)) => {
                        flow.push(&text, shown_width.load(Ordering::Relaxed)).into_iter().for_each(show);
                    }
                    (Order::Lines(text), Some(show)) => flow.close().into_iter().chain([text]).for_each(show),
                    (Order::Shown(done), shows) => {
                        if let (Some(show), Some(line)) = (shows, flow.close()) {
                            show(line);
                        }
                        // Who asked may have stopped waiting.
                        let _ = done.send(());
                    }
                }
            }
        })?;
        Ok(Self { orders: Arc::new(Mutex::new(orders)), width })
    }

    /// A part of an answer, printable already.
    pub(super) fn text(&self, text: String) {
        self.order(Order::Text(text));
    }

    /// Lines of the program's own, printable already; an end is added where it is missing.
    pub(super) fn say(&self, lines: impl Into<String>) {
        let mut lines = lines.into();
        if !lines.ends_with('\n') {
            lines.push('\n');
        }
        self.order(Order::Lines(lines));
    }

    /// A sequence that the terminal obeys and does not show.
    pub(super) fn obeyed(&self, sequence: &str) {
        self.order(Order::Obeyed(sequence.to_owned()));
    }

    /// Shows everything by this from now on.
    pub(super) fn show_by(&self, show: Show) {
        self.order(Order::ShowBy(show));
    }

    /// How many characters a line of the terminal has.
    pub(super) fn set_width(&self, columns: usize) {
        self.width.store(columns, Ordering::Relaxed);
    }

    /// Waits until everything is shown, for a while.
    pub(super) fn finish(&self) {
        match self.shown().recv_timeout(PATIENCE) {
            Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }

    /// Waits until everything is shown, however long the terminal takes.
    pub(super) fn until_shown(&self) {
        // The thread ends with the program.
        let _ = self.shown().recv();
    }

    /// Is told when everything before this is shown.
    fn shown(&self) -> Receiver<()> {
        let (done, shown) = channel();
        self.order(Order::Shown(done));
        shown
    }

    fn order(&self, order: Order) {
        // The thread ends with the program.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }
}

fn write(text: &str) {
    let mut stdout = std::io::stdout().lock();
    // A terminal that is gone ends the program by its own signal.
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
