//! Where there is no model at all and somebody to ask: shall one be fetched?

use std::io::{self, Write as _};

use indicatif::HumanBytes;
use pith_local::store::{Catalog, Store};

/// Asks; gives the model's id if the answer is yes.
pub(crate) fn offer(store: &Store) -> Option<String> {
    let model = store.catalog().find(Catalog::DEFAULT)?;
    let mut stderr = io::stderr();
    let question = format!(
        "No model is configured. Fetch {} ({}, {}) and answer in this process? [y/N] ",
        model.label,
        HumanBytes(model.bytes),
        model.license
    );
    stderr.write_all(question.as_bytes()).and_then(|()| stderr.flush()).ok()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes").then(|| model.id.clone())
}
