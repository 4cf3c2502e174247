//! What is too long for one request, in pieces that are not: cut between paragraphs where that is possible. Pure.

/// Joins paragraphs to texts of at most `limit` tokens each; a paragraph that is longer by itself is cut, so that nothing is
/// left out. There is at least one text.
pub(crate) fn chunks(paragraphs: &[String], limit: u64, tokens: impl Fn(&str) -> u64) -> Vec<String> {
    let limit = limit.max(1);
    let mut chunks = vec![String::new()];
    let mut taken = 0;
    for piece in paragraphs.iter().flat_map(|paragraph| pieces(paragraph, limit, &tokens)) {
        let size = tokens(piece) + 1;
        if taken > 0 && taken + size > limit {
            chunks.push(String::new());
            taken = 0;
        }
        if let Some(chunk) = chunks.last_mut() {
            if taken > 0 {
                chunk.push_str("\n\n");
            }
            chunk.push_str(piece);
        }
        taken += size;
    }
    chunks
}

fn pieces<'a>(text: &'a str, limit: u64, tokens: &impl Fn(&str) -> u64) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while tokens(rest) > limit {
        // Halved until it fits: the estimate is no sum over characters.
        let mut end = rest.len();
        while end > 1 && rest.get(..end).is_none_or(|begun| tokens(begun) > limit) {
            end = rest.floor_char_boundary(end / 2);
        }
        let Some((piece, after)) = rest.split_at_checked(end).filter(|(piece, _)| !piece.is_empty()) else { break };
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunked(paragraphs: &[&str], limit: u64) -> Vec<String> {
        let paragraphs: Vec<String> = paragraphs.iter().map(|text| (*text).to_owned()).collect();
        chunks(&paragraphs, limit, |text| text.chars().count() as u64)
    }

    #[test]
    fn paragraphs_stay_whole_where_they_fit() {
        assert_eq!(chunked(&["aa", "bb", "cc"], 6), ["aa\n\nbb", "cc"]);
        assert_eq!(chunked(&["aa", "bb"], 100), ["aa\n\nbb"]);
        assert_eq!(chunked(&[], 5), [""]);
    }

    #[test]
    fn a_paragraph_that_is_too_long_is_cut_and_nothing_is_left_out() {
        let text = "äöü".repeat(50);
        let parts = chunked(&[&text], 20);
        assert!(parts.iter().all(|part| part.chars().count() <= 20));
        assert_eq!(parts.concat(), text);
        assert_eq!(chunked(&["ä"], 0), ["ä"]);
    }
}
