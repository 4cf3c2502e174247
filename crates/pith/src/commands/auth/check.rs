//! `pith auth check`: whether a provider can be asked, for people and for scripts.

use serde::Serialize;

use super::options::Options;
use super::{MISUSED, key, provider};
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::show;

/// What was found, as it is written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    status: &'static str,
    provider: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    auth_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credentials: Option<&'a str>,
}

/// Looks, and says what it found; 0 is ready, 1 is not, 2 is what cannot be told.
pub(super) async fn run(options: &Options, setup: &Setup, report: Report) -> anyhow::Result<u8> {
    let provider = match provider(options, setup, report) {
        Ok(Some(provider)) => provider,
        Ok(None) => {
            report.error(&Problem::AuthWhom.into());
            return Ok(MISUSED);
        }
        Err(error) => {
            report.error(&error);
            return Ok(MISUSED);
        }
    };
    let found = |status, auth_type, reason| Found { status, provider: &provider, auth_type, reason, credentials: None };
    let keys = &setup.keys;
    // A key that a command prints is made once, to see that it can be.
    let made = match keys.key_source(&provider) {
        Some(_) if options.no_refresh && !options.credentials => Ok(None),
        Some(_) => key(&provider, keys).await.map(Some).ok_or(()),
        None => Err(()),
    };
    if !setup.models_trouble.is_empty() {
        return say(&found("invalid", None, Some("invalid_state")), options, MISUSED);
    }
    if !keys.knows(&provider) && !keys.is_ready(&provider) {
        return say(&found("not_ready", None, Some("provider_not_found")), options, 1);
    }
    match made {
        Ok(secret) => {
            let credentials = secret.as_ref().filter(|_| options.credentials).map(|secret| secret.reveal());
            let kind = if keys.stored_login(&provider).is_some() { "oauth" } else { "api_key" };
            say(&Found { credentials, ..found("ready", Some(kind), None) }, options, 0)
        }
        // Servers on the own machine ask for no key.
        Err(()) if keys.key_source(&provider).is_none() && keys.is_ready(&provider) => {
            say(&found("ready", Some("none"), None), options, 0)
        }
        Err(()) => say(&found("not_ready", None, Some("credentials_not_configured")), options, 1),
    }
}

fn say(found: &Found<'_>, options: &Options, code: u8) -> anyhow::Result<u8> {
    let line = match found.credentials {
        _ if options.json => serde_json::to_string(found)?,
        Some(credentials) => credentials.to_owned(),
        None => found.status.to_owned(),
    };
    show(&format!("{line}\n"))?;
    Ok(code)
}
