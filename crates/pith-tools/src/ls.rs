//! The `ls` tool: lists a folder (spec/coding-agent.md 4.8).

use std::{fs, path::Path, sync::Arc};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare_plain,
    shared::{
        blocking::unless_aborted,
        failure::refused,
        folder,
        listing::{Listing, wanted},
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "ls",
    snippet: "list a folder",
    guidelines: &[],
    by_default: false,
    build: |settings| Arc::new(Ls::new(settings)),
};

/// Entries shown when the model names no limit.
const USUAL_LIMIT: usize = 500;

struct Ls {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    path: Option<String>,
    limit: Option<f64>,
}

impl Ls {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let properties = json!({ "path": { "type": "string" }, "limit": { "type": "number" } });
        let description =
            "List a folder, hidden entries included; folders end with `/`. At most 500 entries, or limit.";
        Self { declaration: declare_plain(BUILT_IN.name, description, &[], properties), settings }
    }
}

#[async_trait]
impl Tool for Ls {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { path, limit } = arguments::parse(BUILT_IN.name, arguments)?;
        let settings = Arc::clone(&self.settings);
        let limit = wanted(limit, USUAL_LIMIT);
        unless_aborted(&context.cancel, move |_| {
            let (path, metadata) = folder::start(path.as_deref(), &settings)?;
            if !metadata.is_dir() {
                return Err(ToolError::new(format!("`{}` is not a directory (ENOTDIR)", path.display())));
            }
            list(&path, limit)
        })
        .await
    }
}

fn list(path: &Path, limit: usize) -> Result<ToolOutput, ToolError> {
    let entries = fs::read_dir(path).map_err(|fault| refused("list", path, &fault))?;
    let mut names: Vec<String> = entries.filter_map(Result::ok).filter_map(|entry| shown(&entry)).collect();
    if names.is_empty() {
        return Ok(ToolOutput::text("(empty directory)"));
    }
    names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
    let is_cut = names.len() > limit;
    names.truncate(limit);
    let mut listing = Listing::new(names);
    if is_cut {
        let twice = limit.saturating_mul(2);
        listing.notices.push(format!("{limit} entries limit reached. Use limit={twice} for more"));
        listing.details.insert("entryLimitReached".to_owned(), json!(limit));
    }
    Ok(listing.into_output())
}

/// The entry's name, with a slash if it is, or leads to, a folder; nothing of what leads nowhere.
fn shown(entry: &fs::DirEntry) -> Option<String> {
    // What the folder itself says of its entries saves a look at each; only links have to be followed.
    let kind = entry.file_type().ok()?;
    let is_dir = if kind.is_symlink() { fs::metadata(entry.path()).ok()?.is_dir() } else { kind.is_dir() };
    let slash = if is_dir { "/" } else { "" };
    Some(format!("{}{slash}", entry.file_name().to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::test_support::World;

    #[tokio::test]
    async fn entries_are_sorted_without_case_and_folders_end_with_a_slash() -> io::Result<()> {
        let world = World::new()?;
        for name in ["Zed.txt", "alpha.txt", ".hidden", "src/a.ts", ".git/HEAD"] {
            world.write(name, "")?;
        }
        let listed = world.call("ls", json!({})).await.text();
        assert_eq!(listed, ".git/\n.hidden\nalpha.txt\nsrc/\nZed.txt");
        Ok(())
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn links_are_followed_and_those_that_lead_nowhere_are_left_out() -> io::Result<()> {
        let world = World::new()?;
        world.write("d/x", "")?;
        for (to, name) in [("d", "folder"), ("d/x", "file"), ("gone", "broken")] {
            std::os::unix::fs::symlink(to, world.path(name))?;
        }
        assert_eq!(world.call("ls", json!({})).await.text(), "d/\nfile\nfolder/");
        Ok(())
    }

    #[tokio::test]
    async fn what_is_cut_is_told() -> io::Result<()> {
        let world = World::new()?;
        for name in ["d/a", "d/b", "d/c"] {
            world.write(name, "")?;
        }
        let output = world.call("ls", json!({ "path": "d", "limit": 2 })).await.output();
        assert_eq!(output.details, Some(json!({ "entryLimitReached": 2 })));
        let whole = world.call("ls", json!({ "path": "d", "limit": 3 })).await.text();
        assert_eq!(whole, "a\nb\nc");
        let cut = world.call("ls", json!({ "path": "d", "limit": 2 })).await.text();
        assert_eq!(cut, "a\nb\n\n[2 entries limit reached. Use limit=4 for more]");
        Ok(())
    }

    #[tokio::test]
    async fn an_empty_folder_a_missing_one_and_a_file_are_told_apart() -> io::Result<()> {
        let world = World::new()?;
        world.write("f", "")?;
        fs::create_dir(world.path("empty"))?;
        assert_eq!(world.call("ls", json!({ "path": "empty" })).await.text(), "(empty directory)");
        assert!(world.call("ls", json!({ "path": "nope" })).await.error().contains("(ENOENT)"));
        assert!(world.call("ls", json!({ "path": "f" })).await.error().contains("is not a directory"));
        Ok(())
    }
}
