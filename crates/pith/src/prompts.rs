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
    let piped = if terminal.stdin { Vec::new() } else { piped()? };
    Ok(prompts(args, piped))
}

fn prompts(args: &Args, piped: Vec<u8>) -> Vec<Draft> {
    let mut messages = args.messages.iter().filter(|message| !message.is_empty()).map(Draft::prompt);
    let first = Draft {
        piped: Some(piped).filter(|piped| !piped.trim_ascii().is_empty()),
        files: args.files.clone(),
        ..messages.next().unwrap_or_default()
    };
    std::iter::once(first).filter(|first| !first.is_empty()).chain(messages).collect()
}

fn piped() -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|source| Problem::Stdin { source })?;
    Ok(bytes)
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
        let prompts = prompts(&args(&["one", "", "two"], &["a"]), b"piped".to_vec());
        let first = Draft { piped: Some("piped".into()), files: vec!["a".into()], ..Draft::prompt("one") };
        assert_eq!(prompts, [first, Draft::prompt("two")]);
    }

    #[test]
    fn files_or_a_pipe_alone_make_a_prompt_and_nothing_makes_none() {
        assert_eq!(prompts(&args(&[], &["a"]), Vec::new()).len(), 1);
        assert_eq!(prompts(&args(&[], &[]), b"x".to_vec()).len(), 1);
        assert!(prompts(&args(&["", ""], &[]), b" \n".to_vec()).is_empty());
    }
}
