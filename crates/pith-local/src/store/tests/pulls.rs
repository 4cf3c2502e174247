//! What holds for a pull from any source: offline mode, one at a time, cancellation, and files that are wrong already.

use std::sync::Arc;

use tokio::sync::Notify;

use super::server::{Reply, Server};
use super::*;

#[tokio::test]
async fn offline_mode_takes_what_is_there_and_asks_nobody() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    let mut world = world.at(server.url());
    world.options.offline = true;
    let store = world.web_store();
    let error = store.pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(error, StoreError::Offline { reason: SourceError::NotThere, .. }), "{error}");
    assert!(server.requests().is_empty());
    assert!(world.names().is_empty());
    world.put(&world.place(), &world.bytes);
    store.pull(ID, &Watch::unattended()).await.unwrap();
}

#[tokio::test]
async fn a_wrong_file_in_the_cache_is_told_and_replaced() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    world.put(&world.place(), &vec![0; world.bytes.len()]);
    let events = Recorder::default();
    world.web_store().pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert!(matches!(events.failures().as_slice(), [SourceError::WrongHash { .. }]), "{:?}", events.failures());
}

#[tokio::test]
async fn a_whole_part_that_was_never_moved_into_place_is_used() {
    let world = World::new();
    world.put(&world.part(), &world.bytes);
    let events = Recorder::default();
    world.web_store().pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert!(events.starts().is_empty());
}

#[tokio::test]
async fn a_part_longer_than_the_model_is_begun_again() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    world.put(&world.part(), &vec![0; world.bytes.len() + 1]);
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [None]);
}

#[tokio::test]
async fn two_pulls_of_one_model_fetch_it_once() {
    let world = World::new();
    let bell = Arc::new(Notify::new());
    let server = Server::start(vec![Reply::Later(world.bytes.clone(), Arc::clone(&bell))]).await;
    let world = world.at(server.url());
    let (first, second) = (world.web_store(), world.web_store());
    let (started, waiting) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tell_started, tell_waiting) = (Arc::clone(&started), Arc::clone(&waiting));
    let first = tokio::spawn(async move {
        let watch = Watch::new(
            move |event| {
                if matches!(event, PullEvent::Started { .. }) {
                    tell_started.notify_one()
                }
            },
            CancellationToken::new(),
        );
        first.pull(ID, &watch).await
    });
    started.notified().await;
    assert!(matches!(second.remove(ID), Err(StoreError::Busy { .. })));
    let second = tokio::spawn(async move {
        let watch = Watch::new(
            move |event| {
                if matches!(event, PullEvent::Waiting) {
                    tell_waiting.notify_one()
                }
            },
            CancellationToken::new(),
        );
        second.pull(ID, &watch).await
    });
    waiting.notified().await;
    bell.notify_one();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    world.assert_whole();
    assert_eq!(server.requests().len(), 1);
}

/// Cancels as soon as an event passes the test.
fn canceling(on: impl Fn(&PullEvent) -> bool + Send + Sync + 'static) -> Watch {
    let cancel = CancellationToken::new();
    let token = cancel.clone();
    Watch::new(
        move |event| {
            if on(&event) {
                token.cancel()
            }
        },
        cancel,
    )
}

#[tokio::test]
async fn a_canceled_pull_leaves_a_part_that_the_next_one_continues() {
    let world = World::new();
    let server = Server::start(vec![Reply::cut(&world.bytes, 6_000), Reply::file(&world.bytes)]).await;
    let mut world = world.at(server.url());
    // The wait before the next try is where the cancellation falls.
    world.options.retry_delay = Duration::from_secs(3600);
    let store = world.web_store();
    let watch = canceling(|event| matches!(event, PullEvent::Retrying { .. }));
    let error = store.pull(ID, &watch).await.unwrap_err();
    assert!(matches!(error, StoreError::Canceled { kept: 6_000, .. }), "{error}");
    assert_eq!(world.names(), ["small.gguf.part"]);
    store.pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [None, Some(6_000)]);
}

#[tokio::test]
async fn a_pull_canceled_while_the_hash_is_computed_keeps_the_part() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    let store = world.web_store();
    let watch = canceling(|event| matches!(event, PullEvent::Verifying { .. }));
    let error = store.pull(ID, &watch).await.unwrap_err();
    assert!(matches!(error, StoreError::Canceled { .. }), "{error}");
    assert_eq!(world.names(), ["small.gguf.part"]);
    store.pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
}

#[tokio::test]
async fn a_pull_canceled_before_anything_came_leaves_nothing() {
    let world = World::new();
    let server = Server::start(vec![Reply::Stuck { bytes: world.bytes.clone(), sent: 0 }]).await;
    let world = world.at(server.url());
    let watch = canceling(|event| matches!(event, PullEvent::Started { .. }));
    let error = world.web_store().pull(ID, &watch).await.unwrap_err();
    assert!(matches!(error, StoreError::Canceled { kept: 0, .. }), "{error}");
    assert!(world.names().is_empty(), "{:?}", world.names());
}

#[tokio::test]
async fn every_source_is_named_with_its_reason() {
    let server = Server::start(vec![Reply::Status(404)]).await;
    let world = World::new().at(server.url());
    let error = world.store_of(world.model()).pull(ID, &Watch::unattended()).await.unwrap_err();
    let text = error.to_string();
    for words in [
        "cache folder: it is not there",
        "`127.0.0.1:",
        "answered 404",
        "`python3` is not installed",
        "`uv` is not installed",
        "small.gguf` yourself",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let StoreError::Unserved { attempts, .. } = &error else { panic!("{text}") };
    let names: Vec<&str> = attempts.iter().map(|Attempt { source, .. }| source.as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}
