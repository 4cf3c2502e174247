//! Holds what extensions are given against the table of the reference's surface: nothing is missing by accident.

use std::collections::{BTreeMap, BTreeSet};

use super::world::{World, run};

const TABLE: &str = include_str!("../../../../../extensions/surface.tsv");

const PROBE: &str = r#"
const modules = ["@earendil-works/pi-coding-agent", "@earendil-works/pi-tui", "@earendil-works/pi-ai",
    "@earendil-works/pi-ai/compat", "@earendil-works/pi-agent-core"];
export default function (pi: any) {
    let tool: any;
    pi.registerTool({ name: "t", label: "t", description: "t", parameters: { type: "object", properties: {} },
        async execute(a: any, b: any, c: any, d: any, ctx: any) { tool = Object.keys(ctx); return { content: [] }; } });
    pi.registerCommand("surface", { handler: async (a: string, ctx: any) => {
        const found: any = { pi: Object.keys(pi), "command ctx": Object.keys(ctx), ctx: Object.keys(ctx), "tool ctx": tool ?? [],
            "ctx.ui": Object.keys(ctx.ui) };
        for (const name of modules) found[name] = Object.keys(await import(name));
        ctx.ui.notify(JSON.stringify(found));
    } });
}"#;

/// The rows: kind, name, state, reason.
fn rows() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    let row = |line: &'static str| {
        let mut parts = line.splitn(4, '\t');
        let mut next = || parts.next().unwrap_or_default();
        (next(), next(), next(), next())
    };
    TABLE.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

#[test]
fn every_row_has_a_state_and_whatever_is_not_done_a_reason() {
    for (kind, name, state, reason) in rows() {
        assert!(matches!(state, "done" | "partial" | "absent"), "{kind} {name} is `{state}`");
        assert!(state == "done" || !reason.is_empty(), "{kind} {name} is `{state}` without a reason");
    }
}

#[test]
fn every_event_of_the_table_is_known_by_name() {
    let names = include_str!("../../../js/api/pi.js");
    for (kind, name, ..) in rows() {
        assert!(kind != "event" || names.contains(name), "{name}");
    }
}

#[tokio::test]
async fn what_the_table_calls_done_is_there() {
    let world = World::new();
    world.extension("surface.ts", PROBE);
    world.model.push(pith_llm::scripted::Answer::call("1", "t", serde_json::json!({})));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    run(&app, "/surface").await;
    let seen = world.seen();
    let found: BTreeMap<String, BTreeSet<String>> = serde_json::from_str(seen.last().unwrap()).unwrap();
    let missing: Vec<String> = rows()
        .into_iter()
        .filter(|(kind, _, state, _)| *kind != "event" && *state != "absent" && found.contains_key(*kind))
        .filter(|(kind, name, ..)| !found[*kind].contains(*name))
        .map(|(kind, name, ..)| format!("{kind} {name}"))
        .collect();
    assert!(missing.is_empty(), "{missing:?} {:?}", world.errors());
}
