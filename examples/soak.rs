//! A long conversation with compaction on: how much memory the app takes after so many turns.
//!
//! `cargo run --release -p pith-app --example soak -- 10000` prints the resident memory every 1,000 turns. Linux only, since
//! the system is asked for it.

#![allow(clippy::print_stdout, reason = "an example shows what happens")]

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use futures::StreamExt as _;
use pith_app::{App, AppParts};
use pith_llm::estimate::estimate_context_tokens;
use pith_llm::{Api, Call, Client, Clock, EventStream, Offline, PrepareError, Request, StreamEvent, WireRequest};
use pith_session::{NewSession, Owner, Session, Stamps};
use pith_types::{AssistantMessage, Content, Model, StopReason, Usage};

/// A wire that answers at once with a paragraph, and counts the request as a provider would.
struct Paragraphs;

impl Api for Paragraphs {
    fn id(&self) -> &str {
        "paragraphs"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let tokens = estimate_context_tokens(request.context.messages()).tokens;
        Ok(WireRequest { model: Arc::clone(&request.model), body: tokens.to_string().into(), ..WireRequest::default() })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let input = std::str::from_utf8(&wire.body).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        let answer = AssistantMessage {
            api: wire.model.api.clone(),
            provider: wire.model.provider.clone(),
            model: wire.model.id.clone(),
            timestamp: call.clock.now_ms(),
            ..AssistantMessage::default()
        };
        let done = AssistantMessage {
            content: vec![Content::text("The work goes on as it was agreed. ".repeat(20))],
            usage: Usage { input, output: 180, total_tokens: input + 180, ..Usage::default() },
            stop_reason: StopReason::Stop,
            ..answer.clone()
        };
        futures::stream::iter([StreamEvent::Start(Arc::new(answer)), StreamEvent::Done(Arc::new(done))]).boxed()
    }
}

struct System(std::sync::atomic::AtomicU64);

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

impl Clock for System {
    fn now_ms(&self) -> i64 {
        now_ms()
    }
}

impl Stamps for System {
    fn now_ms(&self) -> i64 {
        now_ms()
    }

    fn random_bytes(&self) -> [u8; 16] {
        let count = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [a, b] = [count.to_be_bytes(), count.rotate_left(17).to_be_bytes()];
        std::array::from_fn(|place| if place < 8 { a[place % 8] } else { b[place % 8] })
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let turns: u32 = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("pith-soak-{}", std::process::id()));
    let system = Arc::new(System(std::sync::atomic::AtomicU64::new(1)));
    let owner = Owner { pid: std::process::id(), host: String::new(), started_ms: now_ms() };
    let new = NewSession { cwd: "/".into(), ..NewSession::default() };
    let session = Session::create(&folder, new, owner, system.clone());
    let model = Model {
        id: "paragraphs".into(),
        provider: "soak".into(),
        api: "paragraphs".into(),
        context_window: 64_000,
        max_tokens: 4_000,
        ..Model::default()
    };
    let client = Client::new(vec![Arc::new(Paragraphs)], Arc::new(Offline), system);
    let app = App::new(AppParts::new(client, model, session));
    for turn in 1..=turns {
        app.ask(format!("Turn {turn}: {}", "and what comes next? ".repeat(20))).await?;
        if turn % 1000 == 0 {
            println!("turn {turn}: {} kB, {} messages in the context", resident_kb()?, app.messages().len());
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// What the system says of this process.
fn resident_kb() -> std::io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    Ok(line.trim().trim_end_matches(" kB").trim().parse().unwrap_or(0))
}
