//! How alike two short texts are, for the nearest name and the nearest lines.

/// From 0, nothing in common, to 1, the same pairs of neighbouring characters (Dice's coefficient).
pub(crate) fn likeness(one: &str, two: &str) -> f64 {
    if one == two {
        return 1.0;
    }
    let (one, two) = (pairs(one), pairs(two));
    let total = one.len() + two.len();
    if total == 0 {
        return 0.0;
    }
    // Both are sorted: one walk counts what they share.
    let (mut left, mut right, mut shared) = (one.iter().peekable(), two.iter().peekable(), 0_u32);
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                left.next();
                right.next();
            }
        }
    }
    2.0 * f64::from(shared) / total as f64
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let mut pairs: Vec<_> = text.chars().zip(text.chars().skip(1)).collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_goes_from_nothing_to_the_same() {
        assert!((likeness("night", "nacht") - 0.25).abs() < 1e-9);
        assert!((likeness("", "") - 1.0).abs() < 1e-9);
        assert!(likeness("a", "b").abs() < 1e-9);
        assert!(likeness("return a + b", "return a - b") > likeness("return a + b", "def sub(a, b):"));
    }
}
