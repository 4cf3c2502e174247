//! Puts the JavaScript of `js/` into the program as the engine's own code, so that nothing of it is compiled when an
//! extension starts; and a table of what each file exports, so that who imports one name loads one file.
//!
//! The code holds no pointers and no sizes of the machine that made it, so it is the same for every target.

#[path = "build/names.rs"]
mod names;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    rc::Rc,
};

use rquickjs::{
    CatchResultExt as _, Context, Ctx, Module, Runtime,
    loader::{ImportAttributes, Loader, Resolver},
    module::{Declared, WriteOptions},
};

/// What is only there for tests of the library.
const LEFT_OUT: &[&str] = &["testing/", "tests/"];

/// What the name of a file begins with.
const PREFIX: &str = "pith:js/";

/// What the name of a module of the program begins with.
const NATIVE: &str = "pith:native/";

type Code = Rc<RefCell<BTreeMap<String, Vec<u8>>>>;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=js");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("js");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let (mut packed, mut table) = (Vec::new(), String::new());
    table.push_str("/// Path, first byte, and the byte behind the last; sorted by path.\n");
    table.push_str("pub(super) const FILES: &[(&str, usize, usize)] = &[\n");
    for (path, code) in compiled(&root)? {
        let start = packed.len();
        packed.extend_from_slice(&code);
        writeln!(table, "    ({path:?}, {start}, {}),", packed.len())?;
    }
    table.push_str("];\n\n");
    table.push_str(&names_of(&root)?);
    fs::write(out.join("library.bin"), packed)?;
    fs::write(out.join("library.rs"), table)?;
    Ok(())
}

/// A table of the names that files export: path, then lines of a file and the names that are made in it; sorted by path.
/// What came from elsewhere is left out.
fn names_of(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut texts = BTreeMap::new();
    for path in files(root)?.into_iter().filter(|path| !path.starts_with("vendor/")) {
        texts.insert(path.clone(), fs::read_to_string(root.join(&path))?);
    }
    let mut table = String::from(
        "/// Exports, by the path of the file that has them.\npub(super) const NAMES: &[(&str, &str)] = &[\n",
    );
    for (path, names) in names::exports(&texts) {
        let mut by_file: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        names.iter().for_each(|(name, file)| by_file.entry(file).or_default().push(name));
        let lines: Vec<String> = by_file.iter().map(|(file, names)| format!("{file} {}", names.join(" "))).collect();
        writeln!(table, "    ({path:?}, {:?}),", lines.join("\n"))?;
    }
    table.push_str("];\n");
    Ok(table)
}

/// The code of every file, by path.
fn compiled(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let (engine, code) = (Runtime::new()?, Code::default());
    engine.set_max_stack_size(0);
    engine.set_gc_threshold(usize::MAX);
    engine.set_loader(Names, Files { root: root.to_owned(), code: Rc::clone(&code) });
    let context = Context::full(&engine)?;
    for path in files(root)? {
        if !code.borrow().contains_key(&path) {
            let load = |ctx: Ctx<'_>| {
                Files { root: root.to_owned(), code: Rc::clone(&code) }
                    .load(&ctx, &format!("{PREFIX}{path}"), None)
                    .map(drop)
                    .catch(&ctx)
                    .map_err(|error| format!("{path}: {error}"))
            };
            context.with(load)?;
        }
    }
    Ok(code.take())
}

/// Which module an import means: names stand for themselves, relative paths are inside the folder.
struct Names;

impl Resolver for Names {
    fn resolve<'js>(
        &mut self,
        _: &Ctx<'js>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        Ok(match base.strip_prefix(PREFIX).filter(|_| name.starts_with('.')) {
            Some(from) => format!("{PREFIX}{}", names::joined(from, name)),
            None => name.to_owned(),
        })
    }
}

/// Compiles files, and keeps their code.
struct Files {
    root: PathBuf,
    code: Code,
}

impl Loader for Files {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        if name.starts_with(NATIVE) {
            // Made when it is imported; nothing is evaluated here.
            return Module::declare(ctx.clone(), name, "");
        }
        let path = name.strip_prefix(PREFIX).ok_or_else(|| rquickjs::Error::new_loading(name))?;
        let text = fs::read(self.root.join(path))?;
        let module = Module::declare(ctx.clone(), name, text)?;
        // Where a function stands in its file is kept for traces; its text is not.
        let code = module.write(WriteOptions { strip_source: true, ..WriteOptions::default() })?;
        self.code.borrow_mut().insert(path.to_owned(), code);
        Ok(module)
    }
}

/// The paths of the files that extensions can reach, sorted.
fn files(root: &Path) -> io::Result<Vec<String>> {
    let (mut found, mut open) = (Vec::new(), vec![String::new()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = format!("{folder}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                open.push(format!("{path}/"));
            } else if path.ends_with(".js") && !LEFT_OUT.iter().any(|start| path.starts_with(start)) {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}
