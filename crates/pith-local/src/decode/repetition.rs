//! Notices that a model says the same over and over, as small ones do when they have lost the thread.

/// Longest stretch, in tokens, that is looked for.
const LONGEST: usize = 160;
/// A stretch must come this often …
const TIMES: usize = 5;
/// … and fill this many tokens in all. Rulers, tables of zeros and the like stay below.
const FILLED: usize = 120;

/// Whether the last tokens are one stretch, repeated without end.
pub(crate) fn repeats(tokens: &[u32]) -> bool {
    (1..=LONGEST).any(|period| {
        let span = (period * TIMES).max(FILLED.next_multiple_of(period));
        let Some(at) = tokens.len().checked_sub(span) else { return false };
        let (_, tail) = tokens.split_at(at);
        // Looking backward ends at the first difference, so an ordinary text costs one comparison per period.
        tail.iter().rev().zip(tail.iter().rev().skip(period)).all(|(a, b)| a == b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_without_end_is_noticed() {
        let mut tokens: Vec<u32> = (0..50).collect();
        tokens.extend(std::iter::repeat_n(9, 119));
        assert!(!repeats(&tokens));
        tokens.push(9);
        assert!(repeats(&tokens));
    }

    #[test]
    fn a_sentence_is_noticed_when_it_comes_the_fifth_time() {
        let sentence: Vec<u32> = (0..40).collect();
        let four: Vec<u32> = sentence.iter().copied().cycle().take(199).collect();
        assert!(!repeats(&four));
        let five: Vec<u32> = sentence.iter().copied().cycle().take(200).collect();
        assert!(repeats(&five));
    }

    #[test]
    fn a_counted_list_is_none() {
        let tokens: Vec<u32> = (0..400).map(|i| if i % 4 == 0 { 1000 + i } else { i % 4 }).collect();
        assert!(!repeats(&tokens));
    }
}
