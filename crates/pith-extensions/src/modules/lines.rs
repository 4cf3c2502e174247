//! Which line of a file as it was written a line of the compiled code comes from.
//!
//! A source map cut down to what stack traces need: sorted points, stored as small differences.

/// One point: from here on, compiled code comes from there. All counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) written_line: u32,
    pub(super) written_column: u32,
}

/// The map of one file; empty when nothing was moved. Kept as it is stored, and read only when something went wrong: a
/// start looks at none of its points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LineMap {
    bytes: Vec<u8>,
}

impl LineMap {
    pub(super) fn new(mut points: Vec<Point>) -> Self {
        points.sort_by_key(|point| (point.line, point.column));
        let mut bytes = Vec::with_capacity(points.len() * 4);
        let mut last = [0i64; 4];
        for point in &points {
            let now = [point.line, point.column, point.written_line, point.written_column].map(i64::from);
            for (now, last) in now.iter().zip(&mut last) {
                put(&mut bytes, now - *last);
                *last = *now;
            }
        }
        Self { bytes }
    }

    /// The place as it was written. Lines and columns count from one, as in stack traces.
    pub(super) fn written(&self, line: u32, column: u32) -> (u32, u32) {
        let points = self.points();
        let wanted = (line.saturating_sub(1), column.saturating_sub(1));
        let after = points.partition_point(|point| (point.line, point.column) <= wanted);
        let here = after.checked_sub(1).and_then(|at| points.get(at)).filter(|point| point.line == wanted.0);
        // A line without a point of its own before the column belongs to the next point of the line, or is ours.
        let here = here.or_else(|| points.get(after).filter(|point| point.line == wanted.0));
        here.map_or((line, column), |point| (point.written_line + 1, point.written_column + 1))
    }

    pub(super) fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes what [`Self::to_bytes`] gave; what is broken of it is left out, since only line numbers depend on it.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    fn points(&self) -> Vec<Point> {
        let mut bytes = self.bytes.as_slice();
        let mut points = Vec::new();
        let mut last = [0i64; 4];
        while !bytes.is_empty() {
            for value in &mut last {
                let Some(difference) = take(&mut bytes) else { return points };
                *value = value.saturating_add(difference);
            }
            let [line, column, written_line, written_column] = last.map(|value| u32::try_from(value).unwrap_or(0));
            points.push(Point { line, column, written_line, written_column });
        }
        points
    }
}

/// Seven bits a byte, the sign in the lowest.
fn put(bytes: &mut Vec<u8>, value: i64) {
    let mut rest = (value << 1 ^ value >> 63).cast_unsigned();
    while rest > 0x7f {
        bytes.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn take(bytes: &mut &[u8]) -> Option<i64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some((value >> 1).cast_signed() ^ -((value & 1).cast_signed()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> LineMap {
        let point = |line, column, written_line, written_column| Point { line, column, written_line, written_column };
        LineMap::new(vec![point(0, 4, 9, 2), point(3, 0, 4, 0), point(0, 0, 9, 0), point(3, 10, 70_000, 300)])
    }

    #[test]
    fn a_place_belongs_to_the_last_point_before_it_on_its_line() {
        assert_eq!(map().written(1, 3), (10, 1));
        assert_eq!(map().written(1, 20), (10, 3));
        assert_eq!(map().written(4, 11), (70_001, 301));
        assert_eq!(map().written(3, 1), (3, 1), "a line without a point is left alone");
    }

    #[test]
    fn a_map_survives_being_stored_and_broken_bytes_do_no_harm() {
        let bytes = map().to_bytes().to_vec();
        assert_eq!(LineMap::from_bytes(bytes.clone()), map());
        assert_eq!(LineMap::from_bytes(bytes[..bytes.len() - 1].to_vec()).points().len(), 3);
        LineMap::from_bytes(vec![0xff; 40]).written(1, 1);
    }
}
