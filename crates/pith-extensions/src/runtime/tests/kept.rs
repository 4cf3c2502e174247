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
    Cache::written(Duration::from_secs(30));
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
        // It is kept when the answer has been given.
        runtime.call("kept", "[]", Budget::Unlimited).await.unwrap();
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

#[tokio::test]
async fn functions_say_their_text_whether_their_code_was_kept_or_not() {
    let mut world = World::new(&[
        (
            "main.ts",
            "import { all as old } from './old.cts';\n\
             import { as } from './raw.js';\nconst ä = 'ä€𝄞'; function plain(a: number): number { return a; }\n\
             async function later() { await 0; } function* many() { yield 1; }\n\
             const arrow = (a: string) => a, one = a => ({ a }), slow = async (a: number) => { return a; }, bare = async b => b;\n\
             class Point { x = 1; constructor(x: number) { this.x = x; }\n  near(p: Point) { return p.x === this.x }\n  static /* so */ made() { return new Point(1) }\n  static async *few() {}\n  get y() { return 2 } #hidden() { return plain } shown() { return this.#hidden } }\n\
             class Empty {}\nclass Child extends Point { }\nexport const Named = class Inner { m = () => 3 };\n\
             const o = { m(a) { return a }, async n() {}, get g() { return 1 }, ['c' + 1]() {}, f: function () { return \"//\" }, *each() {} };\n\
             export default function () { const inside = () => ä; return [plain, later, many, arrow, one, slow, bare, Point, Point.prototype.near, Point.made, Point.few, Object.getOwnPropertyDescriptor(Point.prototype, 'y').get, new Point(1).shown(), Empty, Child, Named, new Named().m, o.m, o.n, Object.getOwnPropertyDescriptor(o, 'g').get, o.c1, o.f, o.each, inside, ...old, ...as, plain.bind(0), Math.max, Function.prototype.toString].map(String) }\n",
        ),
        ("raw.js", "export const as=[()=>1,()=>2,function(){return 3},class{},class{constructor(){}}];"),
        (
            "old.cts",
            "exports.all = [function () { return 1 }, class { a() {} }, x => x]; exports.all.push(function next(\n  a: any) { })\r\n;exports.all.push(() => 7)",
        ),
    ]);
    world.cache = Cache::in_folder(world.root().join("cache"));
    let first = world.run(&world.start(), json!([])).await.unwrap().unwrap();
    let texts: Vec<String> = serde_json::from_str(&first).unwrap();
    assert_eq!(texts.iter().filter(|text| text.contains("[native code]")).count(), 3, "{texts:?}");
    let again = world.run(&world.start(), json!([])).await.unwrap().unwrap();
    assert_eq!(serde_json::from_str::<Vec<String>>(&again).unwrap(), texts);
}

#[tokio::test]
async fn a_validator_is_made_when_it_is_used() {
    check(
        &[(
            "main.ts",
            "import Default, { Compile, Validator, Code } from 'typebox/compile';\nimport { Type } from 'typebox';\nconst of = Compile(Type.Object({ a: Type.Number({ default: 3 }) }));\nexport default () => [of instanceof Validator, Default === Compile, of.Check({ a: 1 }), of.Check({ a: 'x' }), of.Errors({})[0].keyword, of.Default({}), of.Type().required, typeof Code(Type.String()).Code, of.IsAccelerated(), Compile({ T: Type.String() }, Type.Ref('T')).Check('x')]",
        )],
        json!([true, true, true, false, "required", { "a": 3 }, ["a"], "string", true, true]),
    )
    .await;
}
