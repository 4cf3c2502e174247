//! Rules as they stand in settings: for each kind of right a list of patterns, or no list, which allows all.
//!
//! `{"read": ["~/notes/**"], "write": [], "run": ["git"], "reach": ["*.example.com"], "env": ["PATH", "GITHUB_*"]}`

use std::path::Path;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde_json::Value;

use super::Right;

/// Why rules cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// There is no such kind of right.
    #[error("`{kind}` is no kind of right; there are `read`, `write`, `run`, `reach` and `env`")]
    UnknownKind {
        /// What stands there.
        kind: String,
    },
    /// Not a list of patterns.
    #[error("`{kind}` must be a list of patterns")]
    NotAList {
        /// The kind of right.
        kind: String,
    },
    /// A pattern that is none.
    #[error("`{pattern}` of `{kind}` is not a pattern: {reason}")]
    BadPattern {
        /// The kind of right.
        kind: String,
        /// What stands there.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// What one place in the settings says of one extension.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    read: Option<GlobSet>,
    write: Option<GlobSet>,
    run: Option<GlobSet>,
    reach: Option<GlobSet>,
    env: Option<GlobSet>,
}

impl Rules {
    /// Reads an object of lists. `~/` is the person's folder, `./` the working directory.
    pub fn read(value: &Value, home: &Path, cwd: &Path) -> Result<Self, RuleError> {
        let mut rules = Self::default();
        for (kind, patterns) in value.as_object().into_iter().flatten() {
            let slot = match kind.as_str() {
                "read" => &mut rules.read,
                "write" => &mut rules.write,
                "run" => &mut rules.run,
                "reach" => &mut rules.reach,
                "env" => &mut rules.env,
                _ => return Err(RuleError::UnknownKind { kind: kind.clone() }),
            };
            let paths = matches!(kind.as_str(), "read" | "write");
            let list = patterns.as_array().ok_or_else(|| RuleError::NotAList { kind: kind.clone() })?;
            let mut set = GlobSetBuilder::new();
            for pattern in list {
                let text = pattern.as_str().ok_or_else(|| RuleError::NotAList { kind: kind.clone() })?;
                let bad = |error: globset::Error| RuleError::BadPattern {
                    kind: kind.clone(),
                    pattern: text.to_owned(),
                    reason: error.kind().to_string(),
                };
                let whole = if paths { absolute(text, home, cwd) } else { text.to_owned() };
                let glob = GlobBuilder::new(&whole).literal_separator(paths).case_insensitive(kind == "reach").build();
                set.add(glob.map_err(bad)?);
            }
            *slot = Some(set.build().unwrap_or_default());
        }
        Ok(rules)
    }

    /// Whether these rules allow it; a kind without a list allows all.
    pub(super) fn allow(&self, right: &Right) -> bool {
        let allowed = |set: &Option<GlobSet>, object: &Path| set.as_ref().is_none_or(|set| set.is_match(object));
        match right {
            Right::Read(path) => allowed(&self.read, path),
            Right::Write(path) => allowed(&self.write, path),
            // `/usr/bin/git` is `git` to whoever wrote `git`.
            Right::Run(program) => {
                let path = Path::new(program);
                allowed(&self.run, path) || path.file_name().is_some_and(|name| allowed(&self.run, Path::new(name)))
            }
            Right::Reach(host) => allowed(&self.reach, Path::new(host)),
            Right::Env(name) => allowed(&self.env, Path::new(name)),
        }
    }
}

fn absolute(pattern: &str, home: &Path, cwd: &Path) -> String {
    let below = |folder: &Path, rest: &str| format!("{}/{rest}", globset::escape(&folder.to_string_lossy()));
    if let Some(rest) = pattern.strip_prefix("~/") {
        below(home, rest)
    } else if let Some(rest) = pattern.strip_prefix("./") {
        below(cwd, rest)
    } else {
        pattern.to_owned()
    }
}
