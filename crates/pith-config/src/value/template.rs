//! `$NAME` and `${NAME}` in a text; `$$` and `$!` stand for `$` and `!`, every other `$` for itself.

use super::ValueError;

/// A piece of the text.
enum Piece<'a> {
    Literal(&'a str),
    Variable(&'a str),
}

pub(super) fn fill(text: &str, lookup: &dyn Fn(&str) -> Option<String>) -> Result<String, ValueError> {
    let mut filled = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Literal(literal) => filled.push_str(literal),
            Piece::Variable(name) => match lookup(name) {
                Some(value) => filled.push_str(&value),
                None => return Err(ValueError::MissingVariable { name: name.to_owned() }),
            },
        }
    }
    Ok(filled)
}

pub(super) fn names(text: &str) -> Vec<String> {
    let name = |piece: Piece<'_>| match piece {
        Piece::Variable(name) => Some(name.to_owned()),
        Piece::Literal(_) => None,
    };
    pieces(text).into_iter().filter_map(name).collect()
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        pieces.push(Piece::Literal(before));
        let (piece, following) = after_dollar(after);
        pieces.push(piece);
        rest = following;
    }
    pieces.push(Piece::Literal(rest));
    pieces
}

/// The piece that a `$` begins, and what follows it.
fn after_dollar(after: &str) -> (Piece<'_>, &str) {
    if let Some(escaped) = after.get(..1).filter(|next| matches!(*next, "$" | "!")) {
        return (Piece::Literal(escaped), after.get(1..).unwrap_or_default());
    }
    if let Some((name, following)) = after.strip_prefix('{').and_then(|inner| inner.split_once('}'))
        && !name.is_empty()
        && name_length(name) == name.len()
    {
        return (Piece::Variable(name), following);
    }
    match after.split_at(name_length(after)) {
        ("", following) => (Piece::Literal("$"), following),
        (name, following) => (Piece::Variable(name), following),
    }
}

/// How many bytes at the start of the text are a variable's name.
fn name_length(text: &str) -> usize {
    let part = |index: usize, c: char| c == '_' || c.is_ascii_alphabetic() || (index > 0 && c.is_ascii_digit());
    text.char_indices().find(|(index, c)| !part(*index, *c)).map_or(text.len(), |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, ValueError> {
        fill(text, &|name| (name == "KEY" || name == "_k1").then(|| format!("<{name}>")))
    }

    #[test]
    fn variables_escapes_and_lone_dollars_are_told_apart() {
        for (text, value) in [
            ("plain", "plain"),
            ("$KEY", "<KEY>"),
            ("a-${KEY}b", "a-<KEY>b"),
            ("$_k1-$KEY", "<_k1>-<KEY>"),
            ("$$KEY", "$KEY"),
            ("$!x", "!x"),
            ("cost $5", "cost $5"),
            ("${}", "${}"),
            ("${KEY", "${KEY"),
            ("${a b}", "${a b}"),
            ("$", "$"),
            ("ü$ü", "ü$ü"),
            ("", ""),
        ] {
            assert_eq!(filled(text).as_deref(), Ok(value), "{text}");
        }
    }

    #[test]
    fn a_missing_variable_is_named() {
        let missing = Err(ValueError::MissingVariable { name: "NONE".to_owned() });
        assert_eq!(filled("x$NONE"), missing);
        assert_eq!(filled("x${NONE}"), missing);
    }

    #[test]
    fn the_names_in_a_text_are_listed() {
        assert_eq!(names("$A-${B}-$$C-$5"), ["A", "B"]);
    }
}
