//! Before an activity starts (1.8.6).

use crate::extension::RunStart;
use crate::fanout::Fanout;

impl Fanout {
    /// Each extension sees what the ones before it made; what a failing one had changed is undone.
    pub(crate) async fn before_agent_start(&self, mut start: RunStart) -> RunStart {
        for extension in self.extensions().iter() {
            let mut tried = start.clone();
            let verdict = extension.before_agent_start(&mut tried).await;
            if self.passed(&**extension, "before_agent_start", verdict).await.is_some() {
                start = tried;
            }
        }
        start
    }
}
