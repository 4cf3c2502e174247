//! Compiled code of earlier starts: it does what its text does, is not compiled twice, and may be damaged.

use super::*;

fn world() -> World {
    let mut world = World::new(&[
        (
            "main.ts",
            "import { fail } from './old.cjs';\nimport { Type } from 'typebox';\nimport { join } from 'node:path';\nexport default () => {\n  try { fail() } catch (error) {\n    return [Type.String().type, join('a', 'b'), (error as Error).stack!.split('\\n')[0].trim()];\n  }\n};",
        ),
        ("old.cjs", "// the first line\nexports.fail = () => {\n  throw new Error(String(typeof this));\n};"),
    ]);
    world.cache = Cache::in_folder(world.root().join("cache"));
    world
}

fn kept(world: &World) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(world.root().join("cache")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort_unstable();
    files
}

#[tokio::test]
async fn code_that_was_kept_does_what_its_text_does_with_its_lines() {
    let world = world();
    let first = world.run(&world.start(), json!([])).await.unwrap().unwrap();
    assert!(first.starts_with(r#"["string","a/b","at "#) && first.contains("old.cjs:3:"), "{first}");
    let files = kept(&world);
    assert_eq!(world.run(&world.start(), json!([])).await.unwrap().unwrap(), first);
    assert_eq!(kept(&world), files, "nothing is compiled a second time");
}

#[tokio::test]
async fn the_library_is_kept_in_few_pieces() {
    let world = world();
    world.run(&world.start(), json!([])).await.unwrap();
    assert!(kept(&world).len() < 12, "{}", kept(&world).len());
}

#[tokio::test]
async fn damaged_code_is_compiled_anew() {
    let world = world();
    let first = world.run(&world.start(), json!([])).await;
    for file in kept(&world) {
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(file, bytes).unwrap();
    }
    assert_eq!(world.run(&world.start(), json!([])).await, first);
}
