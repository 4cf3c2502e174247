//! Where the text of a custom prompt, and what is appended to the prompt, comes from (spec/coding-agent.md 1.3).

use std::path::Path;

use pith_config::{Diagnostic, Environment, Paths};

use crate::{Finding, Findings, Outcome, Scope, text};

/// A file of the prompt that a scope may bring.
#[derive(Debug, Clone, Copy)]
struct PromptFile {
    name: &'static str,
    kind: &'static str,
}

const SYSTEM: PromptFile = PromptFile { name: "SYSTEM.md", kind: "system prompt" };
const APPEND: PromptFile = PromptFile { name: "APPEND_SYSTEM.md", kind: "addition to the prompt" };

/// The custom prompt: the value of `--system-prompt`, else the project's `SYSTEM.md` when the project is trusted, else the
/// person's. An empty one counts as none, and so hides what comes after it.
pub fn system_prompt(
    flag: Option<&str>,
    trusted: bool,
    paths: &Paths,
    environment: &Environment,
    findings: &mut Findings,
) -> Option<String> {
    let prompt = match flag {
        Some(value) => Some(text_or_file(value, SYSTEM, environment, findings)),
        None => scoped(SYSTEM, trusted, paths, findings),
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
    findings: &mut Findings,
) -> Vec<String> {
    let texts: Vec<String> = if flags.is_empty() {
        scoped(APPEND, trusted, paths, findings).into_iter().collect()
    } else {
        flags.iter().map(|value| text_or_file(value, APPEND, environment, findings)).collect()
    };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

/// The file in the project's folder when that is trusted, else the one in the agent folder.
fn scoped(file: PromptFile, trusted: bool, paths: &Paths, findings: &mut Findings) -> Option<String> {
    let (project, user) = (paths.project_config_dir().join(file.name), paths.agent_dir().join(file.name));
    if !(trusted && project.exists()) {
        return if user.exists() { read(&user, Scope::User, file, findings) } else { None };
    }
    if user.exists() {
        keep(&user, Scope::User, file, Outcome::Shadowed { by: project.clone() }, findings);
    }
    read(&project, Scope::Project, file, findings)
}

/// A value that names something that exists is read as a file; any other is the text itself (1.3.3).
fn text_or_file(value: &str, file: PromptFile, environment: &Environment, findings: &mut Findings) -> String {
    let path = environment.resolve(value);
    let text = if !value.is_empty() && path.exists() { read(&path, Scope::Run, file, findings) } else { None };
    text.unwrap_or_else(|| value.to_owned())
}

fn read(path: &Path, scope: Scope, file: PromptFile, findings: &mut Findings) -> Option<String> {
    let text = match scope {
        Scope::Run => text::read_named(path, &mut findings.diagnostics),
        _ => text::read(path, &mut findings.diagnostics),
    };
    let (text, outcome) = match text {
        Ok(text) if text.is_empty() => (Some(text), Outcome::Skipped { reason: "it is empty".to_owned() }),
        Ok(text) => (Some(text), Outcome::Loaded),
        Err(error) => {
            let reason = format!("could not be read as a prompt: {error}");
            findings.tell(Diagnostic::warning(&reason).at(path));
            (None, Outcome::Skipped { reason })
        }
    };
    keep(path, scope, file, outcome, findings);
    text
}

fn keep(path: &Path, scope: Scope, file: PromptFile, outcome: Outcome, findings: &mut Findings) {
    findings.resources.push(Finding {
        kind: file.kind,
        name: None,
        path: path.to_owned(),
        source: scope.name(),
        bytes: std::fs::metadata(path).ok().map(|metadata| metadata.len()),
        outcome,
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    struct World {
        folder: tempfile::TempDir,
        paths: Paths,
        environment: Environment,
        findings: Findings,
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
            Self { folder, paths: Paths::new(&environment).unwrap(), environment, findings: Findings::default() }
        }

        fn system(&mut self, flag: Option<&str>, trusted: bool) -> Option<String> {
            system_prompt(flag, trusted, &self.paths, &self.environment, &mut self.findings)
        }

        fn append(&mut self, flags: &[&str], trusted: bool) -> Vec<String> {
            let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
            append_prompts(&flags, trusted, &self.paths, &self.environment, &mut self.findings)
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
        assert!(world.findings.diagnostics.is_empty());
        assert_eq!(world.system(Some("d"), false).as_deref(), Some("d"));
        assert_eq!(world.findings.diagnostics.len(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_that_the_shell_made_for_the_command_line_is_read() {
        use std::{io::Write as _, os::fd::AsRawFd as _};
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(b"from a command").unwrap();
        drop(writer);
        let named = format!("/dev/fd/{}", reader.as_raw_fd());
        let mut world = World::new(&[]);
        assert_eq!(world.system(Some(&named), false).as_deref(), Some("from a command"));
    }

    #[test]
    fn what_is_no_file_is_told_and_not_waited_for() {
        let mut world = World::new(&[("p/.pi/SYSTEM.md/x", ""), ("agent/APPEND_SYSTEM.md/x", "")]);
        assert_eq!(world.system(None, true), None);
        assert!(world.append(&[], false).is_empty());
        let told: Vec<String> = world.findings.diagnostics.iter().map(ToString::to_string).collect();
        assert!(
            matches!(told.as_slice(), [one, two] if [one, two].iter().all(|it| it.contains("it is a folder"))),
            "{told:?}"
        );
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

    #[test]
    fn files_are_listed_with_what_became_of_them() {
        let mut world =
            World::new(&[("agent/SYSTEM.md", "user"), ("p/.pi/SYSTEM.md", "project"), ("agent/APPEND_SYSTEM.md", "")]);
        world.system(None, true);
        world.append(&[], true);
        let outcomes: Vec<&Outcome> = world.findings.resources.iter().map(|finding| &finding.outcome).collect();
        assert!(
            matches!(outcomes.as_slice(), [Outcome::Shadowed { .. }, Outcome::Loaded, Outcome::Skipped { .. }]),
            "{outcomes:?}"
        );
    }
}
