//! The gate: says yes or no to every effect of one extension, and remembers what was asked for.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::{Right, Rules};

/// Objects that are remembered for each kind of right; a list for people need not be longer.
const REMEMBERED: usize = 200;

/// By kind and object: how often, and whether it was granted.
type Asked = BTreeMap<(&'static str, String), (u64, bool)>;

/// A right that is not granted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{extension}` may not {kind} `{object}`; the setting `extensionRights` says what it may")]
pub struct Denied {
    /// Who asked.
    pub extension: String,
    /// The kind of right.
    pub kind: &'static str,
    /// What it was wanted for.
    pub object: String,
}

/// What an extension has asked for: by kind and object, how often, and whether it was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// The kind of right.
    pub kind: &'static str,
    /// What it was wanted for.
    pub object: String,
    /// How often.
    pub times: u64,
    /// Whether it was granted.
    pub granted: bool,
}

/// One extension's gate. Without rules it grants everything, and still remembers.
#[derive(Debug, Default)]
pub struct Gate {
    extension: String,
    layers: Vec<Rules>,
    asked: Mutex<Asked>,
}

impl Gate {
    /// A gate with rules from several places: all of them have to allow, so that a later place can only narrow.
    pub fn new(extension: impl Into<String>, layers: Vec<Rules>) -> Self {
        Self { extension: extension.into(), layers, asked: Mutex::default() }
    }

    /// Says whether it may be done.
    pub fn check(&self, right: Right) -> Result<(), Denied> {
        let right = followed(right);
        let granted = self.layers.iter().all(|rules| rules.allow(&right));
        let (kind, object) = (right.kind(), right.object());
        {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let room = asked.len() < REMEMBERED * 5;
            let key = (kind, object.clone());
            if let Some((times, _)) = asked.get_mut(&key) {
                *times += 1;
            } else if room || !granted {
                asked.insert(key, (1, granted));
            }
        }
        if granted { Ok(()) } else { Err(Denied { extension: self.extension.clone(), kind, object }) }
    }

    /// Whether it would be granted; nothing is remembered.
    pub(crate) fn allows(&self, right: &Right) -> bool {
        self.layers.iter().all(|rules| rules.allow(right))
    }

    /// What was asked for so far, sorted.
    pub fn usage(&self) -> Vec<Usage> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let usage = asked.iter().map(|((kind, object), (times, granted))| Usage {
            kind,
            object: object.clone(),
            times: *times,
            granted: *granted,
        });
        usage.collect()
    }
}

/// A path as the system will follow it: links in what exists of it are undone, so that none leads around a rule.
fn followed(right: Right) -> Right {
    let Some(path) = right.path() else { return right };
    let real = real(path);
    match right {
        Right::Read(_) => Right::Read(real),
        Right::Write(_) => Right::Write(real),
        right => right,
    }
}

fn real(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = clean.pop(),
            part => clean.push(part),
        }
    }
    let existing = clean.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match existing {
        Some((above, real)) => clean.strip_prefix(above).map_or_else(|_| clean.clone(), |rest| real.join(rest)),
        None => clean,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn rules(value: serde_json::Value) -> Rules {
        Rules::read(&value, Path::new("/home/me"), Path::new("/work")).unwrap()
    }

    /// A program that nothing is known of but its name.
    fn run(name: &str) -> Right {
        Right::Run(crate::rights::Program::find(name, None, None, Path::new("/")))
    }

    #[test]
    fn without_rules_everything_is_granted_and_remembered() {
        let gate = Gate::new("x", Vec::new());
        gate.check(run("git")).unwrap();
        gate.check(run("git")).unwrap();
        let used = Usage { kind: "run", object: "git".into(), times: 2, granted: true };
        assert_eq!(gate.usage(), [used]);
    }

    #[test]
    fn a_list_narrows_its_kind_and_an_empty_one_closes_it() {
        let gate = Gate::new("x", vec![rules(json!({"read": ["~/n/**", "./**"], "run": [], "reach": ["*.a.org"]}))]);
        assert!(gate.check(Right::Read("/home/me/n/a/b".into())).is_ok());
        assert!(gate.check(Right::Read("/work/x".into())).is_ok());
        assert!(gate.check(Right::Read("/home/me/n/../.ssh/id".into())).is_err());
        assert!(gate.check(run("git")).is_err());
        assert!(gate.check(Right::Reach("api.A.org".into())).is_ok());
        assert!(gate.check(Right::Reach("a.org.evil.com".into())).is_err());
        assert!(gate.check(Right::Write("/anything".into())).is_ok());
        let error = gate.check(run("rm")).unwrap_err();
        assert_eq!(error.to_string(), "`x` may not run `rm`; the setting `extensionRights` says what it may");
        assert!(gate.usage().iter().any(|usage| usage.object == "rm" && !usage.granted));
    }

    #[test]
    fn a_second_place_can_only_narrow() {
        let gate = Gate::new("x", vec![rules(json!({"run": ["git", "npm"]})), rules(json!({"run": ["git", "rm"]}))]);
        assert!(gate.check(run("git")).is_ok());
        assert!(gate.check(run("npm")).is_err());
        assert!(gate.check(run("rm")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_does_not_lead_around_a_rule() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("open")).unwrap();
        std::fs::create_dir(root.join("closed")).unwrap();
        std::os::unix::fs::symlink(root.join("closed"), root.join("open/link")).unwrap();
        let only = rules(json!({"write": [format!("{}/open/**", root.display())]}));
        let gate = Gate::new("x", vec![only]);
        assert!(gate.check(Right::Write(root.join("open/new"))).is_ok());
        assert!(gate.check(Right::Write(root.join("open/link/new"))).is_err());
    }

    #[test]
    fn broken_rules_are_named() {
        let read = |value| Rules::read(&value, Path::new("/"), Path::new("/")).map(drop).unwrap_err().to_string();
        assert!(read(json!({"exec": []})).contains("`exec` is no kind of right"));
        assert!(read(json!({"run": "git"})).contains("list"));
        assert!(read(json!({"run": ["["]})).contains("not a pattern"));
    }
}
