//! Opens regular files, and says helpfully why something else cannot be opened.

use std::{
    fs::{self, File, FileType, OpenOptions},
    io,
    path::Path,
};

use pith_agent::ToolError;

use super::{failure::refused, likeness::likeness};

/// Names of a folder that are told at most.
const LISTED: usize = 40;

/// How alike a name must be to be offered instead, from 0 to 1.
const ALIKE: f64 = 0.5;

/// Opens a regular file for reading. Never waits, whatever stands at the path.
///
/// # Errors
/// Names the path and what is there, or what is there instead.
pub(crate) fn open_regular(path: &Path) -> Result<File, ToolError> {
    let metadata = fs::metadata(path).map_err(|fault| missing(path, &fault))?;
    check_kind(path, metadata.file_type())?;
    let mut options = OpenOptions::new();
    options.read(true);
    // Should a pipe have taken the file's place since, opening it does not wait for a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::fcntl::OFlag::O_NONBLOCK.bits());
    let file = options.open(path).map_err(|fault| refused("read", path, &fault))?;
    let kind = file.metadata().map_err(|fault| refused("read", path, &fault))?.file_type();
    check_kind(path, kind)?;
    Ok(file)
}

fn check_kind(path: &Path, kind: FileType) -> Result<(), ToolError> {
    if kind.is_file() {
        return Ok(());
    }
    if kind.is_dir() {
        return Err(ToolError::new(format!("`{}` is a directory (EISDIR); {}", path.display(), listing(path))));
    }
    Err(ToolError::new(format!("`{}` is {}, not a regular file", path.display(), special(kind))))
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a named pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () => "something special",
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> &'static str {
    "something special"
}

fn listing(folder: &Path) -> String {
    let mut names = names(folder);
    names.sort();
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    match (names.is_empty(), more) {
        (true, _) => "it is empty".to_owned(),
        (false, 0) => format!("it holds: {}", names.join(", ")),
        (false, more) => format!("it holds: {} and {more} more", names.join(", ")),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| {
        let slash = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
        format!("{}{slash}", entry.file_name().to_string_lossy())
    };
    entries.filter_map(|entry| entry.ok().map(name)).collect()
}

/// The system's reason, and the name in the same folder that was probably meant.
fn missing(path: &Path, fault: &io::Error) -> ToolError {
    let error = refused("read", path, fault);
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return error };
    if fault.kind() != io::ErrorKind::NotFound {
        return error;
    }
    let name = name.to_string_lossy();
    if let Ok(target) = fs::read_link(path) {
        let text = format!(
            "cannot read `{}`: it is a link to `{}`, which is not there (ENOENT)",
            path.display(),
            target.display()
        );
        return ToolError::new(text);
    }
    let nearest = names(folder)
        .into_iter()
        .map(|other| (likeness(&name.to_lowercase(), &other.to_lowercase()), other))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(one, _), (two, _)| one.total_cmp(two));
    match nearest {
        Some((_, other)) => ToolError::new(format!("{error}; did you mean `{}`?", folder.join(other).display())),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(path: &Path) -> String {
        open_regular(path).map_or_else(|error| error.to_string(), |_| "opened".to_owned())
    }

    #[test]
    fn a_directory_tells_what_it_holds() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        assert!(error(folder.path()).ends_with("is a directory (EISDIR); it is empty"));
        fs::create_dir(folder.path().join("sub"))?;
        fs::write(folder.path().join("a.txt"), "")?;
        assert!(error(folder.path()).ends_with("it holds: a.txt, sub/"));
        for n in 0..50 {
            fs::write(folder.path().join(format!("f{n}")), "")?;
        }
        assert!(error(folder.path()).ends_with(" and 12 more"));
        Ok(())
    }

    #[test]
    fn a_missing_file_has_a_code_and_the_nearest_name() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("main.rs"), "")?;
        let near = error(&folder.path().join("Mian.rs"));
        assert!(near.contains("(ENOENT); did you mean `") && near.ends_with("/main.rs`?"), "{near}");
        assert!(error(&folder.path().join("other")).ends_with("(ENOENT)"));
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_names_where() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("gone", &link)?;
        assert!(
            error(&link).ends_with("/link`: it is a link to `gone`, which is not there (ENOENT)"),
            "{}",
            error(&link)
        );
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_devices_are_refused_at_once() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU)?;
        let _bound = std::os::unix::net::UnixListener::bind(&socket)?;
        assert!(error(&pipe).ends_with("is a named pipe, not a regular file"));
        assert!(error(&socket).ends_with("is a socket, not a regular file"));
        assert!(error(Path::new("/dev/zero")).ends_with("is a device, not a regular file"));
        Ok(())
    }
}
