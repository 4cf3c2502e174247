//! The prompts of a command line: piped text, files and the first message together, then each further message
//! (spec/coding-agent.md 3.8).

use std::io::Read as _;

use pith_app::input::Draft;

use crate::flags::Args;
use crate::problem::Problem;
use crate::terminal::Terminal;

/// Reads what was piped in, and puts the prompts together. Empty messages are none.
///
/// # Errors
/// When stdin cannot be read.
pub(crate) fn read(args: &Args, terminal: Terminal) -> Result<Vec<Draft>, Problem> {
    let piped = if terminal.stdin { String::new() } else { piped()? };
    Ok(prompts(args, piped.trim()))
}

fn prompts(args: &Args, piped: &str) -> Vec<Draft> {
    let mut messages = args.messages.iter().filter(|message| !message.is_empty()).map(Draft::prompt);
    let first = Draft {
        piped: (!piped.is_empty()).then(|| piped.to_owned()),
        files: args.files.clone(),
        ..messages.next().unwrap_or_default()
    };
    std::iter::once(first).filter(|first| !first.is_empty()).chain(messages).collect()
}

fn piped() -> Result<String, Problem> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|source| Problem::Stdin { source })?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(messages: &[&str], files: &[&str]) -> Args {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Args { messages: own(messages), files: own(files), ..Args::default() }
    }

    #[test]
    fn the_first_message_goes_with_pipe_and_files_and_the_others_alone() {
        let prompts = prompts(&args(&["one", "", "two"], &["a"]), "piped");
        let first = Draft { piped: Some("piped".into()), files: vec!["a".into()], ..Draft::prompt("one") };
        assert_eq!(prompts, [first, Draft::prompt("two")]);
    }

    #[test]
    fn files_or_a_pipe_alone_make_a_prompt_and_nothing_makes_none() {
        assert_eq!(prompts(&args(&[], &["a"]), "").len(), 1);
        assert_eq!(prompts(&args(&[], &[]), "x").len(), 1);
        assert!(prompts(&args(&["", ""], &[]), "").is_empty());
    }
}
