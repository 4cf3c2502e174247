//! What new things are stamped with: time and randomness, taken from the caller.

use jiff::Timestamp;
use uuid::{Builder, Uuid};

use crate::EntryId;

/// Gives time and randomness. The program gives real ones, tests give fixed ones.
pub trait Stamps: Send + Sync {
    /// Unix milliseconds.
    fn now_ms(&self) -> i64;

    /// Sixteen random bytes; different at each call.
    fn random_bytes(&self) -> [u8; 16];
}

/// How often an id is drawn again before the long form is used.
const DRAWS: usize = 100;

/// A new session's id: a UUID that sorts by time.
pub(crate) fn session_id(stamps: &dyn Stamps, now_ms: i64) -> String {
    let [random @ .., _, _, _, _, _, _] = stamps.random_bytes();
    Builder::from_unix_timestamp_millis(u64::try_from(now_ms).unwrap_or(0), &random).into_uuid().to_string()
}

/// A new entry's id: eight random hex digits that are not taken, or a whole UUID when luck is out.
pub(crate) fn entry_id(stamps: &dyn Stamps, is_taken: impl Fn(&str) -> bool) -> EntryId {
    let draw = || uuid_v4(stamps).simple().to_string();
    let short = (0..DRAWS).find_map(|_| draw().get(..8).filter(|id| !is_taken(id)).map(EntryId::from));
    short.unwrap_or_else(|| EntryId::from(uuid_v4(stamps).to_string()))
}

fn uuid_v4(stamps: &dyn Stamps) -> Uuid {
    Builder::from_random_bytes(stamps.random_bytes()).into_uuid()
}

/// Unix milliseconds as entries hold them: `2026-11-30T12:04:33.586Z`.
pub(crate) fn iso(ms: i64) -> String {
    let time = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// Unix milliseconds of such a text; 0 when it is none.
pub(crate) fn parse_iso(text: &str) -> i64 {
    text.parse::<Timestamp>().map_or(0, Timestamp::as_millisecond)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

    use super::*;

    /// A clock that stands still, and bytes that count up.
    #[derive(Default)]
    pub(crate) struct Fixed(AtomicU8);

    impl Stamps for Fixed {
        fn now_ms(&self) -> i64 {
            1_796_040_085_255
        }

        fn random_bytes(&self) -> [u8; 16] {
            [self.0.fetch_add(1, Ordering::Relaxed); 16]
        }
    }

    /// The same clock, and bytes that do not repeat.
    #[derive(Default)]
    pub(crate) struct Counting(AtomicU64);

    impl From<u64> for Counting {
        fn from(count: u64) -> Self {
            Self(AtomicU64::new(count))
        }
    }

    impl Stamps for Counting {
        fn now_ms(&self) -> i64 {
            1_796_040_085_255
        }

        fn random_bytes(&self) -> [u8; 16] {
            let count = self.0.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (u128::from(count) << 64 | u128::from(count)).to_be_bytes()
        }
    }

    #[test]
    fn times_are_written_as_javascript_writes_them() {
        assert_eq!(iso(1_796_040_085_255), "2026-11-30T12:01:25.255Z");
        assert_eq!(iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(parse_iso("2026-11-30T12:01:25.255Z"), 1_796_040_085_255);
        assert_eq!(parse_iso("yesterday"), 0);
    }

    #[test]
    fn a_taken_entry_id_is_drawn_again() {
        assert_eq!(entry_id(&Fixed::default(), |id| id == "00000000").as_str(), "01010101");
        let long = entry_id(&Fixed::default(), |_| true);
        assert_eq!(long.as_str().len(), 36);
    }

    #[test]
    fn session_ids_begin_with_the_time() {
        let id = session_id(&Fixed::default(), 1_796_040_085_255);
        assert!(id.starts_with("01a22c54-cf07-7"), "{id}");
    }
}
