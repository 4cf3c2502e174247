//! What the binary itself can find wrong, with what to do about it.

use std::path::PathBuf;

use crate::signals::Ended;

/// What serves without any configuration, in builds that have it.
const LOCAL_ADVICE: &str =
    if cfg!(feature = "local") { "`pith --model local` answers with one in this process; or " } else { "" };

/// A failure of the binary's own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// There is no model to ask, and nobody to offer one to.
    #[error(
        "no model is configured; {}put a vendor's key into the environment (`ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, \
         `GEMINI_API_KEY`, …), store one with `pith auth login` (in `auth.json`), give `--api-key` with `--model`, or define \
         a provider in `{}`",
        LOCAL_ADVICE, .models_file.display()
    )]
    NoModel {
        /// Where providers are defined.
        models_file: PathBuf,
    },
    /// What is to be a proxy cannot be one.
    #[error("`{name}` cannot be used: {reason}")]
    Proxy {
        /// The variable, or the setting.
        name: String,
        /// What is wrong with it: all in one line.
        reason: pith_llm::TransportError,
    },
    /// A model was not found, and the file that may define it could not be used.
    #[error("{diagnostic}")]
    ModelsFile {
        /// What is wrong with the file.
        diagnostic: String,
    },
    /// `--resume` where nobody can choose.
    #[error("`--resume` needs a terminal, and no `--print`, for somebody to choose")]
    NobodyToChoose,
    /// A key is asked for where nobody can type it.
    #[error("`pith auth login` needs a terminal, for somebody to answer")]
    NobodyToAsk,
    /// No provider of that name.
    #[error("there is no provider `{provider}`")]
    UnknownProvider {
        /// As given.
        provider: String,
    },
    /// A local model was asked for, and this build has none.
    #[cfg(not(feature = "local"))]
    #[error("this build has no local models")]
    NoLocalModels,
    /// `pith model` without something it knows.
    #[cfg(feature = "local")]
    #[error("`pith model` takes `list`, `pull NAME`, `rm NAME` or `path NAME`")]
    ModelCommand,
    /// `pith session` without something it knows.
    #[error(
        "`pith session` takes `list [WORDS]`, `search WORDS`, `show ID`, `rename ID NAME`, `rm ID…`, `repair FILE`, `export ID [FILE]` or `import FILE`"
    )]
    SessionCommand,
    /// `pith session` with a flag that it does not have.
    #[error("`pith session {command}` has no flag `{flag}`")]
    SessionFlag {
        /// As given.
        flag: String,
        /// What it was given to.
        command: String,
        /// The flag that was probably meant.
        near: Option<&'static str>,
    },
    /// `pith session rename` with a name of only blanks.
    #[error("a session's name cannot be empty")]
    EmptySessionName,
    /// A copy was to have the id of another session.
    #[error("there is a session `{id}` already: `{}`", path.display())]
    SessionExists {
        /// As given.
        id: String,
        /// Its file.
        path: PathBuf,
    },
    /// Several files with the id of one session.
    #[error("session `{id}` is in several files: {}", files(paths))]
    SessionCopies {
        /// As given.
        id: String,
        /// The files, the newest first.
        paths: Vec<PathBuf>,
    },
    /// `pith settings` without something it knows.
    #[error("`pith settings` takes `list`, `get KEY`, `set KEY VALUE`, `unset KEY` or `schema`")]
    SettingsCommand,
    /// `pith completions` without a shell it knows.
    #[error("`pith completions` takes `bash`, `zsh`, `fish` or `powershell`")]
    CompletionsCommand,
    /// `pith auth` without something it knows.
    #[error("`pith auth` takes {}", crate::commands::auth_words())]
    AuthCommand,
    /// `pith auth check` and the like without a provider.
    #[error("name a provider with `--provider`, or a model with `--model`")]
    AuthWhom,
    /// An option that `pith auth` does not have.
    #[error("`pith auth` has no option `{option}`")]
    AuthOption {
        /// As typed.
        option: String,
    },
    /// An option without its value.
    #[error("option `{option}` needs a value")]
    AuthOptionValue {
        /// As typed.
        option: String,
    },
    /// There is no key to print.
    #[error("there is no key for provider `{provider}`")]
    NoKey {
        /// Its id.
        provider: String,
    },
    /// There is no token to print.
    #[error("requests to provider `{provider}` carry a key, and no token")]
    NoToken {
        /// Its id.
        provider: String,
    },
    /// No setting of that name, but one of nearly that name.
    #[error("there is no setting `{key}`")]
    UnknownSetting {
        /// As given.
        key: String,
        /// What was probably meant.
        near: &'static str,
    },
    /// The settings of a project that is not trusted are not written.
    #[error("this project is not trusted, so its settings are left alone")]
    UntrustedProject,
    /// A name of only blanks.
    #[error("`--name` needs a name")]
    EmptyName,
    /// A session id that could not be a file's name.
    #[error("`{id}` cannot be a session id: letters, digits, `.`, `_` and `-`, with a letter or digit at both ends")]
    BadSessionId {
        /// As given.
        id: String,
    },
    /// No session of that id.
    #[error("no session `{text}`")]
    NoSession {
        /// As given.
        text: String,
    },
    /// Several sessions whose ids begin so.
    #[error("several sessions begin with `{text}`: {}", ids.join(", "))]
    AmbiguousSession {
        /// As given.
        text: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// The session belongs to another project.
    #[error("session `{id}` belongs to `{}`", cwd.display())]
    SessionElsewhere {
        /// As given.
        id: String,
        /// The project's folder.
        cwd: PathBuf,
    },
    /// The folder that a session works in is gone.
    #[error("the session works in `{}`, which is not there any more", cwd.display())]
    SessionFolderGone {
        /// The folder.
        cwd: PathBuf,
    },
    /// Sessions are files of text, and say where they work.
    #[error("the name of the working folder, `{}`, is not valid UTF-8, so no session can work in it", cwd.display())]
    FolderName {
        /// The folder.
        cwd: PathBuf,
    },
    /// This build has no extensions.
    #[cfg(not(feature = "extensions"))]
    #[error("this build of pith runs no extensions")]
    NoExtensions,
    /// An extension cannot be loaded. It may have been a gate, so nothing is begun without it.
    #[cfg(feature = "extensions")]
    #[error("{error}")]
    BrokenExtension {
        /// Which, and why.
        error: pith_extensions::host::LoadError,
        /// Whether the command line names it.
        named: bool,
    },
    /// An input was blocked by an extension.
    #[error("the message was blocked: {reason}")]
    Blocked {
        /// In the extension's words.
        reason: String,
    },
    /// Standard input cannot be read as text.
    #[error("could not read standard input")]
    Stdin {
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// A signal ended the program.
    #[error("stopped by {}", signal.name)]
    Stopped {
        /// Which.
        signal: Ended,
    },
    /// The answer cannot be written.
    #[error("could not write to standard output")]
    Stdout {
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

impl Problem {
    /// The exit code of the program.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Stopped { signal } => signal.code,
            _ => 1,
        }
    }

    /// What to do about it.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::NobodyToAsk => Some("a key can also stand in a variable, or in `auth.json`".to_owned()),
            Self::NobodyToChoose => Some("`--continue` takes the newest, `--session` a named one".to_owned()),
            #[cfg(not(feature = "local"))]
            Self::NoLocalModels => Some("build it with `cargo build --release --features local`".to_owned()),
            #[cfg(feature = "extensions")]
            Self::BrokenExtension { named: true, .. } => Some("mend it, or leave that `-e` out".to_owned()),
            #[cfg(feature = "extensions")]
            Self::BrokenExtension { .. } => Some("mend or remove it, or begin without extensions: `-ne`".to_owned()),
            Self::NoToken { .. } => Some("`pith auth print-api-key` prints the key".to_owned()),
            Self::UnknownSetting { near, .. } => Some(format!("did you mean `{near}`?")),
            Self::SessionFlag { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            Self::SessionFlag { .. } => Some("`--` before a word that begins with a dash makes it one".to_owned()),
            Self::NoSession { .. } => {
                Some("`pith session list` shows those of this folder, `--all` of every one".to_owned())
            }
            Self::FolderName { .. } => Some("rename it, or work in another".to_owned()),
            Self::SessionExists { .. } => Some("give the copy another id with `--session-id`, or none".to_owned()),
            Self::SessionCopies { .. } => Some("name one of them by its path".to_owned()),
            Self::SessionElsewhere { .. } => Some("go on with it there, or name its file".to_owned()),
            _ => None,
        }
    }
}

/// Paths for people.
pub(crate) fn files(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(", ")
}
