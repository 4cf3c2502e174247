//! Puts arguments into a template (spec/coding-agent.md 2.5.6), in one pass: nothing that was put in is looked at again.
//!
//! Beside Pi's placeholders there are `${RAW:N}`, the text as typed from argument N on, and a backslash directly before a
//! placeholder, which leaves it as it is.

use super::arguments::Arguments;

/// A template with its arguments in place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filled {
    /// The text.
    pub text: String,
    /// Placeholders like `$3` for which there was no argument, each once.
    pub missing: Vec<String>,
}

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placeholder<'a> {
    /// `$N`.
    Argument(usize),
    /// `${N:-text}`.
    ArgumentOr(usize, &'a str),
    /// `$@`, `$ARGUMENTS`, `${@:N}`, `${@:N:COUNT}`.
    Slice(usize, usize),
    /// `${@:-text}`, `${ARGUMENTS:-text}`.
    AllOr(&'a str),
    /// `${RAW:N}`.
    Raw(usize),
}

pub(super) fn fill(body: &str, arguments: &Arguments<'_>) -> Filled {
    let mut filled = Filled::default();
    let mut rest = body;
    while let Some(at) = rest.find(['\\', '$']) {
        let (before, here) = rest.split_at_checked(at).unwrap_or((rest, ""));
        filled.text.push_str(before);
        let is_escape = here.starts_with('\\');
        let sign = if is_escape { here.get(1..).unwrap_or_default() } else { here };
        match placeholder(sign) {
            Some((_, length)) if is_escape => {
                filled.text.push_str(sign.get(..length).unwrap_or_default());
                rest = sign.get(length..).unwrap_or_default();
            }
            Some((found, length)) => {
                put(&mut filled, found, arguments, sign.get(..length).unwrap_or_default());
                rest = sign.get(length..).unwrap_or_default();
            }
            None => {
                filled.text.push_str(here.get(..1).unwrap_or_default());
                rest = here.get(1..).unwrap_or_default();
            }
        }
    }
    filled.text.push_str(rest);
    filled
}

fn put(filled: &mut Filled, found: Placeholder<'_>, arguments: &Arguments<'_>, written: &str) {
    let given =
        |value: Option<&str>, default: &str| value.filter(|value| !value.is_empty()).unwrap_or(default).to_owned();
    let text = match found {
        Placeholder::Argument(number) => {
            if number > arguments.len() && !filled.missing.iter().any(|missing| missing == written) {
                filled.missing.push(written.to_owned());
            }
            arguments.get(number).unwrap_or_default().to_owned()
        }
        Placeholder::ArgumentOr(number, default) => given(arguments.get(number), default),
        Placeholder::Slice(first, count) => arguments.joined(first, count),
        Placeholder::AllOr(default) => given(Some(&arguments.joined(1, usize::MAX)), default),
        Placeholder::Raw(first) => arguments.raw(first).to_owned(),
    };
    filled.text.push_str(&text);
}

/// The placeholder that a text begins with, and its length in bytes.
fn placeholder(text: &str) -> Option<(Placeholder<'_>, usize)> {
    let after = text.strip_prefix('$')?;
    if let Some(inner) = after.strip_prefix('{').and_then(|inner| Some(inner.split_once('}')?.0)) {
        return Some((in_braces(inner)?, inner.len() + 3));
    }
    let all = Placeholder::Slice(1, usize::MAX);
    if after.starts_with('@') {
        return Some((all, 2));
    }
    if after.starts_with("ARGUMENTS") {
        return Some((all, 10));
    }
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    let number = after.get(..digits).filter(|digits| !digits.is_empty())?;
    // A number too large for any list of arguments is one beyond them.
    Some((Placeholder::Argument(number.parse().unwrap_or(usize::MAX)), digits + 1))
}

fn in_braces(inner: &str) -> Option<Placeholder<'_>> {
    let (name, rest) = inner.split_once(':')?;
    match (name, rest.strip_prefix('-')) {
        ("@" | "ARGUMENTS", Some(default)) => Some(Placeholder::AllOr(default)),
        ("@", None) => match rest.split_once(':') {
            Some((first, count)) => Some(Placeholder::Slice(number(first)?, number(count)?)),
            None => Some(Placeholder::Slice(number(rest)?, usize::MAX)),
        },
        ("RAW", None) => Some(Placeholder::Raw(number(rest)?)),
        (argument, Some(default)) => Some(Placeholder::ArgumentOr(number(argument)?, default)),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::super::arguments::split;
    use super::*;

    fn text(body: &str, typed: &str) -> String {
        fill(body, &split(typed)).text
    }

    #[test]
    fn every_placeholder_has_its_value() {
        let typed = "\"a b\" c 'd e' don't";
        for (body, filled) in [
            ("$1|${2:-x}|$@|$ARGUMENTS", "a b|c|a b c d e don't|a b c d e don't"),
            ("${@:2}|${@:2:1}|${@:0:1}|[$9]|${@:-none}", "c d e don't|c|a b|[]|a b c d e don't"),
            ("$$1 $0 ${1} $ $x ${} ${@} ${x:-y}", "$a b  ${1} $ $x ${} ${@} ${x:-y}"),
            ("${RAW:2}|${RAW:9}|${RAW:x}", "c 'd e' don't||${RAW:x}"),
            ("${9:-a $1 b}", "a $1 b"),
            ("$99999999999999999999999", ""),
        ] {
            assert_eq!(text(body, typed), filled, "{body}");
        }
        assert_eq!(text("${@:-none} ${ARGUMENTS:-n} ${1:-x}", ""), "none n x");
        assert_eq!(text("1=[${1:-x}] 2=[$2]", "'' b"), "1=[x] 2=[b]");
    }

    #[test]
    fn a_backslash_before_a_placeholder_leaves_it_and_stays_elsewhere() {
        assert_eq!(text(r"\$1 \$@ \${@:2} \\$1 \n \$x C:\$", "a"), r"$1 $@ ${@:2} \$1 \n \$x C:\$");
    }

    #[test]
    fn what_was_put_in_is_not_looked_at_again() {
        assert_eq!(text("Price: $@", "$100"), "Price: $100");
        assert_eq!(text("$1", "$@ tail"), "$@");
        assert_eq!(text("[$@]", "$& $$ $` $'"), "[$& $$ $` $']");
        assert_eq!(text("See /t2 and @file.txt $1", "@a.txt"), "See /t2 and @file.txt @a.txt");
    }

    #[test]
    fn placeholders_beyond_the_arguments_are_told_once() {
        let filled = fill("cost $5 and $100; awk '{print $1}' $5", &split(""));
        assert_eq!(filled.text, "cost  and ; awk '{print }' ");
        assert_eq!(filled.missing, ["$5", "$100", "$1"]);
        assert!(fill(r"cost \$5", &split("")).missing.is_empty());
    }
}
