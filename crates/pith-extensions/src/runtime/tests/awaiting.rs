//! Modules that await while they are evaluated, and calls that nobody waits for any more.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::{
    Cache,
    runtime::Budget,
    testing::{World, check},
};

#[tokio::test]
async fn a_dynamic_import_above_a_module_that_has_awaited_settles() {
    check(
        &[
            (
                "main.ts",
                "export default async () => {\n  const a = await import('./above');\n  const b = await import('./beside');\n  const c = await import('./top');\n  return [a.n, b.n, c.n, (await import('./above')).n];\n};",
            ),
            ("awaits.ts", "export const n: number = await Promise.resolve(1);"),
            ("above.ts", "import { n as m } from './awaits';\nexport const n = m + 1;"),
            ("beside.ts", "import { n as m } from './above';\nexport const n = m + 1; // the end"),
            ("top.ts", "import './circle';\nexport { n } from './beside';\nexport const self = () => top;\nconst top = 1;"),
            ("circle.ts", "import { self } from './top';\nexport const later = () => self();"),
        ],
        json!([2, 3, 3, 2]),
    )
    .await;
}

#[tokio::test]
async fn modules_above_one_that_awaits_come_from_the_cache_too_and_change_with_it() {
    let mut world = World::new(&[
        ("main.ts", "export default async () => { await import('./above'); return (await import('./beside')).n; }"),
        ("below.ts", "export const n: number = 1;"),
        ("above.ts", "export { n } from './below';"),
        ("beside.ts", "export { n } from './above';"),
    ]);
    world.cache = Cache::in_folder(world.root().join("cache"));
    for _ in 0..2 {
        assert_eq!(world.run(&world.start(), json!([])).await, Ok(Some("1".into())));
    }
    world.write("below.ts", "export const n: number = await 2;");
    for _ in 0..2 {
        assert_eq!(world.run(&world.start(), json!([])).await, Ok(Some("2".into())));
    }
}

#[tokio::test]
async fn code_of_a_call_that_is_given_up_is_broken_off_and_the_runtime_goes_on() {
    let mut world = World::new(&[(
        "main.ts",
        "export default async (how: string) => {\n  if (how === 'at once') for (;;);\n  if (how === 'later') { await null; for (;;); }\n  return how;\n}",
    )]);
    world.limits.slice = Duration::from_secs(60);
    let runtime = world.start();
    assert_eq!(world.run(&runtime, json!(["ready"])).await, Ok(Some("\"ready\"".into())));
    for how in ["at once", "later"] {
        let began = Instant::now();
        let spinning = world.run_within(&runtime, json!([how]), Budget::Unlimited);
        assert!(tokio::time::timeout(Duration::from_millis(100), spinning).await.is_err());
        assert_eq!(world.run(&runtime, json!(["next"])).await, Ok(Some("\"next\"".into())));
        assert!(began.elapsed() < Duration::from_secs(20), "{how}");
    }
    assert!(world.sink.reports.lock().unwrap().is_empty());
}
