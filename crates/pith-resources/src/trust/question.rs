//! The question whether a project is trusted, and what may be answered (spec/coding-agent.md 2.2.5).
//!
//! Putting it to somebody is for a face; saving the answer is for [`remember`](super::remember).

use std::path::{Path, PathBuf};

/// A project that nobody has decided about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustQuestion {
    /// The project's folder, by its real path.
    pub folder: PathBuf,
    /// What in it, or above it, would be read: settings, skills, prompts and the like.
    pub guarded: Vec<PathBuf>,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrustAnswer {
    /// Yes, from now on.
    Trust,
    /// Yes, and everything else in the folder above as well.
    TrustParent,
    /// Yes, in this session.
    TrustOnce,
    /// No, from now on.
    Refuse,
    /// Not in this session.
    RefuseOnce,
}

impl TrustQuestion {
    /// The answers that can be given, in the order to show them. A folder without one above has no parent to trust.
    pub fn answers(&self) -> impl Iterator<Item = TrustAnswer> {
        let has_parent = self.folder.parent().is_some();
        TrustAnswer::ALL.into_iter().filter(move |answer| has_parent || *answer != TrustAnswer::TrustParent)
    }

    /// The folder that an answer is saved for, and the decision; nothing when it holds for the session only.
    pub fn saved(&self, answer: TrustAnswer) -> Option<(&Path, bool)> {
        match answer {
            TrustAnswer::Trust => Some((&self.folder, true)),
            TrustAnswer::TrustParent => Some((self.folder.parent().unwrap_or(&self.folder), true)),
            TrustAnswer::Refuse => Some((&self.folder, false)),
            TrustAnswer::TrustOnce | TrustAnswer::RefuseOnce => None,
        }
    }
}

impl TrustAnswer {
    /// All of them, in the order to show them.
    pub const ALL: [Self; 5] = [Self::Trust, Self::TrustParent, Self::TrustOnce, Self::Refuse, Self::RefuseOnce];

    /// Whether the project's resources are read.
    pub fn is_trusted(self) -> bool {
        matches!(self, Self::Trust | Self::TrustParent | Self::TrustOnce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_follows_from_the_answer() {
        let question = TrustQuestion { folder: "/w/p".into(), guarded: Vec::new() };
        let saved = |answer| question.saved(answer).map(|(folder, trusted)| (folder.to_owned(), trusted));
        assert_eq!(
            TrustAnswer::ALL.map(saved),
            [Some(("/w/p".into(), true)), Some(("/w".into(), true)), None, Some(("/w/p".into(), false)), None]
        );
        assert_eq!(TrustAnswer::ALL.map(TrustAnswer::is_trusted), [true, true, true, false, false]);
        let root = TrustQuestion { folder: "/".into(), guarded: Vec::new() };
        assert_eq!((question.answers().count(), root.answers().count()), (5, 4));
    }
}
