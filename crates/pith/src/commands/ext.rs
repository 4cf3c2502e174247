//! `pith ext`: which extensions there are, what one of them does, and a first one of your own.

mod check;
mod types;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pith_app::extension::Account;
use pith_config::Environment;
use pith_extensions::host::LoadError;
use pith_tui::printable;
use serde_json::{Value, json};

use crate::extension_list::described;
use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::{show, wire};

/// What `pith ext new` writes.
const FIRST: &str = include_str!("ext/first.ts");

pub(super) const WORDS: &[&str] = &["list", "check", "new"];

pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    let as_json = words.iter().any(|word| word == "--json");
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "--json").collect();
    match words.as_slice() {
        ["list"] => list(Args::default(), as_json, report),
        ["check", file] => check::run(file, as_json, report),
        ["new", name] if !as_json => new(name),
        _ => bail!("usage: pith ext list [--json] | check FILE [--json] | new NAME"),
    }
}

fn list(args: Args, as_json: bool, report: Report) -> anyhow::Result<u8> {
    let (accounts, errors) = load(&args, report)?;
    if as_json {
        let errors: Vec<Value> =
            errors.iter().map(|error| json!({ "path": error.path, "message": error.reason })).collect();
        show(&format!("{}\n", json!({ "extensions": accounts, "errors": errors })))?;
        return Ok(u8::from(!errors.is_empty()));
    }
    // Names, keys and reports are words of the extensions.
    show(&printable(&described(&accounts)))?;
    tell(&errors, report);
    Ok(u8::from(!errors.is_empty()))
}

/// What was not loaded, and what may be done about it, each advice once.
fn tell(errors: &[LoadError], report: Report) {
    errors.iter().for_each(|error| report.failure(&error.to_string()));
    let hints: BTreeSet<&str> = errors.iter().filter_map(LoadError::hint).collect();
    hints.into_iter().for_each(|hint| report.note(&format!("hint: {hint}")));
}

fn load(args: &Args, report: Report) -> anyhow::Result<(Vec<Account>, Vec<LoadError>)> {
    let setup = Setup::read(args, Environment::from_process()?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (gathered, errors) = runtime.block_on(wire::extensions::load(args, &setup, &wire::nobody(), report));
    let accounts = gathered.source.accounts();
    runtime.shutdown_background();
    Ok((accounts, errors))
}

fn new(name: &str) -> anyhow::Result<u8> {
    let path =
        PathBuf::from(if Path::new(name).extension().is_some() { name.to_owned() } else { format!("{name}.ts") });
    let word = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text = FIRST.replace("NAME", &word);
    // Nothing that is there is written over.
    let mut options = std::fs::OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .open(&path)
        .with_context(|| format!("could not write `{}`", path.display()))?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    show(&format!("{}\n", path.display()))
}
