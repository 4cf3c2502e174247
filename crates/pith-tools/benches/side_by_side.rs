//! The tools beside the programs that they replace: `grep` beside ripgrep, `find` beside fd, `ls` beside `ls`, on a tree of
//! 100,000 files; `edit` beside `sed -i` in a file of 20 MB; and what `read` takes of memory for a file of 2 GB.
//!
//! `cargo bench -p pith-tools --bench side_by_side` makes the tree in a temporary folder, runs each pair in turn with a warm
//! cache, takes all results in order, and prints the best times with their ratio, which should be at most 1.25 for the
//! searches. A program that is not installed is left out. `read` should stay under 30 MB.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pith_agent::{ToolContext, ToolOutput};
use pith_tools::{ToolSettings, catalogue};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const RUNS: usize = 5;
const FOLDERS: usize = 400;
const FILES: usize = 250;
const LARGE: u64 = 2 << 30;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    if let Some(file) = arguments.next() {
        return read(Path::new(&file));
    }
    let folder = tempfile::tempdir().unwrap();
    tree(folder.path());
    let all = json!(1_000_000_000);
    let grep = json!({ "pattern": "needle [0-9]+", "limit": all });
    let find = json!({ "pattern": "*.rs", "limit": all });
    pair(folder.path(), "grep, one line in 50", "grep", &grep, "rg --hidden -n 'needle [0-9]+' | sort");
    let every = json!({ "pattern": "common", "limit": all });
    pair(folder.path(), "grep, every file", "grep", &every, "rg --hidden -n common | sort");
    for fd in ["fd", "fdfind"] {
        let theirs = format!("{fd} --hidden --glob '*.rs' | sort");
        pair(folder.path(), "find, half of the files", "find", &find, &theirs);
    }
    let flat = folder.path().join("flat");
    pair(&flat, "ls, 20,000 entries", "ls", &json!({ "limit": all }), "ls -Ap");
    edit(folder.path());
    let file = folder.path().join("large.log");
    large(&file);
    let ran = Command::new(std::env::current_exe().unwrap()).arg(&file).output().unwrap();
    print!("{}", String::from_utf8_lossy(&ran.stdout));
}

/// 100,000 small files in 400 folders, a tenth of them ignored, and one folder of 20,000 empty ones. It looks like a
/// repository, since only there every version of the programs honors ignore files.
fn tree(root: &Path) {
    std::fs::create_dir(root.join(".git")).unwrap();
    for folder in 0..FOLDERS {
        let path = root.join(format!("part{:02}/folder{folder:03}", folder % 20));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join(".gitignore"), "*.tmp\n").unwrap();
        for file in 0..FILES {
            let kind = ["rs", "txt", "rs", "md", "rs", "c", "rs", "h", "rs", "tmp"][file % 10];
            let needle = if file % 50 == 7 { format!("a needle {file} in it\n") } else { String::new() };
            let text = format!("{}common words\n{needle}", "some line of text that is not looked for\n".repeat(12));
            std::fs::write(path.join(format!("file{file:03}.{kind}")), text).unwrap();
        }
    }
    let flat = root.join("flat");
    std::fs::create_dir(&flat).unwrap();
    (0..20_000).for_each(|file| std::fs::write(flat.join(format!("e{file}")), "").unwrap());
}

/// Runs both in turn, and prints the best time of each.
fn pair(folder: &Path, what: &str, tool: &str, arguments: &Value, theirs: &str) {
    let program = theirs.split_once(' ').map_or(theirs, |(program, _)| program);
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success();
    if !found {
        return;
    }
    let count = Command::new("sh").args(["-c", &format!("{theirs} | wc -l")]).current_dir(folder).output().unwrap();
    let count: usize = String::from_utf8_lossy(&count.stdout).trim().parse().unwrap();
    // Ours finds all of them too, and shows as many as a model is shown.
    let found = lines(&call(folder, tool, arguments));
    assert!(found > 100 && count >= found - 2, "{what}: {found} lines, and {count} of `{theirs}`");
    let (mut ours_best, mut theirs_best) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        let start = Instant::now();
        call(folder, tool, arguments);
        ours_best = ours_best.min(start.elapsed());
        let start = Instant::now();
        let mut command = Command::new("sh");
        command.args(["-c", theirs]).current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null());
        command.status().unwrap();
        theirs_best = theirs_best.min(start.elapsed());
    }
    let ratio = ours_best.as_secs_f64() / theirs_best.as_secs_f64();
    println!("{what}: {ours_best:?}, {program} {theirs_best:?}, ratio {ratio:.2}");
}

fn call(folder: &Path, tool: &str, arguments: &Value) -> ToolOutput {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let tool = (catalogue::find(tool).unwrap().build)(Arc::new(ToolSettings::new(folder, folder)));
    let context =
        ToolContext { call_id: String::new(), cancel: CancellationToken::new(), update: Arc::new(|_: ToolOutput| {}) };
    runtime.block_on(tool.execute(arguments.as_object().cloned().unwrap(), context)).unwrap()
}

/// How many lines the result has.
fn lines(output: &ToolOutput) -> usize {
    output.content.iter().filter_map(|block| block.as_text()).map(|text| text.lines().count()).sum()
}

/// One replacement in the middle of a file of 20 MB, which is written anew as a whole.
fn edit(folder: &Path) {
    let path = folder.join("edited.txt");
    let line = "some line of text that is left as it is\n".repeat(256 * 1024);
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        std::fs::write(&path, format!("{line}the one line\n{line}")).unwrap();
        let start = Instant::now();
        call(folder, "edit", &json!({ "path": path, "edits": [{ "oldText": "the one line", "newText": "another" }] }));
        ours = ours.min(start.elapsed());
        let start = Instant::now();
        Command::new("sed").args(["-i", "s/another/the one line/"]).arg(&path).status().unwrap();
        theirs = theirs.min(start.elapsed());
    }
    println!("edit, 20 MB: {ours:?}, sed -i {theirs:?}, ratio {:.2}", ours.as_secs_f64() / theirs.as_secs_f64());
}

fn large(file: &Path) {
    let line = "2026-01-01T00:00:00.000Z INFO some service: a request of usual length was answered in 12 ms\n";
    let block = line.repeat(10_000);
    let mut out = BufWriter::new(std::fs::File::create(file).unwrap());
    for _ in 0..LARGE / block.len() as u64 + 1 {
        out.write_all(block.as_bytes()).unwrap();
    }
    out.flush().unwrap();
}

/// Reads a part near the end of a file, and prints time and memory; in a process of its own, of which this is the peak.
fn read(file: &Path) {
    let start = Instant::now();
    let output = call(Path::new("/"), "read", &json!({ "path": file, "offset": 20_000_000 }));
    let time = start.elapsed();
    let lines = lines(&output);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("peak of memory unknown");
    println!("read, 2 GB: {time:?}, {lines} lines, {peak}");
}
