#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

use DefaultProjectTrust::{Always, Ask, Never};
use ProjectTrust::{Trusted, Undecided, Untrusted};

struct World {
    folder: tempfile::TempDir,
    told: Vec<Diagnostic>,
}

impl World {
    /// A project `p/s` with these files, and this `trust.json`, in which `ROOT` stands for the real folder above it all.
    fn new(files: &[&str], trust: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["p/s/x", "agent/x"].iter().chain(files) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        if let Some(text) = trust {
            let root = folder.path().canonicalize().unwrap();
            let root = serde_json::to_string(root.to_str().unwrap()).unwrap();
            let text = text.replace("ROOT", root.trim_matches('"'));
            std::fs::write(folder.path().join("agent/trust.json"), text).unwrap();
        }
        Self { folder, told: Vec::new() }
    }

    fn decided(&mut self, flag: Option<bool>, default: DefaultProjectTrust) -> ProjectTrust {
        let at = |name: &str| self.folder.path().join(name);
        let environment = Environment::new(at("p/s"), Some(at("home"))).with_variable("PITH_DIR", at("agent"));
        project_trust(flag, default, &Paths::new(&environment).unwrap(), &environment, &mut self.told)
    }
}

#[test]
fn the_flag_decides_before_everything_else() {
    let mut world = World::new(&["p/s/.pi/settings.json"], Some(r#"{"ROOT/p": false}"#));
    assert_eq!(world.decided(Some(true), Never), Trusted);
    assert_eq!(world.decided(Some(false), Always), Untrusted);
}

#[test]
fn the_nearest_saved_decision_holds() {
    let mut world = World::new(&["p/s/.pi/settings.json"], Some(r#"{"ROOT": true, "ROOT/p": false}"#));
    assert_eq!(world.decided(None, Always), Untrusted);
    let mut world = World::new(&["p/s/.pi/settings.json"], Some(r#"{"ROOT": true, "ROOT/p": null}"#));
    assert_eq!(world.decided(None, Never), Trusted);
    let mut world = World::new(&[], Some(r#"{"ROOT/p/s": false}"#));
    assert_eq!(world.decided(None, Always), Untrusted);
}

#[test]
fn without_a_decision_the_default_holds_where_there_is_something_to_guard() {
    for guarded in GUARDED {
        let mut world = World::new(&[&format!("p/s/.pi/{guarded}")], None);
        assert_eq!(world.decided(None, Always), Trusted, "{guarded}");
        assert_eq!(world.decided(None, Never), Untrusted, "{guarded}");
        assert_eq!(world.decided(None, Ask), Undecided, "{guarded}");
    }
    assert!(!Undecided.without_asking());
    assert_eq!(World::new(&["p/s/.pi/other", "p/.pi/settings.json"], None).decided(None, Never), Trusted);
}

#[test]
fn skills_of_folders_above_are_guarded_up_to_the_repositorys_root() {
    assert_eq!(World::new(&["p/.agents/skills/a.md"], None).decided(None, Ask), Undecided);
    assert_eq!(World::new(&["p/s/.git/HEAD", "p/.agents/skills/a.md"], None).decided(None, Ask), Trusted);
    assert_eq!(World::new(&["p/.git/HEAD", "p/.agents/skills/a.md"], None).decided(None, Ask), Undecided);
}

#[test]
fn the_persons_own_skills_need_no_trust() {
    let world = World::new(&["home/.agents/skills/a.md"], None);
    let home = world.folder.path().join("home");
    let environment = Environment::new(&home, Some(home.clone())).with_variable("PITH_DIR", world.folder.path());
    assert_eq!(guarded(&Paths::new(&environment).unwrap(), &environment), None);
}

#[test]
fn a_broken_trust_file_is_told_and_counts_for_nothing() {
    for text in ["{", "[]", r#"{"ROOT": "yes"}"#] {
        let mut world = World::new(&["p/s/.pi/settings.json"], Some(text));
        assert_eq!(world.decided(None, Ask), Undecided, "{text}");
        assert_eq!(world.told.len(), 1, "{text}");
    }
}
