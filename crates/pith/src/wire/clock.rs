//! Real time and real randomness.

use std::time::{SystemTime, UNIX_EPOCH};

use pith_llm::Clock;
use pith_session::Stamps;
use uuid::Uuid;

/// The system's.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct System;

impl System {
    fn ms() -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

impl Clock for System {
    fn now_ms(&self) -> i64 {
        Self::ms()
    }
}

impl Stamps for System {
    fn now_ms(&self) -> i64 {
        Self::ms()
    }

    fn random_bytes(&self) -> [u8; 16] {
        Uuid::new_v4().into_bytes()
    }
}
