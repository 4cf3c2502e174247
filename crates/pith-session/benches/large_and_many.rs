//! Large sessions and many of them: a list of 3,000 sessions of 50 KB with a search over names and first messages, and a
//! session of 45 MB opened by reading it through and by its index.
//!
//! `cargo bench -p pith-session --bench large_and_many` makes the files in a temporary folder and prints the best of some
//! runs. The warm list with its search should take less than 200 ms.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pith_session::{Owner, Session, Stamps, listing};

const SESSIONS: usize = 3_000;
const RUNS: usize = 7;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let many = folder.path().join("many");
    fs::create_dir(&many).unwrap();
    for number in 0..SESSIONS {
        write(&many.join(format!("2026-01-01T00-00-00-000Z_{number:08}.jsonl")), number, 50_000);
    }
    let list = || {
        let mut found = listing::summaries(&many);
        found.retain(|session| session.matches("question 2999"));
        found.len()
    };
    let (cold, found) = timed(list);
    let warm = (0..RUNS).map(|_| timed(list).0).min().unwrap();
    println!("{SESSIONS} sessions of 50 KB, {found} found: first {cold:.1?}, then {warm:.1?}");

    let long = folder.path().join("long.jsonl");
    write(&long, 0, 45_000_000);
    let open = || {
        let owner = Owner { pid: 1, host: String::new(), started_ms: 0 };
        Session::open(&long, Path::new("/"), owner, Arc::new(Still)).unwrap().context().messages.len()
    };
    let (read, _) = timed(open);
    let indexed = (0..RUNS).map(|_| timed(open).0).min().unwrap();
    println!("a session of 45 MB: read through {read:.1?}, by its index {indexed:.1?}");
}

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let result = run();
    (began.elapsed(), result)
}

/// Writes a session of about this size, which is compacted at its end.
fn write(path: &Path, number: usize, size: usize) {
    let mut out = std::io::BufWriter::new(fs::File::create(path).unwrap());
    let header = format!(r#"{{"type":"session","version":3,"id":"{number:08}","timestamp":"t","cwd":"/"}}"#);
    writeln!(out, "{header}").unwrap();
    let text = "some words of the conversation ".repeat(60);
    let mut parent = "null".to_owned();
    let entries = (size / 2_000).max(2);
    for entry in 0..entries {
        let message = format!(r#"{{"role":"user","content":"question {number} {text}","timestamp":1}}"#);
        let line = format!(
            r#"{{"type":"message","id":"{entry:08x}","parentId":{parent},"timestamp":"t","message":{message}}}"#
        );
        writeln!(out, "{line}").unwrap();
        parent = format!("\"{entry:08x}\"");
    }
    let kept = format!("{:08x}", entries - 1);
    let line = format!(
        r#"{{"type":"compaction","id":"cccccccc","parentId":{parent},"timestamp":"t","summary":"s","firstKeptEntryId":"{kept}","tokensBefore":1}}"#
    );
    writeln!(out, "{line}").unwrap();
}

struct Still;

impl Stamps for Still {
    fn now_ms(&self) -> i64 {
        0
    }

    fn random_bytes(&self) -> [u8; 16] {
        [7; 16]
    }
}
