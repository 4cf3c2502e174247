//! The two ordinary clients of a Python package index, and how each is asked for one package.
//!
//! Both bring their own configuration: index, mirrors, proxies and certificates are whatever the machine uses for Python.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tokio::process::Command;

use crate::store::WheelPart;

/// In a workplace, where the client's temporary files go.
const SCRATCH: &str = "scratch";
/// In a workplace, where the wheel, or what was in it, is in the end.
const BROUGHT: &str = "brought";

/// pip's own cache would keep a second copy of a gigabyte.
const PIP: &str = "-m pip download --no-deps --only-binary :all: --no-cache-dir --no-input --disable-pip-version-check \
                   --progress-bar off --dest brought";
/// Without an interpreter uv would fetch one, which nobody asked for.
const UV: &str = "pip install --no-deps --no-build --no-progress --no-python-downloads --link-mode hardlink \
                  --cache-dir scratch --target brought";

/// A client, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Program {
    /// pip, as a module of this interpreter. It saves the wheel as it is.
    Pip(PathBuf),
    /// uv. It has no download command, but installs into any folder, which unpacks the wheel there.
    Uv(PathBuf),
}

/// The folder one call works in. Everything a client writes is inside it, so what is in there shows how far it is.
#[derive(Debug, Clone)]
pub(super) struct Workplace {
    folder: PathBuf,
}

impl Program {
    /// For people: the words one would type.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Pip(_) => format!("{} -m pip", self.file()),
            Self::Uv(_) => format!("{} pip", self.file()),
        }
    }

    /// The name of the program itself.
    pub(super) fn file(&self) -> String {
        let (Self::Pip(path) | Self::Uv(path)) = self;
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }

    /// The call that brings one package into the workplace, and no code of it to run.
    pub(super) fn command(&self, part: &WheelPart, workplace: &Workplace, withheld: &[OsString]) -> Command {
        let (program, arguments) = match self {
            Self::Pip(python) => (python, PIP),
            Self::Uv(uv) => (uv, UV),
        };
        let mut command = Command::new(program);
        command.args(arguments.split_whitespace()).arg(format!("{}=={}", part.package, part.version));
        // Not the user's folder: `python3 -m` would run a `pip` that lies there, and uv read a project's settings.
        command.current_dir(&workplace.folder);
        for variable in ["TMPDIR", "TEMP", "TMP"] {
            command.env(variable, SCRATCH);
        }
        for variable in withheld {
            command.env_remove(variable);
        }
        command.env_remove("HF_TOKEN").env_remove("HUGGING_FACE_HUB_TOKEN");
        command
    }
}

impl Workplace {
    /// The workplace that this folder will be.
    pub(super) fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Makes the folder, empty.
    pub(super) fn create(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(self.folder.join(SCRATCH))?;
        std::fs::create_dir_all(self.brought())
    }

    /// Where the wheel, or what was in it, is in the end.
    pub(super) fn brought(&self) -> PathBuf {
        self.folder.join(BROUGHT)
    }

    /// Bytes written so far.
    pub(super) fn bytes(&self) -> u64 {
        bytes_below(&self.folder)
    }

    /// Removes it all.
    pub(super) fn clear(&self) -> std::io::Result<()> {
        std::fs::remove_dir_all(&self.folder)
    }
}

/// Files come and go while this looks; what is gone counts nothing.
fn bytes_below(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_below(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}
