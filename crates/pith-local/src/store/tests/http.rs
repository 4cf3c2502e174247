//! Hugging Face, played by a server on loopback.

use std::time::Duration;

use pith_types::Secret;

use super::server::{Reply, Server};
use super::*;

#[tokio::test]
async fn a_model_is_fetched_whole() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    let events = Recorder::default();
    let located = world.web_store().pull("local", &events.watch()).await.unwrap();
    assert_eq!(located.path, world.place());
    assert_eq!(located.model.unwrap().id, ID);
    world.assert_whole();
    assert!(server.requests()[0].starts_with("get /owner/small/resolve/main/small.gguf "));
    assert_eq!(events.progress().last(), Some(&(world.bytes.len() as u64)));
    assert!(matches!(events.0.lock().unwrap().last(), Some(PullEvent::Done { .. })));
}

#[tokio::test]
async fn a_server_that_breaks_off_is_asked_for_the_rest() {
    let world = World::new();
    let server = Server::start(vec![
        Reply::cut(&world.bytes, 6_000),
        Reply::cut(&world.bytes, 4_000),
        Reply::file(&world.bytes),
    ])
    .await;
    let world = world.at(server.url());
    let events = Recorder::default();
    world.web_store().pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [None, Some(6_000), Some(10_000)]);
    assert_eq!(events.retries(), 2);
}

#[tokio::test]
async fn a_later_pull_continues_where_the_last_one_gave_up() {
    let world = World::new();
    let mut replies = vec![Reply::cut(&world.bytes, 1_000); 3];
    replies.push(Reply::file(&world.bytes));
    let server = Server::start(replies).await;
    let world = world.at(server.url());
    let store = world.web_store();
    let error = store.pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::Broken { done: 3_000, .. }), "{error}");
    assert_eq!(world.names(), ["small.gguf.part"]);
    let events = Recorder::default();
    store.pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges().last(), Some(&Some(3_000)));
    assert_eq!(events.starts()[0].1, 3_000);
}

#[tokio::test]
async fn a_server_that_ignores_the_range_is_taken_from_the_start() {
    let world = World::new();
    let server = Server::start(vec![Reply::cut(&world.bytes, 6_000), Reply::Whole(world.bytes.clone())]).await;
    let world = world.at(server.url());
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
}

#[tokio::test]
async fn a_range_that_nobody_asked_for_is_not_appended() {
    let world = World::new();
    let server = Server::start(vec![Reply::OtherRange(world.bytes.clone()), Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    world.put(&world.part(), &world.bytes[..2_000]);
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [Some(2_000), None]);
}

#[tokio::test]
async fn a_wrong_hash_rules_the_source_out_and_leaves_nothing() {
    let world = World::new();
    let mut other = world.bytes.clone();
    other[7] ^= 1;
    let server = Server::start(vec![Reply::file(&other)]).await;
    let world = world.at(server.url());
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::WrongHash { .. }), "{error}");
    assert!(world.names().is_empty(), "{:?}", world.names());
}

#[tokio::test]
async fn a_source_is_not_blamed_for_the_wrong_bytes_before_its_own() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(&world.bytes), Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    world.put(&world.part(), &[0; 2_000]);
    let events = Recorder::default();
    world.web_store().pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(server.ranges(), [Some(2_000), None]);
}

#[tokio::test]
async fn a_page_in_place_of_the_file_is_refused_by_its_length() {
    let world = World::new();
    let server = Server::start(vec![Reply::file(b"<html>please log in</html>")]).await;
    let world = world.at(server.url());
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::WrongSize { found: 26, .. }), "{error}");
    assert!(world.names().is_empty());
}

#[tokio::test]
async fn a_missing_file_is_not_asked_for_twice() {
    let world = World::new();
    let server = Server::start(vec![Reply::Status(404)]).await;
    let world = world.at(server.url());
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::Status { status: 404, .. }), "{error}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_server_in_trouble_is_asked_again() {
    let world = World::new();
    let server = Server::start(vec![Reply::Status(503), Reply::file(&world.bytes)]).await;
    let world = world.at(server.url());
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
}

#[tokio::test]
async fn a_refused_key_is_told_and_not_shown() {
    let world = World::new();
    let server = Server::start(vec![Reply::Status(401)]).await;
    let mut world = world.at(server.url());
    world.options.hf_token = Some(Secret::new("hf_precious"));
    let events = Recorder::default();
    let store = world.web_store();
    let error = store.pull(ID, &events.watch()).await.unwrap_err();
    assert!(server.requests()[0].contains("authorization: bearer hf_precious"));
    let shown = format!("{error} {error:?} {store:?} {:?}", events.0.lock().unwrap());
    assert!(!shown.contains("precious"), "{shown}");
    assert!(error.to_string().contains("refuses the key in `HF_TOKEN`"), "{error}");
}

#[tokio::test]
async fn a_key_with_a_line_break_is_told_and_not_shown() {
    let mut world = World::new();
    world.options.hf_token = Some(Secret::new("hf_\nprecious"));
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert_eq!(last_reason(&error), &SourceError::Token);
    assert!(!format!("{error} {error:?}").contains("precious"));
}

#[tokio::test]
async fn a_redirection_to_another_host_takes_the_range_but_not_the_key() {
    let world = World::new();
    let storage = Server::start(vec![Reply::file(&world.bytes)]).await;
    let hub = Server::start(vec![
        Reply::Redirect("/moved/small.gguf".to_owned()),
        Reply::Redirect(format!("{}/blob?signature=precious", storage.url())),
    ])
    .await;
    let mut world = world.at(hub.url());
    world.options.hf_token = Some(Secret::new("hf_precious"));
    world.put(&world.part(), &world.bytes[..2_000]);
    world.web_store().pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert!(hub.requests().iter().all(|request| request.contains("authorization: bearer hf_precious")));
    assert_eq!(hub.requests().len(), 2);
    assert!(!storage.requests()[0].contains("authorization"));
    assert_eq!(storage.ranges(), [Some(2_000)]);
}

#[tokio::test]
async fn a_refusal_after_a_redirection_shows_no_signature() {
    let world = World::new();
    let storage = Server::start(vec![Reply::Status(403)]).await;
    let hub = Server::start(vec![Reply::Redirect(format!("{}/blob?signature=precious", storage.url()))]).await;
    let world = world.at(hub.url());
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("precious"), "{error:?}");
}

#[tokio::test]
async fn redirections_in_a_circle_end() {
    let world = World::new();
    let server = Server::start(vec![Reply::Redirect("/again".to_owned()); 20]).await;
    let world = world.at(server.url());
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::Redirect { .. }), "{error}");
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let world = World::new();
    let server = Server::start(vec![Reply::Stuck { bytes: world.bytes.clone(), sent: 100 }; 3]).await;
    let mut world = world.at(server.url());
    world.options.idle_timeout = Duration::from_secs(2);
    let error = world.web_store().pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::Idle { .. }), "{error}");
    assert_eq!(server.ranges(), [None, Some(100), Some(200)]);
    assert_eq!(world.names(), ["small.gguf.part"]);
}

#[tokio::test]
async fn a_host_that_is_not_there_is_told_at_once() {
    let server = Server::start(Vec::new()).await;
    let world = World::new().at(server.url());
    // Its port is free again, so nobody listens there.
    drop(server);
    tokio::task::yield_now().await;
    let events = Recorder::default();
    let error = world.web_store().pull(ID, &events.watch()).await.unwrap_err();
    assert!(matches!(last_reason(&error), SourceError::Connect { .. }), "{error}");
    assert_eq!(events.retries(), 0);
    assert!(world.names().is_empty());
}
