//! The `write` tool: makes or overwrites a file (spec/coding-agent.md 4.4).

use std::{fs, path::Path, sync::Arc};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare,
    shared::{
        failure::{ABORTED, refused},
        path::resolve_existing,
        replace::replace,
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "write",
    snippet: "create a file or overwrite it",
    guidelines: &["Use write only for new files or when all of a file changes."],
    by_default: true,
    build: |settings| Arc::new(Write::new(settings)),
};

struct Write {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    path: String,
    content: String,
}

impl Write {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let properties = json!({ "path": { "type": "string" }, "content": { "type": "string" } });
        let description = "Write a whole file. Makes missing folders; replaces what was there.";
        Self { declaration: declare(BUILT_IN.name, description, &["path", "content"], properties), settings }
    }
}

#[async_trait]
impl Tool for Write {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { path: argument, content } = arguments::parse(BUILT_IN.name, arguments)?;
        let path = resolve_existing(&argument, &self.settings);
        let turn = tokio::select! {
            turn = self.settings.mutations.turn(&path) => turn,
            () = context.cancel.cancelled() => return Err(ToolError::new(ABORTED)),
        };
        // The turn goes along, so that a call given up in the middle still ends before the next one begins.
        let written = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            write(&path, content.as_bytes())
        });
        written.await.map_err(|fault| ToolError::new(format!("cannot write `{argument}`: {fault}")))??;
        Ok(ToolOutput::text(format!("Successfully wrote to {argument}")))
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), ToolError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|fault| refused("make the folder", parent, &fault))?;
    }
    replace(path, content).map_err(|fault| refused("write", path, &fault))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::test_support::{Outcome, World};

    async fn run(world: &World, path: &str, content: &str) -> Outcome {
        world.call("write", json!({ "path": path, "content": content })).await
    }

    #[tokio::test]
    async fn files_are_made_with_their_folders_and_overwritten() -> io::Result<()> {
        let world = World::new()?;
        let made = run(&world, "new/dir/a.txt", "h\u{e9}llo\r\n").await;
        assert_eq!(made.text(), "Successfully wrote to new/dir/a.txt");
        assert_eq!(world.read("new/dir/a.txt")?, "h\u{e9}llo\r\n".as_bytes());
        run(&world, "new/dir/a.txt", "").await.text();
        assert_eq!(world.read("new/dir/a.txt")?, b"");
        Ok(())
    }

    #[tokio::test]
    async fn refusals_name_the_path_and_the_code() -> io::Result<()> {
        let world = World::new()?;
        world.write("d/x", "1")?;
        let folder = run(&world, "d", "x").await.error();
        assert!(folder.contains("(EISDIR)") && folder.contains("/d`"), "{folder}");
        let below = run(&world, "d/x/y.txt", "x").await.error();
        assert!(below.contains("ENOTDIR") || below.contains("EEXIST"), "{below}");
        assert_eq!(world.read("d/x")?, b"1");
        Ok(())
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_place_that_takes_no_files_is_told_by_the_name_that_was_asked() -> io::Result<()> {
        let world = World::new()?;
        let refused = run(&world, "/proc/x", "x").await.error();
        assert_eq!(refused, "cannot write `/proc/x`: no such file or directory (ENOENT)");
        Ok(())
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_pipe_is_refused_at_once() -> io::Result<()> {
        let world = World::new()?;
        nix::unistd::mkfifo(&world.path("pipe"), nix::sys::stat::Mode::S_IRWXU)?;
        assert!(run(&world, "pipe", "x").await.error().contains("not a regular file"));
        Ok(())
    }

    #[tokio::test]
    async fn an_aborted_call_that_still_waits_writes_nothing() -> io::Result<()> {
        let world = World::new()?;
        let _held = world.settings.mutations.turn(&world.path("a.txt")).await;
        world.cancel.cancel();
        assert_eq!(run(&world, "a.txt", "x").await.error(), ABORTED);
        assert!(world.read("a.txt").is_err());
        Ok(())
    }
}
