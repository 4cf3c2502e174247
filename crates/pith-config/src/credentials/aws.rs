//! The keys of AWS that other programs of the person use too: variables, or a profile of `~/.aws` (spec/providers.md 1.2).
//!
//! A profile that is named goes before the variables, as AWS's own programs have it; the profile `default` comes last.
//! Profiles that only a sign-in or another service's answer can fill are not followed.

use std::{collections::BTreeMap, path::PathBuf};

use pith_types::Secret;
use serde::Deserialize;

use crate::{
    Environment, regular,
    value::{self, ValueError},
};

/// Keys, and what goes with them.
#[derive(Debug, Clone)]
pub(super) struct AwsKeys {
    /// By the names of the variables that would say the same.
    pub(super) variables: Vec<(&'static str, Secret)>,
}

type Section = BTreeMap<String, String>;

/// What a program prints that is named as `credential_process`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Printed {
    access_key_id: String,
    secret_access_key: String,
    session_token: Option<String>,
}

/// The keys in force; none when there are none. `lookup` finds variables.
///
/// # Errors
/// When the profile names a program that gives none.
pub(super) fn keys(
    environment: &Environment,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<AwsKeys>, ValueError> {
    let named = lookup("AWS_PROFILE");
    if named.is_none() && has_variables(lookup) {
        return Ok(None);
    }
    let profile = profile(environment, lookup, named.as_deref().unwrap_or("default"));
    let mut variables = Vec::new();
    let mut add = |name, value: Option<&String>| {
        variables.extend(value.map(|value| (name, Secret::new(value))));
    };
    add("AWS_REGION", profile.get("region").filter(|_| lookup("AWS_REGION").is_none()));
    match (profile.get("aws_access_key_id"), profile.get("aws_secret_access_key"), profile.get("credential_process")) {
        (Some(access), Some(secret), _) => {
            add("AWS_ACCESS_KEY_ID", Some(access));
            add("AWS_SECRET_ACCESS_KEY", Some(secret));
            add("AWS_SESSION_TOKEN", profile.get("aws_session_token"));
        }
        (_, _, Some(command)) => {
            let text = value::resolve(&format!("!{command}"), environment, lookup)?;
            let silent = || ValueError::CommandSilent { command: command.clone() };
            let printed: Printed = serde_json::from_str(text.reveal()).map_err(|_| silent())?;
            add("AWS_ACCESS_KEY_ID", Some(&printed.access_key_id));
            add("AWS_SECRET_ACCESS_KEY", Some(&printed.secret_access_key));
            add("AWS_SESSION_TOKEN", printed.session_token.as_ref());
        }
        _ => {}
    }
    Ok(Some(AwsKeys { variables }))
}

/// Whether there are keys; runs no program.
pub(super) fn are_there(environment: &Environment, lookup: &dyn Fn(&str) -> Option<String>) -> bool {
    let named = lookup("AWS_PROFILE");
    if named.is_none() && has_variables(lookup) {
        return true;
    }
    let profile = profile(environment, lookup, named.as_deref().unwrap_or("default"));
    profile.contains_key("aws_access_key_id") || profile.contains_key("credential_process")
}

fn has_variables(lookup: &dyn Fn(&str) -> Option<String>) -> bool {
    lookup("AWS_ACCESS_KEY_ID").is_some() && lookup("AWS_SECRET_ACCESS_KEY").is_some()
}

/// What both files say of a profile; the file of credentials counts more.
fn profile(environment: &Environment, lookup: &dyn Fn(&str) -> Option<String>, name: &str) -> Section {
    let file = |variable: &str, usual: &str| {
        let named = lookup(variable).map(|path| environment.resolve(path));
        let path: Option<PathBuf> = named.or_else(|| Some(environment.home()?.join(".aws").join(usual)));
        path.and_then(|path| regular::read_text(&path).ok()).unwrap_or_default()
    };
    let in_config = if name == "default" { name.to_owned() } else { format!("profile {name}") };
    let mut profile = section(&file("AWS_CONFIG_FILE", "config"), &in_config);
    profile.extend(section(&file("AWS_SHARED_CREDENTIALS_FILE", "credentials"), name));
    profile
}

/// The settings of one section of a file in the form of `[name]` and `key = value`.
fn section(text: &str, name: &str) -> Section {
    let mut inside = false;
    let mut found = Section::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        if let Some(head) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            inside = head.split_whitespace().eq(name.split_whitespace());
        } else if let Some((key, value)) = line.split_once('=').filter(|_| inside) {
            found.insert(key.trim().to_lowercase(), value.trim().to_owned());
        }
    }
    found.retain(|_, value| !value.is_empty());
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use super::*;

    fn world(config: &str, credentials: &str) -> (tempfile::TempDir, Environment) {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".aws")).unwrap();
        fs::write(home.path().join(".aws/config"), config).unwrap();
        fs::write(home.path().join(".aws/credentials"), credentials).unwrap();
        let environment =
            Environment::new(home.path(), Some(home.path().to_owned())).with_variable("PATH", "/usr/bin:/bin");
        (home, environment)
    }

    fn found(environment: &Environment) -> Vec<(&'static str, String)> {
        let lookup = |name: &str| environment.variable(name).map(str::to_owned);
        let keys = keys(environment, &lookup).unwrap();
        keys.into_iter()
            .flat_map(|keys| keys.variables)
            .map(|(name, value)| (name, value.reveal().to_owned()))
            .collect()
    }

    const CONFIG: &str = "[default]\nregion=us-west-2\n# a remark\n[profile work]\nregion = eu-west-1\n";
    const CREDENTIALS: &str = "[default]\naws_access_key_id = A\naws_secret_access_key=S=\n[work]\n\
        aws_access_key_id=B\naws_secret_access_key=T\naws_session_token = U\n";

    #[test]
    fn a_named_profile_goes_before_variables_and_the_default_one_after() {
        let (_home, environment) = world(CONFIG, CREDENTIALS);
        let expected = [("AWS_REGION", "us-west-2"), ("AWS_ACCESS_KEY_ID", "A"), ("AWS_SECRET_ACCESS_KEY", "S=")];
        assert_eq!(found(&environment), expected.map(|(name, value)| (name, value.to_owned())));
        let variables = environment.with_variable("AWS_ACCESS_KEY_ID", "V").with_variable("AWS_SECRET_ACCESS_KEY", "W");
        assert_eq!(found(&variables), []);
        let named = found(&variables.with_variable("AWS_PROFILE", "work"));
        let names: Vec<&str> = named.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(names, ["eu-west-1", "B", "T", "U"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_profile_may_name_a_program() {
        let command = r#"printf '{"Version":1,"AccessKeyId":"P","SecretAccessKey":"Q"}'"#;
        let (_home, environment) = world(&format!("[default]\ncredential_process = {command}\n"), "");
        let expected = [("AWS_ACCESS_KEY_ID", "P"), ("AWS_SECRET_ACCESS_KEY", "Q")];
        assert_eq!(found(&environment), expected.map(|(name, value)| (name, value.to_owned())));
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        let lookup = |_: &str| None;
        assert!(!are_there(&Environment::new("/", None), &lookup));
        let (_home, environment) = world("", "[default]\naws_access_key_id=A\naws_secret_access_key=S");
        assert!(are_there(&environment, &lookup));
    }
}
