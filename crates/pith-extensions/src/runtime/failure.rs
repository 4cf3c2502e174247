//! What can go wrong in a runtime: for one call, and for the runtime as a whole.
//!
//! Words are for people; the name of the extension is added by whoever shows them.

use std::time::Duration;

/// Why a call into an extension gave no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFailure {
    /// The extension threw, or its promise was rejected.
    #[error("{message}")]
    Threw {
        /// The class of the error, `TypeError` say; empty when something else was thrown.
        name: String,
        /// Its message.
        message: String,
        /// Where it happened, in lines of the files as they were written.
        stack: String,
    },
    /// The call was not done in time. Waiting for the program is not counted.
    #[error("did not finish within {} of its own time", rounded(*limit))]
    TimedOut {
        /// What it was given.
        limit: Duration,
    },
    /// The person aborted, and it went on.
    #[error("went on after the person had aborted, and was left")]
    GivenUp,
    /// The runtime is gone.
    #[error("the extension was stopped: {0}")]
    Stopped(StopReason),
}

/// Why a runtime was ended before its time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// Its code did not come back.
    #[error("its code ran for {} without pause", rounded(*ran))]
    Hung {
        /// How long it ran.
        ran: Duration,
    },
    /// It needed more memory than it may have.
    #[error("it used more than the {limit_mb} MB of memory it may have")]
    OutOfMemory {
        /// The limit, in units of 1,048,576 bytes.
        limit_mb: usize,
    },
    /// It called `process.exit`.
    #[error("it ended itself with exit code {code}")]
    Exited {
        /// What it gave.
        code: i32,
    },
    /// The program asked for it: a reload, or its end.
    #[error("it was unloaded")]
    Unloaded,
    /// A fault of ours, or no thread or memory to begin with.
    #[error("its runtime failed: {reason}")]
    Broken {
        /// What is known.
        reason: String,
    },
}

/// What a program must know of that no call returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// A promise was rejected, or a timer's function threw, and nobody listened.
    Unhandled {
        /// The class of the error.
        name: String,
        /// Its message.
        message: String,
        /// Where it happened.
        stack: String,
    },
    /// The runtime is gone; every later call fails with [`CallFailure::Stopped`].
    Stopped(StopReason),
    /// A right was asked for that the extension does not have.
    Denied {
        /// The right and its object, `write /etc/passwd` say.
        what: String,
    },
}

/// A time as people say it: whole milliseconds below a second, tenths below ten, whole seconds above.
fn rounded(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.9995 => format!("{:.0} ms", seconds * 1e3),
        seconds if seconds < 9.95 => format!("{} s", (seconds * 10.0).round() / 10.0),
        seconds => format!("{seconds:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded() {
        let told = [50_000, 999_999, 2_000_015, 2_345_678, 30_000_015].map(|us| rounded(Duration::from_micros(us)));
        assert_eq!(told, ["50 ms", "1 s", "2 s", "2.3 s", "30 s"]);
    }
}
