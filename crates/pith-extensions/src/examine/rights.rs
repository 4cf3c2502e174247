//! Which right a call of a module of Node needs, and what for.

/// Of `fs` and `fs/promises`, without `Sync`.
const READ: &[&str] = &[
    "access",
    "createReadStream",
    "exists",
    "lstat",
    "open",
    "opendir",
    "readFile",
    "readdir",
    "readlink",
    "realpath",
    "stat",
    "watch",
    "watchFile",
];

const WRITE: &[&str] = &[
    "appendFile",
    "chmod",
    "copyFile",
    "cp",
    "createWriteStream",
    "link",
    "mkdir",
    "mkdtemp",
    "rename",
    "rm",
    "rmdir",
    "symlink",
    "truncate",
    "unlink",
    "utimes",
    "writeFile",
];

const RUN: &[&str] = &["spawn", "execFile", "fork", "exec"];

/// The kind of right that a member of a module needs, and how its first argument names what for.
pub(super) fn of_member(module: &str, member: &str) -> Option<(&'static str, Argument)> {
    let name = member.strip_suffix("Sync").unwrap_or(member);
    match module {
        "fs" | "fs/promises" if READ.contains(&name) => Some(("read", Argument::Whole)),
        "fs" | "fs/promises" if WRITE.contains(&name) => Some(("write", Argument::Whole)),
        // A line for a shell: the program is the shell.
        "child_process" if name == "exec" => Some(("run", Argument::Shell)),
        "child_process" if RUN.contains(&name) => Some(("run", Argument::Whole)),
        "http" | "https" | "undici" if matches!(name, "get" | "request" | "fetch" | "stream") => {
            Some(("reach", Argument::Address))
        }
        "net" if matches!(name, "connect" | "createConnection") => Some(("reach", Argument::Unknown)),
        _ => None,
    }
}

/// How an argument names what a right is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument {
    /// By itself.
    Whole,
    /// The host of an address.
    Address,
    /// A line of a shell.
    Shell,
    /// In a way that is not read.
    Unknown,
}

impl Argument {
    /// What is meant by the text, of which only the beginning may be known.
    pub(super) fn object(self, text: &str, is_whole: bool) -> Option<String> {
        match self {
            Self::Whole => is_whole.then(|| text.to_owned()),
            Self::Address => {
                let (_, rest) = text.split_once("://")?;
                let (place, ends) =
                    rest.split_once(['/', '?', '#']).map_or((rest, is_whole), |(place, _)| (place, true));
                let host = place.rsplit('@').next().unwrap_or(place).split(':').next().unwrap_or_default();
                (ends && !host.is_empty()).then(|| host.to_owned())
            }
            Self::Shell => Some("sh".to_owned()),
            Self::Unknown => None,
        }
    }
}
