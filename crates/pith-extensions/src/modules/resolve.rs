//! From a specifier to a file: relative paths with and without endings, folders, packages, `exports` and `imports`.
//!
//! Node's rules, and beyond them TypeScript's: `./x` may be `x.ts`, and `./x.js` too when there is no such file.

use std::{
    path::{Component, Path, PathBuf},
    rc::Rc,
};

use super::package::{Package, Packages};

/// Tried in this order when a path has no ending of its own.
const ENDINGS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "mjs", "cjs", "jsx", "json"];

/// Endings that a compiler would have written, and what it would have written them for.
const WRITTEN_FOR: &[(&str, &[&str])] =
    &[("js", &["ts", "tsx"]), ("mjs", &["mts"]), ("cjs", &["cts"]), ("jsx", &["tsx"])];

/// How the importer asks, which decides between the faces of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Asked {
    ByImport,
    ByRequire,
}

impl Asked {
    fn conditions(self) -> &'static [&'static str] {
        match self {
            Self::ByImport => &["node", "import", "module-sync"],
            Self::ByRequire => &["node", "require", "module-sync"],
        }
    }
}

/// Why there is no file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ResolveError {
    #[error("cannot find `{path}`, imported by `{importer}`")]
    NoFile { path: String, importer: String },
    #[error("cannot find the package `{package}`, imported by `{importer}`; is it installed beside the extension?")]
    NoPackage { package: String, importer: String },
    #[error("the package `{package}` does not offer `{subpath}`, imported by `{importer}`")]
    NotExported { package: String, subpath: String, importer: String },
    #[error("`{path}` is a native addon, which cannot be loaded here; imported by `{importer}`")]
    NativeAddon { path: String, importer: String },
}

/// Finds the file. `importer` is the path of the file that asks.
pub(crate) fn resolve(
    packages: &Packages,
    importer: &Path,
    specifier: &str,
    asked: Asked,
) -> Result<PathBuf, ResolveError> {
    // Files that belong together import each other over and over; only the first time is looked for.
    let path = path_of(importer, specifier).map(|path| cleaned(&path));
    if let Some(known) = path.as_ref().and_then(|path| packages.found(path)) {
        return Ok(known);
    }
    let found = find(packages, importer, specifier, asked, 0)?;
    if found.extension().is_some_and(|ending| ending == "node") {
        return Err(ResolveError::NativeAddon { path: text(&found), importer: text(importer) });
    }
    // The real path: what a linked extension imports is found beside the file itself.
    let real = packages.real(&found);
    if let Some(path) = path {
        packages.note_found(path, real.clone());
    }
    Ok(real)
}

fn find(
    packages: &Packages,
    importer: &Path,
    specifier: &str,
    asked: Asked,
    depth: u8,
) -> Result<PathBuf, ResolveError> {
    let folder = importer.parent().unwrap_or(Path::new("/"));
    let no_file = || ResolveError::NoFile { path: specifier.to_owned(), importer: text(importer) };
    if let Some(path) = specifier.strip_prefix("file://") {
        return file_or_folder(packages, &PathBuf::from(decoded(path))).ok_or_else(no_file);
    }
    if let Some(path) = path_of(importer, specifier) {
        return file_or_folder(packages, &path).ok_or_else(no_file);
    }
    if specifier.starts_with('#') && depth < 4 {
        return internal(packages, importer, specifier, asked, depth);
    }
    package(packages, importer, folder, specifier, asked)
}

/// The file that a relative or absolute specifier means, under the name by which it is reached.
pub(crate) fn file_of(packages: &Packages, importer: &Path, specifier: &str) -> Option<PathBuf> {
    file_or_folder(packages, &path_of(importer, specifier)?)
}

/// The path that a specifier is, if it is one. What stands behind `?` or `#` is no part of it, unless a file is called so.
fn path_of(importer: &Path, specifier: &str) -> Option<PathBuf> {
    let bare = specifier.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or(specifier);
    let relative = ["./", "../"].iter().any(|start| bare.starts_with(start)) || bare == "." || bare == "..";
    let is_path = relative || Path::new(bare).is_absolute();
    let folder = importer.parent().unwrap_or(Path::new("/"));
    let whole = || Some(folder.join(specifier)).filter(|whole| bare.len() < specifier.len() && whole.is_file());
    is_path.then(|| whole().unwrap_or_else(|| folder.join(bare)))
}

/// A name of the importer's own package.
fn internal(
    packages: &Packages,
    importer: &Path,
    specifier: &str,
    asked: Asked,
    depth: u8,
) -> Result<PathBuf, ResolveError> {
    let none = || ResolveError::NoFile { path: specifier.to_owned(), importer: text(importer) };
    let (root, manifest) = nearest(packages, importer.parent().unwrap_or(Path::new("/"))).ok_or_else(none)?;
    let target = manifest.imported(specifier, asked.conditions()).ok_or_else(none)?;
    match target.strip_prefix("./") {
        Some(path) => exact(&root.join(path)).ok_or_else(none),
        None => find(packages, importer, &target, asked, depth + 1),
    }
}

fn package(
    packages: &Packages,
    importer: &Path,
    folder: &Path,
    specifier: &str,
    asked: Asked,
) -> Result<PathBuf, ResolveError> {
    let (name, subpath) = split(specifier);
    let inside = if subpath.is_empty() { ".".to_owned() } else { format!("./{subpath}") };
    let not_exported =
        || ResolveError::NotExported { package: name.to_owned(), subpath: inside.clone(), importer: text(importer) };
    // A package may name itself.
    if let Some((root, manifest)) = nearest(packages, folder)
        && manifest.name.as_deref() == Some(name)
        && manifest.has_exports()
        && let Some(target) = manifest.exported(&inside, asked.conditions())
        && let Some(found) = exact(&root.join(&target))
    {
        return Ok(found);
    }
    for above in folder.ancestors().filter(|above| !above.ends_with("node_modules")) {
        let root = above.join("node_modules").join(name);
        if !root.is_dir() {
            continue;
        }
        let manifest = packages.read(&root).unwrap_or_default();
        if manifest.has_exports() {
            let target = manifest.exported(&inside, asked.conditions());
            // What only the other face offers is better than nothing: the host can load both.
            let other = if asked == Asked::ByImport { Asked::ByRequire } else { Asked::ByImport };
            let target = target.or_else(|| manifest.exported(&inside, other.conditions())).ok_or_else(not_exported)?;
            return exact(&root.join(&target)).ok_or_else(not_exported);
        }
        let found = if subpath.is_empty() {
            main_of(packages, &root, &manifest)
        } else {
            file_or_folder(packages, &root.join(subpath))
        };
        return found.ok_or_else(not_exported);
    }
    Err(ResolveError::NoPackage { package: name.to_owned(), importer: text(importer) })
}

fn main_of(packages: &Packages, root: &Path, manifest: &Package) -> Option<PathBuf> {
    let main = manifest.main.as_ref().or(manifest.module.as_ref());
    main.and_then(|main| file_or_folder(packages, &root.join(main))).or_else(|| index(root))
}

fn file_or_folder(packages: &Packages, path: &Path) -> Option<PathBuf> {
    let path = cleaned(path);
    if let Some(file) = exact(&path) {
        return Some(file);
    }
    let ending = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        Some(PathBuf::from(name)).filter(|path| path.is_file())
    };
    ENDINGS.iter().find_map(|e| ending(e)).or_else(|| {
        let manifest = path.is_dir().then(|| packages.read(&path).unwrap_or_default())?;
        main_of(packages, &path, &manifest)
    })
}

/// The file itself, or the one that it would have been compiled from.
fn exact(path: &Path) -> Option<PathBuf> {
    let path = cleaned(path);
    if path.is_file() {
        return Some(path);
    }
    let ending = path.extension()?.to_str()?;
    let (_, sources) = WRITTEN_FOR.iter().find(|(written, _)| *written == ending)?;
    sources.iter().map(|source| path.with_extension(source)).find(|path| path.is_file())
}

fn index(folder: &Path) -> Option<PathBuf> {
    ENDINGS.iter().map(|ending| folder.join(format!("index.{ending}"))).find(|path| path.is_file())
}

/// The nearest folder with a manifest, from here upward.
fn nearest<'a>(packages: &Packages, folder: &'a Path) -> Option<(&'a Path, Rc<Package>)> {
    folder.ancestors().find_map(|above| Some((above, packages.read(above)?)))
}

/// Name and rest: `@a/b/c/d` is `@a/b` and `c/d`.
fn split(specifier: &str) -> (&str, &str) {
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(parts - 1) {
        Some((at, _)) => (specifier.get(..at).unwrap_or(specifier), specifier.get(at + 1..).unwrap_or_default()),
        None => (specifier, ""),
    }
}

/// Without `.` and `..`, which matter before links are followed.
fn cleaned(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = clean.pop(),
            part => clean.push(part),
        }
    }
    clean
}

/// The path of a file URL: percent signs undone.
fn decoded(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = (byte == b'%').then(|| path.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(value) => {
                out.push(value);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// Makes files, asks from `ext/main.ts`, and gives the path below the folder.
    fn check(files: &[(&str, &str)], specifier: &str, asked: Asked) -> Result<String, ResolveError> {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let found = resolve(&Packages::default(), &root.join("ext/main.ts"), specifier, asked)?;
        Ok(found.strip_prefix(&root).unwrap().to_string_lossy().into_owned())
    }

    #[test]
    fn relative_paths_need_no_ending_and_may_name_what_a_compiler_would_write() {
        let files = [("ext/a.ts", ""), ("ext/b/index.js", ""), ("c.json", "")];
        for (specifier, path) in
            [("./a", "ext/a.ts"), ("./a.js", "ext/a.ts"), ("./b", "ext/b/index.js"), ("../c", "c.json")]
        {
            assert_eq!(check(&files, specifier, Asked::ByImport).unwrap(), path, "{specifier}");
        }
    }

    #[test]
    fn packages_are_looked_for_upward_and_have_two_faces() {
        let files = [
            ("node_modules/@s/p/package.json", r#"{"exports":{".":{"import":"./m.mjs","require":"./c.cjs"}}}"#),
            ("node_modules/@s/p/m.mjs", ""),
            ("node_modules/@s/p/c.cjs", ""),
        ];
        assert_eq!(check(&files, "@s/p", Asked::ByImport).unwrap(), "node_modules/@s/p/m.mjs");
        assert_eq!(check(&files, "@s/p", Asked::ByRequire).unwrap(), "node_modules/@s/p/c.cjs");
        assert!(matches!(check(&files, "@s/p/x", Asked::ByImport), Err(ResolveError::NotExported { .. })));
        assert!(matches!(check(&files, "@s/q", Asked::ByImport), Err(ResolveError::NoPackage { .. })));
    }

    #[test]
    fn a_package_without_exports_has_its_main_file_and_every_path() {
        let files = [
            ("ext/node_modules/p/package.json", r#"{"main":"lib"}"#),
            ("ext/node_modules/p/lib/index.js", ""),
            ("ext/node_modules/p/other.js", ""),
        ];
        assert_eq!(check(&files, "p", Asked::ByImport).unwrap(), "ext/node_modules/p/lib/index.js");
        assert_eq!(check(&files, "p/other", Asked::ByRequire).unwrap(), "ext/node_modules/p/other.js");
    }

    #[test]
    fn names_of_the_package_itself_are_known_inside_it() {
        let files = [
            ("ext/package.json", r##"{"name":"me","imports":{"#x":"./x.js","#p":"p"},"exports":{"./y":"./y.js"}}"##),
            ("ext/x.js", ""),
            ("ext/y.js", ""),
            ("ext/node_modules/p/index.js", ""),
        ];
        assert_eq!(check(&files, "#x", Asked::ByImport).unwrap(), "ext/x.js");
        assert_eq!(check(&files, "#p", Asked::ByImport).unwrap(), "ext/node_modules/p/index.js");
        assert_eq!(check(&files, "me/y", Asked::ByImport).unwrap(), "ext/y.js");
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_and_folders_are_followed() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("there")).unwrap();
        std::fs::write(root.join("there/x.js"), "").unwrap();
        symlink(root.join("there"), root.join("here")).unwrap();
        symlink(root.join("there/x.js"), root.join("y.js")).unwrap();
        for specifier in ["./here/x", "./there/x.js", "./y.js", "./here/x"] {
            let found = resolve(&Packages::default(), &root.join("main.ts"), specifier, Asked::ByImport).unwrap();
            assert_eq!(found, root.join("there/x.js"), "{specifier}");
        }
    }

    #[test]
    fn a_native_addon_is_refused_by_name() {
        let files = [("ext/a.node", "")];
        assert!(matches!(check(&files, "./a.node", Asked::ByRequire), Err(ResolveError::NativeAddon { .. })));
    }
}
