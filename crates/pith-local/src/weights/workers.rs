//! The threads that share a product. One thread is the caller itself: then nothing is handed over and nothing waits.

use rayon::{ThreadPool, ThreadPoolBuilder, iter::ParallelIterator as _, prelude::*};

use crate::LocalError;

/// A fixed number of threads.
pub(crate) struct Workers {
    pool: Option<ThreadPool>,
    threads: usize,
}

impl Workers {
    /// Starts the threads; one thread starts none.
    pub(crate) fn new(threads: usize) -> Result<Self, LocalError> {
        let threads = threads.max(1);
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("pith-local-{n}")).build())
            .transpose()
            .map_err(|error| LocalError::Thread { reason: error.to_string() })?;
        Ok(Self { pool, threads })
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Runs `work` so that what it splits up is split among these threads.
    pub(crate) fn enter<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Gives each piece of `size` items, with its number, to one of the threads.
    pub(crate) fn pieces<T: Send>(&self, items: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Send + Sync) {
        let size = size.max(1);
        if self.threads == 1 || items.len() <= size {
            items.chunks_mut(size).enumerate().for_each(|(number, piece)| work(number, piece));
        } else {
            items.par_chunks_mut(size).enumerate().for_each(|(number, piece)| work(number, piece));
        }
    }
}
