//! Syncs a file to the disk beside the conversation. A write outlasts the death of the process at once; this makes it
//! outlast a power failure too, a few milliseconds later, and costs the conversation nothing.

use std::{
    fs::File,
    io,
    sync::mpsc::{SyncSender, sync_channel},
};

/// Syncs one file in a thread of its own, which ends when this is dropped.
pub(super) struct Syncer {
    requests: SyncSender<()>,
}

impl Syncer {
    pub(super) fn new(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let (requests, received) = sync_channel(1);
        std::thread::Builder::new().name("session sync".to_owned()).spawn(move || {
            while received.recv().is_ok() {
                // Where a file cannot be synced, the data is still written.
                let _ = file.sync_data();
            }
        })?;
        Ok(Self { requests })
    }

    /// Asks for all that was written so far to be synced.
    pub(super) fn request(&self) {
        // When a request is waiting already, it was not begun yet, and will cover this write too.
        let _ = self.requests.try_send(());
    }
}
