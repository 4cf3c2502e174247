//! How much of the context files goes into a prompt: what there is room for, the nearest file first.

use pith_config::Diagnostic;

use super::ContextText;

/// Bytes of a token, by which sizes are told before a model counts them.
const BYTES_A_TOKEN: u64 = 4;

/// The files as far as this share, in percent, of what a model takes in has room for them, and what is told of those that
/// are cut. A window of 0 says that the model's is not known: nothing is cut.
pub(crate) fn weighed(files: &[ContextText], share: u64, window: u64) -> (Vec<ContextText>, Vec<Diagnostic>) {
    if window == 0 {
        return (files.to_vec(), Vec::new());
    }
    let budget = window.saturating_mul(BYTES_A_TOKEN).saturating_mul(share) / 100;
    within(files, usize::try_from(budget).unwrap_or(usize::MAX))
}

/// Cuts the files to so many bytes together. The one nearest to the working directory comes last in the list and is cut
/// last; a cut is at the end of a line where there is one, marked in the text, and told.
fn within(files: &[ContextText], budget: usize) -> (Vec<ContextText>, Vec<Diagnostic>) {
    let (mut files, mut told) = (files.to_vec(), Vec::new());
    let mut left = budget;
    for file in files.iter_mut().rev() {
        let size = file.text.len();
        if size <= left {
            left -= size;
            continue;
        }
        let kept = cut(&file.text, left);
        left = 0;
        let missing = size - kept;
        told.push(
            Diagnostic::warning(format!(
                "{missing} of {size} bytes are left out: all context files together may have {budget} bytes of what the \
                 model takes in (setting `limits.contextFilesPercent`)"
            ))
            .at(&file.path),
        );
        file.text.truncate(kept);
        file.text.push_str(&format!("[{missing} bytes are left out here]\n"));
    }
    (files, told)
}

/// Where to cut a text that may have so many bytes: behind its last whole line, else between two characters.
fn cut(text: &str, most: usize) -> usize {
    let end = text.floor_char_boundary(most);
    let start = text.get(..end).unwrap_or_default();
    start.rfind('\n').map_or(end, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn files(texts: &[&str]) -> Vec<ContextText> {
        let file = |text: &&str| ContextText { path: "/a/AGENTS.md".to_owned(), text: (*text).to_owned() };
        texts.iter().map(file).collect()
    }

    fn shown((files, told): (Vec<ContextText>, Vec<Diagnostic>)) -> (Vec<String>, Vec<String>) {
        (files.into_iter().map(|file| file.text).collect(), told.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_fits_is_left_whole() {
        assert_eq!(
            shown(within(&files(&["one\n", "two"]), 7)),
            (vec!["one\n".to_owned(), "two".to_owned()], Vec::new())
        );
    }

    #[test]
    fn the_farthest_files_are_cut_first_at_the_end_of_a_line() {
        let (texts, told) = shown(within(&files(&["far\n", "one\ntwo\nthree\n", "near"]), 10));
        assert_eq!(texts, ["[4 bytes are left out here]\n", "one\n[10 bytes are left out here]\n", "near"]);
        assert_eq!(told.len(), 2);
        assert!(told.first().unwrap().starts_with("`/a/AGENTS.md`: 10 of 14 bytes are left out"), "{told:?}");
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_between_two_characters() {
        let (texts, _) = shown(within(&files(&["\u{e9}\u{e9}\u{e9}"]), 5));
        assert_eq!(texts, ["\u{e9}\u{e9}[2 bytes are left out here]\n"]);
    }

    #[test]
    fn the_budget_is_a_share_of_the_window_and_an_unknown_window_has_none() {
        let ten = files(&["0123456789"]);
        assert!(weighed(&ten, 50, 5).1.is_empty());
        assert_eq!(weighed(&ten, 50, 4).1.len(), 1);
        assert_eq!(weighed(&ten, 0, 4).1.len(), 1);
        assert!(weighed(&ten, 0, 0).1.is_empty());
        assert!(weighed(&ten, 100, u64::MAX).1.is_empty());
    }
}
