//! Standard input, read on a thread of its own: reading waits for the client, and nothing else may.

use std::io;
use std::thread;

use tokio::sync::mpsc;

use super::framing::Lines;

/// Lines that may wait to be read; a client that sends faster waits.
const AHEAD: usize = 64;

/// The lines of standard input, as they come. The channel closes with the input.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn lines() -> io::Result<mpsc::Receiver<io::Result<Vec<u8>>>> {
    let (tell, told) = mpsc::channel(AHEAD);
    thread::Builder::new().name("rpc-stdin".to_owned()).spawn(move || {
        for line in Lines::new(io::stdin().lock()) {
            let failed = line.is_err();
            if tell.blocking_send(line).is_err() || failed {
                break;
            }
        }
    })?;
    Ok(told)
}
