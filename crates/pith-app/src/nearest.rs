//! What was probably meant: the name in a list that a mistyped one is closest to.

/// The closest of `names` to `typed`, if any is close enough to be meant. Of equals the one of the same length wins, then
/// the first; case does not count.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    // A third of the name may differ: enough for two slips in `--no-tools`, too little to turn `-x` into anything.
    let limit = typed.chars().count() / 3;
    names
        .into_iter()
        .map(|name| (distance(&typed, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, name)| (*distance, name.len().abs_diff(typed.len())))
        .map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, a) in from.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, b) in to.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&last, column) + usize::from(a != b)).min(at(&last, column + 1) + 1);
            cost = cost.min(at(&line, column) + 1);
            let swapped = row > 0 && column > 0 && from.get(row - 1) == Some(b) && to.get(column - 1) == Some(a);
            if swapped {
                cost = cost.min(at(&before_last, column - 1) + 1);
            }
            line.push(cost);
        }
        before_last = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_forgiven_and_other_words_are_not() {
        let names = ["mode", "model", "print", "no-tools"];
        assert_eq!(nearest("modle", names), Some("model"));
        assert_eq!(nearest("PRITN", names), Some("print"));
        assert_eq!(nearest("notools", names), Some("no-tools"));
        assert_eq!(nearest("frobnicate", names), None);
        assert_eq!(nearest("x", names), None);
    }

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
