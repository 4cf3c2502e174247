//! Files that are loaded when a function first needs them: nobody can tell, but for the time that it takes.

use super::*;

/// Calls an extension that was loaded as one is, and what was loaded until then.
async fn loaded(world: &World) -> (super::super::Runtime, Result<String, String>) {
    let main = world.root().join("main.ts").to_string_lossy().into_owned();
    let runtime = world.start();
    let answer = runtime.call("load", json!(["id", main]).to_string(), Budget::Unlimited).await;
    let answer = answer.map(Option::unwrap_or_default).map_err(|failure| format!("{failure:?}"));
    runtime.call("kept", "[]", Budget::Unlimited).await.unwrap();
    Cache::written(Duration::from_secs(30));
    (runtime, answer)
}

/// What the default export of another file gives in the same engine.
async fn called(runtime: &super::super::Runtime, file: &Path) -> CallResult {
    let args = json!([file.to_string_lossy(), []]).to_string();
    runtime.call("run", args, Budget::Within(Duration::from_secs(20))).await
}

fn with_cache(files: &[(&str, &str)]) -> World {
    let mut world = World::new(files);
    world.cache = Cache::in_folder(world.root().join("cache"));
    world
}

#[tokio::test]
async fn what_is_imported_is_the_same_however_it_is_used() {
    let files = [
        (
            "main.ts",
            "import whole, { self, tag as by, Shape, add, count, bump, label, Size, Kind } from './lib';\nexport { add as again } from './lib2';\nimport { other } from './lib2';\nimport * as lib from './lib';\nimport { parts } from './old.cjs';\nexport default (): unknown => {\n  const bag = { add, label, other: Shape };\n  class Square extends Shape { constructor(public size: Size | Kind = 3) { super(size) } }\n  const before = count; bump();\n  const late = (n = add(1, 1)) => n;\n  return [whole(2), self() === undefined, by`a${1}b`, new Shape(4).area, new Square().area, add?.(1, 2), typeof add, bag.add(2, 3), bag.label, new bag.other(2).area, before, count, lib.count, lib.default(1), late(), parts.join(), other(), Object.keys(lib).length];\n};",
        ),
        (
            "lib.ts",
            "export type Size = number;\nexport type { Kind } from './kinds.d.ts';\nexport default (n: Size): number => n * 10;\nexport function self(this: unknown) { return this }\nexport const tag = (parts: TemplateStringsArray, n: number) => parts.join(String(n));\nexport class Shape { area: number; constructor(n: Size) { this.area = n * n } }\nexport const add = (a: Size, b: Size): Size => a + b;\nexport let count = 0;\nexport const bump = () => { count += 1 };\nexport const label = 'lib';",
        ),
        ("kinds.d.ts", "export interface Kind { a: 1 }"),
        ("lib2.ts", "export const add = 1, other = () => 'other';"),
        ("old.cjs", "'use strict';\nconst next = require('./next.cjs');\nexports.parts = next.parts;"),
        ("next.cjs", "module.exports = { parts: ['c', 'd'] };"),
    ];
    let expected = json!([20, true, "a1b", 16, 9, 3, "function", 5, "lib", 4, 0, 1, 1, 10, 2, "c,d", "other", 8]);
    let world = with_cache(&files);
    for start in 0..3 {
        let result = world.run(&world.start(), json!([])).await.unwrap().unwrap();
        assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected, "start {start}");
    }
}

#[tokio::test]
async fn what_can_be_told_happens_in_its_order_and_what_cannot_waits() {
    let world = with_cache(&[
        (
            "main.ts",
            "import './first';\nimport { a } from './quiet/a';\nimport { last } from './last';\nimport { never } from './quiet/never';\n(globalThis as any).log.push('main');\nexport default (pi: any) => { (globalThis as any).use = () => [a(), last]; (globalThis as any).not = () => never; };",
        ),
        ("first.ts", "(globalThis as any).log = ['first'];"),
        ("quiet/a.ts", "import { b } from './b';\nimport { said } from '../told';\nexport const a = () => b() + said;"),
        ("quiet/b.ts", "import '../deep';\nexport const b = () => (globalThis as any).log.join();"),
        ("deep.ts", "(globalThis as any).log.push('deep');"),
        ("told.ts", "(globalThis as any).log.push('told');\nexport const said = '!';"),
        ("last.ts", "(globalThis as any).log.push('last');\nexport const last = (globalThis as any).log.length;"),
        ("quiet/never.ts", "export const never = () => { throw new Error('never') };"),
        ("probe.ts", "export default () => (globalThis as any).use();"),
    ]);
    for start in 0..3 {
        let (runtime, answer) = loaded(&world).await;
        answer.unwrap();
        let probe = world.root().join("probe.ts");
        let result = called(&runtime, &probe).await.unwrap().unwrap();
        assert_eq!(result, r#"["first,deep,told,last,main!",4]"#, "start {start}");
    }
}

#[tokio::test]
async fn what_is_broken_below_is_told_at_the_start() {
    for (what, text, told) in [
        ("a fault", "export const f = (: number) => 1;", "late.ts:1"),
        ("a package that is not there", "import 'not-installed';\nexport const f = () => 1;", "not-installed"),
        ("a name that is not there", "export const g = () => 1;", "f"),
    ] {
        let world = with_cache(&[
            ("main.ts", "import { f } from './late';\nexport default () => { (globalThis as any).f = () => f(); };"),
            ("late.ts", text),
        ]);
        for start in 0..2 {
            let answer = loaded(&world).await.1;
            assert!(answer.as_ref().is_err_and(|words| words.contains(told)), "{what}, start {start}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn a_file_that_waits_is_the_one_that_was_there_at_the_start() {
    let world = with_cache(&[
        ("main.ts", "import { f } from './late';\nexport default () => { (globalThis as any).f = () => f(); };"),
        ("late.ts", "interface Long { a: string }\n\nexport const f = (x?: Long) => x!.a;"),
        ("probe.ts", "export default () => (globalThis as any).f();"),
    ]);
    let probe = world.root().join("probe.ts");
    // Compiled now, then kept as text, then as code.
    for start in 0..3 {
        let (runtime, answer) = loaded(&world).await;
        answer.unwrap();
        let text = std::fs::read_to_string(world.root().join("late.ts")).unwrap();
        world.write("late.ts", "export const f = () => 'another';");
        let (_, _, stack) = threw(called(&runtime, &probe).await);
        assert!(stack.contains("late.ts:3:"), "start {start}: {stack}");
        world.write("late.ts", &text);
        Cache::written(Duration::from_secs(30));
    }
}

#[tokio::test]
async fn files_that_import_each_other_in_a_circle_are_linked() {
    let files = [
        ("main.ts", "import { a } from './a';\nconst now = a(2);\nexport default () => [now, a(3)];"),
        ("a.ts", "import { b } from './b';\nexport function a(n: number): string { return n ? 'a' + b(n - 1) : '.' }"),
        ("b.ts", "import { a } from './a';\nexport function b(n: number): string { return n ? 'b' + a(n - 1) : '.' }"),
    ];
    check(&files, json!(["ab.", "aba."])).await;
    let main = [
        ("main.ts", "import { a } from './a';\nexport const names = ['x'];\nexport default () => a();"),
        ("a.ts", "import { names } from './main';\nexport const a = () => names.join();"),
    ];
    check(&main, json!("x")).await;
}

#[tokio::test]
async fn what_is_imported_both_ways_is_one() {
    let files = [
        (
            "main.ts",
            "import { a, count } from './a';\nimport { old } from './old.cjs';\nexport default async (path = './a') => {\n  const [now, put, common] = [await import('./a'), await import(path), await import('./old.cjs')];\n  return [now.a(), put === now, a(), count(), common.old === old, common.default.old];\n};",
        ),
        ("a.ts", "let n = 0;\nexport const a = () => ++n, count = () => n;"),
        ("old.cjs", "exports.old = 'old';"),
    ];
    check(&files, json!([1, true, 2, 2, true, "old"])).await;
}

#[tokio::test]
async fn whatever_is_lost_of_what_was_kept_files_that_wait_are_found() {
    let world = with_cache(&[
        ("main.ts", "import { f } from './late';\nexport default () => { (globalThis as any).f = () => f(); };"),
        ("late.ts", "interface Long { a: string }\n\nexport const f = (x?: Long) => x!.a;"),
        ("probe.ts", "export default () => (globalThis as any).f();"),
    ]);
    let probe = world.root().join("probe.ts");
    let (runtime, _) = loaded(&world).await;
    threw(called(&runtime, &probe).await);
    Cache::written(Duration::from_secs(30));
    let files = std::fs::read_dir(world.root().join("cache")).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 2, "{files:?}");
    for file in files {
        let kept = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let (runtime, answer) = loaded(&world).await;
        answer.unwrap();
        let (_, _, stack) = threw(called(&runtime, &probe).await);
        assert!(stack.contains("late.ts:3:"), "{}: {stack}", file.display());
        Cache::written(Duration::from_secs(30));
        std::fs::write(&file, kept).unwrap();
    }
}
