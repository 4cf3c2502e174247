//! Where a path argument leads (spec/coding-agent.md 4.0.9): the spellings that models and systems mix up are followed,
//! nothing is confined.
//!
//! [`resolve`] is pure. [`resolve_existing`] looks at the disk as well: where the plain spelling names nothing, it tries
//! those under which macOS and word processors store the same name.

use std::{
    fs,
    path::{Path, PathBuf},
};

use unicode_normalization::UnicodeNormalization;

use crate::ToolSettings;

/// The path that the argument means, whether it exists or not.
///
/// Unicode blanks become plain ones, one leading `@` is dropped, `~` is the home folder, `file://` addresses are accepted,
/// and what is relative starts at the session's working directory.
pub(crate) fn resolve(argument: &str, settings: &ToolSettings) -> PathBuf {
    anchor(&plain_blanks(argument), settings)
}

/// The path that the argument means, preferring spellings of it that exist.
pub(crate) fn resolve_existing(argument: &str, settings: &ToolSettings) -> PathBuf {
    let plain = resolve(argument, settings);
    let spellings = std::iter::once(anchor(argument, settings)).chain(spellings(&plain));
    spellings.into_iter().find(|path| path.symlink_metadata().is_ok()).or_else(|| sole_variant(&plain)).unwrap_or(plain)
}

fn anchor(argument: &str, settings: &ToolSettings) -> PathBuf {
    let path = argument.strip_prefix('@').unwrap_or(argument);
    if let Some(address) = path.strip_prefix("file://") {
        return settings.cwd.join(unescape(address.strip_prefix("localhost").unwrap_or(address)));
    }
    if let (Some(rest), Some(home)) = (path.strip_prefix('~'), &settings.home) {
        match rest.strip_prefix('/') {
            Some(below) => return home.join(below),
            None if rest.is_empty() => return home.clone(),
            None => {}
        }
    }
    // Collected again so that `.` in the middle is dropped; `..` is left to the system, which knows the symlinks.
    settings.cwd.join(path).components().collect()
}

/// The percent escapes of a file address, undone.
fn unescape(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match after {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = after.get(if escaped.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// The spellings of a path under which systems may have stored it, plainest first.
fn spellings(path: &Path) -> Vec<PathBuf> {
    let Some(text) = path.to_str() else { return vec![path.to_owned()] };
    let nfd: String = text.nfd().collect();
    // macOS writes the time in a screenshot's name with a narrow no-break space.
    let screenshot = text.replace(" AM", "\u{202f}AM").replace(" PM", "\u{202f}PM");
    let curly = text.replace('\'', "\u{2019}");
    let curly_nfd = nfd.replace('\'', "\u{2019}");
    [text.to_owned(), screenshot, nfd, curly, curly_nfd].into_iter().map(PathBuf::from).collect()
}

/// The only entry of the folder whose name reads the same, if there is exactly one.
fn sole_variant(path: &Path) -> Option<PathBuf> {
    let name = folded(path.file_name()?.to_str()?);
    let mut variants = fs::read_dir(path.parent()?)
        .ok()?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_str().is_some_and(|other| folded(other) == name));
    let only = variants.next()?.path();
    variants.next().is_none().then_some(only)
}

fn folded(name: &str) -> String {
    plain_blanks(name).replace(['\u{2018}', '\u{2019}'], "'").nfc().collect()
}

fn plain_blanks(text: &str) -> String {
    text.chars().map(|c| if is_blank(c) { ' ' } else { c }).collect()
}

/// Space characters of Unicode other than the plain one, tabs and breaks.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn settings(cwd: &Path) -> ToolSettings {
        ToolSettings { home: Some(PathBuf::from("/home/me")), ..ToolSettings::new(cwd, "/tmp") }
    }

    #[test]
    fn arguments_lead_where_people_mean() {
        let settings = settings(Path::new("/w"));
        for (argument, path) in [
            ("a.txt", "/w/a.txt"),
            ("./a/./b", "/w/a/b"),
            ("../a", "/w/../a"),
            ("/abs", "/abs"),
            ("@a.txt", "/w/a.txt"),
            ("@@a", "/w/@a"),
            ("~", "/home/me"),
            ("~/x y", "/home/me/x y"),
            ("@~/x", "/home/me/x"),
            ("~other/x", "/w/~other/x"),
            ("file:///a%20b/%C3%A9", "/a b/é"),
            ("file://localhost/a", "/a"),
            ("file:///50%", "/50%"),
            ("a\u{a0}b\u{3000}c", "/w/a b c"),
        ] {
            assert_eq!(resolve(argument, &settings), Path::new(path), "{argument}");
        }
    }

    #[test]
    fn without_a_home_a_tilde_is_a_name() {
        let settings = ToolSettings::new("/w", "/tmp");
        assert_eq!(resolve("~/x", &settings), Path::new("/w/~/x"));
    }

    #[test]
    fn names_stored_in_other_spellings_are_found() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let settings = settings(folder.path());
        for (stored, argument) in [
            ("Shot 9.41\u{202f}AM.png", "Shot 9.41 AM.png"),
            ("cafe\u{301}.txt", "café.txt"),
            ("it\u{2019}s.txt", "it's.txt"),
            ("l\u{2019}e\u{301}te\u{301}.txt", "l'été.txt"),
            ("wide\u{3000}name.txt", "wide name.txt"),
            ("narrow\u{202f}name.txt", "narrow\u{202f}name.txt"),
        ] {
            fs::write(folder.path().join(stored), "")?;
            assert_eq!(resolve_existing(argument, &settings), folder.path().join(stored));
        }
        Ok(())
    }

    #[test]
    fn the_plain_spelling_wins_and_doubtful_ones_lose() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let settings = settings(folder.path());
        fs::write(folder.path().join("it's.txt"), "")?;
        fs::write(folder.path().join("it\u{2019}s.txt"), "")?;
        assert_eq!(resolve_existing("it's.txt", &settings), folder.path().join("it's.txt"));
        fs::write(folder.path().join("a\u{2003}b"), "")?;
        fs::write(folder.path().join("a\u{2002}b"), "")?;
        assert_eq!(resolve_existing("a b", &settings), folder.path().join("a b"));
        Ok(())
    }
}
