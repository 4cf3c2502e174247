//! Where the text of a custom prompt, and what is appended to the prompt, comes from (spec/coding-agent.md 1.3).

use std::path::Path;

use pith_config::{Diagnostic, Environment, Paths};

use crate::text;

/// The custom prompt: the value of `--system-prompt`, else the project's `SYSTEM.md` when the project is trusted, else the
/// person's. An empty one counts as none, and so hides what comes after it.
pub fn system_prompt(
    flag: Option<&str>,
    trusted: bool,
    paths: &Paths,
    environment: &Environment,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let prompt = match flag {
        Some(value) => Some(text_or_file(value, environment, diagnostics)),
        None => scoped("SYSTEM.md", trusted, paths, diagnostics),
    };
    prompt.filter(|prompt| !prompt.is_empty())
}

/// What is appended to the prompt: every value of `--append-system-prompt`, else the project's `APPEND_SYSTEM.md` when the
/// project is trusted, else the person's. The two files are never combined; their bytes stay as they are.
pub fn append_prompts(
    flags: &[String],
    trusted: bool,
    paths: &Paths,
    environment: &Environment,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let texts: Vec<String> = if flags.is_empty() {
        scoped("APPEND_SYSTEM.md", trusted, paths, diagnostics).into_iter().collect()
    } else {
        flags.iter().map(|value| text_or_file(value, environment, diagnostics)).collect()
    };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

/// The file of that name in the project's folder when it is trusted, else in the agent folder.
fn scoped(name: &str, trusted: bool, paths: &Paths, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    let project = paths.project_config_dir().join(name);
    let path = if trusted && project.exists() { project } else { paths.agent_dir().join(name) };
    if path.exists() { read(&path, diagnostics) } else { None }
}

/// A value that names something that exists is read as a file; any other is the text itself (1.3.3).
fn text_or_file(value: &str, environment: &Environment, diagnostics: &mut Vec<Diagnostic>) -> String {
    let path = environment.resolve(value);
    let file = if !value.is_empty() && path.exists() { read(&path, diagnostics) } else { None };
    file.unwrap_or_else(|| value.to_owned())
}

fn read(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    match text::read(path, diagnostics) {
        Ok(text) => Some(text),
        Err(error) => {
            diagnostics.push(Diagnostic::warning(format!("could not be read as a prompt: {error}")).at(path));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    struct World {
        folder: tempfile::TempDir,
        paths: Paths,
        environment: Environment,
        told: Vec<Diagnostic>,
    }

    impl World {
        fn new(files: &[(&str, &str)]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let environment =
                Environment::new(folder.path().join("p"), None).with_variable("PITH_DIR", folder.path().join("agent"));
            for (name, text) in files {
                let path = folder.path().join(name);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            Self { folder, paths: Paths::new(&environment).unwrap(), environment, told: Vec::new() }
        }

        fn system(&mut self, flag: Option<&str>, trusted: bool) -> Option<String> {
            system_prompt(flag, trusted, &self.paths, &self.environment, &mut self.told)
        }

        fn append(&mut self, flags: &[&str], trusted: bool) -> Vec<String> {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            append_prompts(&flags, trusted, &self.paths, &self.environment, &mut self.told)
        }
    }

    #[test]
    fn the_custom_prompt_is_the_flags_then_the_trusted_projects_then_the_persons() {
        let mut world = World::new(&[("agent/SYSTEM.md", "user"), ("p/.pi/SYSTEM.md", "\u{feff}project\n")]);
        assert_eq!(world.system(Some("flag"), true).as_deref(), Some("flag"));
        assert_eq!(world.system(None, true).as_deref(), Some("project\n"));
        assert_eq!(world.system(None, false).as_deref(), Some("user"));
        assert_eq!(World::new(&[]).system(None, true), None);
    }

    #[test]
    fn an_empty_custom_prompt_counts_as_none() {
        let mut world = World::new(&[("agent/SYSTEM.md", ""), ("p/.pi/x", "")]);
        assert_eq!(world.system(None, true), None);
        let mut world = World::new(&[("agent/SYSTEM.md", "user"), ("p/.pi/SYSTEM.md", "")]);
        assert_eq!(world.system(None, true), None);
        assert_eq!(world.system(Some(""), true), None);
    }

    #[test]
    fn a_value_that_names_a_file_is_read_and_any_other_is_the_text() {
        let mut world = World::new(&[("p/prompt.txt", "\u{feff}from $ file"), ("p/d/x", "")]);
        assert_eq!(world.system(Some("prompt.txt"), false).as_deref(), Some("from $ file"));
        let absolute = world.folder.path().join("p/prompt.txt");
        assert_eq!(world.system(absolute.to_str(), false).as_deref(), Some("from $ file"));
        let long = "a long text\n".repeat(1000);
        assert_eq!(world.system(Some(&long), false), Some(long));
        assert!(world.told.is_empty());
        assert_eq!(world.system(Some("d"), false).as_deref(), Some("d"));
        assert_eq!(world.told.len(), 1);
    }

    #[test]
    fn the_flags_to_append_take_the_place_of_the_files_which_are_never_combined() {
        let mut world = World::new(&[
            ("agent/APPEND_SYSTEM.md", "user\n"),
            ("p/.pi/APPEND_SYSTEM.md", "project\n"),
            ("p/f", "file"),
        ]);
        assert_eq!(world.append(&["one", "f", ""], true), ["one", "file"]);
        assert_eq!(world.append(&[], true), ["project\n"]);
        assert_eq!(world.append(&[], false), ["user\n"]);
    }
}
