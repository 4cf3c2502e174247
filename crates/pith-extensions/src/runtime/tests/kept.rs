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
async fn of_the_library_nothing_is_kept() {
    let world = world();
    world.run(&world.start(), json!([])).await.unwrap();
    assert_eq!(kept(&world).len(), 2, "the two files of the extension: {:?}", kept(&world));
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

#[tokio::test]
async fn a_start_is_kept_in_one_file_and_what_changed_since_is_seen() {
    let world = world();
    world.write("lib.ts", "export const n: number = 1;");
    world.write("data.json", "{\"n\": 1}");
    world.write("ext.ts", "import { n } from './lib';\nimport data from './data.json';\nexport default () => { (globalThis as any).n = n + data.n; };");
    world.write("main.ts", "export default () => (globalThis as any).n;");
    let ext = world.root().join("ext.ts").to_string_lossy().into_owned();
    let start = async || {
        let runtime = world.start();
        runtime.call("load", json!(["id", ext]).to_string(), Budget::Unlimited).await.unwrap();
        let files = kept(&world).len();
        (world.run(&runtime, json!([])).await.unwrap().unwrap(), files)
    };
    let (n, files) = start().await;
    assert_eq!(n, "2");
    assert!(files <= 4, "{:?}", kept(&world));
    let after = kept(&world);
    assert_eq!(start().await.0, "2");
    assert_eq!(kept(&world), after, "nothing is compiled a second time");
    world.write("lib.ts", "export const n: number = 10;");
    assert_eq!(start().await.0, "11");
    world.write("data.json", "{\"n\": 90}");
    assert_eq!(start().await.0, "100");
    assert_eq!(start().await.0, "100");
}

/// Bytes that an engine has in use when this code was loaded as an extension.
async fn taken(source: &str) -> usize {
    let world = World::new(&[("main.ts", "export default () => {};"), ("ext.ts", source)]);
    let runtime = world.start();
    let ext = world.root().join("ext.ts").to_string_lossy().into_owned();
    runtime.call("load", json!(["id", ext]).to_string(), Budget::Unlimited).await.unwrap();
    runtime.memory().await.unwrap()
}

#[tokio::test]
async fn an_engine_has_only_what_its_extension_uses() {
    let plain = taken("export default (pi: any) => { (globalThis as any).on = pi.on; };").await;
    let typebox = taken(
        "import { Type } from 'typebox';\nexport default (pi: any) => { (globalThis as any).t = Type.Object({ a: Type.Optional(Type.String()) }); };",
    )
    .await;
    assert!(plain < 330_000, "an extension takes {plain} bytes");
    assert!(typebox < plain + 100_000, "one with a schema takes {typebox} bytes");
}
