//! The keys of AWS that other programs of the person use too (spec/providers.md 1.2), in the order of AWS's own programs:
//! the profile that is named, variables, the profile `default`, a web identity, a container's service, the machine's.
//!
//! Files and variables are read here, and out comes what has to be done for keys ([`AwsIdentity`]). What needs a network
//! is done by whoever has one; the program and the files that it needs are run and read when it does ([`AwsProcess`],
//! [`AwsSso`], [`read_token`]), since what they say changes.

mod error;
mod identity;
mod process;
mod profile;
mod sso;
#[cfg(test)]
mod tests;
mod time;

use std::path::PathBuf;

use pith_types::Secret;

use crate::Environment;

pub use error::AwsError;
pub use identity::{AwsIdentity, AwsKeys, AwsRole, AwsSource, AwsToken};
pub use process::AwsProcess;
pub use profile::read_token;
pub use sso::{AwsSignedIn, AwsSso};
pub use time::time_of;

use profile::Profiles;

/// Finds a variable: the credential's own, else the process's.
pub(super) type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Where services of a container are, unless a variable says otherwise.
const CONTAINER_HOST: &str = "http://169.254.170.2";

/// Where the machine's own service is.
const MACHINE: &str = "http://169.254.169.254";
const MACHINE_6: &str = "http://[fd00:ec2::254]";

/// Hosts beside this machine that are asked for keys without TLS.
const CONTAINER_HOSTS: [&str; 3] = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"];

/// What has to be done for keys; nothing when they stand in variables, or when nothing could give any. Reads files, and
/// asks nobody.
///
/// # Errors
/// When what is configured cannot be followed.
pub(super) fn identity(environment: &Environment, lookup: Lookup<'_>) -> Result<Option<AwsIdentity>, AwsError> {
    let named = lookup("AWS_PROFILE");
    let variables = has_variables(lookup);
    if named.is_none() && variables {
        return Ok(None);
    }
    let profiles = Profiles::read(environment, lookup);
    let name = named.as_deref().unwrap_or("default");
    if named.is_some() && profiles.get(name).is_none() {
        return Err(profiles.missing(name));
    }
    let region = region_of(&profiles, name, lookup);
    let source = match profiles.source(name)? {
        Some(source) => Some(source),
        None if variables => None,
        None => match web_identity(environment, lookup)? {
            Some(source) => Some(source),
            None => match container(environment, lookup)? {
                Some(source) => Some(source),
                None => machine(lookup),
            },
        },
    };
    Ok(source.map(|source| AwsIdentity { sts: sts(lookup, region.as_deref()), region, source }))
}

/// The region that is set: by a variable, or by the profile in force, wherever the keys come from.
pub(super) fn region(environment: &Environment, lookup: Lookup<'_>) -> Option<String> {
    let name = lookup("AWS_PROFILE").unwrap_or_else(|| "default".to_owned());
    region_of(&Profiles::read(environment, lookup), &name, lookup)
}

fn region_of(profiles: &Profiles<'_>, name: &str, lookup: Lookup<'_>) -> Option<String> {
    let variable = lookup("AWS_REGION").or_else(|| lookup("AWS_DEFAULT_REGION"));
    variable.or_else(|| profiles.get(name)?.get("region").cloned())
}

/// Whether something is configured that gives keys; the machine's own service, which has to be asked, does not count.
pub(super) fn are_there(environment: &Environment, lookup: Lookup<'_>) -> bool {
    match identity(environment, lookup) {
        Ok(Some(identity)) => !matches!(identity.source, AwsSource::Machine { .. }),
        Ok(None) => has_variables(lookup),
        // Whoever asks is told what is wrong.
        Err(_) => true,
    }
}

fn has_variables(lookup: Lookup<'_>) -> bool {
    lookup("AWS_ACCESS_KEY_ID").is_some() && lookup("AWS_SECRET_ACCESS_KEY").is_some()
}

/// The keys in variables.
fn keys_of_variables(lookup: Lookup<'_>) -> Option<AwsKeys> {
    Some(AwsKeys {
        access_key: Secret::new(lookup("AWS_ACCESS_KEY_ID")?),
        secret_key: Secret::new(lookup("AWS_SECRET_ACCESS_KEY")?),
        session_token: lookup("AWS_SESSION_TOKEN").map(Secret::new),
        until_ms: None,
    })
}

fn web_identity(environment: &Environment, lookup: Lookup<'_>) -> Result<Option<AwsSource>, AwsError> {
    let Some(token) = lookup("AWS_WEB_IDENTITY_TOKEN_FILE") else { return Ok(None) };
    let Some(arn) = lookup("AWS_ROLE_ARN") else { return Err(AwsError::NoRole) };
    let role = AwsRole { arn, session: lookup("AWS_ROLE_SESSION_NAME"), external_id: None, seconds: None };
    Ok(Some(AwsSource::WebIdentity { role, token: environment.resolve(token) }))
}

fn container(environment: &Environment, lookup: Lookup<'_>) -> Result<Option<AwsSource>, AwsError> {
    let whole = || lookup("AWS_CONTAINER_CREDENTIALS_FULL_URI");
    let address = match lookup("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
        Some(path) => format!("{CONTAINER_HOST}/{}", path.trim_start_matches('/')),
        None => match whole() {
            Some(address) if may_be_asked(&address) => address,
            Some(address) => return Err(AwsError::ContainerAddress { address }),
            None => return Ok(None),
        },
    };
    let file = lookup("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    let token = file.map(|path| AwsToken::File(environment.resolve(path)));
    let token =
        token.or_else(|| lookup("AWS_CONTAINER_AUTHORIZATION_TOKEN").map(|text| AwsToken::Given(Secret::new(text))));
    Ok(Some(AwsSource::Container { address, token }))
}

/// Keys do not travel the network in the open: with TLS, or no further than this machine and its own services.
fn may_be_asked(address: &str) -> bool {
    if address.starts_with("https://") {
        return true;
    }
    let Some(rest) = address.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.find(']') {
        Some(end) => authority.get(..=end),
        None => authority.split(':').next(),
    };
    let host = host.unwrap_or_default();
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    let here = plain.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback()) || host == "localhost";
    here || CONTAINER_HOSTS.contains(&host)
}

fn machine(lookup: Lookup<'_>) -> Option<AwsSource> {
    if lookup("AWS_EC2_METADATA_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return None;
    }
    let usual = || match lookup("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE") {
        Some(mode) if mode.eq_ignore_ascii_case("ipv6") => MACHINE_6.to_owned(),
        _ => MACHINE.to_owned(),
    };
    let address = lookup("AWS_EC2_METADATA_SERVICE_ENDPOINT").unwrap_or_else(usual);
    Some(AwsSource::Machine { address: address.trim_end_matches('/').to_owned() })
}

/// Where roles are given out.
fn sts(lookup: Lookup<'_>, region: Option<&str>) -> String {
    let named = service(lookup, "AWS_ENDPOINT_URL_STS");
    named.unwrap_or_else(|| {
        let region = region.unwrap_or(identity::USUAL_REGION);
        format!("https://sts.{region}.{}", domain(region))
    })
}

/// The address of a service where a variable names one.
fn service(lookup: Lookup<'_>, variable: &str) -> Option<String> {
    let named = lookup(variable).or_else(|| lookup("AWS_ENDPOINT_URL"))?;
    Some(named.trim_end_matches('/').to_owned())
}

fn domain(region: &str) -> &'static str {
    if region.starts_with("cn-") { "amazonaws.com.cn" } else { "amazonaws.com" }
}

/// Where a profile's credentials of a sign-in are given out.
fn portal(lookup: Lookup<'_>, region: &str) -> String {
    service(lookup, "AWS_ENDPOINT_URL_SSO").unwrap_or_else(|| format!("https://portal.sso.{region}.{}", domain(region)))
}

/// The folder of AWS's files in the person's home.
fn folder(environment: &Environment) -> Option<PathBuf> {
    Some(environment.home()?.join(".aws"))
}
