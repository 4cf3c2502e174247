//! One beginner for a session whose id was given: of several programs that begin it at once, one does, and the others
//! find what it has begun.

use std::path::{Path, PathBuf};

use super::{Lock, Owner, Refused, create_private_folder};
use crate::OpenError;

/// The right to look for the session of an id in a folder, and to begin it where there is none. It is held by a lock of
/// the form that sessions have, until it is dropped; a session that begins with it lets go of it once its file is there.
pub struct Claim(#[allow(dead_code, reason = "held, and let go of when it is dropped")] Option<Lock>);

impl Claim {
    /// Takes it. Where nothing can be locked nothing can be written either, so that there is nothing to hold.
    ///
    /// # Errors
    /// When another process has it ([`OpenError::Locked`]).
    pub fn of(folder: &Path, id: &str, owner: &Owner) -> Result<Self, OpenError> {
        if create_private_folder(folder).is_err() {
            return Ok(Self(None));
        }
        // No session's file has such a name, since ids begin with a letter or a digit and their files with a year.
        match Lock::acquire(&folder.join(format!(".id-{id}")), owner) {
            Ok(lock) => Ok(Self(lock)),
            Err(Refused::Failed(_)) => Ok(Self(None)),
            Err(Refused::Held(owner)) => Err(OpenError::Locked { path: PathBuf::from(id), owner }),
        }
    }
}
