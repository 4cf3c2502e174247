//! `pith ext`: which extensions there are, what one of them does, and a first one of your own.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pith_config::Environment;
use pith_extensions::host::{ExtensionReport, LoadError};
use pith_tui::printable;

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::{show, wire};

/// What `pith ext new` writes.
const FIRST: &str = include_str!("ext/first.ts");

pub(super) const WORDS: &[&str] = &["list", "check", "new"];

pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    match words {
        [word] if word == "list" => list(Args::default(), report),
        [word, file] if word == "check" => check(file, report),
        [word, name] if word == "new" => new(name),
        _ => bail!("usage: pith ext list | check FILE | new NAME"),
    }
}

fn list(args: Args, report: Report) -> anyhow::Result<u8> {
    let (reports, errors) = load(&args, report)?;
    let mut text = String::new();
    if reports.is_empty() && errors.is_empty() {
        text.push_str("there are no extensions\n");
    }
    reports.iter().for_each(|one| describe(one, &mut text));
    // Names, keys and reports are words of the extensions.
    show(&printable(&text))?;
    errors.iter().for_each(|error| report.failure(&error.to_string()));
    Ok(u8::from(!errors.is_empty()))
}

fn check(file: &str, report: Report) -> anyhow::Result<u8> {
    list(Args { extensions: vec![file.to_owned()], no_extensions: true, ..Args::default() }, report)
}

fn load(args: &Args, report: Report) -> anyhow::Result<(Vec<ExtensionReport>, Vec<LoadError>)> {
    let setup = Setup::read(args, Environment::from_process()?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (gathered, errors) = runtime.block_on(wire::extensions::load(args, &setup, &wire::nobody(), report));
    let reports = gathered.source.reports();
    runtime.shutdown_background();
    Ok((reports, errors))
}

/// A paragraph for each: where it is, what it registers, what it asked for.
fn describe(one: &ExtensionReport, text: &mut String) {
    let scope = one.source.get("scope").and_then(|scope| scope.as_str()).unwrap_or_default();
    text.push_str(&format!(
        "{} ({scope}, loaded in {:.1} ms)\n",
        one.path.display(),
        one.load_time.as_secs_f64() * 1e3
    ));
    let registered = &one.registered;
    let mut line = |name: &str, what: Vec<String>| {
        if !what.is_empty() {
            text.push_str(&format!("  {name}: {}\n", what.join(", ")));
        }
    };
    line("handlers", registered.handlers.iter().cloned().collect());
    line("tools", registered.tools.iter().map(|tool| tool.name.clone()).collect());
    line("commands", registered.commands.iter().map(|command| format!("/{}", command.name)).collect());
    line("flags", registered.flags.iter().map(|flag| format!("--{}", flag.name)).collect());
    line("shortcuts", registered.shortcuts.iter().map(|shortcut| shortcut.key.clone()).collect());
    let right = |right: &pith_extensions::rights::Usage| {
        format!("{} {}{}", right.kind, right.object, if right.granted { "" } else { " (denied)" })
    };
    line("rights", one.rights.iter().map(right).collect());
    line("errors", one.errors.clone());
}

fn new(name: &str) -> anyhow::Result<u8> {
    let path =
        PathBuf::from(if Path::new(name).extension().is_some() { name.to_owned() } else { format!("{name}.ts") });
    let word = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text = FIRST.replace("NAME", &word);
    let mut options = std::fs::OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .open(&path)
        .with_context(|| format!("could not write `{}`", path.display()))?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    show(&format!("{}\n", path.display()))
}
