//! What the model is given from disk: context files, prompt files, skills and templates, as flags and settings have it.

use pith_app::extension::Discovered;
use pith_app::input::{Expansion, SkillCommands, TemplateCommands};
use pith_app::prompt::{ContextText, PromptParts, PromptSkill};
use pith_app::resources::{Reading, ResourceSource};
use pith_config::{Environment, Paths, SettingsFiles};
use pith_resources::{
    ContextFile, Finding, Findings, Outcome, Scope, Skill, SkillOptions, TemplateOptions, append_prompts,
    context_files, skills, system_prompt, templates, trust::guarded,
};
use std::path::PathBuf;
use std::sync::Arc;

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::trust::Standing;

/// The person's and the project's files.
pub(super) struct Disk {
    paths: Paths,
    environment: Environment,
    files: SettingsFiles,
    trusted: bool,
    trust: Standing,
    flags: Flags,
}

/// What the command line says about resources.
struct Flags {
    system_prompt: Option<String>,
    append: Vec<String>,
    no_context_files: bool,
    skills: Vec<String>,
    no_skills: bool,
    templates: Vec<String>,
    no_templates: bool,
    packages: Vec<PathBuf>,
}

impl Disk {
    pub(super) fn new(args: &Args, setup: &Setup) -> Self {
        Self {
            paths: setup.paths.clone(),
            environment: setup.environment.clone(),
            files: setup.files.clone(),
            trusted: setup.trusted,
            trust: setup.trust.clone(),
            flags: Flags {
                system_prompt: args.system_prompt.clone(),
                append: args.append_system_prompt.clone(),
                no_context_files: args.no_context_files,
                skills: args.skills.clone(),
                no_skills: args.no_skills,
                templates: args.prompt_templates.clone(),
                no_templates: args.no_prompt_templates,
                packages: args.extensions.iter().map(|path| setup.environment.resolve(path)).collect(),
            },
        }
    }

    /// Reads everything under the settings that were read before; lists it where that is wanted.
    pub(super) fn first(&self, list: Option<Report>) -> Reading {
        let mut findings = Findings::default();
        let reading = self.read_under(&self.files, self.trusted, &Discovered::default(), &mut findings);
        if let Some(report) = list {
            findings.resources.iter().for_each(|finding| report.note(&line(finding)));
        }
        Reading { diagnostics: findings.diagnostics, ..reading }
    }

    fn read_under(&self, files: &SettingsFiles, trusted: bool, found: &Discovered, findings: &mut Findings) -> Reading {
        let Self { paths, environment, flags, .. } = self;
        let context_files = self.context_files(findings);
        let (user, project) = (files.global(), files.project());
        let brought = super::extensions::brought(&flags.packages);
        let with = |brought: &[PathBuf], off: bool, found: &[PathBuf]| -> Vec<PathBuf> {
            brought.iter().filter(|_| !off).chain(found).cloned().collect()
        };
        let skill_options = SkillOptions {
            named: and_found(&flags.skills, &with(&brought.skills, flags.no_skills, &found.skills)),
            only_named: flags.no_skills,
            trusted,
            user_setting: user.skills,
            project_setting: project.skills,
        };
        let template_options = TemplateOptions {
            named: and_found(&flags.templates, &with(&brought.prompts, flags.no_templates, &found.prompts)),
            only_named: flags.no_templates,
            trusted,
            user_setting: user.prompts,
            project_setting: project.prompts,
        };
        let skills = skills(&skill_options, paths, environment, findings);
        let templates = templates(&template_options, paths, environment, findings);
        if !trusted {
            findings.resources.extend(guarded(paths, environment).into_iter().map(left_alone));
        }
        let prompt = PromptParts {
            custom: system_prompt(flags.system_prompt.as_deref(), trusted, paths, environment, findings),
            addendum: append_prompts(&flags.append, trusted, paths, environment, findings),
            context_files,
            skills: skills.usable.iter().filter(|skill| !skill.only_by_command).map(in_prompt).collect(),
            cwd: environment.current_dir().to_string_lossy().into_owned(),
            ..PromptParts::default()
        };
        let expansions: Vec<Arc<dyn Expansion>> =
            vec![Arc::new(SkillCommands(skills)), Arc::new(TemplateCommands(templates))];
        let context_share = Some(files.merged(trusted).limits.context_files_percent);
        Reading { prompt, context_share, expansions, ..Reading::default() }
    }

    fn context_files(&self, findings: &mut Findings) -> Vec<ContextText> {
        if self.flags.no_context_files {
            return Vec::new();
        }
        let text = |file: ContextFile| ContextText { path: file.path.to_string_lossy().into_owned(), text: file.text };
        let found = context_files(self.paths.agent_dir(), self.environment.current_dir(), findings);
        found.into_iter().map(text).collect()
    }
}

impl ResourceSource for Disk {
    fn read(&self) -> Reading {
        self.read_with(&Discovered::default())
    }

    fn read_with(&self, found: &Discovered) -> Reading {
        let mut findings = Findings::default();
        let files = SettingsFiles::read(&self.paths);
        let told = &mut findings.diagnostics;
        let trusted = self.trust.under(&files, told);
        told.extend(files.diagnostics(trusted).cloned());
        let reading = self.read_under(&files, trusted, found, &mut findings);
        Reading { diagnostics: findings.diagnostics, ..reading }
    }
}

/// The paths of the command line, and after them those that packages and extensions add.
fn and_found(named: &[String], found: &[PathBuf]) -> Vec<String> {
    named.iter().cloned().chain(found.iter().map(|path| path.to_string_lossy().into_owned())).collect()
}

/// What the project brings and nobody trusts.
fn left_alone(path: PathBuf) -> Finding {
    Finding {
        kind: "project resource",
        name: None,
        source: Scope::Project.name(),
        bytes: std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len()),
        path,
        outcome: Outcome::Skipped { reason: "the project is not trusted".to_owned() },
    }
}

fn in_prompt(skill: &Skill) -> PromptSkill {
    PromptSkill {
        name: skill.name.clone(),
        description: skill.description.clone(),
        location: skill.path.to_string_lossy().into_owned(),
    }
}

/// A resource for people: what it is, where it is, whose it is, how large, and what became of it.
fn line(finding: &Finding) -> String {
    let name = finding.name.as_ref().map(|name| format!(" `{name}`")).unwrap_or_default();
    let size = finding.bytes.map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
    let outcome = match &finding.outcome {
        Outcome::Loaded => "loaded".to_owned(),
        Outcome::Shadowed { by } => format!("shadowed by `{}`", by.display()),
        Outcome::Skipped { reason } => format!("skipped: {reason}"),
    };
    format!("{}{name} `{}` ({}{size}): {outcome}", finding.kind, finding.path.display(), finding.source)
}
