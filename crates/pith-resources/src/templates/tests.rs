#![allow(clippy::unwrap_used, reason = "tests")]

use pith_config::{Environment, Paths};

use super::*;
use crate::Findings;

struct World {
    root: tempfile::TempDir,
    options: TemplateOptions,
}

impl World {
    fn new(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self { root, options: TemplateOptions { trusted: true, ..TemplateOptions::default() } }
    }

    fn find(&self) -> (Vec<Template>, Findings) {
        let at = |name: &str| self.root.path().join(name);
        let environment = Environment::new(at("p"), None).with_variable("PITH_DIR", at("agent"));
        let mut findings = Findings::default();
        let templates = templates(&self.options, &Paths::new(&environment).unwrap(), &environment, &mut findings);
        (templates, findings)
    }

    fn found(&self) -> Vec<String> {
        self.find().0.iter().map(|template| format!("{}: {}", template.name, template.body)).collect()
    }
}

#[test]
fn the_command_lines_templates_win_then_the_projects_then_the_persons() {
    let mut world = World::new(&[
        ("p/.pi/prompts/hey.md", "PROJECT"),
        ("agent/prompts/hey.md", "USER"),
        ("agent/prompts/own.md", "OWN"),
        ("p/t/hey.md", "NAMED"),
        ("p/t/deep/no.md", "NO"),
    ]);
    assert_eq!(world.found(), ["hey: PROJECT", "own: OWN"]);
    world.options.named = vec!["t".into(), "gone.md".into()];
    assert_eq!(world.found(), ["hey: NAMED", "own: OWN"]);
    let told = world.find().1.diagnostics;
    assert_eq!(told.len(), 3, "{told:?}");
    world.options.only_named = true;
    assert_eq!(world.found(), ["hey: NAMED"]);
}

#[test]
fn an_untrusted_projects_templates_are_left_alone() {
    let mut world = World::new(&[("p/.pi/prompts/hey.md", "PROJECT"), ("agent/prompts/hey.md", "USER")]);
    world.options.trusted = false;
    assert_eq!(world.found(), ["hey: USER"]);
}

#[test]
fn usual_folders_are_read_flat_and_folders_of_settings_deep() {
    let mut world = World::new(&[
        ("agent/prompts/n/deep.md", "DEEP"),
        ("agent/prompts/.dot.md", "DOT"),
        ("agent/prompts/ign.md", "IGN"),
        ("agent/prompts/.gitignore", "ign.md\n"),
        ("agent/prompts/Up.md", "UP"),
        ("agent/more/n/deep.md", "MORE"),
    ]);
    assert_eq!(world.found(), ["Up: UP"]);
    world.options.user_setting = vec!["more".into(), "!Up.md".into()];
    assert_eq!(world.found(), ["deep: MORE"]);
}

#[test]
fn a_body_is_trimmed_only_behind_front_matter() {
    let world = World::new(&[
        ("agent/prompts/a.md", "---\ndescription: Review\nargument-hint: \"[x]\"\n---\n\nBody\n\n"),
        ("agent/prompts/b.md", "\n\nFirst line, which is rather long and has more than sixty characters in it\n\n"),
    ]);
    let [a, b] = <[Template; 2]>::try_from(world.find().0).unwrap();
    assert_eq!((a.body.as_str(), a.description.as_str(), a.argument_hint.as_deref()), ("Body", "Review", Some("[x]")));
    assert!(b.body.starts_with("\n\nFirst") && b.body.ends_with("in it\n\n"));
    assert_eq!(b.description, "First line, which is rather long and has more than sixty cha...");
}

#[test]
fn front_matter_that_is_no_yaml_is_told_and_costs_no_template() {
    let world = World::new(&[("agent/prompts/t.md", "---\ndescription: a: b: c\n---\nBody $1")]);
    let (templates, findings) = world.find();
    assert_eq!(templates.first().unwrap().fill("a").text, "Body a");
    assert_eq!(templates.first().unwrap().description, "a: b: c");
    assert_eq!(findings.diagnostics.iter().map(|told| told.line).collect::<Vec<_>>(), [Some(2)]);
}

#[test]
fn what_has_a_templates_name_and_is_no_file_is_told() {
    let world = World::new(&[("agent/prompts/t.md/x", "")]);
    let (templates, findings) = world.find();
    assert!(templates.is_empty());
    let told: Vec<String> = findings.diagnostics.iter().map(ToString::to_string).collect();
    assert!(
        matches!(told.as_slice(), [one] if one.contains("`t` cannot be used: it cannot be read (it is a folder")),
        "{told:?}"
    );
}

#[test]
fn a_call_is_a_name_and_what_follows_it() {
    for (text, parts) in [
        ("/review a b", Some(("review", "a b"))),
        ("/q\n\nx y", Some(("q", "x y"))),
        ("/q", Some(("q", ""))),
        (" /q", None),
        ("/", None),
        ("/ x", None),
        ("q", None),
    ] {
        assert_eq!(call(text), parts, "{text}");
    }
}
