#![allow(clippy::unwrap_used, reason = "tests")]

use pith_config::{Environment, Paths};

use super::*;

struct World {
    root: tempfile::TempDir,
    options: SkillOptions,
    cwd: &'static str,
}

impl World {
    fn new(files: &[(&str, &str)]) -> Self {
        let world = Self {
            root: tempfile::tempdir().unwrap(),
            options: SkillOptions { trusted: true, ..SkillOptions::default() },
            cwd: "p",
        };
        std::fs::create_dir_all(world.path("p/.git")).unwrap();
        files.iter().for_each(|(name, text)| world.write(name, text.as_bytes()));
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), bytes).unwrap();
    }

    fn find(&self) -> (Skills, Findings) {
        let environment = Environment::new(self.path(self.cwd), Some(self.path("home")))
            .with_variable("PITH_DIR", self.path("agent"));
        let mut findings = Findings::default();
        let skills = skills(&self.options, &Paths::new(&environment).unwrap(), &environment, &mut findings);
        (skills, findings)
    }

    /// The skills as `name: description`, and what was told as `file:line: message`.
    fn found(&self) -> (Vec<String>, Vec<String>) {
        let (skills, findings) = self.find();
        let shown = skills.usable.iter().map(|skill| format!("{}: {}", skill.name, skill.description));
        let told = findings.diagnostics.iter().map(|told| {
            let path = told.path.as_deref().unwrap_or(Path::new(""));
            let path = path.strip_prefix(self.root.path()).unwrap_or(path);
            format!("{}:{}: {}", path.display(), told.line.unwrap_or_default(), told.message)
        });
        (shown.collect(), told.collect())
    }
}

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\nBody")
}

#[test]
fn the_projects_skills_come_first_then_the_persons_and_each_name_counts_once() {
    let world = World::new(&[
        ("p/.pi/skills/dup/SKILL.md", &skill("dup", "project")),
        ("p/.agents/skills/ag/SKILL.md", &skill("ag", "agents")),
        ("p/.agents/skills/root.md", &skill("root", "not counted")),
        ("p/.agents/skills/nested/x.md", &skill("nested", "counted")),
        (".agents/skills/outside/SKILL.md", &skill("outside", "above the repository")),
        ("agent/skills/dup/SKILL.md", &skill("dup", "user")),
        ("agent/skills/loose.md", &skill("loose", "in the root")),
        ("agent/skills/sub/loose.md", &skill("sub", "not counted")),
        ("home/.agents/skills/u/SKILL.md", &skill("u", "home")),
    ]);
    let (found, told) = world.found();
    assert_eq!(found, ["dup: project", "ag: agents", "nested: counted", "loose: in the root", "u: home"]);
    assert_eq!(told.len(), 1);
    assert!(told.first().unwrap().starts_with("agent/skills/dup/SKILL.md:0: skill `dup` is there already"), "{told:?}");
}

#[test]
fn an_untrusted_projects_skills_are_left_alone() {
    let mut world = World::new(&[
        ("p/.pi/skills/a/SKILL.md", &skill("a", "project")),
        ("p/.agents/skills/b/SKILL.md", &skill("b", "project")),
        ("agent/skills/c/SKILL.md", &skill("c", "user")),
    ]);
    world.options.trusted = false;
    assert_eq!(world.found().0, ["c: user"]);
}

#[test]
fn what_the_command_line_names_wins_and_works_alone() {
    let mut world = World::new(&[
        ("agent/skills/dup/SKILL.md", &skill("dup", "user")),
        ("agent/skills/a/SKILL.md", &skill("a", "user")),
        ("p/s/dup/SKILL.md", &skill("dup", "named")),
        ("p/file.md", &skill("file", "named")),
    ]);
    world.options.named = vec!["s".into(), "file.md".into(), "missing".into()];
    let (found, told) = world.found();
    assert_eq!(found, ["a: user", "dup: named", "file: named"]);
    assert_eq!(told.first().unwrap(), "p/missing:0: does not exist; no skill is read from it");
    world.options.only_named = true;
    assert_eq!(world.found().0, ["dup: named", "file: named"]);
}

#[test]
fn settings_add_places_and_exclude_what_they_name() {
    let mut world = World::new(&[
        ("agent/skills/a/SKILL.md", &skill("a", "user")),
        ("agent/skills/b/SKILL.md", &skill("b", "user")),
        ("elsewhere/c/SKILL.md", &skill("c", "elsewhere")),
    ]);
    world.options.user_setting = vec!["../elsewhere".into(), "!skills/*".into(), "+skills/b".into()];
    assert_eq!(world.found().0, ["c: elsewhere", "b: user"]);
}

#[test]
fn a_folder_with_a_skill_is_not_descended_and_ignored_entries_are_passed_over() {
    let world = World::new(&[
        ("agent/skills/one/SKILL.md", &skill("one", "x")),
        ("agent/skills/one/samples/two/SKILL.md", &skill("two", "x")),
        ("agent/skills/.hidden/SKILL.md", &skill("hidden", "x")),
        ("agent/skills/node_modules/m/SKILL.md", &skill("m", "x")),
        ("agent/skills/ign/SKILL.md", &skill("ign", "x")),
        ("agent/skills/.gitignore", "ign/\n"),
        ("agent/skills/group/deep/SKILL.md", &skill("deep", "x")),
        ("agent/skills/group/.ignore", "*\n!deep\n!deep/*\n"),
        ("agent/skills/README.md", "no front matter"),
    ]);
    let (found, told) = world.found();
    assert_eq!(found, ["deep: x", "one: x"]);
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn front_matter_that_is_no_yaml_costs_no_skill_and_is_told() {
    let world = World::new(&[(
        "agent/skills/x/SKILL.md",
        "\u{feff}---\r\nname: x\r\ndescription: Use when: you need X: do Y\r\n---\r\nbody\r\n",
    )]);
    let (found, told) = world.found();
    assert_eq!(found, ["x: Use when: you need X: do Y"]);
    assert!(told.first().unwrap().starts_with("agent/skills/x/SKILL.md:3: the front matter is no YAML ("), "{told:?}");
    assert_eq!(told.len(), 1);
}

#[test]
fn what_was_meant_to_be_a_skill_and_is_none_is_known_and_told() {
    let world = World::new(&[
        ("agent/skills/x/SKILL.md", "---\nname: x\n---\nbody"),
        ("agent/skills/y/SKILL.md", "just text"),
        ("agent/skills/z.md", "---\ndescription:\n---\nbody"),
    ]);
    let (skills, findings) = world.find();
    assert!(skills.usable.is_empty());
    let unusable: Vec<(&str, Option<usize>)> =
        skills.unusable.iter().map(|skill| (skill.name.as_str(), skill.line)).collect();
    assert_eq!(unusable, [("x", Some(1)), ("y", Some(1)), ("z", Some(2))]);
    assert_eq!(findings.diagnostics.len(), 3);
    assert!(findings.resources.iter().all(|found| matches!(found.outcome, Outcome::Skipped { .. })));
}

#[test]
fn what_has_a_skills_name_and_is_no_file_is_told_and_not_waited_for() {
    let mut world = World::new(&[("agent/skills/a/SKILL.md/x", ""), ("named.md/y", "")]);
    let (_, told) = world.found();
    assert!(
        matches!(told.as_slice(), [one] if one.contains("skill `a` cannot be used: it cannot be read (it is a folder")),
        "{told:?}"
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", world.path("agent/skills/z.md")).unwrap();
        world.options.named = vec!["/dev/null".to_owned()];
        let (_, told) = world.found();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told.iter().any(|told| told.contains("skill `z` cannot be used: it cannot be read (it is a device")),
            "{told:?}"
        );
    }
}

#[test]
fn doubtful_names_are_told_and_the_skill_is_there() {
    let world = World::new(&[("agent/skills/x/SKILL.md", &skill("Bad_-Name-", &"d".repeat(1025)))]);
    let (found, told) = world.found();
    assert_eq!(found.len(), 1);
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn a_name_that_is_no_text_gives_way_to_the_folders() {
    let world = World::new(&[
        ("agent/skills/num/SKILL.md", &skill("12", "456")),
        ("agent/skills/odd/SKILL.md", "---\nname: a b\ndescription: x: y\n---\n"),
    ]);
    assert_eq!(world.found().0, ["num: 456", "odd: x: y"]);
}

#[test]
fn a_copy_of_the_same_text_is_no_conflict() {
    let world = World::new(&[
        ("p/.pi/skills/a/SKILL.md", &skill("a", "same")),
        ("agent/skills/a/SKILL.md", &skill("a", "same")),
    ]);
    assert_eq!(world.found(), (vec!["a: same".to_owned()], Vec::new()));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_circles_end_at_the_shortest_path() {
    let world =
        World::new(&[("p/.pi/skills/one/SKILL.md", &skill("one", "x")), ("shared/two/SKILL.md", &skill("two", "x"))]);
    std::os::unix::fs::symlink("..", world.path("p/.pi/skills/loop")).unwrap();
    std::os::unix::fs::symlink("../../../shared/two", world.path("p/.pi/skills/two")).unwrap();
    std::os::unix::fs::symlink("gone", world.path("p/.pi/skills/broken")).unwrap();
    let (skills, findings) = world.find();
    let paths: Vec<&Path> = skills.usable.iter().map(|skill| skill.path.as_path()).collect();
    assert_eq!(paths, [world.path("p/.pi/skills/one/SKILL.md"), world.path("p/.pi/skills/two/SKILL.md")]);
    assert!(findings.diagnostics.is_empty());
}

#[test]
fn only_the_value_true_keeps_a_skill_from_the_model() {
    let hidden = |value: &str| {
        let text = format!("---\ndescription: x\ndisable-model-invocation: {value}\n---\n\n Body \n\n");
        let world = World::new(&[("agent/skills/x/SKILL.md", &text)]);
        let skill = world.find().0.usable.pop().unwrap();
        assert_eq!(skill.body().unwrap(), "Body");
        skill.only_by_command
    };
    assert!(hidden("true"));
    assert!(!hidden("\"true\"") && !hidden("1"));
}

#[test]
fn front_matter_that_nothing_ends_is_told_as_that() {
    let world = World::new(&[("agent/skills/x/SKILL.md", "---\nname: x\ndescription: d\nbody\n")]);
    let (found, told) = world.found();
    assert!(found.is_empty());
    assert!(
        matches!(told.as_slice(), [one] if one.ends_with(":1: skill `x` cannot be used: no line `---` ends its front matter")),
        "{told:?}"
    );
}
