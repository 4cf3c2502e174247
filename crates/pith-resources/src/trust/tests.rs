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

    fn environment(&self) -> Environment {
        let at = |name: &str| self.folder.path().join(name);
        Environment::new(at("p/s"), Some(at("home"))).with_variable("PITH_DIR", at("agent"))
    }

    fn decided(&mut self, flag: Option<bool>, default: DefaultProjectTrust) -> ProjectTrust {
        let environment = self.environment();
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
    assert!(guarded(&Paths::new(&environment).unwrap(), &environment).is_empty());
}

#[test]
fn a_broken_trust_file_is_told_and_counts_for_nothing() {
    for text in ["{", "[]", r#"{"ROOT": "yes"}"#] {
        let mut world = World::new(&["p/s/.pi/settings.json"], Some(text));
        assert_eq!(world.decided(None, Ask), Undecided, "{text}");
        assert_eq!(world.told.len(), 1, "{text}");
    }
}

#[test]
fn an_answer_is_saved_sorted_among_the_others_and_holds_from_then_on() {
    let mut world = World::new(&["p/s/.pi/settings.json", "p/.agents/skills/a.md"], Some(r#"{"z": null, "b": true}"#));
    let environment = world.environment();
    let paths = Paths::new(&environment).unwrap();
    let question = question(&paths, &environment);
    assert_eq!(question.folder, world.folder.path().canonicalize().unwrap().join("p/s"));
    assert_eq!(question.guarded.len(), 2);
    for answer in [TrustAnswer::TrustOnce, TrustAnswer::RefuseOnce] {
        remember(&question, answer, &paths).unwrap();
        assert_eq!(world.decided(None, Ask), Undecided);
    }
    remember(&question, TrustAnswer::Refuse, &paths).unwrap();
    assert_eq!(world.decided(None, Ask), Untrusted);
    remember(&question, TrustAnswer::TrustParent, &paths).unwrap();
    assert_eq!(world.decided(None, Ask), Untrusted, "the nearer decision holds");
    remember(&question, TrustAnswer::Trust, &paths).unwrap();
    assert_eq!(world.decided(None, Ask), Trusted);
    let text = std::fs::read_to_string(paths.trust_file()).unwrap();
    let root = world.folder.path().canonicalize().unwrap();
    let root = root.display();
    assert_eq!(
        text,
        format!("{{\n  \"{root}/p\": true,\n  \"{root}/p/s\": true,\n  \"b\": true,\n  \"z\": null\n}}\n")
    );
    assert!(world.told.is_empty());
}

#[test]
fn a_broken_trust_file_is_never_overwritten() {
    for text in ["{", r#"{"ROOT": "yes"}"#] {
        let world = World::new(&["p/s/.pi/settings.json"], Some(text));
        let environment = world.environment();
        let paths = Paths::new(&environment).unwrap();
        let before = std::fs::read(paths.trust_file()).unwrap();
        let saved = remember(&question(&paths, &environment), TrustAnswer::Trust, &paths);
        assert!(matches!(saved, Err(UpdateError::Broken(_))));
        assert_eq!(std::fs::read(paths.trust_file()).unwrap(), before);
    }
}
