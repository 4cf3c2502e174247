//! `pith ext check`: what is wrong with an extension, and what it would need: by reading it, by its types, by loading it.

use std::path::{Path, PathBuf};

use pith_config::{Environment, Paths};
use pith_extensions::examine::{Examined, Finding, Needed, examine};
use pith_extensions::host::Brought;
use pith_tui::printable;
use serde_json::json;

use super::types::{self, Types};
use crate::extension_list::described;
use crate::flags::Args;
use crate::report::Report;
use crate::show;

/// Checks a file, or the extensions of a folder; gives 1 when something is wrong.
///
/// # Errors
/// When no place for settings is known, or the answer cannot be shown.
pub(super) fn run(file: &str, as_json: bool, report: Report) -> anyhow::Result<u8> {
    let environment = Environment::from_process()?;
    let path = environment.resolve(file);
    let entries = match path.is_dir() {
        true => Brought::of(&path).extensions,
        false => vec![path],
    };
    let args = Args { extensions: vec![file.to_owned()], no_extensions: true, ..Args::default() };
    let (accounts, errors) = super::load(&args, report)?;
    let examined = examine(&entries);
    let types = types::check(&entries, &environment, &Paths::new(&environment)?);
    let wrong = types.is_wrong()
        || !errors.is_empty()
        || examined.findings.iter().any(|finding| finding.wrong)
        || accounts.iter().any(|account| !account.errors.is_empty());
    if as_json {
        let errors: Vec<_> =
            errors.iter().map(|error| json!({ "path": error.path, "message": error.reason })).collect();
        let told = json!({
            "ok": !wrong,
            "extensions": accounts,
            "errors": errors,
            "findings": examined.findings,
            "rights": examined.rights,
            "unread": examined.unread,
            "types": types.to_json(),
        });
        show(&format!("{told}\n"))?;
        return Ok(u8::from(wrong));
    }
    let mut text = String::new();
    if !accounts.is_empty() {
        text.push_str(&described(&accounts));
    }
    text.push_str(&in_words(&examined, &types, environment.current_dir()));
    show(&printable(&text))?;
    super::tell(&errors, report);
    if !wrong {
        show("nothing is wrong\n")?;
    }
    Ok(u8::from(wrong))
}

fn in_words(examined: &Examined, types: &Types, cwd: &Path) -> String {
    let place = |path: &PathBuf, line: usize, column: usize| {
        format!("{}:{line}:{column}", path.strip_prefix(cwd).unwrap_or(path).display())
    };
    let mut text = String::new();
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!(
                "{title}:\n{}\n",
                lines.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
            ));
        }
    };
    let found = |finding: &&Finding| {
        format!("{}: {}", place(&finding.spot.path, finding.spot.line, finding.spot.column), finding.message)
    };
    section("wrong", examined.findings.iter().filter(|finding| finding.wrong).map(|one| found(&one)).collect());
    section(
        "worth knowing",
        examined.findings.iter().filter(|finding| !finding.wrong).map(|one| found(&one)).collect(),
    );
    match types {
        Types::Checked(mistakes) => section(
            "types",
            mistakes.iter().map(|one| format!("{}: {}", place(&one.path, one.line, one.column), one.message)).collect(),
        ),
        // What is not there has no types; that it is not there is told anyhow.
        Types::Unchecked(_) if examined.files.is_empty() => {}
        Types::Unchecked(why) => section("types", vec![format!("not checked: {why}")]),
    }
    let needed = |needed: &Needed| {
        let object = needed.object.as_deref().unwrap_or("(what it is told while it runs)");
        format!("{} {object}   {}", needed.kind, place(&needed.spot.path, needed.spot.line, needed.spot.column))
    };
    let unknown = |path: &PathBuf| {
        format!("not known of {}: it cannot be read as code", path.strip_prefix(cwd).unwrap_or(path).display())
    };
    let rights = examined.rights.iter().map(needed).chain(examined.unread.iter().map(unknown));
    section("rights that it would need", rights.collect());
    text
}
