//! Makes what is generated and checked in. `cargo run -p xtask -- catalog FOLDER` makes the list of models, `surface FOLDER`
//! the table of what extensions see, from an installed `node_modules/@earendil-works`.

mod catalog;
mod surface;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Where the list of models stands.
const CATALOG: &str = "crates/pith-llm/src/catalog/models.txt";

/// Where the table of what extensions see stands.
const SURFACE: &str = "extensions/surface.tsv";

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (Some("catalog"), Some(folder), None) => {
            let made = catalog::make(Path::new(&folder))?;
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(CATALOG);
            std::fs::write(&path, made).with_context(|| format!("could not write `{}`", path.display()))
        }
        (Some("surface"), Some(folder), None) => {
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(SURFACE);
            let before = std::fs::read_to_string(&path).unwrap_or_default();
            let made = surface::make(Path::new(&folder), &before)?;
            std::fs::write(&path, made).with_context(|| format!("could not write `{}`", path.display()))
        }
        _ => bail!("usage: xtask catalog FOLDER (of files like `anthropic.json`) | surface FOLDER (`@earendil-works`)"),
    }
}
