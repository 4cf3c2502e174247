//! The commands that begin with a slash: one file each, one list, from which help and completion derive. Each asks the app
//! by the same commands as every other face.

mod clone;
mod compact;
mod copy;
mod export;
mod extensions;
mod fork;
mod help;
mod import;
mod login;
mod logout;
mod model;
mod name;
mod new;
mod quit;
mod reload;
mod resume;
mod session;
mod thinking;
mod tree;
mod trust;

use std::future::Future;
use std::pin::Pin;

use pith_app::Reply;
use pith_tui::printable;

use super::Talk;

/// A command.
pub(super) struct Slash {
    /// Without the slash.
    pub(super) name: &'static str,
    /// What may follow it, for people.
    pub(super) argument: &'static str,
    /// One line for people.
    pub(super) help: &'static str,
    run: fn(Talk, String) -> Doing,
}

type Doing = Pin<Box<dyn Future<Output = anyhow::Result<Next>> + Send>>;

/// What comes after a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// A line is read that begins with this.
    Read(String),
    /// A message was answered.
    Settled,
    /// The person leaves.
    Leave,
}

/// A line is read.
fn read() -> Next {
    Next::Read(String::new())
}

const COMMANDS: &[Slash] = &[
    model::SLASH,
    thinking::SLASH,
    name::SLASH,
    session::SLASH,
    new::SLASH,
    resume::SLASH,
    fork::SLASH,
    clone::SLASH,
    tree::SLASH,
    compact::SLASH,
    export::SLASH,
    import::SLASH,
    reload::SLASH,
    extensions::SLASH,
    trust::SLASH,
    login::SLASH,
    logout::SLASH,
    copy::SLASH,
    help::SLASH,
    quit::SLASH,
    quit::EXIT,
];

/// Commands of the reference that this face does not have, and what to do instead.
const NOT_OFFERED: [(&str, &str); 8] = [
    ("share", "pith sends nothing anywhere; `/export` writes a page that can be sent"),
    ("bug", "pith sends nothing anywhere; reports are written where its source is"),
    ("settings", "`pith settings` shows and changes them"),
    ("scoped-models", "`--models` and the setting `enabledModels` name them"),
    ("changelog", "CHANGELOG.md is in the source"),
    ("hotkeys", "`/help` shows the keys"),
    ("debug", "`--verbose` tells what was read, and `/export` writes what was said"),
    ("mcp", "servers of tools are not offered yet"),
];

/// What a line that begins with a slash asks for here.
pub(super) enum Found {
    /// This.
    Slash(&'static Slash),
    /// Something that there is elsewhere only.
    NotOffered(&'static str, &'static str),
}

/// The command that a line begins with, and what follows it.
pub(super) fn find(line: &str) -> Option<(Found, &str)> {
    let rest = line.strip_prefix('/')?;
    let (name, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let not_offered = || NOT_OFFERED.iter().find(|(known, _)| *known == name);
    let found = match COMMANDS.iter().find(|slash| slash.name == name) {
        Some(slash) => Found::Slash(slash),
        None => not_offered().map(|(name, instead)| Found::NotOffered(name, instead))?,
    };
    Some((found, words.trim()))
}

/// Every command, in the order help shows them.
pub(super) fn all() -> impl Iterator<Item = &'static Slash> {
    COMMANDS.iter()
}

impl Found {
    /// Does it.
    ///
    /// # Errors
    /// When it was not done.
    pub(super) async fn run(self, talk: Talk, words: String) -> anyhow::Result<Next> {
        match self {
            Self::Slash(slash) => (slash.run)(talk, words).await,
            Self::NotOffered(name, instead) => {
                talk.say(format!("`/{name}` is not offered: {instead}."));
                Ok(read())
            }
        }
    }
}

impl Talk {
    /// Says something of the program's own.
    fn say(&self, text: impl AsRef<str>) {
        self.console.screen.say(printable(text.as_ref()));
    }

    /// Another session, or another place of it, is in force, unless an extension objected; what was said there may be typed
    /// already.
    fn replaced(&self, reply: Reply) -> Next {
        let (cancelled, text) = match reply {
            Reply::Replaced(replaced) => (replaced.cancelled, replaced.text),
            Reply::Navigated(navigated) => (navigated.cancelled, navigated.text),
            _ => (false, None),
        };
        if cancelled {
            self.say("An extension kept the session as it is.");
        }
        Next::Read(text.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use pith_app::input::RESERVED;

    use super::*;

    #[test]
    fn a_slash_begins_a_command_only_where_there_is_one() {
        let named = |line| match find(line) {
            Some((Found::Slash(slash), words)) => Some((slash.name, words)),
            Some((Found::NotOffered(name, _), words)) => Some((name, words)),
            None => None,
        };
        assert_eq!(named("/model  mock/m1 "), Some(("model", "mock/m1")));
        assert_eq!(named("/quit"), Some(("quit", "")));
        assert_eq!(named("/share"), Some(("share", "")));
        assert_eq!((named("/models"), named("model"), named("/etc/passwd"), named(" /quit")), (None, None, None, None));
    }

    #[test]
    fn what_is_offered_for_a_mistyped_command_is_what_there_is() {
        for name in RESERVED {
            assert!(find(&format!("/{name}")).is_some(), "/{name} would be sent to the model");
        }
        for name in all().map(|slash| slash.name).chain(NOT_OFFERED.map(|(name, _)| name)) {
            assert!(RESERVED.contains(&name), "/{name} is not offered for its mistyped forms");
        }
    }

    #[test]
    fn no_two_commands_share_a_name() {
        let mut names: Vec<&str> = all().map(|slash| slash.name).chain(NOT_OFFERED.map(|(name, _)| name)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
