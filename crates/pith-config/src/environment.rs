//! A snapshot of what the process was given: variables, current directory, home.
//!
//! Taken once at the start and handed down, so that everything below can be tested with one of its own. Its `Debug`
//! shows no values, since many of them are keys.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy as _;

/// What the process was given.
#[derive(Clone)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
    current_dir: PathBuf,
    home: Option<PathBuf>,
    native_cache: Option<PathBuf>,
}

/// Why there is no snapshot.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// The directory the program was started in is gone or closed to it.
    #[error("the current directory cannot be read; change to one that exists")]
    CurrentDir(#[source] io::Error),
}

impl Environment {
    /// Reads the process. The only such place in the program, besides its entry point.
    ///
    /// # Errors
    /// When the current directory cannot be read.
    pub fn from_process() -> Result<Self, EnvironmentError> {
        let current_dir = std::env::current_dir().map_err(EnvironmentError::CurrentDir)?;
        let mut snapshot = Self::new(current_dir, etcetera::home_dir().ok());
        snapshot.native_cache = etcetera::base_strategy::choose_native_strategy().ok().map(|dirs| dirs.cache_dir());
        for (name, value) in std::env::vars_os() {
            snapshot.variables.insert(key(&name), value);
        }
        Ok(snapshot)
    }

    /// An environment without variables.
    pub fn new(current_dir: impl Into<PathBuf>, home: Option<PathBuf>) -> Self {
        Self { variables: BTreeMap::new(), current_dir: current_dir.into(), home, native_cache: None }
    }

    /// The same with one variable more.
    #[must_use]
    pub fn with_variable(mut self, name: impl AsRef<OsStr>, value: impl Into<OsString>) -> Self {
        self.variables.insert(key(name.as_ref()), value.into());
        self
    }

    /// The same in another directory, for example that of a session that is continued.
    #[must_use]
    pub fn with_current_dir(mut self, current_dir: impl Into<PathBuf>) -> Self {
        self.current_dir = current_dir.into();
        self
    }

    /// A variable's value. An empty one counts as not set, and so does one that is no Unicode.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(&key(OsStr::new(name)))?.to_str().filter(|value| !value.is_empty())
    }

    /// Whether a switch is on: `1`, `true` or `yes`, whatever the case.
    pub fn is_on(&self, name: &str) -> bool {
        self.variable(name).is_some_and(|value| ["1", "true", "yes"].iter().any(|on| value.eq_ignore_ascii_case(on)))
    }

    /// Whether nothing may be fetched by itself (`PI_OFFLINE`).
    pub fn is_offline(&self) -> bool {
        self.is_on("PI_OFFLINE")
    }

    /// All variables, for the environment of a child.
    pub fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The working directory; absolute.
    pub fn current_dir(&self) -> &Path {
        &self.current_dir
    }

    /// The person's home, where there is one.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// A path as people type it: a leading `~` is the home, the rest is relative to the working directory.
    pub fn resolve(&self, text: impl AsRef<Path>) -> PathBuf {
        let path = text.as_ref();
        match (path.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home.clone(),
            (Ok(rest), Some(home)) => home.join(rest),
            _ => self.current_dir.join(path),
        }
    }

    /// Where caches of this user go: `XDG_CACHE_HOME` when it is absolute, else the system's own place.
    pub(crate) fn cache_base(&self) -> Option<PathBuf> {
        let named = self.variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        named.or_else(|| self.native_cache.clone()).or_else(|| Some(self.home.as_ref()?.join(".cache")))
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("variables", &self.variables.keys())
            .field("current_dir", &self.current_dir)
            .field("home", &self.home)
            .finish_non_exhaustive()
    }
}

/// The form a name is looked up under: Windows does not mind the case.
fn key(name: &OsStr) -> OsString {
    if cfg!(windows) { name.to_ascii_uppercase() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment() -> Environment {
        Environment::new("/work", Some(PathBuf::from("/home/u")))
    }

    #[test]
    fn an_empty_variable_counts_as_not_set() {
        let env = environment().with_variable("A", "").with_variable("B", "b");
        assert_eq!(env.variable("A"), None);
        assert_eq!(env.variable("B"), Some("b"));
    }

    #[test]
    fn only_one_true_and_yes_switch_something_on() {
        for (value, on) in [("1", true), ("true", true), ("YES", true), ("0", false), ("no", false), ("2", false)] {
            assert_eq!(environment().with_variable("PI_OFFLINE", value).is_offline(), on, "{value}");
        }
        assert!(!environment().is_offline());
    }

    #[test]
    fn a_typed_path_is_resolved_against_home_or_the_working_directory() {
        for (typed, path) in
            [("~", "/home/u"), ("~/x", "/home/u/x"), ("~other/x", "/work/~other/x"), ("x", "/work/x"), ("/x", "/x")]
        {
            assert_eq!(environment().resolve(typed), Path::new(path), "{typed}");
        }
    }

    #[test]
    fn debug_shows_no_values() {
        let shown = format!("{:?}", environment().with_variable("OPENAI_API_KEY", "sk-secret"));
        assert!(shown.contains("OPENAI_API_KEY") && !shown.contains("sk-secret"), "{shown}");
    }
}
