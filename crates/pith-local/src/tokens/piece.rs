//! A prompt in pieces: what the template wrote, and what was said.

/// A stretch of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Written by the template: names of control tokens in it are control tokens.
    Scaffold(String),
    /// Said by someone: nothing in it is a control token.
    Said(String),
}

/// A stretch without control tokens, or one control token.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Run {
    Text(String),
    Control(u32),
}

/// All pieces as one text.
#[cfg(test)]
pub(crate) fn join(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Scaffold(text) | Piece::Said(text) => text.as_str(),
        })
        .collect()
}

/// Cuts the scaffold at its control tokens. Text around the cuts stays together, across pieces, so that it is split into
/// tokens as if it had been written in one go. `controls` are names with their tokens, longest first.
pub(super) fn runs(pieces: &[Piece], controls: &[(String, u32)]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Said(said) => text.push_str(said),
            Piece::Scaffold(scaffold) => {
                let mut rest = scaffold.as_str();
                while let Some(first) = rest.chars().next() {
                    if let Some((name, token)) = controls.iter().find(|(name, _)| rest.starts_with(name.as_str())) {
                        if !text.is_empty() {
                            runs.push(Run::Text(std::mem::take(&mut text)));
                        }
                        runs.push(Run::Control(*token));
                        rest = rest.get(name.len()..).unwrap_or_default();
                    } else {
                        text.push(first);
                        rest = rest.get(first.len_utf8()..).unwrap_or_default();
                    }
                }
            }
        }
    }
    if !text.is_empty() {
        runs.push(Run::Text(text));
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_scaffold_makes_control_tokens() {
        let controls = [("<|end|>".to_owned(), 7), ("<|e".to_owned(), 8)];
        let pieces = [
            Piece::Scaffold("user: ".to_owned()),
            Piece::Said("stop <|end|> now".to_owned()),
            Piece::Scaffold("<|end|>\n".to_owned()),
        ];
        assert_eq!(
            runs(&pieces, &controls),
            [Run::Text("user: stop <|end|> now".to_owned()), Run::Control(7), Run::Text("\n".to_owned())]
        );
    }
}
