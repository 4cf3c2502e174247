//! Where prompt templates come from, and in which order (spec/coding-agent.md 2.5.1–2.5.3).

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use pith_config::{Diagnostic, Environment, Paths};

use super::Template;
use crate::{Finding, Findings, Outcome, Scope, front_matter::Document, ignored::Ignored, scope::Wishes, text};

/// Letters of a description that is taken from the text.
const LONGEST_DESCRIPTION: usize = 60;

/// What decides which templates there are.
#[derive(Debug, Clone, Default)]
pub struct TemplateOptions {
    /// Files and folders named on the command line, as typed; they go before everything that is discovered.
    pub named: Vec<String>,
    /// Whether nothing else is looked for.
    pub only_named: bool,
    /// Whether the project's own count.
    pub trusted: bool,
    /// The setting `prompts` of the person.
    pub user_setting: Vec<String>,
    /// The same of the project.
    pub project_setting: Vec<String>,
}

/// Finds the templates of a run. Of several of one name the one that was named on the command line counts, then the first.
pub fn templates(
    options: &TemplateOptions,
    paths: &Paths,
    environment: &Environment,
    findings: &mut Findings,
) -> Vec<Template> {
    let mut found = Vec::new();
    for path in options.named.iter().map(|path| environment.resolve(path)) {
        found.extend(named(&path, false, findings).into_iter().map(|path| (path, Scope::Run)));
    }
    if !options.only_named {
        if options.trusted {
            let base = paths.project_config_dir();
            let project = of_scope(&options.project_setting, &base, environment, findings);
            found.extend(project.into_iter().map(|path| (path, Scope::Project)));
        }
        let user = of_scope(&options.user_setting, paths.agent_dir(), environment, findings);
        found.extend(user.into_iter().map(|path| (path, Scope::User)));
    }
    let mut templates: Vec<Template> = Vec::new();
    let mut real = HashSet::new();
    for (path, scope) in found {
        // One file reached twice is one template.
        if real.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            templates.extend(load(&path, scope, &templates, findings));
        }
    }
    templates
}

/// A scope's own: what its settings name, then its usual folder, without what its settings exclude.
fn of_scope(setting: &[String], base: &Path, environment: &Environment, findings: &mut Findings) -> Vec<PathBuf> {
    let wishes = Wishes::new(setting, base, environment, &mut findings.diagnostics);
    let mut found: Vec<PathBuf> = wishes.paths.iter().flat_map(|path| named(path, true, findings)).collect();
    scan(&base.join("prompts"), &Ignored::default(), false, &mut HashSet::new(), &mut found);
    found.retain(|path| wishes.want(path));
    found
}

/// What a path that somebody named leads to; a path that leads to nothing is told.
fn named(path: &Path, deep: bool, findings: &mut Findings) -> Vec<PathBuf> {
    if path.is_dir() {
        let mut found = Vec::new();
        scan(path, &Ignored::default(), deep, &mut HashSet::new(), &mut found);
        return found;
    }
    let reason = match path.exists() {
        true if is_markdown(path) => return vec![path.to_owned()],
        true => "is no Markdown file (`.md`)",
        false => "does not exist",
    };
    findings.tell(Diagnostic::warning(format!("{reason}; no prompt template is read from it")).at(path));
    Vec::new()
}

fn scan(folder: &Path, outside: &Ignored, deep: bool, seen: &mut HashSet<PathBuf>, found: &mut Vec<PathBuf>) {
    if !folder.canonicalize().is_ok_and(|real| seen.insert(real)) {
        return;
    }
    let ignored = outside.within(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let is_dir = path.is_dir();
        if ignored.covers(&path, is_dir) {
            continue;
        }
        if is_dir && deep {
            scan(&path, &ignored, deep, seen, found);
        } else if path.exists() && is_markdown(&path) {
            // A folder or a pipe of that name is no template, which whoever reads it will tell.
            found.push(path);
        }
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// Reads a template, unless there is one of its name.
fn load(path: &Path, scope: Scope, others: &[Template], findings: &mut Findings) -> Option<Template> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let text = text::read(path, &mut findings.diagnostics);
    let mut finding = Finding {
        kind: "prompt template",
        name: Some(name.clone()),
        path: path.to_owned(),
        source: scope.name(),
        bytes: fs::metadata(path).ok().map(|metadata| metadata.len()),
        outcome: Outcome::Loaded,
    };
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            let reason = format!("it cannot be read ({error})");
            findings.warn(path, None, format!("prompt template `{name}` cannot be used: {reason}"));
            finding.outcome = Outcome::Skipped { reason };
            findings.resources.push(finding);
            return None;
        }
    };
    if let Some(winner) = others.iter().find(|other| other.name == name) {
        let message = format!(
            "prompt template `{name}` is there already, from `{}`; this one is not used",
            winner.path.display()
        );
        findings.warn(path, None, message);
        finding.outcome = Outcome::Shadowed { by: winner.path.clone() };
        findings.resources.push(finding);
        return None;
    }
    findings.resources.push(finding);
    let document = Document::new(&text);
    if document.is_left_open() {
        let message = format!("no line `---` ends the front matter of prompt template `{name}`; all of it is text");
        findings.warn(path, Some(1), message);
    }
    let Document { front, body } = document;
    if let Some(fault) = front.as_ref().and_then(|front| front.fault.as_ref()) {
        let message = format!("the front matter is no YAML ({}); it is read line by line", fault.reason);
        findings.warn(path, Some(fault.line), message);
    }
    let field = |key: &str| front.as_ref().and_then(|front| front.text(key));
    let description = field("description").unwrap_or_else(|| first_line(&body));
    let argument_hint = field("argument-hint");
    let body = if front.is_some() { body.trim().to_owned() } else { body };
    Some(Template { name, description, argument_hint, path: path.to_owned(), scope, body })
}

/// The first line with something in it, cut to a few words.
fn first_line(body: &str) -> String {
    let line = body.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match line.char_indices().nth(LONGEST_DESCRIPTION) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}
