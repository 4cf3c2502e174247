//! The program that a profile names for its keys.

use serde::Deserialize;

use pith_types::Secret;

use super::{AwsError, AwsKeys, time_of};
use crate::{Environment, value};

/// A program that prints keys.
#[derive(Debug, Clone)]
pub struct AwsProcess {
    /// Of the profile.
    profile: String,
    /// As it stands there.
    command: String,
    environment: Environment,
}

/// The same program in the same environment.
impl PartialEq for AwsProcess {
    fn eq(&self, other: &Self) -> bool {
        (&self.profile, &self.command, self.environment.current_dir())
            == (&other.profile, &other.command, other.environment.current_dir())
    }
}

impl Eq for AwsProcess {}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Printed {
    version: u32,
    access_key_id: String,
    secret_access_key: String,
    session_token: Option<String>,
    expiration: Option<String>,
}

impl AwsProcess {
    pub(super) fn new(profile: &str, command: &str, environment: &Environment) -> Self {
        Self { profile: profile.to_owned(), command: command.to_owned(), environment: environment.clone() }
    }

    /// Runs it, and waits for it, blocking the thread.
    ///
    /// # Errors
    /// When it fails, takes longer than a minute, or prints something else.
    pub fn run(&self) -> Result<AwsKeys, AwsError> {
        let failed = |source| AwsError::Process { profile: self.profile.clone(), source };
        let text = value::patient_output(&self.command, &self.environment).map_err(failed)?;
        let printed = || AwsError::Printed { profile: self.profile.clone() };
        let Printed { version: 1, access_key_id, secret_access_key, session_token, expiration } =
            serde_json::from_str(text.reveal()).map_err(|_| printed())?
        else {
            return Err(printed());
        };
        let until_ms = expiration.map(|time| time_of(&time).ok_or_else(printed)).transpose()?;
        Ok(AwsKeys {
            access_key: Secret::new(access_key_id),
            secret_key: Secret::new(secret_access_key),
            session_token: session_token.map(Secret::new),
            until_ms,
        })
    }
}
