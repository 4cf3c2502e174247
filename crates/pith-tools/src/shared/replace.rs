//! Puts new contents in place of a file's old ones, so that no reader and no crash ever sees half of them.
//!
//! The usual way is a temporary file beside it, given the old one's mode and owner, and a rename; symlinks are followed
//! first and stay. Where a rename would break something (other hard links) or is not allowed (the folder is not writable,
//! the file is a mount point), the file is written in place and put back as it was if that fails.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// In bytes: how much of a file that is written in place is kept, to put it back when the write fails in the middle.
const LARGEST_KEPT_BACK: u64 = 64 * 1024 * 1024;

/// Replaces the contents of `path`, or makes the file.
///
/// # Errors
/// When the place cannot be written; the old contents are then still there.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let target = followed(path);
    match fs::metadata(&target) {
        Ok(old) => {
            check_writable(&target, &old)?;
            if can_be_renamed_over(&old) && rename_over(&target, contents, Some(&old)).is_ok() {
                return Ok(());
            }
            write_in_place(&target, contents, old.len())
        }
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => rename_over(&target, contents, None),
        Err(fault) => Err(fault),
    }
}

/// Whether the file may be read and written, as an edit needs it.
///
/// # Errors
/// With the system's reason when it may not.
pub(crate) fn check_writable(path: &Path, metadata: &Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(is_directory());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    // A rename needs no permission on the file itself, so that a read-only file would be replaced without this look.
    #[cfg(unix)]
    nix::unistd::access(path, nix::unistd::AccessFlags::W_OK)?;
    #[cfg(not(unix))]
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, format!("`{}` is read-only", path.display())));
    }
    Ok(())
}

#[cfg(unix)]
fn is_directory() -> io::Error {
    io::Error::from(nix::errno::Errno::EISDIR)
}

#[cfg(not(unix))]
fn is_directory() -> io::Error {
    io::Error::from(io::ErrorKind::IsADirectory)
}

/// The file behind a symlink, also behind one whose end does not exist yet.
fn followed(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    // As many steps as Linux follows; a loop then fails in the system's own words.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().map_or(next.clone(), |parent| parent.join(&next));
    }
    target
}

#[cfg(unix)]
fn can_be_renamed_over(old: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(old) == 1
}

#[cfg(not(unix))]
fn can_be_renamed_over(_old: &Metadata) -> bool {
    true
}

fn rename_over(target: &Path, contents: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pith-").suffix(".tmp");
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if old.is_some() { 0o600 } else { 0o666 });
    // Opened here and not by the builder, whose errors name the temporary file, which says nothing to anybody.
    let mut file = builder.make_in(folder, |path| options.open(path))?;
    file.as_file_mut().write_all(contents)?;
    if let Some(old) = old {
        take_over(file.as_file(), old)?;
    }
    file.persist(target).map_err(|fault| fault.error)?;
    Ok(())
}

/// Gives the new file the owner and mode of the old one.
#[cfg(unix)]
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        fchown(file, Some(old.uid()), Some(old.gid()))?;
    }
    // After the owner, since a change of owner clears the set-user-id bits.
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

fn write_in_place(target: &Path, contents: &[u8], old_len: u64) -> io::Result<()> {
    let kept = if old_len <= LARGEST_KEPT_BACK { fs::read(target).ok() } else { None };
    let mut file = OpenOptions::new().write(true).open(target)?;
    let outcome = overwrite(&mut file, contents);
    if let (Err(_), Some(kept)) = (&outcome, kept) {
        // The old bytes had room before, so this can only fail with the disk itself.
        overwrite(&mut file, &kept)?;
    }
    outcome
}

/// Writes before it cuts, so that blocks already there are used first.
fn overwrite(file: &mut File, contents: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(contents)?;
    file.set_len(u64::try_from(contents.len()).unwrap_or(u64::MAX))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_new_file_gets_the_usual_mode_and_no_leftovers_stay() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a");
        let reference = folder.path().join("b");
        replace(&path, b"x")?;
        fs::write(&reference, b"x")?;
        assert_eq!(fs::metadata(&path)?.mode(), fs::metadata(&reference)?.mode());
        assert_eq!(fs::read_dir(folder.path())?.count(), 2);
        Ok(())
    }

    #[test]
    fn mode_and_symlink_stay() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (path, link) = (folder.path().join("run.sh"), folder.path().join("link"));
        fs::write(&path, "old")?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o751))?;
        symlink("run.sh", &link)?;
        replace(&link, b"new")?;
        assert_eq!(fs::read(&path)?, b"new");
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::metadata(&path)?.permissions().mode() & 0o7777, 0o751);
        Ok(())
    }

    #[test]
    fn a_symlink_that_leads_nowhere_yet_stays_and_its_end_is_made() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        symlink("made", folder.path().join("link"))?;
        replace(&folder.path().join("link"), b"new")?;
        assert!(fs::symlink_metadata(folder.path().join("link"))?.is_symlink());
        assert_eq!(fs::read(folder.path().join("made"))?, b"new");
        Ok(())
    }

    #[test]
    fn the_usual_way_replaces_the_file_and_other_hard_links_are_written_through() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (path, other) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&path, "old and longer")?;
        let before = fs::metadata(&path)?.ino();
        replace(&path, b"new")?;
        let renamed = fs::metadata(&path)?.ino();
        assert_ne!(renamed, before);
        fs::hard_link(&path, &other)?;
        replace(&path, b"ne")?;
        assert_eq!(fs::metadata(&path)?.ino(), renamed);
        assert_eq!(fs::read(&other)?, b"ne");
        Ok(())
    }

    #[test]
    fn a_file_in_a_folder_that_takes_no_new_files_is_written_in_place() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a");
        fs::write(&path, "old and longer")?;
        // What a rename that fails leads to; a superuser, as tests may run, is never refused one by the folder's mode.
        write_in_place(&path, b"new", 14)?;
        assert_eq!(fs::read(&path)?, b"new");
        Ok(())
    }

    #[test]
    fn folders_and_devices_are_refused() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let fault = replace(folder.path(), b"x").err().map(|fault| fault.kind());
        assert_eq!(fault, Some(io::ErrorKind::IsADirectory));
        assert!(replace(Path::new("/dev/null"), b"x").is_err());
        Ok(())
    }
}
