//! How much of the context files goes into a prompt: what there is room for, the nearest file first.

use pith_config::Diagnostic;

use super::ContextFile;

/// Cuts the files to so many bytes together. The one nearest to the working directory comes last in the list and is cut
/// last; a cut is at the end of a line where there is one, marked in the text, and told.
pub fn within_budget(files: &mut [ContextFile], budget: usize, diagnostics: &mut Vec<Diagnostic>) {
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
        diagnostics.push(
            Diagnostic::warning(format!(
                "{missing} of {size} bytes are left out: all context files together may have {budget} bytes of what the \
                 model takes in (setting `limits.contextFilesPercent`)"
            ))
            .at(&file.path),
        );
        file.text.truncate(kept);
        file.text.push_str(&format!("[{missing} bytes are left out here]\n"));
    }
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

    fn cut_to(budget: usize, texts: &[&str]) -> (Vec<String>, Vec<String>) {
        let file = |text: &&str| ContextFile { path: "/a/AGENTS.md".into(), text: (*text).to_owned() };
        let mut files: Vec<ContextFile> = texts.iter().map(file).collect();
        let mut told = Vec::new();
        within_budget(&mut files, budget, &mut told);
        (files.into_iter().map(|file| file.text).collect(), told.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_fits_is_left_whole() {
        assert_eq!(cut_to(7, &["one\n", "two"]), (vec!["one\n".to_owned(), "two".to_owned()], Vec::new()));
    }

    #[test]
    fn the_farthest_files_are_cut_first_at_the_end_of_a_line() {
        let (texts, told) = cut_to(10, &["far\n", "one\ntwo\nthree\n", "near"]);
        assert_eq!(texts, ["[4 bytes are left out here]\n", "one\n[10 bytes are left out here]\n", "near"]);
        assert_eq!(told.len(), 2);
        assert!(told.first().unwrap().starts_with("`/a/AGENTS.md`: 10 of 14 bytes are left out"), "{told:?}");
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_between_two_characters() {
        assert_eq!(cut_to(5, &["\u{e9}\u{e9}\u{e9}"]).0, ["\u{e9}\u{e9}[2 bytes are left out here]\n"]);
    }
}
