//! What a package client said, boiled down to the words that tell a person why it failed.

/// The longest text shown.
const LONGEST: usize = 300;

/// The words that matter: an error pip names, else the paragraph uv marks, else the last line.
pub(super) fn meaningful(output: &str) -> Option<String> {
    let plain = without_escapes(output);
    let lines: Vec<&str> = plain.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = lines.last()?;
    let first_error = lines.iter().position(|line| is_error(line));
    let text = match first_error.and_then(|at| lines.get(at..)) {
        // A crash: pip prints the traceback after this line, and its last line is the exception.
        Some(["ERROR: Exception:", ..]) | None => (*last).to_owned(),
        // uv goes on below, drawing branches.
        Some([first, rest @ ..]) if first.starts_with('×') => std::iter::once(first)
            .chain(rest.iter().take_while(|line| line.starts_with(['╰', '├', '│']) || !is_error(line)))
            .map(|line| line.trim_start_matches(['×', '╰', '├', '│', '─', '▶', ' ']))
            .collect::<Vec<_>>()
            .join(" "),
        // uv names the deepest cause last.
        Some([first, rest @ ..]) => {
            let cause =
                rest.iter().rev().find_map(|line| line.strip_prefix("cause: ").or(line.strip_prefix("Caused by: ")));
            cause.map_or(reason_given(first).to_owned(), |cause| format!("{}: {cause}", reason_given(first)))
        }
        Some([]) => return None,
    };
    // Without a connection pip concludes that there is no such package; the warning before it knows better.
    let broken = lines.iter().rev().find_map(|line| line.split_once("connection broken by ")).map(|(_, cause)| cause);
    let text = broken.map_or(text, |cause| format!("no connection to the index: {}", bare_cause(cause)));
    Some(shortened(&without_passwords(&text)))
}

/// Whether the output says that the disk is full.
pub(super) fn says_disk_full(output: &str) -> bool {
    ["No space left on device", "Disk quota exceeded", "File too large", "not enough space on the disk"]
        .iter()
        .any(|words| output.contains(words))
}

fn is_error(line: &str) -> bool {
    line.starts_with("ERROR:") || line.starts_with("error:") || line.starts_with('×')
}

fn reason_given(line: &str) -> &str {
    line.trim_start_matches("ERROR:").trim_start_matches("error:").trim()
}

/// The message inside the Python exception that pip prints as `'Name('<object at 0x1>: message')': /path`.
fn bare_cause(printed: &str) -> &str {
    let cause = printed.rsplit_once(">: ").map_or(printed, |(_, message)| message);
    let cause = cause.rsplit_once("': /").map_or(cause, |(message, _)| message);
    cause.trim_end_matches(['\'', ')', '"']).trim_start_matches(['\'', '"'])
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The text without terminal colors.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            // Up to the letter that ends the sequence.
            let _ = rest.by_ref().skip_while(|c| *c == '[').find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

/// The text without the `user:password@` of any address in it.
fn without_passwords(text: &str) -> String {
    let mut pieces = text.split("://");
    let mut clean = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let authority = piece.find(|c: char| c == '/' || c.is_whitespace()).unwrap_or(piece.len());
        let (authority, path) = piece.split_at(authority);
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        clean.push_str("://");
        clean.push_str(host);
        clean.push_str(path);
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, expected: &str) {
        assert_eq!(meaningful(output).as_deref(), Some(expected));
    }

    #[test]
    fn a_missing_pip_is_told_as_python_tells_it() {
        check("/usr/bin/python3: No module named pip\n", "/usr/bin/python3: No module named pip");
    }

    #[test]
    fn the_first_error_of_pip_tells_most() {
        check(
            "Looking in indexes: https://mirror.example/simple\n\
             ERROR: Could not find a version that satisfies the requirement a==1 (from versions: none)\n\
             ERROR: No matching distribution found for a==1\n",
            "Could not find a version that satisfies the requirement a==1 (from versions: none)",
        );
    }

    #[test]
    fn a_dead_network_is_told_as_one() {
        check(
            "WARNING: Retrying (Retry(total=0)) after connection broken by \
             'NewConnectionError('<HTTPConnection object at 0x7f>: Failed: [Errno 111] Connection refused')': /simple/a/\n\
             ERROR: Could not find a version that satisfies the requirement a==1 (from versions: none)\n",
            "no connection to the index: Failed: [Errno 111] Connection refused",
        );
    }

    #[test]
    fn a_crash_of_pip_is_told_by_its_exception() {
        check(
            "ERROR: Exception:\nTraceback (most recent call last):\n  File \"x.py\", line 1\nOSError: [Errno 5] broken\n",
            "OSError: [Errno 5] broken",
        );
    }

    #[test]
    fn the_deepest_cause_uv_names_is_told() {
        check(
            "error: Request failed after 3 retries in 11.6s\n  Caused by: Failed to fetch: `http://h/simple/a/`\n  \
             Caused by: tcp connect error\n  Caused by: Connection refused (os error 111)\n",
            "Request failed after 3 retries in 11.6s: Connection refused (os error 111)",
        );
    }

    #[test]
    fn newer_versions_of_uv_write_causes_differently() {
        check(
            "Using CPython 3.11\nerror: No solution found when resolving dependencies\n  \
             cause: Because there is no version of a==1, your requirements are unsatisfiable.\n",
            "No solution found when resolving dependencies: Because there is no version of a==1, your requirements are \
             unsatisfiable.",
        );
    }

    #[test]
    fn the_paragraph_of_uv_becomes_one_line() {
        check(
            "Using Python 3.12\n  \u{1b}[31m×\u{1b}[0m No solution found when resolving dependencies:\n  \
             ╰─▶ Because a was not found in the package registry and you require a==1, we can conclude\n      \
             that your requirements are unsatisfiable.\n",
            "No solution found when resolving dependencies: Because a was not found in the package registry and you \
             require a==1, we can conclude that your requirements are unsatisfiable.",
        );
    }

    #[test]
    fn passwords_in_addresses_are_not_shown() {
        check(
            "ERROR: 401 for https://me:secret@mirror.example/simple/a@1/ and http://b@c\n",
            "401 for https://mirror.example/simple/a@1/ and http://c",
        );
    }

    #[test]
    fn endless_output_is_cut() {
        let told = meaningful(&"ü".repeat(1000)).unwrap_or_default();
        assert_eq!(told.chars().count(), LONGEST + 1);
        assert_eq!(meaningful("\n \n"), None);
    }
}
