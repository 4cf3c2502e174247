//! Finding sessions: the newest of a working directory, all of a folder, one by path or id. Only headers are read.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{Header, VERSION};

/// How much of a file is read to find its header (3.5.1).
const HEADER_LIMIT: u64 = 1024 * 1024;

/// A session file that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Where it is.
    pub path: PathBuf,
    /// Its first line.
    pub header: Header,
    /// When it was last written to.
    pub modified: SystemTime,
    /// The older files with the same id, where it was looked for by that.
    pub copies: Vec<PathBuf>,
}

/// What a text that names a session leads to.
#[derive(Debug, Clone)]
pub enum Located {
    /// This file; it need not be there.
    Path(PathBuf),
    /// A session of this folder.
    Here(Found),
    /// A session of another project.
    Elsewhere(Found),
    /// More than one session has an id that begins so.
    Ambiguous(Vec<Found>),
    /// None.
    Nothing,
}

/// The sessions in a folder, the newest first. A session of an older format is left out when another was made from it.
pub fn list(folder: &Path) -> Vec<Found> {
    let mut files = files(folder);
    files.sort_by_key(|(modified, _)| std::cmp::Reverse(*modified));
    let found: Vec<Found> = files.into_iter().filter_map(|(modified, path)| found(path, modified)).collect();
    found.iter().filter(|one| !is_superseded(one, &found)).cloned().collect()
}

/// The session of this working directory that was written to last. Folders may be shared, so the header decides.
pub fn latest(folder: &Path, cwd: &Path) -> Option<Found> {
    let mut files = files(folder);
    files.sort_by_key(|(modified, _)| std::cmp::Reverse(*modified));
    let here = |found: &Found| Path::new(&found.header.cwd) == cwd;
    let mut newest = files.iter().filter_map(|(modified, path)| found(path.clone(), *modified)).filter(here);
    match newest.next() {
        // Only an old format can have a successor, so the others need not be looked at before.
        Some(found) if found.header.version < VERSION => list(folder).into_iter().find(here),
        newest => newest,
    }
}

/// What a person means by a session: a path (it has a separator or ends in `.jsonl`), or an id or its beginning, in this
/// folder first, then in the folders of other projects below `root`.
pub fn locate(text: &str, path: &Path, folder: &Path, root: &Path) -> Located {
    if text.contains(['/', '\\']) || text.ends_with(".jsonl") {
        return Located::Path(path.to_owned());
    }
    match by_id(text, list(folder)) {
        Ok(Some(found)) => return Located::Here(found),
        Err(several) => return Located::Ambiguous(several),
        Ok(None) => {}
    }
    let others = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    let elsewhere = others.filter(|other| other != folder).flat_map(|other| list(&other)).collect();
    match by_id(text, elsewhere) {
        Ok(Some(found)) => Located::Elsewhere(found),
        Err(several) => Located::Ambiguous(several),
        Ok(None) => Located::Nothing,
    }
}

/// The session of a folder with exactly that id; the newest of several.
pub fn with_id(folder: &Path, id: &str) -> Option<Found> {
    exact(id, &list(folder))
}

/// The session with that id, else the one whose id begins so; several such are an error.
fn by_id(text: &str, sessions: Vec<Found>) -> Result<Option<Found>, Vec<Found>> {
    if let Some(exact) = exact(text, &sessions) {
        return Ok(Some(exact));
    }
    let begun: Vec<Found> =
        sessions.into_iter().filter(|found| !text.is_empty() && found.header.id.starts_with(text)).collect();
    let Some(first) = begun.first() else { return Ok(None) };
    // Copies of one session are not several.
    if begun.iter().all(|found| found.header.id == first.header.id) {
        return Ok(exact(&first.header.id, &begun));
    }
    Err(begun)
}

/// The first of the sessions with that id, and where the others are.
fn exact(id: &str, sessions: &[Found]) -> Option<Found> {
    let mut same = sessions.iter().filter(|found| found.header.id == id);
    let newest = same.next()?.clone();
    Some(Found { copies: same.map(|found| found.path.clone()).collect(), ..newest })
}

pub(crate) fn is_superseded(one: &Found, all: &[Found]) -> bool {
    let is_parent = |other: &Found| other.header.parent_session.as_deref().map(Path::new) == Some(&one.path);
    one.header.version < VERSION && all.iter().any(|other| other.header.version == VERSION && is_parent(other))
}

pub(crate) fn files(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: std::fs::DirEntry| {
        let path = entry.path();
        let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        let named = path.extension().is_some_and(|extension| extension == "jsonl");
        named.then_some(())?;
        Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), path))
    };
    entries.filter_map(file).collect()
}

fn found(path: PathBuf, modified: SystemTime) -> Option<Found> {
    let mut line = Vec::new();
    BufReader::with_capacity(4096, File::open(&path).ok()?.take(HEADER_LIMIT)).read_until(b'\n', &mut line).ok()?;
    let header = Header::parse(&line).or_else(|| Header::of_name(&path))?;
    Some(Found { header, path, modified, copies: Vec::new() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
    use std::{fs, time::Duration};

    use super::*;

    struct World(tempfile::TempDir);

    impl World {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        /// Writes a session file that was last written to `age` seconds ago.
        fn session(&self, name: &str, header: &str, age: u64) {
            let path = self.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, format!(r#"{{"type":"session","timestamp":"t",{header}}}"#) + "\n").unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(2_000_000_000 - age);
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        }

        fn ids(&self) -> Vec<String> {
            list(self.0.path()).into_iter().map(|found| found.header.id).collect()
        }

        fn locate(&self, text: &str) -> Located {
            locate(text, Path::new("/resolved"), &self.0.path().join("here"), self.0.path())
        }
    }

    #[test]
    fn sessions_are_listed_newest_first_and_other_files_are_not() {
        let world = World::new();
        world.session("a.jsonl", r#""version":3,"id":"a","cwd":"/p""#, 2);
        world.session("b.jsonl", r#""version":3,"id":"b","cwd":"/p""#, 1);
        world.session("c.jsonl.lock", r#""version":3,"id":"c","cwd":"/p""#, 0);
        fs::write(world.0.path().join("d.jsonl"), "other\n").unwrap();
        fs::create_dir(world.0.path().join("e.jsonl")).unwrap();
        assert_eq!(world.ids(), ["b", "a"]);
        assert!(list(Path::new("/nowhere/at/all")).is_empty());
    }

    #[test]
    fn the_latest_session_is_that_of_the_working_directory_even_in_a_shared_folder() {
        let world = World::new();
        world.session("a.jsonl", r#""version":3,"id":"a","cwd":"/x/client-app""#, 2);
        world.session("b.jsonl", r#""version":3,"id":"b","cwd":"/x/client/app""#, 1);
        let latest = |cwd: &str| latest(world.0.path(), Path::new(cwd)).map(|found| found.header.id);
        assert_eq!(latest("/x/client-app").as_deref(), Some("a"));
        assert_eq!(latest("/x/client/app").as_deref(), Some("b"));
        assert_eq!(latest("/x"), None);
    }

    #[test]
    fn an_old_session_is_hidden_while_its_successor_is_there() {
        let world = World::new();
        let parent = world.0.path().join("old.jsonl");
        world.session("old.jsonl", r#""id":"old","cwd":"/p""#, 0);
        world.session("other.jsonl", r#""version":3,"id":"other","cwd":"/p""#, 1);
        let latest = || latest(world.0.path(), Path::new("/p")).map(|found| found.header.id);
        assert_eq!((world.ids(), latest().as_deref()), (vec!["old".to_owned(), "other".to_owned()], Some("old")));
        let parent = serde_json::to_string(&parent).unwrap();
        world.session("new.jsonl", &format!(r#""version":3,"id":"new","cwd":"/p","parentSession":{parent}"#), 2);
        assert_eq!((world.ids(), latest().as_deref()), (vec!["other".to_owned(), "new".to_owned()], Some("other")));
    }

    #[test]
    fn of_several_files_with_one_id_the_newest_is_meant_and_the_others_are_named() {
        let world = World::new();
        let same = r#""version":3,"id":"abc","cwd":"/p""#;
        for (name, age) in [("here/1.jsonl", 2), ("here/2.jsonl", 1), ("here/3.jsonl", 3)] {
            world.session(name, same, age);
        }
        for text in ["abc", "ab"] {
            let Located::Here(found) = world.locate(text) else { panic!("not found") };
            let name = |path: &PathBuf| path.file_name().unwrap().to_owned();
            assert_eq!(name(&found.path), "2.jsonl");
            assert_eq!(found.copies.iter().map(name).collect::<Vec<_>>(), ["1.jsonl", "3.jsonl"]);
        }
        let folder = world.0.path().join("here");
        assert_eq!(with_id(&folder, "abc").map(|found| found.copies.len()), Some(2));
        assert!(with_id(&folder, "ab").is_none());
    }

    #[test]
    fn a_session_is_located_by_path_id_or_the_beginning_of_its_id() {
        let world = World::new();
        world.session("here/1.jsonl", r#""version":3,"id":"abc-1","cwd":"/p""#, 0);
        world.session("here/2.jsonl", r#""version":3,"id":"abc-12","cwd":"/p""#, 0);
        world.session("there/3.jsonl", r#""version":3,"id":"xyz","cwd":"/q""#, 0);
        let here = |text: &str| match world.locate(text) {
            Located::Here(found) => Some(found.header.id),
            _ => None,
        };
        assert_eq!(here("abc-1").as_deref(), Some("abc-1"));
        assert_eq!(here("abc-12").as_deref(), Some("abc-12"));
        assert!(matches!(world.locate("abc"), Located::Ambiguous(several) if several.len() == 2));
        assert!(matches!(world.locate("xy"), Located::Elsewhere(found) if found.header.cwd == "/q"));
        fs::write(world.0.path().join("here/2026-11-30T12-04-33-586Z_lost.jsonl"), "{broken\n").unwrap();
        assert_eq!(here("lost").as_deref(), Some("lost"), "its name tells it");
        assert!(matches!(world.locate("nothing"), Located::Nothing));
        assert!(matches!(world.locate(""), Located::Nothing));
        for path in ["a/b", "a\\b", "a.jsonl"] {
            assert!(matches!(world.locate(path), Located::Path(path) if path == Path::new("/resolved")));
        }
    }
}
