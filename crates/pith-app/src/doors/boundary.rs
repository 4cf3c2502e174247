//! The end of a turn, and of an activity (1.8.5): what is kept besides, all or none, and whether it goes on.

use pith_session::EntryKind;

use crate::event::AppEvent;
use crate::extension::{Boundary, BoundaryDraft, Proposal};
use crate::fanout::Fanout;

impl Fanout {
    /// Whether anybody stands here.
    pub(crate) fn stands_at_boundaries(&self) -> bool {
        self.extensions().iter().any(|extension| extension.stands_at_boundaries())
    }

    /// Each extension sees what the ones before it propose; what a failing one had changed is undone.
    pub(crate) async fn boundary(&self, event: &str, boundary: &Boundary) -> Proposal {
        let mut proposal = Proposal::default();
        for extension in self.extensions().iter() {
            let mut tried = proposal.clone();
            let verdict = extension.boundary(boundary, &mut tried).await;
            if self.passed(&**extension, event, verdict).await.is_some() {
                proposal = tried;
            }
        }
        proposal
    }

    /// Keeps what was proposed, all of it or none.
    pub(crate) async fn keep_drafts(&self, event: &str, drafts: Vec<BoundaryDraft>) {
        if drafts.is_empty() {
            return;
        }
        let targets = drafts.iter().filter_map(BoundaryDraft::target);
        if let Some(missing) = targets.into_iter().find(|target| !self.record.has_entry(target.as_str())) {
            let error = format!("the entry `{missing}` is not in this session, so nothing that was proposed is kept");
            let (extension, event) = ("<runtime>".to_owned(), event.to_owned());
            self.tell(AppEvent::ExtensionError { extension, event, error, stack: None }).await;
            return;
        }
        for draft in drafts {
            let kind = match draft {
                BoundaryDraft::Custom(custom) => EntryKind::Custom(custom),
                BoundaryDraft::CustomMessage(message) => EntryKind::CustomMessage(message),
                BoundaryDraft::ContextEdit(edit) => EntryKind::ContextEdit(edit),
                BoundaryDraft::Compaction { summary, first_kept_entry_id, details, usage } => {
                    self.record.compaction(summary, first_kept_entry_id, details, usage)
                }
            };
            let (entry, trouble) = self.record.note(kind);
            if let Some(trouble) = trouble {
                self.tell(AppEvent::Diagnostic(trouble)).await;
            }
            self.tell(AppEvent::EntryAppended(entry)).await;
        }
        self.note_drafts();
    }
}
