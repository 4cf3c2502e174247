//! Profiles: named sections of two files in the person's home, of which the file of credentials counts more.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use pith_types::Secret;

use super::{
    AwsError, AwsKeys, AwsProcess, AwsRole, AwsSource, AwsSso, Lookup, container, folder, keys_of_variables, machine,
    portal,
};
use crate::{Environment, regular};

/// The settings of one section.
pub(super) type Section = BTreeMap<String, String>;

/// Bytes of a file with a token, at most.
const LARGEST_TOKEN: u64 = 64 * 1024;

/// Both files as text, and what else profiles may name.
pub(super) struct Profiles<'a> {
    environment: &'a Environment,
    lookup: Lookup<'a>,
    config: (PathBuf, String),
    credentials: (PathBuf, String),
}

impl<'a> Profiles<'a> {
    /// Reads the files; one that cannot be read has no profiles.
    pub(super) fn read(environment: &'a Environment, lookup: Lookup<'a>) -> Self {
        let file = |variable: &str, usual: &str| {
            let named = lookup(variable).map(|path| environment.resolve(path));
            let path = named.unwrap_or_else(|| folder(environment).unwrap_or_default().join(usual));
            let text = regular::read_text(&path).unwrap_or_default();
            (path, text)
        };
        Self {
            environment,
            lookup,
            config: file("AWS_CONFIG_FILE", "config"),
            credentials: file("AWS_SHARED_CREDENTIALS_FILE", "credentials"),
        }
    }

    /// What the files say of a profile; nothing when neither has it.
    pub(super) fn get(&self, name: &str) -> Option<Section> {
        let config = section(&self.config.1, &format!("profile {name}"));
        let config = config.or_else(|| section(&self.config.1, name).filter(|_| name == "default"));
        let credentials = section(&self.credentials.1, name);
        if config.is_none() && credentials.is_none() {
            return None;
        }
        let mut profile = config.unwrap_or_default();
        profile.extend(credentials.unwrap_or_default());
        Some(profile)
    }

    pub(super) fn missing(&self, name: &str) -> AwsError {
        AwsError::NoProfile {
            profile: name.to_owned(),
            config: self.config.0.clone(),
            credentials: self.credentials.0.clone(),
        }
    }

    /// What gives a profile's keys; nothing when it says nothing of keys.
    pub(super) fn source(&self, name: &str) -> Result<Option<AwsSource>, AwsError> {
        self.follow(name, &mut Vec::new())
    }

    /// The same on the way along `source_profile`; `seen` are the profiles before.
    fn follow(&self, name: &str, seen: &mut Vec<String>) -> Result<Option<AwsSource>, AwsError> {
        let Some(profile) = self.get(name) else {
            return if seen.is_empty() { Ok(None) } else { Err(self.missing(name)) };
        };
        let fixed = keys(&profile);
        // A profile may be its own source, by the keys beside its role.
        if let Some(keys) = fixed.clone().filter(|_| !seen.is_empty()) {
            return Ok(Some(AwsSource::Keys(keys)));
        }
        if seen.iter().any(|before| before == name) {
            return Err(AwsError::Circle { profile: name.to_owned() });
        }
        seen.push(name.to_owned());
        let told = |key: &str| profile.get(key).map(String::as_str);
        if let (Some(arn), None) = (told("role_arn"), told("web_identity_token_file")) {
            return self.role(name, &profile, arn, seen).map(Some);
        }
        if let Some(keys) = fixed {
            return Ok(Some(AwsSource::Keys(keys)));
        }
        if let (Some(arn), Some(token)) = (told("role_arn"), told("web_identity_token_file")) {
            let role = role(name, &profile, arn)?;
            return Ok(Some(AwsSource::WebIdentity { role, token: self.environment.resolve(token) }));
        }
        if let Some(command) = told("credential_process") {
            return Ok(Some(AwsSource::Process(AwsProcess::new(name, command, self.environment))));
        }
        if profile.keys().any(|key| key.starts_with("sso_")) {
            let session = |name: &str| section(&self.config.1, &format!("sso-session {name}"));
            let portal = |region: &str| portal(self.lookup, region);
            let folder = folder(self.environment).unwrap_or_default();
            return AwsSso::of(name, &profile, &session, &portal, folder).map(|sso| Some(AwsSource::Sso(sso)));
        }
        Ok(None)
    }

    /// A role that is given to whoever has the keys of another source.
    fn role(&self, name: &str, profile: &Section, arn: &str, seen: &mut Vec<String>) -> Result<AwsSource, AwsError> {
        let fault = |fault: &str| AwsError::Profile { profile: name.to_owned(), fault: fault.to_owned() };
        if profile.contains_key("mfa_serial") {
            return Err(AwsError::Device { profile: name.to_owned() });
        }
        let by = match (profile.get("source_profile"), profile.get("credential_source").map(String::as_str)) {
            (Some(_), Some(_)) => return Err(fault("it has both `source_profile` and `credential_source`")),
            (Some(source), None) => self
                .follow(source, seen)?
                .ok_or_else(|| fault(&format!("its `source_profile`, `{source}`, says nothing of keys")))?,
            (None, Some("Environment")) => AwsSource::Keys(keys_of_variables(self.lookup).ok_or_else(|| {
                fault("`credential_source` is `Environment`, and `AWS_ACCESS_KEY_ID` or `AWS_SECRET_ACCESS_KEY` is not set")
            })?),
            (None, Some("EcsContainer")) => container(self.environment, self.lookup)?.ok_or_else(|| {
                fault("`credential_source` is `EcsContainer`, and `AWS_CONTAINER_CREDENTIALS_RELATIVE_URI` is not set")
            })?,
            (None, Some("Ec2InstanceMetadata")) => machine(self.lookup).ok_or_else(|| {
                fault("`credential_source` is `Ec2InstanceMetadata`, and `AWS_EC2_METADATA_DISABLED` is set")
            })?,
            (None, Some(other)) => {
                let known = "`Environment`, `EcsContainer` or `Ec2InstanceMetadata`";
                return Err(fault(&format!("`credential_source` is {known}, not `{other}`")));
            }
            (None, None) => return Err(fault("`role_arn` needs `source_profile` or `credential_source`")),
        };
        Ok(AwsSource::Role { role: role(name, profile, arn)?, by: Box::new(by) })
    }
}

fn role(name: &str, profile: &Section, arn: &str) -> Result<AwsRole, AwsError> {
    let seconds = profile.get("duration_seconds").map(|text| {
        let fault = || format!("`duration_seconds` is a number of seconds, not `{text}`");
        text.parse().map_err(|_| AwsError::Profile { profile: name.to_owned(), fault: fault() })
    });
    let text = |key: &str| profile.get(key).cloned();
    let (session, external_id) = (text("role_session_name"), text("external_id"));
    Ok(AwsRole { arn: arn.to_owned(), session, external_id, seconds: seconds.transpose()? })
}

/// The keys that stand in a profile.
fn keys(profile: &Section) -> Option<AwsKeys> {
    Some(AwsKeys {
        access_key: Secret::new(profile.get("aws_access_key_id")?),
        secret_key: Secret::new(profile.get("aws_secret_access_key")?),
        session_token: profile.get("aws_session_token").map(Secret::new),
        until_ms: None,
    })
}

/// The settings of one section of a file in the form of `[name]` and `key = value`; those of sections with one name are
/// joined. Indented lines below a key without a value are settings within that setting, and mean nothing here.
fn section(text: &str, name: &str) -> Option<Section> {
    let (mut inside, mut nested) = (false, false);
    let mut found = None;
    for line in text.lines() {
        let indented = line.starts_with([' ', '\t']);
        let line = line.trim();
        if line.starts_with(['#', ';']) || line.is_empty() {
            continue;
        }
        if let Some(head) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            inside = words(head).eq(words(name));
            nested = false;
            if inside {
                found.get_or_insert_with(Section::new);
            }
        } else if let Some((key, value)) = line.split_once('=').filter(|_| !(indented && nested)) {
            let value = without_remark(value.trim());
            nested = value.is_empty();
            if let Some(found) = found.as_mut().filter(|_| inside && !value.is_empty()) {
                found.insert(key.trim().to_lowercase(), value.to_owned());
            }
        }
    }
    found
}

/// The words of a section's head: names with blanks stand in quotes.
fn words(head: &str) -> impl Iterator<Item = &str> {
    head.split_whitespace().map(|word| word.trim_matches(['"', '\'']))
}

/// A remark begins with a mark after a blank.
fn without_remark(value: &str) -> &str {
    let remark = value.char_indices().zip(value.chars().skip(1));
    let at =
        remark.filter(|((_, before), mark)| before.is_whitespace() && matches!(mark, '#' | ';')).map(|((at, _), _)| at);
    at.min().and_then(|at| value.get(..at)).unwrap_or(value).trim_end()
}

/// The token that a file holds.
///
/// # Errors
/// When it cannot be read, or holds something else.
pub fn read_token(path: &Path) -> Result<Secret, AwsError> {
    let read = |source| AwsError::Token { path: path.to_owned(), source };
    let bytes = regular::read_regular(path, LARGEST_TOKEN).map_err(read)?;
    let text = String::from_utf8(bytes).map_err(|_| AwsError::TokenForm { path: path.to_owned() })?;
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
        return Err(AwsError::TokenForm { path: path.to_owned() });
    }
    Ok(Secret::new(text))
}
