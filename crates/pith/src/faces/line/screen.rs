//! What the program shows while the person may be typing: one writer for everything, on a thread of its own, so that nobody
//! waits for the terminal.
//!
//! With an editor, whole lines go above the line that is typed; without, text goes out as it comes.

use std::io::Write as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use pith_screen::Answered;
#[cfg(unix)]
use tokio_util::sync::CancellationToken;

#[cfg(unix)]
use super::dialogs::Asked;
#[cfg(unix)]
use super::live::{self, Glance, Live, LiveScreen};
#[cfg(unix)]
use super::reader::{Typed, Words};

/// How long the end of the program waits for what was said last.
const PATIENCE: Duration = Duration::from_secs(1);

/// Orders that are followed before what they make is written.
const AT_ONCE: usize = 256;

/// Shows a text of whole lines.
#[cfg(not(unix))]
pub(super) type Show = Box<dyn FnMut(String) + Send>;

/// What the writer is to do.
pub(super) enum Order {
    /// A part of an answer.
    Text(String),
    /// Lines of the program's own.
    Lines(String),
    /// What moves no text.
    Obeyed(String),
    /// From now on by this.
    #[cfg(not(unix))]
    ShowBy(Show),
    /// From now on around the line that is edited.
    #[cfg(unix)]
    Begin(Box<Live>),
    /// What only a terminal with an editor does.
    #[cfg(unix)]
    Live(live::Order),
    /// Says when everything before it is shown.
    Shown(Sender<()>),
}

/// The writer. Cheap to clone.
#[derive(Clone)]
pub(super) struct Screen {
    orders: Arc<Mutex<Sender<Order>>>,
    #[cfg(unix)]
    glance: Arc<Glance>,
    #[cfg(not(unix))]
    width: Arc<std::sync::atomic::AtomicUsize>,
}

impl Screen {
    /// Starts the thread.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start() -> std::io::Result<Self> {
        let (orders, told) = channel();
        #[cfg(not(unix))]
        let width = Arc::new(std::sync::atomic::AtomicUsize::new(80));
        let writer = Writer {
            #[cfg(unix)]
            live: None,
            #[cfg(not(unix))]
            shows: None,
            #[cfg(not(unix))]
            width: Arc::clone(&width),
        };
        thread::Builder::new().name("screen".to_owned()).spawn(move || writer.serve(&told))?;
        Ok(Self {
            orders: Arc::new(Mutex::new(orders)),
            #[cfg(unix)]
            glance: Arc::default(),
            #[cfg(not(unix))]
            width,
        })
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

    /// Edits a line below everything from now on.
    ///
    /// # Errors
    /// When the terminal refuses.
    #[cfg(unix)]
    pub(super) fn begin_live(
        &self,
        tell: tokio::sync::mpsc::UnboundedSender<Typed>,
        words: Words,
    ) -> anyhow::Result<()> {
        let live = Live::start(self.orders(), tell, words, Arc::clone(&self.glance))?;
        self.order(Order::Begin(Box::new(live)));
        Ok(())
    }

    /// Asks for what only a terminal with an editor does.
    #[cfg(unix)]
    pub(super) fn live(&self, order: live::Order) {
        self.order(Order::Live(order));
    }

    /// What can be seen of the editor from elsewhere.
    #[cfg(unix)]
    pub(super) fn glance(&self) -> &Glance {
        &self.glance
    }

    /// Asks in the place of the line; nothing when the person gives no answer, or when `cancel` fires.
    #[cfg(unix)]
    pub(super) async fn ask(&self, asked: Asked, cancel: &CancellationToken) -> Option<Answered> {
        live::ask(asked, cancel, self.orders(), Arc::clone(&self.glance)).await
    }

    /// The terminal as what extensions draw on.
    #[cfg(unix)]
    pub(super) fn for_components(&self) -> LiveScreen {
        LiveScreen::new(self.orders(), Arc::clone(&self.glance))
    }

    /// Shows everything by this from now on.
    #[cfg(not(unix))]
    pub(super) fn show_by(&self, show: Show) {
        self.order(Order::ShowBy(show));
    }

    /// How many characters a line of the terminal has.
    #[cfg(not(unix))]
    pub(super) fn set_width(&self, columns: usize) {
        self.width.store(columns, std::sync::atomic::Ordering::Relaxed);
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

    #[cfg(unix)]
    fn orders(&self) -> Sender<Order> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn order(&self, order: Order) {
        // The thread ends with the program.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }
}

/// What the thread has.
#[cfg(unix)]
struct Writer {
    /// The line that is edited, where one is.
    live: Option<Box<Live>>,
}

#[cfg(unix)]
impl Writer {
    fn serve(mut self, told: &Receiver<Order>) {
        loop {
            let pace = self.live.as_ref().and_then(|live| live.pace());
            let first = match pace {
                None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(pace) => told.recv_timeout(pace),
            };
            let mut shown = Vec::new();
            match first {
                Ok(first) => {
                    let more = std::iter::from_fn(|| told.try_recv().ok());
                    for order in std::iter::once(first).chain(more).take(AT_ONCE) {
                        shown.extend(self.follow(order));
                    }
                }
                Err(RecvTimeoutError::Timeout) => self.live.iter_mut().for_each(|live| live.step()),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if let Some(live) = &mut self.live {
                write(&live.paint());
            }
            for done in shown {
                // Who asked may have stopped waiting.
                let _ = done.send(());
            }
        }
    }

    /// Follows one order; gives back whom to tell when it is seen.
    fn follow(&mut self, order: Order) -> Option<Sender<()>> {
        match (order, &mut self.live) {
            (Order::Begin(live), place) => *place = Some(live),
            (Order::Text(text), Some(live)) => live.text(&text),
            (Order::Lines(lines), Some(live)) => live.lines(&lines),
            (Order::Obeyed(sequence), Some(live)) => live.obey(&sequence),
            (Order::Text(text) | Order::Lines(text) | Order::Obeyed(text), None) => write(&text),
            (Order::Live(order), Some(live)) => live.take(order),
            // Nobody asks for it where there is no editor.
            (Order::Live(_), None) => {}
            (Order::Shown(done), live) => {
                live.iter_mut().for_each(|live| live.close_flow());
                return Some(done);
            }
        }
        None
    }
}

/// What the thread has.
#[cfg(not(unix))]
struct Writer {
    /// The editor's own way to show lines above it.
    shows: Option<Show>,
    width: Arc<std::sync::atomic::AtomicUsize>,
}

#[cfg(not(unix))]
impl Writer {
    fn serve(mut self, told: &Receiver<Order>) {
        let mut flow = pith_screen::Flow::default();
        for order in told {
            match (order, &mut self.shows) {
                (Order::ShowBy(show), shows) => *shows = Some(show),
                (Order::Text(text) | Order::Lines(text), None) | (Order::Obeyed(text), _) => write(&text),
                (Order::Text(text), Some(show)) => {
                    let width = self.width.load(std::sync::atomic::Ordering::Relaxed);
                    flow.push(&text, width).into_iter().for_each(show);
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
    }
}

/// Writes to the terminal at once.
pub(super) fn write(text: &str) {
    let mut stdout = std::io::stdout().lock();
    // A terminal that is gone ends the program by its own signal.
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
