//! The `find` tool: files and folders by name or path (spec/coding-agent.md 4.7), with ripgrep's own walk in the process.

mod pattern;
#[cfg(test)]
mod tests;

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use self::pattern::Pattern;
use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare_plain,
    shared::{
        blocking::unless_aborted,
        failure::ABORTED,
        firsts::{Firsts, key, path_of},
        folder,
        listing::{Listing, wanted},
        walk::{Seen, Walk, is_dir},
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "find",
    snippet: "find files by a pattern of their names, without what ignore files name",
    guidelines: &[],
    by_default: false,
    build: |settings| Arc::new(Find::new(settings)),
};

/// Results shown when the model names no limit.
const USUAL_LIMIT: usize = 1000;

struct Find {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    pattern: String,
    path: Option<String>,
    limit: Option<f64>,
}

impl Find {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let text = json!({ "type": "string" });
        let properties = json!({ "pattern": text, "path": text, "limit": { "type": "number" } });
        let description = "Find files and folders by a glob: `*.rs` at any depth, `src/**/*.rs` from path down. \
            Leaves out what ignore files name. At most 1000 results, or limit.";
        Self { declaration: declare_plain(BUILT_IN.name, description, &["pattern"], properties), settings }
    }
}

#[async_trait]
impl Tool for Find {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { pattern, path, limit } = arguments::parse(BUILT_IN.name, arguments)?;
        let settings = Arc::clone(&self.settings);
        let limit = wanted(limit, USUAL_LIMIT);
        unless_aborted(&context.cancel, move |cancel| {
            let (root, metadata) = folder::start(path.as_deref(), &settings)?;
            if !metadata.is_dir() {
                return Err(ToolError::new(format!("`{}` is not a directory (ENOTDIR)", root.display())));
            }
            find(&root, &Pattern::new(&pattern, &root)?, limit, cancel)
        })
        .await
    }
}

fn find(root: &Path, pattern: &Pattern, limit: usize, cancel: &CancellationToken) -> Result<ToolOutput, ToolError> {
    // One more shows whether the limit cuts something off.
    let found = Mutex::new(Firsts::new(limit.saturating_add(1)));
    let walk = Walk { root, ignore_file: ".fdignore", glob: None, cancel };
    let walked = walk.visit(|| {
        |entry: &ignore::DirEntry| {
            let (relative, is_dir) = (entry.path().strip_prefix(root).unwrap_or(entry.path()), is_dir(entry));
            if pattern.fits(relative, is_dir) {
                found.lock().unwrap_or_else(PoisonError::into_inner).add(key(relative), 1, is_dir);
            }
            Seen::Fine
        }
    });
    if cancel.is_cancelled() {
        return Err(ToolError::new(ABORTED));
    }
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let slash = |is_dir| if is_dir { "/" } else { "" };
    let mut lines: Vec<String> =
        found.into_sorted().map(|(key, is_dir)| format!("{}{}", path_of(key), slash(is_dir))).collect();
    let (is_empty, is_cut) = (lines.is_empty(), lines.len() > limit);
    lines.truncate(limit);
    if is_empty {
        lines.push("No files found matching pattern".to_owned());
    }
    let mut listing = Listing::new(lines);
    if is_empty && pattern.has_classes() {
        listing.notices.push("`[…]` and `{…}` are read as choices; write `[[]` for a bracket itself".to_owned());
    }
    if is_cut {
        let twice = limit.saturating_mul(2);
        listing.notices.push(format!("{limit} results limit reached. Use limit={twice} for more, or refine pattern"));
        listing.details.insert("resultLimitReached".to_owned(), json!(limit));
    }
    listing.notices.extend(walked.notice());
    Ok(listing.into_output())
}
