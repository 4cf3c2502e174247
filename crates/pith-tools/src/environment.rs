//! Which variables of the program's own environment a command gets to see (setting `shellEnv`).
//!
//! A pure filter: variables in, variables out. By default those from which provider keys are taken stay behind, so that
//! `env` in a command puts no key into the transcript; `AWS_*`, `HF_TOKEN` and `COPILOT_GITHUB_TOKEN` are passed on,
//! because other programs live by them.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
};

use serde::{Deserialize, Serialize};

/// The names of all variables that hold provider keys and are held back by default, one a line.
pub const KEY_VARIABLES: &str = include_str!("key_variables.txt");

/// Which variables commands get.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ShellEnvironment {
    /// All but [`KEY_VARIABLES`].
    #[default]
    #[serde(rename = "noKeys")]
    NoKeys,
    /// All.
    #[serde(rename = "all")]
    All,
    /// As [`ShellEnvironment::NoKeys`], with exceptions by name.
    #[serde(untagged)]
    Lists {
        /// Passed on, although they hold keys.
        #[serde(default)]
        keep: Vec<String>,
        /// Held back, although they hold none.
        #[serde(default)]
        drop: Vec<String>,
    },
}

impl ShellEnvironment {
    fn passes(&self, name: &OsStr) -> bool {
        let named = |names: &[String]| names.iter().any(|other| name == other.as_str());
        let is_key = || KEY_VARIABLES.lines().any(|other| name == other);
        match self {
            Self::NoKeys => !is_key(),
            Self::All => true,
            Self::Lists { keep, drop } => !named(drop) && (named(keep) || !is_key()),
        }
    }
}

/// The part of `variables` that commands get under `policy`.
pub fn child_environment(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
    policy: &ShellEnvironment,
) -> BTreeMap<OsString, OsString> {
    variables.into_iter().filter(|(name, _)| policy.passes(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(policy: &ShellEnvironment) -> Vec<String> {
        let names = [
            "PATH",
            "OPENAI_API_KEY",
            "ANTHROPIC_OAUTH_TOKEN",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_BEARER_TOKEN_BEDROCK",
            "HF_TOKEN",
            "COPILOT_GITHUB_TOKEN",
            "MY_API_KEY",
        ];
        let variables = names.map(|name| (OsString::from(name), OsString::from("x")));
        child_environment(variables, policy).into_keys().filter_map(|name| name.into_string().ok()).collect()
    }

    #[test]
    fn provider_keys_stay_behind_and_the_keys_of_other_programs_are_passed_on() {
        let expected = [
            "AWS_BEARER_TOKEN_BEDROCK",
            "AWS_SECRET_ACCESS_KEY",
            "COPILOT_GITHUB_TOKEN",
            "HF_TOKEN",
            "MY_API_KEY",
            "PATH",
        ];
        assert_eq!(passed(&ShellEnvironment::NoKeys), expected);
    }

    #[test]
    fn all_passes_everything() {
        assert_eq!(passed(&ShellEnvironment::All).len(), 8);
    }

    #[test]
    fn lists_override_the_default_in_both_directions() -> Result<(), serde_json::Error> {
        let policy: ShellEnvironment =
            serde_json::from_str(r#"{"keep":["OPENAI_API_KEY"],"drop":["MY_API_KEY","HF_TOKEN"]}"#)?;
        let expected =
            ["AWS_BEARER_TOKEN_BEDROCK", "AWS_SECRET_ACCESS_KEY", "COPILOT_GITHUB_TOKEN", "OPENAI_API_KEY", "PATH"];
        assert_eq!(passed(&policy), expected);
        Ok(())
    }

    #[test]
    fn the_setting_is_written_as_a_word_or_as_lists() -> Result<(), serde_json::Error> {
        assert_eq!(serde_json::from_str::<ShellEnvironment>(r#""noKeys""#)?, ShellEnvironment::NoKeys);
        assert_eq!(serde_json::from_str::<ShellEnvironment>(r#""all""#)?, ShellEnvironment::All);
        assert!(serde_json::from_str::<ShellEnvironment>(r#""none""#).is_err());
        Ok(())
    }
}
