//! What is there, what is not, and what is not what it should be. Nothing here fetches.

use super::*;
use crate::store::{ModelCommand, ModelReply, ModelState};

fn state(store: &Store) -> ModelState {
    store.list().remove(0).state
}

#[tokio::test]
async fn a_model_that_is_there_is_checked_once() {
    let world = World::new();
    world.put(&world.place(), &world.bytes);
    let store = world.web_store();
    assert_eq!(state(&store), ModelState::Present { checked: false });
    let events = Recorder::default();
    let located = store.locate("local", &events.watch()).await.unwrap();
    assert_eq!(located.path, world.place());
    assert!(!events.0.lock().unwrap().is_empty());
    assert_eq!(state(&store), ModelState::Present { checked: true });
    let events = Recorder::default();
    store.locate(ID, &events.watch()).await.unwrap();
    assert!(events.0.lock().unwrap().is_empty(), "it was read again");
}

#[tokio::test]
async fn a_model_that_changed_is_checked_again() {
    let world = World::new();
    world.put(&world.place(), &world.bytes);
    let store = world.web_store();
    store.locate(ID, &Watch::unattended()).await.unwrap();
    let mut other = world.bytes.clone();
    other[0] ^= 1;
    world.put(&world.place(), &other);
    let touched = std::fs::File::options().write(true).open(world.place()).unwrap();
    touched.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(1)).unwrap();
    let error = store.locate(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { reason: SourceError::WrongHash { .. }, .. }), "{error}");
    assert!(matches!(state(&store), ModelState::Damaged { .. }));
}

#[tokio::test]
async fn a_shortened_model_is_never_located() {
    let world = World::new();
    world.put(&world.place(), &world.bytes[1..]);
    let error = world.web_store().locate(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { reason: SourceError::WrongSize { .. }, .. }), "{error}");
}

#[tokio::test]
async fn a_model_that_was_not_fetched_says_how_to_fetch_it() {
    let error = World::new().web_store().locate("local", &Watch::unattended()).await.unwrap_err();
    assert!(error.to_string().contains("`pith model pull small`"), "{error}");
}

#[tokio::test]
async fn an_unknown_name_is_told_with_the_known_ones() {
    let store = World::new().web_store();
    let error = store.pull("smal", &Watch::unattended()).await.unwrap_err();
    assert!(error.to_string().contains("known are `small`"), "{error}");
    assert!(matches!(store.remove("smal"), Err(StoreError::Unknown { .. })));
    assert!(matches!(store.locate("smal", &Watch::unattended()).await, Err(StoreError::Unknown { .. })));
}

#[tokio::test]
async fn any_other_model_is_located_by_its_path() {
    let world = World::new();
    let path = world.folder.path().join("mine.gguf");
    let store = world.web_store();
    let error = store.locate(path.to_str().unwrap(), &Watch::unattended()).await.unwrap_err();
    assert!(matches!(error, StoreError::NoFile { .. }), "{error}");
    std::fs::write(&path, b"GGUF").unwrap();
    let located = store.locate(path.to_str().unwrap(), &Watch::unattended()).await.unwrap();
    assert_eq!((located.path, located.model), (path, None));
}

#[tokio::test]
async fn removing_takes_the_model_and_what_downloads_left() {
    let world = World::new();
    world.put(&world.place(), &world.bytes);
    let store = world.web_store();
    store.locate(ID, &Watch::unattended()).await.unwrap();
    world.put(&world.part(), b"beginning");
    std::fs::create_dir(world.cache().join("small.gguf.staging")).unwrap();
    let removed = store.remove("local").unwrap();
    assert_eq!(removed.files, [world.place(), world.part()]);
    assert_eq!(removed.bytes, world.bytes.len() as u64 + 9);
    assert!(world.names().is_empty(), "{:?}", world.names());
    assert!(store.remove(ID).unwrap().files.is_empty());
}

#[tokio::test]
async fn the_commands_give_back_what_they_found() {
    let world = World::new();
    let (store, watch) = (world.web_store(), Watch::unattended());
    world.put(&world.part(), b"beginning");
    match ModelCommand::List.run(&store, &watch).await.unwrap() {
        ModelReply::Listed(models) => assert_eq!(models[0].state, ModelState::Partial { bytes: 9 }),
        other => panic!("{other:?}"),
    }
    world.put(&world.place(), &world.bytes);
    for command in [ModelCommand::Path(ID.to_owned()), ModelCommand::Pull(ID.to_owned())] {
        match command.run(&store, &watch).await.unwrap() {
            ModelReply::Located(located) => assert_eq!(located.path, world.place()),
            other => panic!("{other:?}"),
        }
    }
    match ModelCommand::Remove(ID.to_owned()).run(&store, &watch).await.unwrap() {
        ModelReply::Removed(removed) => assert_eq!(removed.id, ID),
        other => panic!("{other:?}"),
    }
    assert_eq!(state(&store), ModelState::Absent);
}
