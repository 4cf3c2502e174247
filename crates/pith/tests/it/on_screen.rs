//! The program on a terminal that is nowhere: keys go in, and what the terminal shows is read.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use pith_testkit::{Reply, VirtualTerminal, World};

use crate::program::{PITH, world};

/// How long something may take to be shown.
const PATIENCE: Duration = Duration::from_secs(60);

const COLUMNS: u16 = 60;
const ROWS: u16 = 16;

/// The program, and what its terminal shows.
pub(crate) struct OnScreen {
    child: Child,
    keys: File,
    written: Receiver<Vec<u8>>,
    terminal: VirtualTerminal,
}

impl OnScreen {
    pub(crate) fn begin(world: &World) -> Self {
        Self::begin_with(world, "> ")
    }

    /// Begins, and waits until this is shown.
    pub(crate) fn begin_with(world: &World, first: &str) -> Self {
        let size = Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).unwrap();
        let mut command = world.command(PITH);
        command.args(["--model", "mock/m1"]).env("TERM", "xterm").env("NO_COLOR", "1");
        let end = || Stdio::from(pty.slave.try_clone().unwrap());
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().unwrap();
        drop(command);
        drop(pty.slave);
        let keys = File::from(pty.master);
        let mut reader = keys.try_clone().unwrap();
        let (tell, written) = channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut piece) {
                if tell.send(piece[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut screen = Self { child, keys, written, terminal: VirtualTerminal::new(COLUMNS, ROWS) };
        screen.shows(first);
        screen
    }

    /// Gives it another size.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.resize(columns, rows);
        let size = rustix::termios::Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        rustix::termios::tcsetwinsize(&self.keys, size).unwrap();
        // It is no terminal of the program's session, which would tell it by itself.
        self.signal(nix::sys::signal::Signal::SIGWINCH);
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: nix::sys::signal::Signal) {
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(self.child.id().cast_signed()), signal).unwrap();
    }

    /// Does what a shell does that has the terminal again: lines are edited by the terminal, and text is written.
    pub(crate) fn let_others_have_it(&mut self, text: &str) {
        use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
        let mut modes = tcgetattr(&self.keys).unwrap();
        modes.local_flags.insert(LocalFlags::ICANON | LocalFlags::ECHO);
        tcsetattr(&self.keys, SetArg::TCSANOW, &modes).unwrap();
        self.terminal.write(format!("\r\n{text}"));
    }

    /// Waits until the terminal looks like this.
    pub(crate) fn looks(&mut self, what: &str, like: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = self.terminal.text();
            if like(&text) {
                return text;
            }
            match self.written.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.terminal.write(bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => panic!("no {what:?}:\n{text}"),
            }
        }
    }

    /// Waits until this is shown.
    pub(crate) fn shows(&mut self, text: &str) -> String {
        self.looks(text, |shown| shown.contains(text.trim_end()))
    }

    /// Waits until this is shown no longer.
    pub(crate) fn hides(&mut self, text: &str) -> String {
        self.looks(&format!("end of {text}"), |shown| !shown.contains(text))
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    pub(crate) fn leave(mut self) {
        self.say("/quit");
        self.ends();
    }

    /// Waits until it has ended, as it should.
    pub(crate) fn ends(mut self) {
        while self.written.recv_timeout(PATIENCE).is_ok() {}
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// A world with this extension, and a model that replies so.
pub(crate) fn with_extension(text: &str, replies: impl IntoIterator<Item = Reply>) -> World {
    let (world, server) = world(replies);
    // It lives as long as the test.
    std::mem::forget(server);
    world.write("agent/extensions/drawn.ts", text);
    world
}
