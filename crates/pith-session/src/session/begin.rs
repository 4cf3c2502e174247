//! The first moment of a session's file: who may make it, and under which name.

use std::{io, path::Path};

use super::Session;
use crate::{Claim, Header, WriteError};

/// How many names are tried for one file.
const NAMES: i64 = 100;

impl Session {
    /// The same, begun with the right to its id, which is held until its file is there.
    #[must_use]
    pub fn begun_with(mut self, claim: Claim) -> Self {
        self.claim = Some(claim);
        self
    }
}

/// Makes a new file of this name. Where another program has one of the same name, made in the same millisecond for the
/// same id, the next moment's name is taken.
pub(super) fn under_a_free_name<T>(
    header: &Header,
    path: &Path,
    mut make: impl FnMut(&Path) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    let mut made = make(path);
    for later in 1..NAMES {
        match &made {
            Err(error) if is_taken(error) => made = make(&path.with_file_name(header.file_name_after(later))),
            _ => break,
        }
    }
    made
}

fn is_taken(error: &WriteError) -> bool {
    match error {
        WriteError::Create { source, .. } => source.kind() == io::ErrorKind::AlreadyExists,
        WriteError::Locked { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::{fs, sync::Arc};

    use crate::{
        Claim, NewSession, OpenError, Session, Written, find,
        session::tests::{Folder, open, owner, user},
        stamps::tests::Fixed,
    };

    #[test]
    fn a_name_that_is_taken_is_no_failure() {
        let folder = Folder::new();
        let mut sessions = [folder.session(), folder.session(), folder.session()];
        let taken = sessions[0].path().unwrap().to_owned();
        for session in &mut sessions {
            assert!(matches!(session.append(user("one")).written, Written::Saved));
        }
        let mut paths: Vec<_> = sessions.iter().map(|session| session.path().unwrap().to_owned()).collect();
        assert_eq!(paths[0], taken);
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 3);
        drop(sessions);
        for path in paths {
            assert_eq!(open(&path).unwrap().tree().len(), 1);
        }
    }

    #[test]
    fn the_right_to_an_id_is_held_until_its_file_is_there() {
        let folder = Folder::new();
        let sessions = folder.path("sessions");
        let claim = || Claim::of(&sessions, "same", &owner());
        let new = NewSession { cwd: "/work".into(), id: Some("same".to_owned()), ..NewSession::default() };
        let session = Session::create(&sessions, new, owner(), Arc::new(Fixed::default()));
        let mut session = session.begun_with(claim().unwrap());
        let refused = claim().map(drop).unwrap_err();
        assert!(matches!(&refused, OpenError::Locked { owner: Some(by), .. } if *by == owner()), "{refused}");
        assert!(Claim::of(&sessions, "other", &owner()).is_ok());
        assert!(find::with_id(&sessions, "same").is_none());
        session.append(user("one"));
        assert!(claim().is_ok());
        assert!(find::with_id(&sessions, "same").is_some());
        drop(session);
        let left = fs::read_dir(&sessions).unwrap().count();
        assert_eq!(left, 1, "nothing but the session is left");
    }

    #[test]
    fn where_nothing_can_be_written_there_is_nothing_to_hold() {
        let folder = Folder::new();
        fs::write(folder.path("sessions"), "in the way").unwrap();
        assert!(Claim::of(&folder.path("sessions"), "same", &owner()).is_ok());
        assert!(Claim::of(&folder.path("sessions"), "same", &owner()).is_ok());
    }
}
