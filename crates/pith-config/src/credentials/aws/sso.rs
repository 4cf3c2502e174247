//! Sign-ins of a person that AWS's own program keeps: only its file is read; `aws sso login` writes it.

use std::path::PathBuf;

use pith_types::Secret;
use ring::digest;
use serde::Deserialize;

use super::{AwsError, profile::Section, time_of};
use crate::regular;

/// A sign-in, and what keys are wanted for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwsSso {
    /// The profile that names it.
    pub profile: String,
    /// The address where keys are given out, without a slash at its end.
    pub portal: String,
    /// The account.
    pub account: String,
    /// The role in it.
    pub role: String,
    /// Where the sign-in is kept.
    kept: PathBuf,
}

/// A person who is signed in.
#[derive(Debug)]
pub struct AwsSignedIn {
    /// Says so.
    pub token: Secret,
    /// Until when, in Unix milliseconds.
    pub until_ms: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    access_token: String,
    expires_at: String,
}

impl AwsSso {
    /// Of a profile; `portal` makes the address for a region, `session` finds a section `sso-session`, `folder` is AWS's
    /// own in the person's home.
    pub(super) fn of(
        name: &str,
        profile: &Section,
        session: &dyn Fn(&str) -> Option<Section>,
        portal: &dyn Fn(&str) -> String,
        folder: PathBuf,
    ) -> Result<Self, AwsError> {
        let fault = |fault: String| AwsError::Profile { profile: name.to_owned(), fault };
        let of_profile = |key: &str| profile.get(key).cloned().ok_or_else(|| fault(format!("`{key}` is missing")));
        let (of_sign_in, place) = match profile.get("sso_session") {
            Some(named) => {
                let section =
                    session(named).ok_or_else(|| fault(format!("there is no section `[sso-session {named}]`")))?;
                (section, named.clone())
            }
            None => (profile.clone(), of_profile("sso_start_url")?),
        };
        let region = of_sign_in.get("sso_region").ok_or_else(|| fault("`sso_region` is missing".to_owned()))?;
        let kept = format!("{}.json", sha1(&place));
        Ok(Self {
            profile: name.to_owned(),
            portal: portal(region),
            account: of_profile("sso_account_id")?,
            role: of_profile("sso_role_name")?,
            kept: folder.join("sso").join("cache").join(kept),
        })
    }

    /// What says that the person is signed in, whether it still holds or not.
    ///
    /// # Errors
    /// When there is nothing of the kind.
    pub fn signed_in(&self) -> Result<AwsSignedIn, AwsError> {
        let not = |source| AwsError::NotSignedIn { profile: self.profile.clone(), path: self.kept.clone(), source };
        let text = regular::read_text(&self.kept).map_err(|error| not(Some(error)))?;
        let kept: Kept = serde_json::from_str(&text).map_err(|_| not(None))?;
        let until_ms = time_of(&kept.expires_at).ok_or_else(|| not(None))?;
        Ok(AwsSignedIn { token: Secret::new(kept.access_token), until_ms })
    }

    /// That the sign-in has ended.
    pub fn ended(&self) -> AwsError {
        AwsError::NotSignedIn { profile: self.profile.clone(), path: self.kept.clone(), source: None }
    }
}

/// The name of a file, as AWS's program makes it; nothing is kept safe by it.
fn sha1(text: &str) -> String {
    let digest = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, text.as_bytes());
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
