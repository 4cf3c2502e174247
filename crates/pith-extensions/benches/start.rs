//! What extensions cost: at the start of a program, with and without compiled code of earlier starts, and at an event.
//!
//! `cargo bench -p pith-extensions` loads extensions of its own: one that registers, one that imports `typebox`, twenty of
//! those, one of 150 files; then asks one about inputs. Paths behind `--` are loaded instead, as `-e` would. Times are the median and the
//! best of many; memory is what the process grew by for each of twenty runtimes that stay.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pith_app::extension::{Extension, InputView, NoDialogs};
use pith_app::input::{Delivery, Source};
use pith_app::models::Registry;
use pith_extensions::Cache;
use pith_extensions::host::{Deadlines, Extensions, LoadError, Place, Places, Surroundings};
use pith_extensions::runtime::{Io, Limits, ProcessFacts};
use pith_llm::transport::http::HttpOptions;
use serde_json::json;
use tokio::runtime::Runtime;

const RUNS: usize = 31;
const COLD_RUNS: usize = 7;
const EVENTS: u32 = 20_000;

const REGISTERING: &str = r#"export default function (pi: any) {
  pi.registerCommand("cNUMBER", { description: "c", handler: async (args: string, ctx: any) => {} });
  pi.on("session_start", async (event: any) => undefined);
}
"#;

const TYPEBOX: &str = r#"import { Type } from "typebox";
export default function (pi: any) {
  pi.registerTool({
    name: "tNUMBER", label: "t", description: "d", parameters: Type.Object({ a: Type.String() }),
    async execute(id: string, args: any) { return { content: [{ type: "text", text: args.a }], details: {} }; },
  });
  pi.on("input", async (event: any) => ({ action: "continue" }));
}
"#;

const FUNCTION: &str = r#"/** Says what an item is. */
export function describeEACH(item: Item, depth = 0): string {
  const parts: string[] = [item.name];
  if (item.size !== undefined && item.size > 10) parts.push(`${item.size} bytes`, depth ? "inside" : "at the top");
  for (const [at, part] of parts.entries()) {
    try { parts[at] = part.trim().replaceAll(/\s+/g, " "); } catch (error) { throw new Error(`item ${at}: ${(error as Error).message}`); }
  }
  return parts.filter((part) => part.length > 0).map((part) => ({ part, depth })).reduce((all, { part }) => `${all} ${part}`, "");
}
"#;

fn main() {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let paths: Vec<PathBuf> = std::env::args().skip(1).filter(|word| word != "--bench").map(PathBuf::from).collect();
    if !paths.is_empty() {
        for path in &paths {
            starts(&tokio, &path.to_string_lossy(), &Case::of(vec![path.canonicalize().unwrap()]));
        }
        return starts(
            &tokio,
            "all of them",
            &Case::of(paths.iter().map(|path| path.canonicalize().unwrap()).collect()),
        );
    }
    for (name, source, count) in
        [("one that registers", REGISTERING, 1), ("one with typebox", TYPEBOX, 1), ("twenty with typebox", TYPEBOX, 20)]
    {
        starts(&tokio, name, &Case::written(source, count));
    }
    starts(&tokio, "one of 150 files", &Case::package(150));
    memory(&tokio, "registers", REGISTERING);
    memory(&tokio, "imports typebox", TYPEBOX);
    events(&tokio);
}

/// Extensions to load, and where their compiled code is kept.
struct Case {
    named: Vec<PathBuf>,
    folder: tempfile::TempDir,
}

impl Case {
    fn of(named: Vec<PathBuf>) -> Self {
        Self { named, folder: tempfile::tempdir().unwrap() }
    }

    fn written(source: &str, count: usize) -> Self {
        let mut case = Self::of(Vec::new());
        for number in 0..count {
            let path = case.folder.path().join(format!("e{number:02}.ts"));
            std::fs::write(&path, source.replace("NUMBER", &number.to_string())).unwrap();
            case.named.push(path);
        }
        case
    }

    /// One that is made of many files, which import each other and have functions that are not called while they load.
    fn package(files: usize) -> Self {
        let mut case = Self::of(Vec::new());
        let file = |number: usize| case.folder.path().join(format!("f{number:03}.ts"));
        for number in 0..files {
            let imports: String = [number * 2 + 1, number * 2 + 2, number + 7]
                .iter()
                .filter(|other| **other < files)
                .map(|other| format!("import {{ work{other} }} from \"./f{other:03}.js\";\n"))
                .collect();
            let functions: String = (0..20).map(|each| FUNCTION.replace("EACH", &each.to_string())).collect();
            let source = format!(
                "import {{ join }} from \"node:path\";\n{imports}interface Item {{ name: string; size?: number }}\n\
                 {functions}export const work{number} = (): string => join(describe0({{ name: \"x\" }}), describe1({{ name: \"y\" }}));\n"
            );
            std::fs::write(file(number), source).unwrap();
        }
        let main = case.folder.path().join("main.ts");
        std::fs::write(&main, format!("import {{ work0 }} from \"./f000.js\";\nvoid work0;\n{REGISTERING}")).unwrap();
        case.named.push(main);
        case
    }

    fn extensions(&self, cache: Cache) -> Extensions {
        let (named, cwd) = (self.named.clone(), self.folder.path().to_owned());
        Extensions::new(Surroundings {
            places: Arc::new(move || Places {
                named: named.clone(),
                only_named: true,
                user: Place::default(),
                ..Places::default()
            }),
            rights: Arc::new(|| Box::new(|_: &Path| Vec::new())),
            models: Arc::new(Registry::default),
            access: None,
            providers: pith_app::models::Brought::default(),
            logins: Arc::new(|_| None),
            settings: Arc::new(|| json!({})),
            keep_setting: Arc::new(|_, _| Ok(())),
            outlet: Arc::new(()),
            limits: Limits::default(),
            deadlines: Deadlines::default(),
            cache,
            io: Io::new(),
            http: HttpOptions::default(),
            process: ProcessFacts {
                cwd: cwd.clone(),
                env: BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]),
                executable: "pith".into(),
                home: cwd.clone(),
                temporary: cwd.clone(),
            },
            agent_dir: cwd,
            trusted: Arc::new(|| true),
            dialogs: Arc::new(NoDialogs::default()),
        })
    }

    /// A start as a program has it, and how long it took.
    fn start(&self, tokio: &Runtime, cache: Cache) -> (Duration, Vec<LoadError>) {
        let begun = Instant::now();
        let (loaded, errors) = tokio.block_on(self.extensions(cache).load());
        let time = begun.elapsed();
        drop(loaded);
        (time, errors)
    }

    fn cache(&self, name: &str) -> Cache {
        Cache::in_folder(self.folder.path().join(name))
    }
}

fn starts(tokio: &Runtime, name: &str, case: &Case) {
    let cold = (0..COLD_RUNS).map(|run| case.start(tokio, case.cache(&format!("cold {run}"))).0).collect();
    let (_, errors) = case.start(tokio, case.cache("warm"));
    errors.iter().for_each(|error| println!("{name}: {error}"));
    let warm = (0..RUNS).map(|_| case.start(tokio, case.cache("warm")).0).collect();
    println!("{name:40} first {}   then {}", figures(cold), figures(warm));
}

fn memory(tokio: &Runtime, name: &str, source: &str) {
    let case = Case::written(source, 21);
    drop(tokio.block_on(case.extensions(case.cache("warm")).load()));
    let (first, rest) = case.named.split_at(1);
    let [first, rest] = [first, rest].map(|named| Case { named: named.to_vec(), folder: tempfile::tempdir().unwrap() });
    let first = tokio.block_on(first.extensions(case.cache("warm")).load());
    let before = resident();
    let all = tokio.block_on(rest.extensions(case.cache("warm")).load());
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("one that {name:31} {:.2} MB", (after.saturating_sub(before)) as f64 / 20.0 / 1024.0);
    }
    drop((first, all));
}

fn events(tokio: &Runtime) {
    let plain = Case::written(REGISTERING, 1);
    let hearing = Case::written(TYPEBOX, 1);
    for (name, case) in [("an event without a handler", plain), ("an event with one", hearing)] {
        let extensions = case.extensions(case.cache("warm"));
        let (loaded, _) = tokio.block_on(extensions.load());
        let extension: Arc<dyn Extension> = Arc::clone(loaded.first().unwrap());
        let view = InputView { text: "hello", images: &[], source: Source::Interactive, delivery: Delivery::Prompt };
        let begun = Instant::now();
        tokio.block_on(async {
            for _ in 0..EVENTS {
                extension.input(view).await.unwrap();
            }
        });
        println!("{name:40} {:.2} µs", begun.elapsed().as_secs_f64() * 1e6 / f64::from(EVENTS));
    }
}

/// Kilobytes of memory that the process has, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().split(' ').next()?.parse().ok()
}

fn figures(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let ms = |at: usize| times.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    format!("{:6.2} ms (best {:6.2})", ms(times.len() / 2), ms(0))
}
