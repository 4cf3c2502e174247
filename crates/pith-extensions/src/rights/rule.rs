//! Rules as they stand in settings: for each kind of right a list of patterns, or no list, which allows all.
//!
//! `{"read": ["~/notes/**"], "write": [], "run": ["git"], "reach": ["*.example.com"], "env": ["PATH", "GITHUB_*"]}`

use std::path::Path;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde_json::Value;

use super::{Program, Right};

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
    run: Option<Programs>,
    reach: Option<GlobSet>,
    env: Option<GlobSet>,
}

/// Programs, by name and by path. A name means what the person would start by it.
#[derive(Debug, Clone, Default)]
struct Programs {
    names: GlobSet,
    paths: GlobSet,
}

impl Programs {
    fn allow(&self, program: &Program) -> bool {
        program.usual_name().is_some_and(|name| self.names.is_match(name))
            || program.path().is_some_and(|path| self.paths.is_match(path))
    }
}

impl Rules {
    /// Reads an object of lists. `~/` is the person's folder, `./` the working directory.
    pub fn read(value: &Value, home: &Path, cwd: &Path) -> Result<Self, RuleError> {
        let mut rules = Self::default();
        for (kind, patterns) in value.as_object().into_iter().flatten() {
            if !["read", "write", "run", "reach", "env"].contains(&kind.as_str()) {
                return Err(RuleError::UnknownKind { kind: kind.clone() });
            }
            let list = patterns.as_array().ok_or_else(|| RuleError::NotAList { kind: kind.clone() })?;
            let (mut set, mut programs) = (GlobSetBuilder::new(), GlobSetBuilder::new());
            for pattern in list {
                let text = pattern.as_str().ok_or_else(|| RuleError::NotAList { kind: kind.clone() })?;
                let bad = |error: globset::Error| RuleError::BadPattern {
                    kind: kind.clone(),
                    pattern: text.to_owned(),
                    reason: error.kind().to_string(),
                };
                let path = matches!(kind.as_str(), "read" | "write") || kind == "run" && text.contains('/');
                let whole = match kind.as_str() {
                    "run" if path => without_links(&absolute(text, home, cwd)),
                    _ if path => absolute(text, home, cwd),
                    _ => text.to_owned(),
                };
                let glob = GlobBuilder::new(&whole).literal_separator(path).case_insensitive(kind == "reach").build();
                let glob = glob.map_err(bad)?;
                if kind == "run" && (path || text == "*") {
                    programs.add(glob.clone());
                }
                if !(kind == "run" && path) {
                    set.add(glob);
                }
            }
            let set = set.build().unwrap_or_default();
            match kind.as_str() {
                "read" => rules.read = Some(set),
                "write" => rules.write = Some(set),
                "reach" => rules.reach = Some(set),
                "env" => rules.env = Some(set),
                _ => rules.run = Some(Programs { names: set, paths: programs.build().unwrap_or_default() }),
            }
        }
        Ok(rules)
    }

    /// Whether these rules allow it; a kind without a list allows all.
    pub(super) fn allow(&self, right: &Right) -> bool {
        let allowed = |set: &Option<GlobSet>, object: &Path| set.as_ref().is_none_or(|set| set.is_match(object));
        match right {
            Right::Read(path) => allowed(&self.read, path),
            Right::Write(path) => allowed(&self.write, path),
            Right::Run(program) => self.run.as_ref().is_none_or(|programs| programs.allow(program)),
            Right::Reach(host) => allowed(&self.reach, Path::new(host)),
            Right::Env(name) => allowed(&self.env, Path::new(name)),
        }
    }
}

/// A path without patterns in it as the system follows it, all but its last part; a program may go by its own name.
fn without_links(pattern: &str) -> String {
    let path = Path::new(pattern);
    let followed = path.parent().and_then(|folder| Some(folder.canonicalize().ok()?.join(path.file_name()?)));
    match followed {
        Some(path) if !pattern.contains(['*', '?', '[', '{']) => globset::escape(&path.to_string_lossy()),
        _ => pattern.to_owned(),
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
