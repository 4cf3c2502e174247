//! The words after `pith session`, told apart from its flags. Pure.
//!
//! A flag that the command does not have is an error and never a word, so that a typing error removes or names nothing.

use pith_app::nearest::nearest;

use crate::problem::Problem;

/// The flags, each with the commands that have it.
const FLAGS: &[(&str, &[&str])] = &[("--json", &["list", "search", "show"]), ("--all", &["list", "search"])];

/// What follows `pith session`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words<'a> {
    /// Without flags.
    pub(super) rest: Vec<&'a str>,
    /// For a program.
    pub(super) json: bool,
    /// Of all folders.
    pub(super) everywhere: bool,
}

/// Tells them apart; behind `--` everything is a word.
///
/// # Errors
/// When there is a flag that the command does not have.
pub(super) fn read(words: &[String]) -> Result<Words<'_>, Problem> {
    let mut read = Words { rest: Vec::new(), json: false, everywhere: false };
    let mut flags = Vec::new();
    let mut given = words.iter().map(String::as_str);
    while let Some(word) = given.next() {
        match word {
            "--" => read.rest.extend(given.by_ref()),
            word if word.starts_with('-') && word.len() > 1 => flags.push(word),
            word => read.rest.push(word),
        }
    }
    let command = read.rest.first().copied().unwrap_or("list");
    for flag in flags {
        let has = |(name, commands): &&(&str, &[&str])| *name == flag && commands.contains(&command);
        match FLAGS.iter().find(has) {
            Some(("--json", _)) => read.json = true,
            Some(_) => read.everywhere = true,
            None => {
                let near = nearest(flag, FLAGS.iter().map(|(name, _)| *name)).filter(|near| *near != flag);
                return Err(Problem::SessionFlag { flag: flag.to_owned(), command: command.to_owned(), near });
            }
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn flags_stand_anywhere_and_words_stay_in_order() {
        let line = words("list --all one --json two");
        assert_eq!(read(&line).unwrap(), Words { rest: vec!["list", "one", "two"], json: true, everywhere: true });
        assert_eq!(read(&[]).unwrap(), Words { rest: vec![], json: false, everywhere: false });
        assert!(read(&words("--all")).unwrap().everywhere);
        assert_eq!(read(&words("search -- --json -")).unwrap().rest, ["search", "--json", "-"]);
    }

    #[test]
    fn a_flag_that_the_command_does_not_have_is_an_error() {
        let refused = |line: &str| read(&words(line)).unwrap_err();
        assert_eq!(refused("rm a --force").to_string(), "`pith session rm` has no flag `--force`");
        assert_eq!(refused("list --jsn").hint().as_deref(), Some("did you mean `--json`?"));
        for line in ["rm a --all", "export a --json", "rename a -x", "list -j"] {
            assert!(matches!(refused(line), Problem::SessionFlag { .. }), "{line}");
        }
    }
}
