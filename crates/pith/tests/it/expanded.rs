//! What tools give, while they run and when the person wants to see all of it.

use pith_testkit::Reply;
use serde_json::json;

use crate::on_screen::{OnScreen, with_extension};

const EXPANDS: &str = "\u{f}";

#[test]
fn a_tool_of_an_extension_is_drawn_while_it_runs_and_whole_when_that_is_wanted() {
    let world = with_extension(
        r#"
import { Text } from "@earendil-works/pi-tui";
import { existsSync } from "node:fs";
const until = async (path: string) => { while (!existsSync(path)) await new Promise((done) => setTimeout(done, 20)); };
export default function (pi: any) {
    pi.registerTool({
        name: "grow", label: "Grow", description: "grow", parameters: { type: "object", properties: {} },
        async execute(id: string, args: any, signal: any, onUpdate: any) {
            onUpdate({ content: [{ type: "text", text: "half" }], details: { n: 1 } });
            await until("on");
            onUpdate({ content: [{ type: "text", text: "more" }], details: { n: 2 } });
            await until("go");
            return { content: [{ type: "text", text: "all" }], details: { n: 3 } };
        },
        renderCall: (args: any, theme: any, context: any) => new Text(`CALL ${context.isPartial ? "runs" : "ran"}`, 0, 0),
        renderResult: (result: any, { expanded, isPartial }: any) =>
            new Text(`${isPartial ? "PART" : "ALL"} ${result.details.n} ${expanded ? "whole" : "short"}`, 0, 0),
    });
    pi.registerMessageRenderer("card", (message: any, { expanded }: any) => new Text(`CARD ${expanded ? "whole" : "short"}`, 0, 0));
    pi.registerCommand("card", { handler: async () => pi.sendMessage({ customType: "card", content: "x", display: true }) });
    pi.registerCommand("open", { handler: async (args: string, ctx: any) => {
        ctx.ui.setToolsExpanded(!ctx.ui.getToolsExpanded());
        ctx.ui.notify(`expanded: ${ctx.ui.getToolsExpanded()}`);
    } });
}"#,
        [Reply::calls([("grow", json!({}))]), Reply::text("An answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("begin");
    screen.shows("CALL runs\nPART 1 short\n");
    world.write("proj/on", "");
    screen.shows("CALL runs\nPART 2 short\n");
    screen.press(EXPANDS);
    screen.shows("Tool output: expanded\n");
    screen.shows("CALL runs\nPART 2 whole\n");
    world.write("proj/go", "");
    screen.shows("CALL ran\nALL 3 whole\nAn answer.");
    screen.press(EXPANDS);
    screen.shows("Tool output: collapsed\n");
    screen.say("/export page.html");
    screen.shows("Written to");
    let page = world.read("proj/page.html");
    assert!(page.contains("<pre class=\"drawn\">CALL ran\nALL 3 whole</pre>"), "{page}");
    screen.say("/card");
    screen.shows("CARD short\n");
    screen.say("/open");
    // What the command says may come before, between or behind.
    let all = ["expanded: true\n", "Tool output: expanded\n", "CALL ran\n", "ALL 3 whole\n", "CARD whole\n"];
    screen.looks("all of it", |text| all.iter().all(|part| text.contains(part)));
    screen.leave();
}

#[test]
fn the_end_of_a_commands_output_is_seen_while_it_runs_and_all_of_it_when_that_is_wanted() {
    let command = "for n in 1 2 3 4 5 6 7; do echo row $n; done; until [ -e go ]; do sleep 0.01; done; echo last";
    let world = with_extension(
        "export default () => {}",
        [Reply::calls([("bash", json!({ "command": command }))]), Reply::text("An answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("begin");
    let shown = screen.shows("row 3\nrow 4\nrow 5\nrow 6\nrow 7\n");
    assert!(!shown.contains("row 2"), "{shown}");
    world.write("proj/go", "");
    screen.shows("An answer.");
    screen.hides("row 7");
    screen.press(EXPANDS);
    let shown = screen.shows("row 1\nrow 2\nrow 3\nrow 4\nrow 5\nrow 6\nrow 7\nlast\n");
    assert!(shown.contains("Tool output: expanded\nbash for n in"), "{shown}");
    screen.leave();
}
