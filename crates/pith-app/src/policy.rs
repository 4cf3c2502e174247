//! What settings say of the app's life: repeating failed answers, and summarizing long conversations.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use pith_config::settings::{BranchSummarySettings, CompactionSettings, RetrySettings};
use pith_llm::failure::{RetryDelays, RetryPolicy};

/// The settings that the app's life goes by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Policy {
    /// Whether and how failed answers are asked for again.
    pub retry: RetrySettings,
    /// When conversations are summarized, and how much of them is kept.
    pub compaction: CompactionSettings,
    /// How branches that are left are summarized.
    pub branch_summary: BranchSummarySettings,
}

/// Reads the policy as it is now: when the app begins, and when everything is read anew.
pub trait PolicySource: Send + Sync {
    /// The policy in force.
    fn read(&self) -> Policy;
}

/// For programs that have one of their own: it stays as it is.
impl PolicySource for Policy {
    fn read(&self) -> Policy {
        self.clone()
    }
}

impl Policy {
    /// How often and when failed answers are asked for again.
    pub(crate) fn retries(&self) -> RetryPolicy {
        RetryPolicy {
            retries: if self.retry.enabled { self.retry.max_retries } else { 0 },
            delays: RetryDelays {
                base: Duration::from_millis(self.retry.base_delay_ms),
                longest: Duration::from_millis(self.retry.max_agent_delay_ms),
            },
            longest_asked: match self.retry.provider.max_retry_delay_ms {
                0 => None,
                longest => Some(Duration::from_millis(longest)),
            },
        }
    }
}

/// The policy in force, as settings and commands have it.
pub(crate) struct Rules(RwLock<Policy>);

impl Rules {
    pub(crate) fn new(policy: Policy) -> Self {
        Self(RwLock::new(policy))
    }

    pub(crate) fn now(&self) -> Policy {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Policy)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}
