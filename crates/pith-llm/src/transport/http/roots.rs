//! Certificates that are trusted beside the system's: where they come from, and what stands there.
//!
//! A file of them is large, and a program that speaks to its own machine needs none: it is read for the first connection
//! with TLS.

use std::{fmt, io, sync::Arc};

use super::innermost;

/// Certificates of authorities, as they stand in a file. Copies share it.
#[derive(Clone)]
pub struct ExtraRoots {
    source: String,
    read: Arc<dyn Fn() -> io::Result<Vec<u8>> + Send + Sync>,
}

impl ExtraRoots {
    /// Where they come from, for people, such as a variable; and what reads one or more of them in PEM.
    pub fn new(source: impl Into<String>, read: impl Fn() -> io::Result<Vec<u8>> + Send + Sync + 'static) -> Self {
        Self { source: source.into(), read: Arc::new(read) }
    }

    /// The certificates themselves, for other clients of the program.
    ///
    /// # Errors
    /// When they cannot be read, or are none: what is wrong, and where they come from.
    pub fn certificates(&self) -> Result<Vec<reqwest::Certificate>, String> {
        let unreadable =
            |why: &dyn fmt::Display| format!("the certificates of `{}` are not readable: {why}", self.source);
        let pem = (self.read)().map_err(|error| unreadable(&error))?;
        match reqwest::Certificate::from_pem_bundle(&pem) {
            Ok(certificates) if !certificates.is_empty() => Ok(certificates),
            Ok(_) => Err(format!("there is no certificate in `{}`", self.source)),
            Err(error) => Err(unreadable(&innermost(&error))),
        }
    }
}

impl fmt::Debug for ExtraRoots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtraRoots").field("source", &self.source).finish_non_exhaustive()
    }
}
