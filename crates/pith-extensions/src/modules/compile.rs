//! From the text of a file to code that the engine takes: TypeScript is stripped, the kind of module is told, and what it
//! imports by name is noted. Pure: text in, code out.

use std::{collections::HashMap, path::Path};

use oxc_allocator::Allocator;
use oxc_ast::ast::{Program, Statement};
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::{SemanticBuilder, SymbolId};
use oxc_span::SourceType;
use oxc_syntax::module_record::{ExportExportName, ExportImportName, ImportImportName};
use oxc_transformer::{TransformOptions, Transformer};

use super::{
    awaits::awaits,
    late::{self, Late},
    lines::{LineMap, Point},
    names::{Exported, exported},
    quiet::{self, AtOnce, imported},
};

/// Brackets inside brackets that a file may have. The parser works on the stack.
const DEEPEST: usize = 2_000;

/// What a module is to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Module,
    CommonJs,
    Json,
}

/// What one importer wants of one specifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Sorted names; `default` is one.
    pub(super) names: Vec<String>,
    /// The whole namespace.
    pub(super) whole: bool,
    /// It is needed before the importer is evaluated, and not only imported while that runs.
    pub(super) linked: bool,
    /// It is needed only when a function of the importer runs, which can do without it until then.
    pub(super) late: bool,
}

/// A file, ready for the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compiled {
    pub(super) kind: Kind,
    pub(super) code: String,
    pub(super) lines: LineMap,
    /// By specifier, in the order of the text.
    pub(super) imports: Vec<(String, Wanted)>,
    /// A module that uses `require`, `__filename` or `__dirname`.
    pub(super) wants_require: bool,
    /// What it offers: of a module as it is written, with `default`, of a CommonJS file as far as it can be seen.
    pub(super) exported: Exported,
    /// A module that awaits something while it is evaluated.
    pub(super) awaits: bool,
    /// Of a module of which nobody can tell when it is evaluated: what it reads then, as specifier and name, all of which must
    /// be steady.
    pub(super) quiet: Option<Vec<(String, String)>>,
    /// Names that a module exports whose values stay as they are, sorted.
    pub(super) steady: Vec<String>,
}

/// Why a file is not code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {message}")]
pub(crate) struct CompileError {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) message: String,
}

/// What a module may use without declaring it, as CommonJS files do, and what that is in a module.
const BORROWED: [(&str, &str); 3] = [
    ("require", "const require = import.meta.require; "),
    ("__filename", "const __filename = import.meta.filename; "),
    ("__dirname", "const __dirname = import.meta.dirname; "),
];

/// Whether the code of a file is written anew, since the engine does not take it as it is.
pub(super) fn is_printed(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    matches!(ending, "ts" | "tsx" | "mts" | "cts" | "jsx")
}

/// Compiles a file. The path decides what its text is written in.
pub(super) fn compile(path: &Path, source: &str) -> Result<Compiled, CompileError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    if ending == "json" {
        let none = Exported::default();
        let (lines, imports) = (LineMap::default(), Vec::new());
        let code = source.to_owned();
        return Ok(Compiled {
            kind: Kind::Json,
            code,
            lines,
            imports,
            wants_require: false,
            exported: none,
            awaits: false,
            quiet: None,
            steady: Vec::new(),
        });
    }
    refuse_depth(path, source)?;
    let typed = is_printed(path);
    let language = SourceType::from_path(path).unwrap_or_default().with_unambiguous(true);
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, language).with_options(options).parse();
    if let Some(error) = parsed.diagnostics.first() {
        let offset = error.labels.first().map_or(0, |label| label.offset() as usize);
        return Err(placed(path, source, offset, error.message.to_string()));
    }
    let (mut imports, offered) = (imports(&parsed), offered(&parsed));
    let module_syntax = parsed.module_record.has_module_syntax || !parsed.module_record.import_metas.is_empty();
    let mentions = ["require", "__filename", "__dirname", "module", "exports"].iter().any(|word| source.contains(word));
    let mut program = parsed.program;
    let waits = source.contains("await") && awaits(&program);
    let mut scoping = SemanticBuilder::new().with_enum_eval(typed).build(&program).semantic.into_scoping();
    let free = |name: &str| mentions && scoping.root_unresolved_references().keys().any(|key| key == name);
    // Only what is used and not declared: bundles declare a `require` of their own beside a borrowed `__dirname`.
    let borrowed: String = BORROWED.iter().filter(|(name, _)| free(name)).map(|(_, text)| *text).collect();
    let uses_require = !borrowed.is_empty();
    let common =
        ending == "cjs" || ending == "cts" || !module_syntax && (free("module") || free("exports") || uses_require);
    let kind = if common && ending != "mjs" && ending != "mts" { Kind::CommonJs } else { Kind::Module };
    let steady = if kind == Kind::Module { quiet::steady(&program, &scoping) } else { Vec::new() };
    if typed {
        let transformed =
            Transformer::new(&allocator, path, &TransformOptions::default()).build_with_scoping(scoping, &mut program);
        if let Some(error) = transformed.diagnostics.first() {
            let offset = error.labels.first().map_or(0, |label| label.offset() as usize);
            return Err(placed(path, source, offset, error.message.to_string()));
        }
        scoping = transformed.scoping;
    }
    let (mut quiet, mut late) = (None, Late::default());
    if kind == Kind::CommonJs
        && let Some(requires) = quiet::quiet_common(&program, &scoping)
    {
        quiet = Some(Vec::new());
        let required = |specifier| (specifier, Wanted { whole: true, linked: true, ..Wanted::default() });
        imports.extend(requires.into_iter().map(required));
    }
    if kind == Kind::Module {
        let (names, at_once) = (imported(&program), AtOnce::of(&program, &scoping));
        quiet = quiet::quiet(&program, &names, &at_once).filter(|_| !waits && !uses_require);
        if typed {
            note_values(&program, &names, &mut imports);
            late = late::write(&allocator, &mut program, &names, &at_once, &scoping);
        }
        imports = in_order(&program, &late, imports);
    }
    let (mut code, mut points) = if typed { printed(path, &program) } else { (source.to_owned(), Vec::new()) };
    if code.starts_with("#!") {
        code.replace_range(..2, "//");
    }
    let wants_require = kind == Kind::Module && uses_require;
    let declared = if wants_require { borrowed + &late.declared } else { late.declared };
    if !declared.is_empty() {
        code.insert_str(0, &declared);
        let moved = u32::try_from(declared.len()).unwrap_or(0);
        points.iter_mut().filter(|point| point.line == 0).for_each(|point| point.column += moved);
    }
    let exported = if kind == Kind::CommonJs { exported(&code) } else { offered };
    let lines = LineMap::new(points);
    Ok(Compiled {
        kind,
        code,
        lines,
        imports,
        wants_require,
        exported,
        awaits: kind == Kind::Module && waits,
        quiet,
        steady,
    })
}

fn printed(path: &Path, program: &Program<'_>) -> (String, Vec<Point>) {
    let options = CodegenOptions { source_map_path: Some(path.to_owned()), ..CodegenOptions::default() };
    let printed = Codegen::new().with_options(options).build(program);
    let points = printed.map.iter().flat_map(|map| map.get_tokens());
    let points = points.map(|token| Point {
        line: token.get_dst_line(),
        column: token.get_dst_col(),
        written_line: token.get_src_line(),
        written_column: token.get_src_col(),
    });
    let points = points.collect();
    (printed.code, points)
}

/// What the file imports, by specifier.
fn imports(parsed: &ParserReturn<'_>) -> Vec<(String, Wanted)> {
    let mut all: Vec<(String, Wanted)> = Vec::new();
    let mut want = |specifier: &str, name: Option<&str>, linked: bool| {
        let at = all.iter().position(|(known, _)| known == specifier);
        let at = at.unwrap_or_else(|| {
            all.push((specifier.to_owned(), Wanted::default()));
            all.len() - 1
        });
        if let Some((_, wanted)) = all.get_mut(at) {
            wanted.linked |= linked;
            match name {
                Some(name) => wanted.names.push(name.to_owned()),
                None => wanted.whole = true,
            }
        }
    };
    let record = &parsed.module_record;
    for entry in record.import_entries.iter().filter(|entry| !entry.is_type) {
        let specifier = entry.module_request.name.as_str();
        match &entry.import_name {
            ImportImportName::Name(name) => want(specifier, Some(name.name.as_str()), true),
            ImportImportName::NamespaceObject => want(specifier, None, true),
            ImportImportName::Default(_) => want(specifier, Some("default"), true),
        }
    }
    let exports = record.indirect_export_entries.iter().chain(record.star_export_entries.iter());
    for entry in exports.filter(|entry| !entry.is_type) {
        let Some(request) = &entry.module_request else { continue };
        match &entry.import_name {
            ExportImportName::Name(name) => want(request.name.as_str(), Some(name.name.as_str()), true),
            _ => want(request.name.as_str(), None, true),
        }
    }
    // What is imported while running wants the whole namespace.
    for import in &record.dynamic_imports {
        let text =
            parsed.program.source_text.get(import.module_request.start as usize..import.module_request.end as usize);
        if let Some(specifier) = text.and_then(|text| text.get(1..text.len().checked_sub(1)?)) {
            want(specifier, None, false);
        }
    }
    for (_, wanted) in &mut all {
        wanted.names.sort_unstable();
        wanted.names.dedup();
    }
    all
}

/// What a module exports: its own names, and the modules all of whose names it exports.
fn offered(parsed: &ParserReturn<'_>) -> Exported {
    let record = &parsed.module_record;
    let mut found = Exported::default();
    for entry in record.local_export_entries.iter().chain(record.indirect_export_entries.iter()) {
        match &entry.export_name {
            ExportExportName::Name(name) => found.names.push(name.name.to_string()),
            ExportExportName::Default(_) => found.names.push("default".to_owned()),
            ExportExportName::Null => {}
        }
    }
    let all = record.star_export_entries.iter().filter_map(|entry| entry.module_request.as_ref());
    found.whole.extend(all.map(|request| request.name.to_string()));
    found.names.sort_unstable();
    found.names.dedup();
    found
}

/// Of the names that are imported, only those that are left when the types are gone.
fn note_values(program: &Program<'_>, names: &HashMap<SymbolId, quiet::Import<'_>>, imports: &mut [(String, Wanted)]) {
    let mut left: HashMap<&str, Vec<String>> = HashMap::new();
    for import in names.values() {
        left.entry(import.specifier).or_default().extend(import.name.map(str::to_owned));
    }
    for part in &program.body {
        if let Statement::ExportFromDeclaration(export) = part {
            let of = left.entry(export.source.value.as_str()).or_default();
            of.extend(export.specifiers.iter().map(|name| name.local.name().to_string()));
        }
    }
    for (specifier, wanted) in imports {
        wanted.names = left.remove(specifier.as_str()).unwrap_or_default();
        wanted.names.sort_unstable();
        wanted.names.dedup();
    }
}

/// What is linked when the types are gone, in its order, and what is imported late; behind it what is imported while running.
fn in_order(program: &Program<'_>, late: &Late, mut imports: Vec<(String, Wanted)>) -> Vec<(String, Wanted)> {
    let mut linked: Vec<(String, Wanted)> = Vec::new();
    // What is marked as late is the only import of its specifier that is linked.
    for specifier in program.body.iter().filter_map(|part| Some(part.as_module_declaration()?.source()?.value.as_str()))
    {
        let specifier = specifier.strip_prefix(late::MARK).unwrap_or(specifier);
        if linked.iter().any(|(known, _)| known == specifier) {
            continue;
        }
        let at = imports.iter().position(|(known, _)| known == specifier);
        let known = at.map(|at| imports.remove(at).1).unwrap_or_default();
        linked
            .push((specifier.to_owned(), Wanted { linked: true, late: late.specifiers.contains(specifier), ..known }));
    }
    linked.extend(imports.into_iter().map(|(specifier, wanted)| (specifier, Wanted { linked: false, ..wanted })));
    linked
}

/// A file nested so deeply that the parser's stack would not do is refused; strings are not told apart, so the limit is
/// far above what anybody writes.
fn refuse_depth(path: &Path, source: &str) -> Result<(), CompileError> {
    let mut depth = 0usize;
    for (at, byte) in source.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(placed(path, source, at, format!("more than {DEEPEST} brackets inside each other")));
        }
    }
    Ok(())
}

fn placed(path: &Path, source: &str, offset: usize, message: String) -> CompileError {
    let before = source.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    CompileError { path: path.to_string_lossy().into_owned(), line, column, message }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn check(path: &str, source: &str) -> Compiled {
        compile(Path::new(path), source).unwrap()
    }

    #[test]
    fn types_are_stripped_and_lines_are_remembered() {
        let compiled = check(
            "/x.ts",
            "interface A {\n  a: number\n}\n\nenum E { One = 1 }\nexport const f = (a: A): E => {\n  throw new Error(`${a}`);\n};\n",
        );
        assert!(!compiled.code.contains("interface"), "{}", compiled.code);
        let line = compiled.code.lines().position(|line| line.contains("throw")).unwrap() + 1;
        assert_eq!(compiled.lines.written(u32::try_from(line).unwrap(), 5).0, 7);
    }

    #[test]
    fn a_file_is_common_when_it_uses_require_and_no_import() {
        assert_eq!(check("/x.js", "const a = require('a'); module.exports = a").kind, Kind::CommonJs);
        assert_eq!(check("/x.ts", "exports.a = 1 as number").kind, Kind::CommonJs);
        assert_eq!(check("/x.js", "export default 1").kind, Kind::Module);
        assert_eq!(check("/x.cjs", "1").kind, Kind::CommonJs);
        assert_eq!(check("/x.js", "#!/usr/bin/env node\nlet a = 1").kind, Kind::Module);
    }

    #[test]
    fn a_module_may_use_require_all_the_same() {
        let compiled = check("/x.ts", "import a from 'a';\nexport const b = require('b'), c: string = __dirname;\na;");
        assert!(compiled.wants_require);
        assert!(
            compiled.code.starts_with("const require = import.meta.require; const __dirname = import.meta.dirname; ")
        );
        assert!(!check("/x.ts", "export function f(require: any) { return require }").wants_require);
    }

    #[test]
    fn what_a_module_declares_itself_is_not_declared_again() {
        let source = "import { createRequire } from 'module'; const require = createRequire(import.meta.url);\nexport const a = typeof __dirname !== 'undefined' ? __dirname : require('a');";
        let compiled = check("/x.js", source);
        assert!(compiled.code.starts_with("const __dirname = import.meta.dirname; import "), "{}", compiled.code);
        assert_eq!(compiled.code.matches("const require").count(), 1);
    }

    #[test]
    fn imports_are_noted_by_name_without_types() {
        let compiled = check(
            "/x.ts",
            "import d, { a, type T } from 'p'; import type { U } from 'q'; import * as n from 'r'; export { b } from 's'; export * from 't'; import('u'); d; a; n",
        );
        let wanted = |names: &[&str], whole, linked| Wanted {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            whole,
            linked,
            late: false,
        };
        let expected = [
            ("p", wanted(&["a", "default"], false, true)),
            ("r", wanted(&[], true, true)),
            ("s", wanted(&["b"], false, true)),
            ("t", wanted(&[], true, true)),
            ("u", wanted(&[], true, false)),
        ];
        assert_eq!(compiled.imports, expected.map(|(specifier, wanted)| (specifier.to_owned(), wanted)));
    }

    #[test]
    fn files_are_quiet_when_evaluating_them_changes_nothing_and_reads_nothing_that_may_change() {
        for quiet in [
            "export const a = 1, b = `${a}x`, c = [a, ...'xyz'], d = { a, f() {} }; export function f() { g() } class G { x = 1 }",
            "import { join } from 'node:path'; import { Type } from 'typebox'; export const p = join('a', 'b'), s = Type.Object({ n: Type.String() });",
            "import { z } from 'zod'; export const s = z.object({ a: z.string().optional() }).strict();",
            "const LIST = ['a'] as const; export const set = new Set<string>(LIST), map = new Map(), re = new RegExp('a'), win = process.platform === 'win32';",
            "export default class { static n = Object.freeze(['a']); }",
            "import { f } from './f'; export const g = () => f(process.env.A);",
        ] {
            assert_eq!(check("/x.ts", quiet).quiet, Some(Vec::new()), "{quiet}");
        }
        for loud in [
            "import { f } from './f'; export const a = f();",
            "export const a = process.env.HOME;",
            "globalThis.a = 1;",
            "console.log('here');",
            "export const a = unknown;",
            "export const at = Date.now();",
            "import * as all from './f'; export const a = all.b;",
            "class A { static { register(A) } }",
            "export const a = eval('1');",
            "export const a = await 1;",
            "let n = 0; n++;",
            "for (const a of [1]) f(a);",
            "import { s } from './s'; import { z } from 'zod'; export const t = z.object({ a: make(s) });",
        ] {
            assert_eq!(check("/x.ts", loud).quiet, None, "{loud}");
        }
        let reads =
            check("/x.ts", "import { N } from './n'; import { M } from './m'; export const a = N + 1, b = () => M;");
        assert_eq!(reads.quiet, Some(vec![("./n".to_owned(), "N".to_owned())]));
        let steady = "export const A = 1, B = ['x'] as const, C = [], D = `${A}`; export function f() {} export let e = 1; export class G { m() { e = 2 } } export const h = make();";
        assert_eq!(check("/x.ts", steady).steady, ["A", "B", "D", "G", "f"]);
        assert_eq!(check("/x.ts", "export function f() {} f = null as any;").steady, [""; 0]);
    }

    #[test]
    fn common_files_are_quiet_too() {
        let quiet = "'use strict';\nvar a = require('./a');\nfunction f() { return a.b }\nf.n = 1;\nclass B extends a.B {}\nObject.defineProperty(exports, '__esModule', { value: true });\nexports.f = exports.g = f; module.exports.B = B;";
        let compiled = check("/x.cjs", quiet);
        assert_eq!(
            (compiled.quiet, compiled.imports.first().map(|(from, _)| from.as_str())),
            (Some(Vec::new()), Some("./a"))
        );
        for loud in [
            "const a = require('./a'); a.b = 1;",
            "require('./a').start();",
            "const { b } = require('other'); exports.c = b;",
            "const b = require('other'); exports.c = b.c;",
            "module.exports = make();",
            "exports.env = process.env;",
        ] {
            assert_eq!(check("/x.cjs", loud).quiet, None, "{loud}");
        }
    }

    #[test]
    fn imports_for_functions_only_are_late() {
        let late = |source: &str| {
            let compiled = check("/x.ts", source);
            let of = |(from, wanted): &(String, Wanted)| wanted.late.then(|| from.clone());
            (compiled.imports.iter().filter_map(of).collect::<Vec<_>>(), compiled.code)
        };
        let (of, code) = late("import { a, b as c } from './a';\nexport const f = () => c(a, { a });");
        assert_eq!(of, ["./a"]);
        assert!(code.starts_with("var $pith_0; import * as $pith0 from \"late:./a\";"), "{code}");
        assert!(code.contains("(0, ($pith_0 ??= import.meta.late($pith0, \"./a\")).b)("), "{code}");
        for source in [
            "import { a } from './a'; a();",
            "import { a } from './a'; export { a };",
            "import { a } from './a'; export * from './a'; export const f = () => a;",
            "import { a } from './a'; class B { c = a } export const f = () => B;",
            "import { a } from './a'; export const f = () => eval('a');",
            "import { a } from 'node:path'; export const f = () => a;",
            "import data from './a.json' with { type: 'json' }; export const f = () => data;",
            "import './a';",
            "import { a } from './a'; export { b } from './a'; export const f = () => a;",
            "import { a } from './a'; import { b } from './a'; b(); export const f = () => a;",
            "import { a } from './a'; const $pith0 = 1; export const f = () => a + $pith0;",
        ] {
            let (of, code) = late(source);
            assert!(of.is_empty() && !code.contains("late("), "{source}: {code}");
        }
        assert_eq!(
            late("import { T } from './t'; import { a } from './a'; export const f = (x: T) => a(x);").0,
            ["./a"]
        );
    }

    #[test]
    fn a_broken_file_is_named_with_line_and_column() {
        let error = compile(Path::new("/x.ts"), "let a = 1;\nlet = = 2;").unwrap_err();
        assert_eq!((error.line, error.path.as_str()), (2, "/x.ts"));
        let deep = "(".repeat(100_000);
        assert!(compile(Path::new("/x.js"), &deep).unwrap_err().message.contains("brackets"));
    }
}
