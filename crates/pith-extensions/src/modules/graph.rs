//! The modules of one runtime: what each file compiled to, and what every import of it resolves to.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bytes::Bytes;
use rquickjs::{Ctx, Exception, Function, Module};

use super::{
    awaits, bytecode,
    cache::Cache,
    compile::{Compiled, Kind, Wanted, compile},
    embedded::{Builtin, PREFIX, builtin},
    facade, late,
    lines::LineMap,
    names::Exported,
    package::Packages,
    paths::PathMap,
    plan::Plan,
    resolve::{Asked, resolve},
    starts::{Kept, Stamp, Starts},
    stored::{self, Packed},
    texts,
};
use crate::rights::{Gate, Right};

/// A file that was read in this runtime.
pub(super) struct File {
    pub(super) compiled: Compiled,
    /// The engine's own code of an earlier start, until it is read.
    code: RefCell<Option<Bytes>>,
    /// Where it is, as it is now.
    place: Place,
    /// Whether it is to be kept for later starts.
    fresh: Cell<bool>,
    /// Where the start has its lines and its text.
    rest: Option<usize>,
}

pub(super) struct Place {
    path: PathBuf,
    stamp: Option<Stamp>,
    /// Names its text and whatever it is compiled by.
    key: String,
}

impl Place {
    /// A file with its text; the error is in words.
    pub(super) fn read(path: &Path) -> Result<(Self, String), String> {
        let stamp = Stamp::of_file(path);
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let source =
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        // The code of a module holds its own path, for stack traces.
        let key = Cache::key(&format!("{ending} {}", path.display()), &source);
        Ok((Self { path: path.to_owned(), stamp, key }, source))
    }
}

/// What an import or a `require` leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A module of ours.
    Embedded(String),
    /// A module of Node that is not offered.
    Absent(String),
    /// A file of the extension, or of a package beside it.
    File(PathBuf, FileKind),
}

/// How a file is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Module,
    CommonJs,
    Json,
}

/// Files by path, each read once. A runtime lives until the next reload, so what changes on disk is seen there.
pub(crate) struct Graph {
    cache: Cache,
    extension: String,
    /// Where the extension really lies: what is below, and the packages beside it, is its own.
    folder: PathBuf,
    /// Where those packages may lie.
    beside: Vec<PathBuf>,
    gate: Arc<Gate>,
    packages: Packages,
    starts: Starts,
    files: RefCell<PathMap<Rc<File>>>,
    /// Modules of ours that the engine has.
    own: RefCell<HashSet<String>>,
    /// Where imports led: importer, specifier, how it was asked.
    targets: RefCell<HashMap<(String, String, Asked), Target>>,
    pub(super) plan: Plan,
}

impl Graph {
    pub(crate) fn new(cache: Cache, extension: String, folder: PathBuf, gate: Arc<Gate>) -> Self {
        let folder = folder.canonicalize().unwrap_or(folder);
        let beside = folder.ancestors().map(|above| above.join("node_modules")).collect();
        let starts = Starts::new(cache.clone(), &format!("{extension}\n{}", folder.display()));
        Self {
            cache,
            extension,
            folder,
            beside,
            gate,
            packages: Packages::default(),
            starts,
            files: RefCell::default(),
            own: RefCell::default(),
            targets: RefCell::default(),
            plan: Plan::default(),
        }
    }

    /// Whether a file came with the extension; any other is read like any other file, by right.
    fn is_own(&self, path: &Path) -> bool {
        let path = self.packages.real(path);
        path.starts_with(&self.folder) || self.beside.iter().any(|packages| path.starts_with(packages))
    }

    /// The extension that all this is for.
    pub(crate) fn extension(&self) -> &str {
        &self.extension
    }

    /// Reads and compiles a file, or takes it from the cache. The error is in words.
    pub(super) fn file(&self, path: &Path) -> Result<Rc<File>, String> {
        if let Some(file) = self.files.borrow().get(path) {
            return Ok(Rc::clone(file));
        }
        if !self.is_own(path) {
            self.gate.check(Right::Read(path.to_owned())).map_err(|denied| denied.to_string())?;
        }
        let file = Rc::new(self.read(path)?);
        self.files.borrow_mut().insert(path.to_owned(), Rc::clone(&file));
        Ok(file)
    }

    fn read(&self, path: &Path) -> Result<File, String> {
        let mut known = self.starts.take(path);
        if let Some(Kept { stamp, key, packed, rest }) = known.take_if(|kept| Some(kept.stamp) == Stamp::of_file(path))
            && let Some((compiled, code)) = stored::unpack(packed)
        {
            let place = Place { path: path.to_owned(), stamp: Some(stamp), key };
            return Ok(File { compiled, code: RefCell::new(code), place, fresh: Cell::new(false), rest });
        }
        let (place, source) = Place::read(path)?;
        let found = known.filter(|kept| kept.key == place.key).map(|kept| {
            let (lines, text) = kept.rest.and_then(|at| self.starts.rest(at)).unwrap_or_default();
            Packed { lines, text, ..kept.packed }
        });
        if let Some(packed) = found.or_else(|| self.cache.get(&place.key).and_then(Packed::from_parts)) {
            self.starts.adopt(path, place.stamp, &place.key, packed.clone());
            if let Some((compiled, code)) = stored::unpack(packed) {
                return Ok(File { compiled, code: RefCell::new(code), place, fresh: Cell::new(false), rest: None });
            }
        }
        let compiled = compile(path, &source).map_err(|error| error.to_string())?;
        Ok(File { compiled, code: RefCell::default(), place, fresh: Cell::new(true), rest: None })
    }

    /// Whether nothing is known of a file that came with the extension.
    pub(super) fn is_new(&self, path: &Path) -> bool {
        !self.files.borrow().contains(path) && self.is_own(path) && !self.starts.has(path)
    }

    /// A file was compiled that nothing was known of.
    pub(super) fn note_compiled(&self, place: Place, compiled: Compiled) {
        let path = place.path.clone();
        let file = File { compiled, code: RefCell::default(), place, fresh: Cell::new(true), rest: None };
        self.files.borrow_mut().insert(path, Rc::new(file));
    }

    pub(super) fn packages(&self) -> &Packages {
        &self.packages
    }

    /// What a file that was read imports before it is evaluated.
    pub(super) fn linked_imports(&self, path: &Path) -> Vec<String> {
        let files = self.files.borrow();
        let imports = files.get(path).into_iter().flat_map(|file| &file.compiled.imports);
        imports.filter(|(_, wanted)| wanted.linked).map(|(specifier, _)| specifier.clone()).collect()
    }

    /// Keeps what a file compiled to for later starts.
    pub(super) fn keep(&self, file: &File, code: Option<&[u8]>) {
        let Place { path, stamp, key } = &file.place;
        if file.fresh.take() {
            self.starts.put(path, *stamp, key, stored::pack(&file.compiled, code));
        } else if code.is_some() {
            // It was left out of the start, and kept without code.
            let mut packed = stored::pack(&file.compiled, code);
            if let Some((lines, _)) = file.rest.and_then(|at| self.starts.rest(at)) {
                packed.lines = lines;
            }
            self.cache.put(key, &packed.parts());
        }
    }

    /// Whether the engine has a module of ours.
    pub(super) fn is_loaded(&self, name: &str) -> bool {
        self.own.borrow().contains(name)
    }

    /// The engine has a module of ours from now on.
    pub(super) fn note_loaded(&self, name: &str) {
        self.own.borrow_mut().insert(name.to_owned());
    }

    /// An extension begins to be loaded, or is.
    pub(crate) fn loading(&self, on: bool) {
        if on {
            self.starts.begin();
        } else {
            let files = self.files.borrow();
            // What was left out of what is linked is known to the next start all the same.
            files.values().for_each(|file| self.keep(file, None));
            // What is imported later, if at all, must not keep all that was read with it.
            for file in files.values() {
                let mut code = file.code.borrow_mut();
                *code = code.take().map(|code| Bytes::copy_from_slice(&code));
            }
            self.starts.end(|path| files.contains(path));
        }
    }

    /// The code of a module that is evaluated only when what it stands on is.
    pub(super) fn waiting_code<'js>(&self, ctx: &Ctx<'js>, name: &str, file: &File) -> rquickjs::Result<Module<'js>> {
        self.keep(file, None);
        let text = self.text(file).map_err(|words| Exception::throw_message(ctx, &words))?;
        let source = format!("{text}{}", awaits::WAIT);
        let key = Cache::key(name, &source);
        let kept = self.cache.get(&key).and_then(|mut parts| parts.pop());
        if let Some(module) = kept.and_then(|code| bytecode::read(ctx, &code)) {
            return Ok(module);
        }
        let module = Module::declare(ctx.clone(), name, source)?;
        if let Some(code) = bytecode::write(&module, texts::kept(Path::new(name))) {
            self.cache.put(&key, &[&code]);
        }
        Ok(module)
    }

    /// The engine's own code of a file that an earlier start left, or an earlier use of what that had left out.
    pub(super) fn take_code(&self, file: &File) -> Option<Bytes> {
        let of_start = file.code.take();
        if of_start.is_some() || file.rest.is_none() {
            return of_start;
        }
        let kept = self.cache.get(&file.place.key).and_then(Packed::from_parts)?;
        Some(kept.code).filter(|code| !code.is_empty())
    }

    /// What the engine is to compile a file from. The error is in words.
    pub(super) fn text<'f>(&self, file: &'f File) -> Result<Cow<'f, str>, String> {
        if !file.compiled.code.is_empty() {
            return Ok(Cow::Borrowed(&file.compiled.code));
        }
        // As it was when the extension began, where that was kept.
        let kept = file.rest.and_then(|at| self.starts.rest(at)).map(|(_, text)| text).filter(|text| !text.is_empty());
        if let Some(text) = kept.and_then(|text| String::from_utf8(text.to_vec()).ok()) {
            return Ok(Cow::Owned(text));
        }
        Ok(Cow::Owned(self.compile_anew(&file.place.path)?.code))
    }

    fn compile_anew(&self, path: &Path) -> Result<Compiled, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        compile(path, &String::from_utf8_lossy(&bytes)).map_err(|error| error.to_string())
    }

    /// What a specifier means to a file. The error is in words.
    pub(crate) fn target(&self, importer: &str, specifier: &str, asked: Asked) -> Result<Target, String> {
        match builtin(specifier) {
            Some(Builtin::Here(path)) => return Ok(Target::Embedded(format!("{PREFIX}{path}"))),
            Some(Builtin::Absent(name)) => return Ok(Target::Absent(name)),
            None => {}
        }
        let asked_for = (importer.to_owned(), specifier.to_owned(), asked);
        if let Some(known) = self.targets.borrow().get(&asked_for) {
            return Ok(known.clone());
        }
        let path = resolve(&self.packages, Path::new(importer), specifier, asked).map_err(|error| error.to_string())?;
        let kind = match self.file(&path)?.compiled.kind {
            Kind::Module => FileKind::Module,
            Kind::CommonJs => FileKind::CommonJs,
            Kind::Json => FileKind::Json,
        };
        let target = Target::File(path, kind);
        self.targets.borrow_mut().insert(asked_for, target.clone());
        Ok(target)
    }

    /// The name under which the engine knows what an importer's specifier leads to.
    pub(super) fn module_name(&self, importer: &str, specifier: &str) -> Result<String, String> {
        if specifier.starts_with("pith:") {
            return if importer.starts_with("pith:") {
                Ok(specifier.to_owned())
            } else {
                Err(format!("`{specifier}` is internal; `{importer}` cannot import it"))
            };
        }
        if let Some(path) = importer.strip_prefix(PREFIX)
            && specifier.starts_with('.')
        {
            return Ok(format!("{PREFIX}{}", joined(path, specifier)));
        }
        let Some(specifier) = specifier.strip_prefix(late::MARK) else {
            let wanted = Wanted { late: false, ..self.wanted(importer, specifier) };
            return self.linked_name(importer, specifier, wanted);
        };
        let wanted = self.wanted(importer, specifier);
        if let Some((path, _)) = self.late(Path::new(importer), specifier, &wanted) {
            return Ok(self.in_place_of(&path));
        }
        self.linked_name(importer, specifier, wanted)
    }

    /// The same of what is linked.
    fn linked_name(&self, importer: &str, specifier: &str, wanted: Wanted) -> Result<String, String> {
        Ok(match self.target(importer, specifier, Asked::ByImport)? {
            Target::Embedded(name) if wanted.names.is_empty() => name,
            Target::Embedded(name) => facade::of_embedded(&name, specifier, &wanted.names, wanted.whole),
            Target::Absent(module) => facade::of_absent(&module, &wanted.names),
            Target::File(path, FileKind::Module) => {
                let path_text = path.to_string_lossy();
                // The engine looks for names itself, but for those that are not imported by name any more.
                match self.missing(&path, &wanted).filter(|_| wanted.late) {
                    Some(name) => facade::of_missing(&path_text, importer, name),
                    None => path_text.into_owned(),
                }
            }
            Target::File(path, FileKind::Json) => facade::of_common(&path, false, Vec::new()),
            Target::File(path, FileKind::CommonJs) => {
                let mut names = wanted.names;
                if wanted.whole {
                    self.all_names(&path, &mut names, 0);
                }
                facade::of_common(&path, !importer.contains("/node_modules/"), names)
            }
        })
    }

    /// The module that an import of a file leads to, if it was left out.
    pub(super) fn left_out(&self, importer: &str, specifier: &str) -> Result<Option<String>, String> {
        let wanted = self.wanted(importer, specifier);
        match self.late(Path::new(importer), specifier, &wanted) {
            Some(_) => self.linked_name(importer, specifier, wanted).map(Some),
            None => Ok(None),
        }
    }

    /// What a file imports from a specifier. What is not known, as for a path put together while running, wants all.
    fn wanted(&self, importer: &str, specifier: &str) -> Wanted {
        let whole = Wanted { whole: true, ..Wanted::default() };
        let files = self.files.borrow();
        let Some(file) = files.get(Path::new(importer)) else { return whole };
        let imports = &file.compiled.imports;
        imports.iter().find(|(known, _)| known == specifier).map_or(whole, |(_, wanted)| wanted.clone())
    }

    /// Adds what a CommonJS file exports, also through others.
    fn all_names(&self, path: &Path, names: &mut Vec<String>, depth: u8) {
        let Ok(file) = self.file(path) else { return };
        let Exported { names: own, whole } = &file.compiled.exported;
        names.extend(own.iter().cloned());
        if depth < 8 {
            for specifier in whole {
                if let Ok(Target::File(path, FileKind::CommonJs)) =
                    self.target(&path.to_string_lossy(), specifier, Asked::ByRequire)
                {
                    self.all_names(&path, names, depth + 1);
                }
            }
        }
    }

    /// The text of the function that the engine has at this place of a file: as it was compiled, without types. Nothing when
    /// the file was changed since, or is none of this runtime's.
    pub(crate) fn function_text(&self, path: &Path, line: u32, column: u32) -> Option<String> {
        let file = self.files.borrow().get(path).cloned()?;
        let module = match file.compiled.kind {
            Kind::Module => true,
            Kind::CommonJs => false,
            Kind::Json => return None,
        };
        let again = if file.compiled.code.is_empty() {
            let stamp = Stamp::of_file(path);
            Some(self.compile_anew(path).ok().filter(|_| stamp == file.place.stamp)?)
        } else {
            None
        };
        let code = &again.as_ref().unwrap_or(&file.compiled).code;
        if module {
            texts::text_at(code, true, line, column).map(str::to_owned)
        } else {
            texts::text_at(&wrapped(code), false, line, column).map(str::to_owned)
        }
    }

    /// A stack trace with the lines of the files as they were written.
    pub(crate) fn written_lines(&self, trace: &str) -> String {
        let files = self.files.borrow();
        let lines =
            trace.lines().filter(|line| !line.contains("pith:js/runtime/")).map(|line| self.written(line, &files));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// One line of a trace: `… (path:line:column)` or `… path:line:column`.
    fn written(&self, line: &str, files: &PathMap<Rc<File>>) -> String {
        let place = || {
            let start = line.find('(').map_or_else(|| line.find('/'), |at| Some(at + 1))?;
            let end = line.rfind(')').filter(|end| *end > start).unwrap_or(line.len());
            let mut parts = line.get(start..end)?.rsplitn(3, ':');
            let (column, row, path) = (parts.next()?, parts.next()?, parts.next()?);
            let file = files.get(Path::new(path))?;
            let kept = file.rest.and_then(|at| self.starts.rest(at));
            let kept = kept.map(|(lines, _)| LineMap::from_bytes(lines.to_vec()));
            // Where they were lost, the file knows them, unless it was changed.
            let is_lost = file.rest.is_some() && kept.is_none() && Stamp::of_file(Path::new(path)) == file.place.stamp;
            let again = if is_lost { self.compile_anew(Path::new(path)).ok() } else { None };
            let again = again.map(|compiled| compiled.lines);
            let map = kept.or(again).unwrap_or_else(|| file.compiled.lines.clone());
            let (row, column) = map.written(row.parse().ok()?, column.parse().ok()?);
            Some(format!("{}{path}:{row}:{column}{}", line.get(..start)?, line.get(end..)?))
        };
        place().unwrap_or_else(|| line.to_owned())
    }
}

/// The function that a CommonJS file is: of `exports`, `require`, `module`, `__filename`, `__dirname`.
pub(crate) fn common_function<'js>(ctx: &Ctx<'js>, graph: &Graph, path: &Path) -> rquickjs::Result<Function<'js>> {
    let file = graph.file(path).map_err(|words| Exception::throw_message(ctx, &words))?;
    if let Some(script) = graph.take_code(&file).and_then(|code| bytecode::read_script(ctx, &code)) {
        return bytecode::function(script);
    }
    let text = graph.text(&file).map_err(|words| Exception::throw_message(ctx, &words))?;
    let script = bytecode::compile(ctx, &path.to_string_lossy(), wrapped(&text))?;
    graph.keep(&file, bytecode::write_script(&script, texts::kept(path)).as_deref());
    bytecode::function(script)
}

/// A CommonJS file as the function that it is. On one line with the code, so that its lines stay what they are.
fn wrapped(code: &str) -> String {
    format!("(function (exports, require, module, __filename, __dirname) {{{code}\n}})")
}

/// The text of a JSON file.
pub(crate) fn text_of(graph: &Graph, path: &Path) -> Result<String, String> {
    Ok(graph.file(path)?.compiled.code.clone())
}

/// A relative path inside our own tree.
fn joined(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_inside_our_own_tree_are_joined() {
        assert_eq!(joined("node/fs.js", "./path.js"), "node/path.js");
        assert_eq!(joined("host/pi-tui/index.js", "../../node/fs.js"), "node/fs.js");
    }

    #[test]
    fn our_own_modules_are_closed_to_extensions() {
        let graph = Graph::new(Cache::none(), "x".into(), "/x".into(), Arc::default());
        assert!(graph.module_name("/x.ts", "pith:native/fs").is_err());
        assert_eq!(graph.module_name("pith:js/node/fs.js", "pith:native/fs").as_deref(), Ok("pith:native/fs"));
    }
}
