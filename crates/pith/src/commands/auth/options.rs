//! The options of `pith auth`. Pure.

use crate::problem::Problem;

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// `--provider`.
    pub(super) provider: Option<String>,
    /// `--model`.
    pub(super) model: Option<String>,
    /// `--json`.
    pub(super) json: bool,
    /// `--credentials`: the key as well.
    pub(super) credentials: bool,
    /// `--no-refresh`: nothing is made or fetched.
    pub(super) no_refresh: bool,
    /// `--api-key`: a key is typed in, even where a page gives one.
    pub(super) by_key: bool,
    /// `--no-browser`: the page is opened by hand.
    pub(super) no_browser: bool,
    /// `--extension`: brings a provider.
    pub(super) extensions: Vec<String>,
    /// What is no option.
    pub(super) words: Vec<String>,
}

impl Options {
    /// Reads them.
    ///
    /// # Errors
    /// When one is unknown, or lacks its value.
    pub(super) fn read(words: &[String]) -> Result<Self, Problem> {
        let mut options = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let (name, inline) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (word.as_str(), None),
            };
            let mut value = || {
                let missing = || Problem::AuthOptionValue { option: name.to_owned() };
                inline.clone().or_else(|| rest.next().cloned()).filter(|value| !value.is_empty()).ok_or_else(missing)
            };
            match name {
                "--provider" => options.provider = Some(value()?),
                "--model" => options.model = Some(value()?),
                // Keys have no time to live, so that any is left.
                "--min-expiry" => drop(value()?),
                "-e" | "--extension" => options.extensions.push(value()?),
                "--json" => options.json = true,
                "--credentials" => options.credentials = true,
                "--api-key" => options.by_key = true,
                "--no-browser" => options.no_browser = true,
                "--no-refresh" => options.no_refresh = true,
                _ if name.starts_with('-') => return Err(Problem::AuthOption { option: name.to_owned() }),
                _ => options.words.push(word.clone()),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn read(words: &[&str]) -> Result<Options, Problem> {
        Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn values_follow_or_are_joined() {
        let options = read(&["--provider", "mock", "--model=m1", "--json", "x"]).unwrap();
        assert_eq!((options.provider.as_deref(), options.model.as_deref()), (Some("mock"), Some("m1")));
        assert!(options.json && options.words == ["x"]);
    }

    #[test]
    fn a_lacking_value_and_an_unknown_option_are_named() {
        assert!(read(&["--provider"]).unwrap_err().to_string().contains("`--provider`"));
        assert!(read(&["--frob"]).unwrap_err().to_string().contains("`--frob`"));
    }
}
