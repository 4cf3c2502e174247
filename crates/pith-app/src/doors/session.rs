//! Before something happens to the session: the first that objects is heard.

use crate::extension::{BeforeCompact, BeforeFork, BeforeSwitch, BeforeTree, CompactVerdict, Discovered, TreeVerdict};
use crate::fanout::Fanout;

impl Fanout {
    /// Whether an extension objects to another session.
    pub(crate) async fn before_switch(&self, switch: &BeforeSwitch) -> bool {
        for extension in self.extensions().iter() {
            let verdict = extension.before_switch(switch).await;
            if self.passed(&**extension, "session_before_switch", verdict).await == Some(true) {
                return true;
            }
        }
        false
    }

    /// Whether an extension objects to a fork.
    pub(crate) async fn before_fork(&self, fork: &BeforeFork) -> bool {
        for extension in self.extensions().iter() {
            let verdict = extension.before_fork(fork).await;
            if self.passed(&**extension, "session_before_fork", verdict).await == Some(true) {
                return true;
            }
        }
        false
    }

    /// The last extension with an opinion is heard, unless one objects.
    pub(crate) async fn before_compact(&self, compact: &BeforeCompact) -> CompactVerdict {
        let mut all = CompactVerdict::Continue;
        for extension in self.extensions().iter() {
            let verdict = extension.before_compact(compact).await;
            match self.passed(&**extension, "session_before_compact", verdict).await {
                Some(CompactVerdict::Cancel) => return CompactVerdict::Cancel,
                Some(summary @ CompactVerdict::Summary(_)) => all = summary,
                Some(CompactVerdict::Continue) | None => {}
            }
        }
        all
    }

    /// The last extension with an opinion is heard, unless one objects.
    pub(crate) async fn before_tree(&self, tree: &BeforeTree) -> TreeVerdict {
        let mut all = TreeVerdict::default();
        for extension in self.extensions().iter() {
            let verdict = extension.before_tree(tree).await;
            match self.passed(&**extension, "session_before_tree", verdict).await {
                Some(verdict) if verdict.cancel => return verdict,
                Some(verdict) if verdict != TreeVerdict::default() => all = verdict,
                Some(_) | None => {}
            }
        }
        all
    }

    /// The places that all of them add.
    pub(crate) async fn resources_discover(&self, cwd: &str, reloading: bool) -> Discovered {
        let mut all = Discovered::default();
        for extension in self.extensions().iter() {
            let verdict = extension.resources_discover(cwd, reloading).await;
            let Some(found) = self.passed(&**extension, "resources_discover", verdict).await else { continue };
            all.skills.extend(found.skills);
            all.prompts.extend(found.prompts);
            all.themes.extend(found.themes);
        }
        all
    }
}
