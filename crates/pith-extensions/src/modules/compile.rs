//! From the text of a file to code that the engine takes: TypeScript is stripped, the kind of module is told, and what it
//! imports by name is noted. Pure: text in, code out.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use oxc_transformer::{TransformOptions, Transformer};

use super::{
    awaits::awaits,
    lines::{LineMap, Point},
    names::{Exported, exported},
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
    /// Of a CommonJS file.
    pub(super) exported: Exported,
    /// A module that awaits something while it is evaluated.
    pub(super) awaits: bool,
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
    let imports = imports(&parsed);
    let module_syntax = parsed.module_record.has_module_syntax || !parsed.module_record.import_metas.is_empty();
    let mentions = ["require", "__filename", "__dirname", "module", "exports"].iter().any(|word| source.contains(word));
    let mut program = parsed.program;
    let waits = source.contains("await") && awaits(&program);
    let scoping = (typed || mentions)
        .then(|| SemanticBuilder::new().with_enum_eval(typed).build(&program).semantic.into_scoping());
    let free = |name: &str| {
        scoping.as_ref().is_some_and(|scoping| scoping.root_unresolved_references().keys().any(|key| key == name))
    };
    // Only what is used and not declared: bundles declare a `require` of their own beside a borrowed `__dirname`.
    let borrowed: String = BORROWED.iter().filter(|(name, _)| free(name)).map(|(_, text)| *text).collect();
    let uses_require = !borrowed.is_empty();
    let common =
        ending == "cjs" || ending == "cts" || !module_syntax && (free("module") || free("exports") || uses_require);
    let kind = if common && ending != "mjs" && ending != "mts" { Kind::CommonJs } else { Kind::Module };
    let (mut code, mut points) = match scoping {
        Some(scoping) if typed => {
            let transformed = Transformer::new(&allocator, path, &TransformOptions::default())
                .build_with_scoping(scoping, &mut program);
            if let Some(error) = transformed.diagnostics.first() {
                let offset = error.labels.first().map_or(0, |label| label.offset() as usize);
                return Err(placed(path, source, offset, error.message.to_string()));
            }
            printed(path, &program)
        }
        _ => (source.to_owned(), Vec::new()),
    };
    if code.starts_with("#!") {
        code.replace_range(..2, "//");
    }
    let wants_require = kind == Kind::Module && uses_require;
    if wants_require {
        code.insert_str(0, &borrowed);
        let moved = u32::try_from(borrowed.len()).unwrap_or(0);
        points.iter_mut().filter(|point| point.line == 0).for_each(|point| point.column += moved);
    }
    let exported = if kind == Kind::CommonJs { exported(&code) } else { Exported::default() };
    let lines = LineMap::new(points);
    Ok(Compiled { kind, code, lines, imports, wants_require, exported, awaits: kind == Kind::Module && waits })
}

fn printed(path: &Path, program: &oxc_ast::ast::Program<'_>) -> (String, Vec<Point>) {
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
    use oxc_syntax::module_record::{ExportImportName, ImportImportName};

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
    fn a_broken_file_is_named_with_line_and_column() {
        let error = compile(Path::new("/x.ts"), "let a = 1;\nlet = = 2;").unwrap_err();
        assert_eq!((error.line, error.path.as_str()), (2, "/x.ts"));
        let deep = "(".repeat(100_000);
        assert!(compile(Path::new("/x.js"), &deep).unwrap_err().message.contains("brackets"));
    }
}
