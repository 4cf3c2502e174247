//! Arguments → [`Args`], by Pi's grammar (spec/coding-agent.md 5.1.1–5.1.4).

use std::ffi::OsString;
use std::iter::Peekable;

use pith_app::nearest::nearest;

use super::args::Other;
use super::flag::{Action, Flag};
use super::{Args, ArgsError, Mode, table};

/// Reads a command line, without the program's name.
///
/// # Errors
/// When a flag lacks its value, has a bad one, is not offered, or does not go with another; and when one with a single dash
/// is unknown. With two dashes it may be an extension's (5.1.3) and is kept.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Args, ArgsError> {
    let mut rest = texts(arguments)?.into_iter().peekable();
    let mut args = Args::default();
    while let Some(word) = rest.next() {
        if word == "--" {
            rest.for_each(|word| take_word(&mut args, word));
            break;
        } else if word == "-" || !word.starts_with('-') {
            take_word(&mut args, word);
        } else {
            take_flag(&mut args, &word, &mut rest)?;
        }
    }
    agree(&args)?;
    Ok(args)
}

/// Whether what was asked for goes together.
fn agree(args: &Args) -> Result<(), ArgsError> {
    let elsewhere = [
        ("--session", args.session.is_some()),
        ("--continue", args.continue_session),
        ("--resume", args.resume),
        ("--no-session", args.no_session),
    ];
    if let (Some(_), Some((second, _))) = (&args.fork, elsewhere.into_iter().find(|(_, asked)| *asked)) {
        return Err(ArgsError::Conflict { first: "--fork", second });
    }
    match (args.mode, args.files.first()) {
        (Some(Mode::Rpc), Some(file)) => Err(ArgsError::FileForRpc { file: file.clone() }),
        _ => Ok(()),
    }
}

/// An argument that is no flag: a file to attach, or a message.
fn take_word(args: &mut Args, word: String) {
    match word.strip_prefix('@') {
        Some(path) => args.files.push(path.to_owned()),
        None => args.messages.push(word),
    }
}

fn take_flag(args: &mut Args, word: &str, rest: &mut Peekable<impl Iterator<Item = String>>) -> Result<(), ArgsError> {
    let (name, inline) = match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
        _ => (word, None),
    };
    let Some(flag) = find(name) else {
        if !name.starts_with("--") {
            return Err(unknown(name));
        }
        let next = if inline.is_none() { rest.next_if(|next| !next.starts_with(['@', '-'])) } else { None };
        let place = args.messages.len();
        args.others.push(Other { flag: name.to_owned(), inline, next, place });
        return Ok(());
    };
    match (&flag.action, inline) {
        (Action::Switch(_), Some(value)) => return Err(ArgsError::UnexpectedValue { flag: name.to_owned(), value }),
        (Action::Switch(set), None) => set(args),
        (Action::Value(placeholder, set), inline) => {
            let value = inline
                .or_else(|| rest.next())
                .ok_or_else(|| ArgsError::MissingValue { flag: name.to_owned(), name: placeholder })?;
            set(args, value)?;
        }
        (Action::Optional { fits, set, .. }, inline) => {
            set(args, inline.or_else(|| rest.next_if(|next| fits(next))));
        }
        (Action::Idle, _) => {}
        (Action::Unused, inline) => {
            let value = inline
                .or_else(|| rest.next())
                .ok_or_else(|| ArgsError::MissingValue { flag: name.to_owned(), name: "a value" })?;
            if !flag.words.is_empty() && !flag.words.contains(&value.as_str()) {
                return Err(ArgsError::BadValue { flag: name.to_owned(), value, expected: flag.words.join(", ") });
            }
            args.warnings.push(format!("option `{name}` has no effect: this version draws no screen"));
        }
    }
    Ok(())
}

fn find(name: &str) -> Option<&'static Flag> {
    if let Some(long) = name.strip_prefix("--") {
        return table::all().find(|flag| flag.long == long);
    }
    let short = name.strip_prefix('-')?;
    table::all().find(|flag| flag.short == Some(short))
}

/// Why a flag cannot be followed that nobody knows, with the one that was probably meant.
pub(crate) fn unknown(name: &str) -> ArgsError {
    let near = name.strip_prefix("--").and_then(|long| {
        let served = table::all().filter(|flag| flag.is_served()).map(|flag| flag.long);
        nearest(long, served).map(|near| format!("--{near}"))
    });
    ArgsError::Unknown { flag: name.to_owned(), near }
}

fn texts(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, ArgsError> {
    let text = |(index, argument): (usize, OsString)| {
        argument.into_string().map_err(|argument| ArgsError::NotText {
            position: index + 1,
            shown: argument.to_string_lossy().into_owned(),
        })
    };
    arguments.into_iter().enumerate().map(text).collect()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
