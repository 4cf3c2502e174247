//! Packs the JavaScript of `js/` into the program: every file deflated by itself, so that only what is asked for is
//! unpacked, beside a table of where each begins and a digest of all, by which code that was compiled for an earlier
//! library is known.

#[path = "build/names.rs"]
mod names;

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::DeflateEncoder};
use sha2::{Digest as _, Sha256};

/// What is only there for tests of the library.
const LEFT_OUT: &[&str] = &["testing/", "tests/"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=js");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("js");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let (mut packed, mut digest) = (Vec::new(), Sha256::new());
    let mut table = String::from("/// Path, first byte, and the byte behind the last; sorted by path.\n");
    table.push_str("pub(super) const FILES: &[(&str, usize, usize)] = &[\n");
    for path in files(&root)? {
        let text = fs::read(root.join(&path))?;
        digest.update(path.len().to_le_bytes());
        digest.update(&path);
        digest.update(text.len().to_le_bytes());
        digest.update(&text);
        let start = packed.len();
        let mut deflater = DeflateEncoder::new(&mut packed, Compression::best());
        deflater.write_all(&text)?;
        deflater.finish()?;
        writeln!(table, "    ({path:?}, {start}, {}),", packed.len())?;
    }
    table.push_str("];\n\n");
    table.push_str(&names_of(&root)?);
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(table, "\n/// Of all paths and texts.\npub(super) const DIGEST: &str = {digest:?};")?;
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
