//! Makes what is generated and checked in. `cargo run -p xtask -- catalog FOLDER` makes the list of models.

mod catalog;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Where the list of models stands.
const CATALOG: &str = "crates/pith-llm/src/catalog/models.txt";

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (Some("catalog"), Some(folder), None) => {
            let made = catalog::make(Path::new(&folder))?;
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(CATALOG);
            std::fs::write(&path, made).with_context(|| format!("could not write `{}`", path.display()))
        }
        _ => bail!("usage: xtask catalog FOLDER (of files like `anthropic.json`)"),
    }
}
