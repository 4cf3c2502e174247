//! What the app asks for again while it lives: the models there are, and the settings that it goes by.

use std::sync::Arc;

use pith_app::models::{Registry, Scoped, scope};
use pith_app::{ModelSource, Policy, PolicySource};
use pith_config::settings::Settings;

use super::registry;
use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;

/// The machine's models and settings, as they are when they are asked for.
pub(super) struct Machine {
    setup: Arc<Setup>,
    patterns: Option<Vec<String>>,
    report: Report,
}

impl Machine {
    pub(super) fn new(args: &Args, setup: Arc<Setup>, report: Report) -> Self {
        let patterns = args.models.clone().or_else(|| setup.settings.enabled_models.clone());
        Self { setup, patterns, report }
    }
}

impl ModelSource for Machine {
    fn registry(&self) -> Registry {
        registry(&self.setup, self.report)
    }

    fn scope(&self) -> Vec<Scoped> {
        let Some(patterns) = &self.patterns else { return Vec::new() };
        // What is wrong with the patterns was told when the app began.
        scope(patterns, &self.registry()).0
    }
}

impl PolicySource for Machine {
    fn read(&self) -> Policy {
        policy(self.setup.trust.settings())
    }
}

fn policy(settings: Settings) -> Policy {
    Policy { retry: settings.retry, compaction: settings.compaction, branch_summary: settings.branch_summary }
}
