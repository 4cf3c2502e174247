//! What need not be there yet: which imports of a file may wait until one of its functions needs them.
//!
//! A file that is imported only for functions can be left out of what is linked when nobody can tell ([`super::quiet`]),
//! and all below it is there, offers what is asked for, and awaits nothing. What below it can be told is linked in its
//! place, in the same order. Files that import each other in a circle are linked with each other, as ever.

use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
    rc::Rc,
};

use petgraph::{
    algo::tarjan_scc,
    graph::{DiGraph, NodeIndex},
};

use super::{
    compile::{Kind, Wanted},
    embedded::builtin,
    facade,
    graph::{FileKind, Graph, Target},
    paths::{PathMap, PathSet},
    resolve::Asked,
};

/// How far names are followed through modules that export all of others.
const DEEPEST: u8 = 8;

/// What is known of a file with all that it is linked to.
struct Known {
    /// What it is linked to of the extension, in its order, by specifier.
    links: Vec<(String, Link)>,
    /// Those that import each other in a circle have the same number.
    circle: usize,
    /// Nobody can tell when it is evaluated; by itself.
    quiet: bool,
    /// All below it can be read and found.
    whole: bool,
    /// Something below it awaits, or it itself does.
    awaits: bool,
}

/// A file that another is linked to.
enum Link {
    Module(PathBuf),
    CommonJs(PathBuf),
    Json,
}

impl Link {
    fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::Module(path) | Self::CommonJs(path) => Some(path),
            Self::Json => None,
        }
    }
}

/// What is known of the files of a runtime.
#[derive(Default)]
pub(super) struct Plan {
    files: RefCell<PathMap<Rc<Known>>>,
    circles: RefCell<usize>,
    /// Files that are linked, or in whose place what they stand on is.
    placed: RefCell<PathSet>,
    /// What stands in the place of a file: the engine may ask more than once.
    places: RefCell<PathMap<String>>,
}

impl Graph {
    /// Whether something that the file is linked to, near or far, awaits while it is evaluated. What cannot be read is told
    /// by whoever imports it.
    pub(super) fn stands_on_awaiting(&self, path: &Path) -> bool {
        self.known(path).awaits
    }

    /// The file is linked.
    pub(super) fn note_linked(&self, path: &Path) {
        self.plan.placed.borrow_mut().insert(path.to_owned());
    }

    /// The file that an import may wait for, if it may.
    pub(super) fn late(&self, importer: &Path, specifier: &str, wanted: &Wanted) -> Option<(PathBuf, FileKind)> {
        if !wanted.late {
            return None;
        }
        let target = self.target(&importer.to_string_lossy(), specifier, Asked::ByImport);
        let Ok(Target::File(path, kind @ (FileKind::Module | FileKind::CommonJs))) = target else { return None };
        let (importer, known) = (self.known(importer), self.known(&path));
        let may = known.quiet && known.whole && !known.awaits && known.circle != importer.circle;
        (may && self.missing(&path, wanted).is_none()).then_some((path, kind))
    }

    /// The module that stands in the place of a file that is left out.
    pub(super) fn in_place_of(&self, path: &Path) -> String {
        if let Some(known) = self.plan.places.borrow().get(path) {
            return known.clone();
        }
        let mut modules = Vec::new();
        self.place(path, &mut modules);
        let name = facade::of_several(&modules);
        self.plan.places.borrow_mut().insert(path.to_owned(), name.clone());
        name
    }

    /// Adds what is to be evaluated in the place of a quiet file, and was not before.
    fn place(&self, path: &Path, modules: &mut Vec<String>) {
        if !self.plan.placed.borrow_mut().insert(path.to_owned()) {
            return;
        }
        for (specifier, link) in &self.known(path).links {
            match link {
                Link::Module(next) | Link::CommonJs(next) if self.known(next).quiet => self.place(next, modules),
                Link::Module(next) => {
                    if self.plan.placed.borrow_mut().insert(next.clone()) {
                        modules.push(next.to_string_lossy().into_owned());
                    }
                }
                Link::CommonJs(next) => {
                    if self.plan.placed.borrow_mut().insert(next.clone()) {
                        modules.push(facade::of_common(next, false, Vec::new()));
                    }
                }
                // What is not there is told when the file is loaded.
                Link::Json => modules.extend(self.module_name(&path.to_string_lossy(), specifier)),
            }
        }
    }

    /// A name that is imported from a file and that it certainly does not export. What a CommonJS file lacks is undefined, as
    /// ever.
    pub(super) fn missing<'w>(&self, path: &Path, wanted: &'w Wanted) -> Option<&'w str> {
        wanted.names.iter().map(String::as_str).find(|name| !self.may_offer(path, name, 0))
    }

    /// Whether a file may export a name.
    fn may_offer(&self, path: &Path, name: &str, depth: u8) -> bool {
        let Ok(file) = self.file(path) else { return true };
        let exported = &file.compiled.exported;
        if file.compiled.kind != Kind::Module || depth > DEEPEST || exported.names.iter().any(|known| known == name) {
            return true;
        }
        // A default is not among what all of another is.
        name != "default"
            && exported.whole.iter().any(|specifier| {
                match self.target(&path.to_string_lossy(), specifier, Asked::ByImport) {
                    Ok(Target::File(path, _)) => self.may_offer(&path, name, depth + 1),
                    _ => true,
                }
            })
    }

    /// Whether what a specifier exports by a name stays as it is.
    fn is_steady(&self, importer: &str, specifier: &str, name: &str) -> bool {
        let target = self.target(importer, specifier, Asked::ByImport);
        let Ok(Target::File(path, FileKind::Module)) = target else { return false };
        let Ok(file) = self.file(&path) else { return false };
        file.compiled.steady.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    fn known(&self, path: &Path) -> Rc<Known> {
        if let Some(known) = self.plan.files.borrow().get(path) {
            return Rc::clone(known);
        }
        self.read_ahead(path);
        self.learn(path);
        self.plan.files.borrow().get(path).map_or_else(|| Rc::new(self.links_of(path)), Rc::clone)
    }

    /// Learns what a file stands on, near and far.
    fn learn(&self, path: &Path) {
        let mut graph = DiGraph::<(PathBuf, Known), ()>::new();
        let mut nodes: HashMap<PathBuf, NodeIndex> = HashMap::new();
        let first = graph.add_node((path.to_owned(), self.links_of(path)));
        nodes.insert(path.to_owned(), first);
        let mut open = vec![first];
        while let Some(node) = open.pop() {
            let links = graph
                .node_weight(node)
                .map(|(_, known)| known.links.iter().filter_map(|(_, link)| link.path().cloned()));
            let links: Vec<PathBuf> = links.into_iter().flatten().collect();
            for next in links.into_iter().filter(|next| !self.plan.files.borrow().contains(next)) {
                let to = *nodes.entry(next).or_insert_with_key(|next| {
                    let to = graph.add_node((next.clone(), self.links_of(next)));
                    open.push(to);
                    to
                });
                graph.add_edge(node, to, ());
            }
        }
        // What stands below comes first.
        let circles = tarjan_scc(&graph);
        let mut nodes: Vec<Option<(PathBuf, Known)>> =
            graph.into_nodes_edges().0.into_iter().map(|node| Some(node.weight)).collect();
        for circle in circles {
            let mut members: Vec<(PathBuf, Known)> =
                circle.iter().filter_map(|node| nodes.get_mut(node.index())?.take()).collect();
            let mut files = self.plan.files.borrow_mut();
            let below = members.iter().flat_map(|(_, known)| &known.links);
            let below = below.filter_map(|(_, link)| files.get(link.path()?).cloned());
            let (mut whole, mut awaits) = (true, false);
            for known in below {
                whole &= known.whole;
                awaits |= known.awaits;
            }
            for (_, known) in &members {
                whole &= known.whole;
                awaits |= known.awaits;
            }
            let number = {
                let mut circles = self.plan.circles.borrow_mut();
                *circles += 1;
                *circles
            };
            for (path, mut known) in members.drain(..) {
                (known.whole, known.awaits, known.circle) = (whole, awaits, number);
                files.insert(path, Rc::new(known));
            }
        }
    }

    /// What a file says of itself.
    fn links_of(&self, path: &Path) -> Known {
        let mut known = Known { links: Vec::new(), circle: 0, quiet: false, whole: false, awaits: false };
        let Ok(file) = self.file(path) else { return known };
        let asked = match file.compiled.kind {
            Kind::Module => Asked::ByImport,
            Kind::CommonJs => Asked::ByRequire,
            Kind::Json => return known,
        };
        known.whole = true;
        known.awaits = file.compiled.awaits;
        let importer = path.to_string_lossy();
        let imports = file.compiled.imports.iter().filter(|(_, wanted)| wanted.linked);
        for (specifier, _) in imports.filter(|(specifier, _)| builtin(specifier).is_none()) {
            let link = match self.target(&importer, specifier, asked) {
                Ok(Target::File(path, FileKind::Module)) => Link::Module(path),
                Ok(Target::File(path, FileKind::CommonJs)) => Link::CommonJs(path),
                Ok(Target::File(_, FileKind::Json)) => Link::Json,
                Ok(_) => continue,
                Err(_) => {
                    known.whole = false;
                    continue;
                }
            };
            known.links.push((specifier.clone(), link));
        }
        known.quiet = file
            .compiled
            .quiet
            .as_ref()
            .is_some_and(|reads| reads.iter().all(|(specifier, name)| self.is_steady(&importer, specifier, name)))
            || self.packages().says_quiet(path);
        known
    }
}
