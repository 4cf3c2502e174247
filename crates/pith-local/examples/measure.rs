//! Measures a model: load time, prompt and generated tokens per second (by the clock, and per second of processor time),
//! and memory. `measure MODEL.gguf [THREADS]`.
#![allow(clippy::print_stdout, clippy::expect_used, clippy::unwrap_used, reason = "a program for people")]

use std::{fs, path::Path, sync::Arc, time::Instant};

use futures::StreamExt as _;
use pith_llm::{Api as _, Call, CallOptions, Clock, Offline, Request, StreamEvent, normalize_context};
use pith_local::{LocalApi, LocalOptions, local_model};
use pith_types::Message;
use tokio_util::sync::CancellationToken;

struct Fixed;

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        0
    }
}

/// Seconds of processor time of this process (Linux; elsewhere 0).
fn processor() -> f64 {
    let about = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = about.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Highest resident memory in MiB (Linux; elsewhere 0).
fn peak() -> f64 {
    let about = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = about.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("usage: measure MODEL.gguf [THREADS]");
    let threads = arguments.next().and_then(|threads| threads.parse().ok());
    let model = Arc::new(local_model("measured", "measured", Path::new(&path)).expect("a model"));
    let api = LocalApi::new(LocalOptions { threads, ..LocalOptions::default() });
    let numbers: Vec<String> = (0..170).map(|n| format!("let value{n} = {};", n * 7)).collect();
    let question = format!("What is this code for?\n{}\nExplain at length.", numbers.join("\n"));
    for round in ["cold", "warm"] {
        let context = normalize_context(vec![Message::user(format!("{round}: {question}"), 0)]);
        let options = CallOptions { max_tokens: Some(100), ..CallOptions::default() };
        let wire = api.prepare(&Request { model: Arc::clone(&model), context, options }).expect("a payload");
        let call = Call { cancel: CancellationToken::new(), clock: Arc::new(Fixed), transport: Arc::new(Offline) };
        let (mut last, mut used) = (Instant::now(), processor());
        let mut lap = || {
            let (wall, cpu) = (last.elapsed().as_secs_f64(), processor() - used);
            (last, used) = (Instant::now(), processor());
            (wall, cpu.max(0.01))
        };
        let mut events = api.send(wire, call);
        let mut prompt = (0.0, 0.0);
        let mut first = true;
        while let Some(event) = futures::executor::block_on(events.next()) {
            match event {
                StreamEvent::Start(_) => {
                    let (wall, cpu) = lap();
                    println!("{round}: load {wall:.2} s ({cpu:.2} s of processor)");
                }
                StreamEvent::TextDelta { .. } if std::mem::take(&mut first) => prompt = lap(),
                StreamEvent::Done(message) | StreamEvent::Error(message) => {
                    let (wall, cpu) = lap();
                    let (read, written) = (message.usage.input as f64, message.usage.output as f64 - 1.0);
                    println!(
                        "{round}: prompt {read} tokens, {:.1}/s, {:.1} per processor second",
                        read / prompt.0,
                        read / prompt.1
                    );
                    println!(
                        "{round}: answer {written} tokens, {:.1}/s, {:.1} per processor second",
                        written / wall,
                        written / cpu
                    );
                    if let Some(error) = &message.error_message {
                        println!("{round}: {error}");
                    }
                }
                _ => {}
            }
        }
    }
    println!("peak memory {:.0} MiB", peak());
}
