//! The recordings, and which wires they are for.

use std::{collections::BTreeSet, fs, path::PathBuf, sync::Arc};

use pith_llm::{Api, apis};
use serde_json::Value;

use crate::{Failure, WIRES};

/// More recordings of the same form stand in this folder.
const MORE: &str = "PITH_PROVIDER_CASES";

/// Wires that there are recordings of, but that are not built.
const NOT_BUILT: &[&str] = &[];

/// The wire; nothing when it is declared as not built.
pub(crate) fn wire(id: &str) -> Result<Option<Arc<dyn Api>>, Failure> {
    let built = apis::all().into_iter().find(|api| api.id() == id);
    match (built, NOT_BUILT.contains(&id)) {
        (Some(_), true) => Err(format!("`{id}` is built, and still declared as not built").into()),
        (None, false) => Err(format!("`{id}` is neither built nor declared as not built").into()),
        (built, _) => Ok(built),
    }
}

/// The cases of a kind (`requests` or `streams`) for a wire; none when nothing of that kind was recorded.
pub(crate) fn cases(api: &str, kind: &str) -> Result<Vec<Value>, Failure> {
    let mut cases = Vec::new();
    for folder in folders() {
        let file = folder.join(format!("{api}.{kind}.json"));
        if !file.exists() {
            continue;
        }
        let mut recorded: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
        if recorded["api"] != api {
            return Err(format!("{} is of another wire", file.display()).into());
        }
        let list = if kind == "requests" { "cases" } else { "variants" };
        match recorded[list].take() {
            Value::Array(list) => cases.extend(list),
            _ => return Err(format!("{} has no `{list}`", file.display()).into()),
        }
    }
    Ok(cases)
}

fn folders() -> Vec<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/providers");
    std::iter::once(own).chain(std::env::var_os(MORE).map(PathBuf::from)).collect()
}

#[test]
fn every_file_of_recordings_is_of_a_tested_wire() -> Result<(), Failure> {
    let mut wires = BTreeSet::new();
    for folder in folders() {
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if let Some(wire) = name.strip_suffix(".requests.json").or_else(|| name.strip_suffix(".streams.json")) {
                wires.insert(wire.to_owned());
            }
        }
    }
    let tested: BTreeSet<String> = WIRES.iter().map(|wire| (*wire).to_owned()).collect();
    assert_eq!(wires, tested);
    Ok(())
}
