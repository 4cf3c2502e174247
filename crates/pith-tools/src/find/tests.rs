use std::{fs, io};

use super::*;
use crate::test_support::World;

async fn found(world: &World, arguments: Value) -> Vec<String> {
    let text = world.call("find", arguments).await.text();
    text.lines().map(str::to_owned).collect()
}

fn world(files: &[&str]) -> io::Result<World> {
    let world = World::new()?;
    files.iter().try_for_each(|name| world.write(name, ""))?;
    Ok(world)
}

#[tokio::test]
async fn results_are_sorted_hidden_ones_included_and_folders_marked() -> io::Result<()> {
    let world = world(&["src/b.ts", "src/a.ts", "src-x/c.ts", ".hidden/d.ts", "z"])?;
    assert_eq!(
        found(&world, json!({ "pattern": "*.ts" })).await,
        [".hidden/d.ts", "src/a.ts", "src/b.ts", "src-x/c.ts"]
    );
    assert_eq!(found(&world, json!({ "pattern": "src*" })).await, ["src/", "src-x/"]);
    Ok(())
}

#[tokio::test]
async fn ignore_files_hold_below_their_own_folder_also_outside_of_git() -> io::Result<()> {
    let world = world(&["a/x.txt", "b/x.txt", "c/y.txt", "d/z.txt"])?;
    world.write("a/.gitignore", "x.txt\n")?;
    world.write(".fdignore", "d/\n")?;
    world.write(".ignore", "y.txt\n")?;
    assert_eq!(found(&world, json!({ "pattern": "*.txt" })).await, ["b/x.txt"]);
    Ok(())
}

#[tokio::test]
async fn the_folder_of_git_is_entered_only_by_its_name() -> io::Result<()> {
    let world = world(&[".git/config", "a.txt", "sub/.git/config"])?;
    assert_eq!(found(&world, json!({ "pattern": "*" })).await, ["a.txt", "sub/"]);
    assert_eq!(found(&world, json!({ "pattern": "*", "path": ".git" })).await, ["config"]);
    Ok(())
}

#[tokio::test]
async fn patterns_see_only_the_part_below_the_path() -> io::Result<()> {
    let world = world(&["src/x/a.ts", "src/x/src/b.ts"])?;
    let in_x = json!({ "pattern": "src/**/*.ts", "path": "src/x" });
    assert_eq!(found(&world, in_x).await, ["src/b.ts"]);
    Ok(())
}

#[tokio::test]
async fn the_limit_keeps_the_first_in_order_and_is_told_only_when_it_cuts() -> io::Result<()> {
    let world = world(&["c", "b", "a"])?;
    assert_eq!(found(&world, json!({ "pattern": "*", "limit": 3 })).await, ["a", "b", "c"]);
    let output = world.call("find", json!({ "pattern": "*", "limit": 2 })).await.output();
    assert_eq!(output.details, Some(json!({ "resultLimitReached": 2 })));
    let cut = found(&world, json!({ "pattern": "*", "limit": 2 })).await;
    assert_eq!(cut, ["a", "b", "", "[2 results limit reached. Use limit=4 for more, or refine pattern]"]);
    Ok(())
}

#[tokio::test]
async fn a_name_with_brackets_is_found_or_the_way_to_write_it_is_told() -> io::Result<()> {
    let world = world(&["[id].tsx"])?;
    assert_eq!(found(&world, json!({ "pattern": "[id].tsx" })).await, ["[id].tsx"]);
    let missing = found(&world, json!({ "pattern": "[slug].tsx" })).await.join("\n");
    assert!(missing.starts_with("No files found matching pattern\n\n[") && missing.contains("`[[]`"), "{missing}");
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn links_are_shown_and_not_followed() -> io::Result<()> {
    let world = world(&["d/a"])?;
    std::os::unix::fs::symlink(".", world.path("d/loop"))?;
    assert_eq!(found(&world, json!({ "pattern": "*" })).await, ["d/", "d/a", "d/loop"]);
    Ok(())
}

#[tokio::test]
async fn missing_folders_files_and_broken_patterns_are_errors() -> io::Result<()> {
    let world = world(&["f"])?;
    fs::create_dir(world.path("empty"))?;
    let missing = world.call("find", json!({ "pattern": "*", "path": "nope" })).await.error();
    assert!(missing.contains("/nope`") && missing.contains("(ENOENT)"), "{missing}");
    assert!(world.call("find", json!({ "pattern": "*", "path": "f" })).await.error().contains("not a directory"));
    assert!(world.call("find", json!({ "pattern": "a[" })).await.error().contains("no file pattern"));
    let none = world.call("find", json!({ "pattern": "*", "path": "empty" })).await.text();
    assert_eq!(none, "No files found matching pattern");
    Ok(())
}

#[tokio::test]
async fn an_aborted_search_ends() -> io::Result<()> {
    let world = world(&["a"])?;
    world.cancel.cancel();
    assert_eq!(world.call("find", json!({ "pattern": "*" })).await.error(), ABORTED);
    Ok(())
}
