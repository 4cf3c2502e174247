//! Private files in the temporary folder: the whole of a long output, and what background processes write later.
//!
//! Both are named `pi-bash-<16 hex>.log`, are readable by their owner only, and end at a size. They outlive the call, since
//! the model is told their names; whoever makes one removes those that nobody can want any more.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use crate::shared::failure::reason;

/// How long spill files are worth keeping: a session continued within this time still finds them.
const LIFETIME: Duration = Duration::from_secs(3 * 24 * 60 * 60);

const PREFIX: &str = "pi-bash-";
const SUFFIX: &str = ".log";

/// A file that takes bytes up to a size, and ignores the rest.
pub(super) struct Spill {
    file: File,
    path: PathBuf,
    room: u64,
    full: bool,
}

impl Spill {
    /// Makes the file, so that its name can be told.
    pub(super) fn create(folder: &Path, limit: u64) -> Result<Self, String> {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let name = format!("{PREFIX}{}{SUFFIX}", id.get(..16).unwrap_or(&id));
        let path = folder.join(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|fault| reason(&fault))?;
        // The file system's own time, by which the others are dated too.
        if let Some(now) = file.metadata().and_then(|metadata| metadata.modified()).ok()
            && let Some(before) = now.checked_sub(LIFETIME)
        {
            remove_older(folder, before);
        }
        Ok(Self { file, path, room: limit, full: false })
    }

    /// Appends what there is room for; a disk that is full counts as no more room.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.full {
            return;
        }
        let room = usize::try_from(self.room).unwrap_or(usize::MAX);
        let part = bytes.get(..room).unwrap_or(bytes);
        self.full = self.file.write_all(part).is_err() || part.len() < bytes.len();
        self.room -= u64::try_from(part.len()).unwrap_or(self.room);
    }

    /// Whether something did not fit.
    pub(super) fn is_cut(&self) -> bool {
        self.full
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the file away again, when it turned out that nobody needs it.
    pub(super) fn discard(self) {
        // A file that stays is removed by age.
        let _ = fs::remove_file(self.path);
    }
}

/// Removes the spill files that were last written before `before`. Other files, links and files of other people are left
/// alone, and what cannot be listed or removed is passed over: the next spill tries again.
fn remove_older(folder: &Path, before: SystemTime) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        if !id.is_some_and(|id| id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit())) {
            continue;
        }
        let Ok(metadata) = entry.path().symlink_metadata() else { continue };
        if metadata.is_file() && is_ours(&metadata) && metadata.modified().is_ok_and(|time| time < before) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn is_ours(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(metadata) == nix::unistd::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_ours(_metadata: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_spill_is_private_and_ends_at_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let mut spill = Spill::create(folder.path(), 5).unwrap();
        spill.push(b"abc");
        assert!(!spill.is_cut());
        spill.push(b"defg");
        spill.push(b"h");
        assert!(spill.is_cut());
        assert_eq!(fs::read(spill.path()).unwrap(), b"abcde");
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(spill.path()).unwrap()) & 0o777, 0o600);
        spill.discard();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_is_missing_is_told() {
        assert!(Spill::create(Path::new("/no/such/folder"), 5).is_err_and(|reason| reason.contains("ENOENT")));
    }

    #[test]
    fn a_new_spill_removes_old_ones_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
        for name in ["pi-bash-0123456789abcdef.log", "pi-bash-notes.log", "other.log"] {
            File::create(folder.path().join(name)).unwrap().set_modified(old).unwrap();
        }
        File::create(folder.path().join("pi-bash-fedcba9876543210.log")).unwrap();
        let new = Spill::create(folder.path(), 5).unwrap();
        let new = new.path().file_name().unwrap().to_owned();
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        let mut expected =
            vec![new, "other.log".into(), "pi-bash-fedcba9876543210.log".into(), "pi-bash-notes.log".into()];
        expected.sort();
        assert_eq!(left, expected);
    }
}
