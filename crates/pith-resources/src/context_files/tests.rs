#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

struct World(tempfile::TempDir);

impl World {
    fn new(files: &[(&str, &str)]) -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            world.write(name, text.as_bytes());
        }
        std::fs::create_dir_all(world.path("agent")).unwrap();
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// What is found from this folder, as `path: text`.
    fn found(&self, cwd: &str) -> Vec<String> {
        self.checked(cwd).0
    }

    fn checked(&self, cwd: &str) -> (Vec<String>, Vec<Diagnostic>) {
        let (found, findings) = self.looked(cwd);
        (found, findings.diagnostics)
    }

    /// What was looked at inside of this world, as `path: outcome`.
    fn listed(&self, cwd: &str) -> Vec<String> {
        let (_, findings) = self.looked(cwd);
        let inside = |path: &Path| path.strip_prefix(self.0.path()).ok().map(|path| path.display().to_string());
        let shown = |finding: &Finding| {
            let outcome = match &finding.outcome {
                Outcome::Loaded => "loaded".to_owned(),
                Outcome::Shadowed { by } => format!("by {}", inside(by)?),
                Outcome::Skipped { reason } => reason.clone(),
            };
            Some(format!("{} {}: {outcome}", finding.source, inside(&finding.path)?))
        };
        findings.resources.iter().filter_map(shown).collect()
    }

    fn looked(&self, cwd: &str) -> (Vec<String>, Findings) {
        let mut findings = Findings::default();
        let files = context_files(&self.path("agent"), &self.path(cwd), &mut findings);
        let shown = |file: &ContextFile| {
            Some(format!("{}: {}", file.path.strip_prefix(self.0.path()).ok()?.display(), file.text))
        };
        (files.iter().filter_map(shown).collect(), findings)
    }
}

#[test]
fn the_agent_folders_file_comes_first_then_from_the_root_down() {
    let world =
        World::new(&[("agent/AGENTS.md", "a"), ("AGENTS.md", "top"), ("p/s/CLAUDE.md", "sub"), ("p/o/AGENTS.md", "x")]);
    assert_eq!(world.found("p/s"), ["agent/AGENTS.md: a", "AGENTS.md: top", "p/s/CLAUDE.md: sub"]);
}

#[test]
fn of_several_names_the_first_counts() {
    for (index, name) in NAMES.iter().enumerate() {
        let world = World::new(&[]);
        for later in NAMES.iter().skip(index) {
            world.write(later, later.as_bytes());
        }
        assert_eq!(world.found(""), [format!("{name}: {name}")]);
    }
}

#[test]
fn an_empty_file_is_skipped_and_the_next_name_tried() {
    let world = World::new(&[("AGENTS.md", " \n"), ("CLAUDE.md", "c"), ("s/AGENTS.md", "")]);
    assert_eq!(world.found("s"), ["CLAUDE.md: c"]);
}

#[test]
fn an_empty_override_silences_its_folder() {
    let world = World::new(&[("AGENTS.override.md", ""), ("AGENTS.md", "a"), ("s/AGENTS.md", "s")]);
    assert_eq!(world.found("s"), ["s/AGENTS.md: s"]);
}

#[test]
fn byte_order_marks_are_dropped_and_utf16_is_read() {
    let world = World::new(&[("AGENTS.md", "\u{feff}marked")]);
    let wide: Vec<u8> = "\u{feff}wide".encode_utf16().flat_map(u16::to_le_bytes).collect();
    world.write("s/AGENTS.md", &wide);
    assert_eq!(world.found("s"), ["AGENTS.md: marked", "s/AGENTS.md: wide"]);
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let world = World::new(&[]);
    world.write("AGENTS.md", b"caf\xe9");
    let (found, told) = world.checked("");
    assert_eq!(found, ["AGENTS.md: caf\u{fffd}"]);
    assert_eq!(told.first().unwrap().path, Some(world.path("AGENTS.md")));
}

#[test]
fn the_agent_folder_below_the_working_directorys_own_chain_is_read_once() {
    let world = World::new(&[("agent/AGENTS.md", "a")]);
    assert_eq!(world.found("agent/sub"), ["agent/AGENTS.md: a"]);
}

#[cfg(unix)]
#[test]
fn one_file_reached_twice_stands_under_the_path_nearest_to_the_working_directory() {
    let link = |world: &World, to: &str, at: &str| std::os::unix::fs::symlink(to, world.path(at)).unwrap();
    let world = World::new(&[("p/CLAUDE.md", "shared"), ("p/sub/x", "")]);
    link(&world, "../CLAUDE.md", "p/sub/AGENTS.md");
    assert_eq!(world.found("p/sub"), ["p/sub/AGENTS.md: shared"]);
    let world = World::new(&[("dot/AGENTS.md", "one")]);
    link(&world, "../dot/AGENTS.md", "agent/AGENTS.md");
    assert_eq!(world.found("dot"), ["dot/AGENTS.md: one"]);
    assert_eq!(world.found(""), ["agent/AGENTS.md: one"]);
}

#[cfg(unix)]
#[test]
fn a_broken_link_is_skipped() {
    let world = World::new(&[("CLAUDE.md", "c")]);
    std::os::unix::fs::symlink("gone", world.path("AGENTS.md")).unwrap();
    assert_eq!(world.checked(""), (vec!["CLAUDE.md: c".to_owned()], Vec::new()));
}

fn worktree() -> World {
    let world = World::new(&[
        ("main/.git/HEAD", "ref: refs/heads/main\n"),
        ("main/.git/worktrees/wt/commondir", "../..\n"),
        ("main/AGENTS.md", "main"),
        ("main/wt/AGENTS.md", "own"),
        ("main/wt/sub/CLAUDE.md", "sub"),
    ]);
    let pointer = format!("gitdir: {}\n", world.path("main/.git/worktrees/wt").display());
    world.write("main/wt/.git", pointer.as_bytes());
    world
}

#[test]
fn a_worktree_inside_its_main_repository_shadows_the_main_file_of_the_same_name() {
    assert_eq!(worktree().found("main/wt/sub"), ["main/wt/AGENTS.md: own", "main/wt/sub/CLAUDE.md: sub"]);
}

#[test]
fn a_main_file_of_another_name_is_not_shadowed() {
    let world = worktree();
    std::fs::rename(world.path("main/AGENTS.md"), world.path("main/CLAUDE.md")).unwrap();
    assert_eq!(world.found("main/wt"), ["main/CLAUDE.md: main", "main/wt/AGENTS.md: own"]);
}

#[test]
fn a_submodule_shadows_nothing() {
    let world = worktree();
    std::fs::remove_file(world.path("main/.git/worktrees/wt/commondir")).unwrap();
    assert_eq!(world.found("main/wt"), ["main/AGENTS.md: main", "main/wt/AGENTS.md: own"]);
}

#[cfg(unix)]
#[test]
fn a_worktree_whose_file_links_to_the_main_one_keeps_one_copy() {
    let world = worktree();
    std::fs::remove_file(world.path("main/wt/AGENTS.md")).unwrap();
    std::os::unix::fs::symlink("../AGENTS.md", world.path("main/wt/AGENTS.md")).unwrap();
    assert_eq!(world.found("main/wt"), ["main/wt/AGENTS.md: main"]);
}

#[test]
fn every_file_that_was_looked_at_is_listed_with_what_became_of_it() {
    let world = World::new(&[
        ("agent/AGENTS.md", ""),
        ("agent/CLAUDE.md", "c"),
        ("p/AGENTS.md", "a"),
        ("p/CLAUDE.md", "b"),
        ("p/s/AGENTS.override.md", ""),
        ("p/s/AGENTS.md", "d"),
    ]);
    assert_eq!(
        world.listed("p/s"),
        [
            "user agent/CLAUDE.md: loaded",
            "user agent/AGENTS.md: it is empty",
            "project p/CLAUDE.md: by p/AGENTS.md",
            "project p/AGENTS.md: loaded",
            "project p/s/AGENTS.md: by p/s/AGENTS.override.md",
            "project p/s/AGENTS.override.md: it is empty",
        ]
    );
    assert_eq!(
        worktree().listed("main/wt"),
        ["project main/AGENTS.md: by main/wt/AGENTS.md", "project main/wt/AGENTS.md: loaded"]
    );
    assert_eq!(World::new(&[("agent/AGENTS.md", "a")]).listed("agent"), ["user agent/AGENTS.md: loaded"]);
}

#[test]
fn text_of_two_bytes_a_letter_without_a_mark_is_read_and_other_zeros_are_told() {
    let world = World::new(&[]);
    world.write("AGENTS.md", &"wide \u{e9}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    world.write("s/AGENTS.md", &"big".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
    assert_eq!(
        world.checked("s"),
        (vec!["AGENTS.md: wide \u{e9}".to_owned(), "s/AGENTS.md: big".to_owned()], Vec::new())
    );
    world.write("s/AGENTS.md", b"one\0two");
    let (found, told) = world.checked("s");
    assert_eq!(found.last().unwrap(), "s/AGENTS.md: one\0two");
    assert!(told.first().unwrap().message.contains("zero bytes"), "{told:?}");
}

#[test]
fn the_walk_upwards_ends_at_the_root_on_every_system() {
    for path in ["/a/b", "C:\\a\\b", "\\\\server\\share\\a", "", "relative"] {
        assert!(Path::new(path).ancestors().take(100).count() < 100, "{path}");
    }
}

#[test]
fn what_has_the_name_of_a_context_file_and_is_none_is_only_listed_and_the_next_name_is_tried() {
    let world = World::new(&[("p/AGENTS.md/x", "a folder"), ("p/CLAUDE.md", "claude")]);
    let (found, told) = world.checked("p");
    assert_eq!(found, ["p/CLAUDE.md: claude"]);
    assert!(told.is_empty(), "{told:?}");
    let listed = world.listed("p");
    assert!(listed.iter().any(|one| one.contains("p/AGENTS.md: could not be read (it is a folder")), "{listed:?}");
}

#[cfg(unix)]
#[test]
fn a_device_or_a_socket_in_place_of_a_context_file_is_not_waited_for() {
    let world = World::new(&[("p/CLAUDE.md", "claude"), ("CLAUDE.md", "top")]);
    std::os::unix::fs::symlink("/dev/zero", world.path("p/AGENTS.md")).unwrap();
    let _bound = std::os::unix::net::UnixListener::bind(world.path("AGENTS.md")).unwrap();
    let (found, told) = world.checked("p");
    assert_eq!(found, ["CLAUDE.md: top", "p/CLAUDE.md: claude"]);
    assert!(told.is_empty(), "{told:?}");
}

#[cfg(unix)]
#[test]
fn two_names_of_one_file_on_the_disk_are_one_file() {
    let world = World::new(&[("AGENTS.md", "once"), ("p/other", "")]);
    std::fs::hard_link(world.path("AGENTS.md"), world.path("p/AGENTS.md")).unwrap();
    assert_eq!(world.found("p"), ["p/AGENTS.md: once"]);
}
