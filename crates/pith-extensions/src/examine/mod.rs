//! What can be said of an extension by reading it: members and events that there are not, names that a host module does not
//! have, and the rights that it will ask for, each with its line. Nothing of it is run.

mod imports;
mod rights;
mod surface;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit as _;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use serde::Serialize;

use self::walk::Walk;

/// Files of one extension that are read at most.
const FILES: usize = 500;

/// Bytes of a file that is still read: what is longer was made by a program.
const LONGEST: usize = 1 << 20;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Examined {
    /// The extension's own files that were read, the first first.
    pub files: Vec<PathBuf>,
    /// Of these those whose text is no code: what they would do is not known.
    pub unread: Vec<PathBuf>,
    /// What is wrong or doubtful.
    pub findings: Vec<Finding>,
    /// What it will ask for.
    pub rights: Vec<Needed>,
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Spot {
    /// The file.
    pub path: PathBuf,
    /// From one.
    pub line: usize,
    /// From one.
    pub column: usize,
}

/// Something that is wrong or doubtful.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Where.
    #[serde(flatten)]
    pub spot: Spot,
    /// Whether it will fail; else it is worth knowing.
    pub wrong: bool,
    /// In words.
    pub message: String,
}

/// A right that a line needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Needed {
    /// Where.
    #[serde(flatten)]
    pub spot: Spot,
    /// `read`, `write`, `run`, `reach` or `env`.
    pub kind: &'static str,
    /// What it is wanted for, if that stands in the text.
    pub object: Option<String>,
}

/// Reads the files of an extension, beginning with these.
pub fn examine(entries: &[PathBuf]) -> Examined {
    let mut examined = Examined::default();
    let mut open: Vec<PathBuf> = entries.iter().rev().cloned().collect();
    let mut seen: HashSet<PathBuf> = HashSet::new();
    while let Some(path) = open.pop().filter(|_| seen.len() < FILES) {
        let is_code = path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| CODE.contains(&ending));
        if !is_code || !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            continue;
        }
        // What cannot be read or is no code is told by loading it.
        let Some(source) = std::fs::read_to_string(&path).ok().filter(|source| source.len() <= LONGEST) else {
            continue;
        };
        match file(&path, &source, &mut examined) {
            Some(more) => open.extend(more.into_iter().rev()),
            None => examined.unread.push(path.clone()),
        }
        examined.files.push(path);
    }
    examined
}

const CODE: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/// Examines one text; gives the files that it imports by relative paths, and nothing when it is no code.
fn file(path: &Path, source: &str, examined: &mut Examined) -> Option<Vec<PathBuf>> {
    let allocator = Allocator::default();
    let language = SourceType::from_path(path).unwrap_or_default().with_unambiguous(true);
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, language).with_options(options).parse();
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let program = parsed.program;
    let scoping = SemanticBuilder::new().build(&program).semantic.into_scoping();
    let mut walk = Walk::new(path, source, &scoping);
    walk.note_factory(&program);
    walk.visit_program(&program);
    Some(walk.finish(examined))
}

/// A place in a text.
fn spot(path: &Path, source: &str, offset: u32) -> Spot {
    let before = source.get(..offset as usize).unwrap_or_default();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Spot { path: path.to_owned(), line: before.matches('\n').count() + 1, column }
}
