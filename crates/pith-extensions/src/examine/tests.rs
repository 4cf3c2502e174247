#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use super::*;

/// What is said of a file: lines and words.
fn said(name: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let examined = examine(&[path]);
    let mark = |wrong: bool| if wrong { "!" } else { "" };
    let findings = examined.findings.iter().map(|one| format!("{}{} {}", one.spot.line, mark(one.wrong), one.message));
    let rights = examined.rights.iter();
    let rights = rights.map(|one| format!("{} {} {}", one.spot.line, one.kind, one.object.as_deref().unwrap_or("?")));
    (findings.collect(), rights.collect())
}

#[test]
fn members_and_events_that_there_are_not_are_told_with_what_was_meant() {
    let (findings, _) = said(
        "x.ts",
        "export default function (api) {
  api.registerCommmand('a', { handler: async (args, { ui, cwd, sesionManager }) => ui.notifi(cwd) });
  api.on('tool_cal', (event, ctx) => ctx.ui.setStatuss('a', event));
  api.registerTool({ name: 'a', async execute(id, params, signal, update, ctx) { ctx.abortt(); } });
}",
    );
    let expected = [
        "2! there is no `pi.registerCommmand`; did you mean `pi.registerCommand`?",
        "3! there is no event `tool_cal`, so its handler is never called; did you mean `tool_call`?",
        "3! there is no `ctx.ui.setStatuss`; did you mean `ctx.ui.setStatus`?",
        "4! there is no `ctx.abortt`; did you mean `ctx.abort`?",
    ];
    assert_eq!(findings, expected, "the handler of a call that there is not is not looked into");
}

#[test]
fn parameters_are_known_by_their_types_too_and_what_is_looked_for_first_is_no_mistake() {
    let (findings, _) = said(
        "x.ts",
        "import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
const show = (ctx: ExtensionContext) => { const { ui } = ctx; ui.notfy('a'); };
const begin = async (pi: ExtensionAPI) => {
  pi.later?.(); if (pi.sooner) pi.sooner(); typeof pi.maybe === 'function' && pi.maybe();
  pi.on('session_switch', (event: any, ctx: any) => show(ctx));
};
export default begin;
function other(pi: { nothing(): void }) { pi.nothing(); }",
    );
    assert_eq!(findings, ["2! there is no `ctx.ui.notfy`; did you mean `ctx.ui.notify`?"]);
}

#[test]
fn names_that_a_host_module_does_not_have_are_told_and_types_are_not() {
    let (findings, _) = said(
        "x.ts",
        "import { ExtensionAPI, InteractiveMode, tuncateHead, truncateTail } from '@earendil-works/pi-coding-agent';
import { readFileSinc } from 'node:fs';
import wasi from 'node:wasi';
import { anything } from 'left-pad';
export default (pi: ExtensionAPI) => { new InteractiveMode(); tuncateHead(truncateTail, readFileSinc, wasi, anything); };",
    );
    let starts: Vec<&str> = findings.iter().map(|finding| finding.split(';').next().unwrap()).collect();
    let expected = [
        "1! `InteractiveMode` of `@earendil-works/pi-coding-agent` is absent: the conversation is the program's own and written in Rust",
        "1! `@earendil-works/pi-coding-agent` has no `tuncateHead`",
        "2! `node:fs` has no `readFileSinc` here",
        "3 the module `node:wasi` is not offered: it can be imported, and throws when it is used",
    ];
    assert_eq!(starts, expected, "{findings:?}");
    assert!(findings[1].ends_with("did you mean `truncateHead`?"), "{findings:?}");
}

#[test]
fn rights_are_told_with_their_line_and_what_they_are_wanted_for() {
    let (_, rights) = said(
        "x.ts",
        "import fs, { writeFileSync as write } from 'fs';
import { readFile } from 'node:fs/promises';
import { spawn, execSync } from 'node:child_process';
import * as files from 'node:fs';
export default async (pi, path) => {
  await pi.exec('git', ['log']); spawn(path); execSync('ls -l');
  write('/a', ''); files.readdirSync('b'); await readFile(`${path}/c`); await fs.promises.unlink('d');
  await fetch('https://me@api.example.com:8080/x'); await fetch(`http://b.org/${path}`); await fetch(`https://${path}/`);
  new WebSocket('wss://c.org/x');
  const { HOME } = process.env; process.env.PATH; process.env[path];
}",
    );
    let expected = [
        "6 run git",
        "6 run ?",
        "6 run sh",
        "7 write /a",
        "7 read b",
        "7 read ?",
        "7 write d",
        "8 reach api.example.com",
        "8 reach b.org",
        "8 reach ?",
        "9 reach c.org",
        "10 env HOME",
        "10 env PATH",
        "10 env ?",
    ];
    assert_eq!(rights, expected);
}

#[test]
fn own_files_are_followed_and_each_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "a.ts",
        "import './b.js'; export * from './c'; export default (pi) => pi.on('nothing_of_that_kind', () => {});",
    );
    write("b.ts", "import './a'; process.env.B;");
    write("c.ts", "process.env.C; import('./d.ts');");
    write("d.ts", "this is no code");
    let examined = examine(&[folder.path().join("a.ts")]);
    let names: Vec<_> = examined.files.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["a.ts", "b.ts", "c.ts", "d.ts"]);
    assert_eq!((examined.rights.len(), examined.findings.len()), (2, 1));
}
