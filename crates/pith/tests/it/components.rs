//! What extensions draw in a terminal.

use pith_testkit::Reply;

use crate::on_screen::{OnScreen, with_extension};

const DOWN: &str = "\u{1b}[B";

#[test]
fn a_component_takes_the_keys_until_it_is_done_and_then_the_editor_has_them_again() {
    let world = with_extension(
        r#"
import { SelectList, matchesKey } from "@earendil-works/pi-tui";
export default function (pi: any) {
    pi.registerCommand("pick", { handler: async (args: string, ctx: any) => {
        const answer = await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => {
            const plain = (text: string) => text;
            const list = new SelectList(["red", "green", "blue"].map((value) => ({ value, label: value })), 5,
                { selectedPrefix: plain, selectedText: plain, description: plain, scrollInfo: plain, noMatch: plain });
            list.onSelect = (item: any) => done(item.value);
            list.onCancel = () => done(undefined);
            return list;
        });
        ctx.ui.notify(`chosen: ${answer}`);
    } });
    pi.registerCommand("deaf", { handler: async (args: string, ctx: any) => {
        await ctx.ui.custom(() => ({ render: () => ["I hear nothing"] }));
        ctx.ui.notify("deaf is over");
    } });
}"#,
        [Reply::text("An answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("/pick");
    screen.shows("→ red\n  green\n  blue");
    screen.press(DOWN);
    screen.shows("  red\n→ green");
    screen.press("\r");
    screen.shows("chosen: green");
    screen.hides("→ green");
    screen.say("/pick");
    screen.shows("→ red");
    screen.press("\u{1b}");
    screen.shows("chosen: undefined");
    screen.say("/deaf");
    screen.shows("I hear nothing");
    screen.press("\u{3}\u{3}\u{3}");
    screen.shows("deaf is over");
    screen.hides("I hear nothing");
    screen.say("hello");
    screen.shows("An answer.");
    screen.leave();
}

#[test]
fn an_overlay_is_drawn_with_its_width_and_several_lie_over_each_other() {
    let world = with_extension(
        r#"
export default function (pi: any) {
    pi.registerCommand("over", { handler: async (args: string, ctx: any) => {
        const answer = await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => {
            let second: any;
            return {
                render: (width: number) => ["[" + "a".repeat(width - 2) + "]", "under"],
                handleInput(data: string) {
                    if (data === "o") second = tui.showOverlay({ render: () => ["XX"] }, { row: 2, col: 12, width: 2, nonCapturing: true });
                    if (data === "h") second.setHidden(!second.isHidden());
                    if (data === "\r") done("done");
                },
            };
        }, { overlay: true, overlayOptions: { width: 20, row: 2, col: 10 } });
        ctx.ui.notify(`over: ${answer}`);
    } });
}"#,
        [],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("/over");
    screen.shows(&format!("{}[{}]\n{}under", " ".repeat(10), "a".repeat(18), " ".repeat(10)));
    screen.press("o");
    screen.shows(&format!("[aXX{}]", "a".repeat(15)));
    screen.press("h");
    screen.shows(&format!("[{}]", "a".repeat(18)));
    screen.press("\r");
    screen.shows("over: done");
    screen.hides("under");
    screen.leave();
}

#[test]
fn a_slow_drawing_never_keeps_a_person_from_typing_and_a_wide_line_names_its_author() {
    let world = with_extension(
        r#"
import { existsSync } from "node:fs";
export default function (pi: any) {
    let drawings = 0, tui: any, slow = false;
    pi.on("session_start", (event: any, ctx: any) => {
        ctx.ui.setWidget("w", (given: any) => {
            tui = given;
            return { render: () => {
                while (slow && !existsSync("go")) {}
                drawings += 1;
                return [slow ? "widget is done" : "widget stands", "x".repeat(100)];
            } };
        });
    });
    pi.registerCommand("slow", { handler: async () => { slow = true; tui.requestRender(); } });
}"#,
        [],
    );
    world.write("agent/settings.json", r#"{ "extensionDeadlines": { "render": 600000, "event": 600000 } }"#);
    let mut screen = OnScreen::begin(&world);
    screen.shows(&format!("widget stands\n{}", "x".repeat(60)));
    let named = screen.shows("component takes 100 columns");
    assert!(named.contains("drawn.ts"), "{named}");
    screen.say("/slow");
    screen.press("typed meanwhile");
    let shown = screen.shows("> typed meanwhile");
    assert!(shown.contains("widget stands"), "{shown}");
    world.write("proj/go", "");
    screen.shows("widget is done");
    screen.press("\u{3}");
    screen.hides("typed meanwhile");
    screen.leave();
}

#[test]
fn a_key_of_an_extension_reads_and_changes_what_is_typed() {
    let world = with_extension(
        r#"
export default function (pi: any) {
    pi.registerShortcut("ctrl+alt+p", { description: "Wrap", handler: async (ctx: any) => {
        ctx.ui.setEditorText(`[${ctx.ui.getEditorText()}]`);
        ctx.ui.pasteToEditor("!");
    } });
    pi.registerCommand("say", { handler: async (args: string, ctx: any) => ctx.ui.notify(`said ${args}`) });
}"#,
        [],
    );
    let mut screen = OnScreen::begin(&world);
    screen.press("/say it");
    screen.shows("> /say it");
    screen.press("\u{1b}\u{10}");
    screen.shows("> [/say it]!");
    screen.press("\u{3}");
    screen.hides("/say it");
    screen.say("/help");
    screen.shows("ctrl+alt+p");
    screen.leave();
}

#[test]
fn an_editor_of_an_extension_takes_the_place_of_the_line_and_goes_with_what_was_typed() {
    let world = with_extension(
        r#"
import { CustomEditor } from "@earendil-works/pi-coding-agent";
class Marked extends CustomEditor {
    render(width: number) { return [...super.render(width), `${this.getText().length} typed`]; }
}
export default function (pi: any) {
    let set: any;
    pi.on("session_start", (event: any, ctx: any) => {
        set = ctx.ui.setEditorComponent;
        set((tui: any, theme: any, keys: any) => new Marked(tui, theme, keys));
    });
    pi.registerShortcut("ctrl+alt+e", { handler: async (ctx: any) => ctx.ui.setEditorComponent(undefined) });
}"#,
        [Reply::text("First answer."), Reply::text("Second answer.")],
    );
    let mut screen = OnScreen::begin_with(&world, "0 typed");
    screen.press("hello");
    screen.shows("hello\n");
    screen.shows("5 typed");
    screen.press("\r");
    screen.shows("> hello\n");
    screen.shows("First answer.");
    screen.press("again");
    screen.shows("5 typed");
    screen.press("\u{1b}\u{5}");
    screen.hides("5 typed");
    screen.shows("> again");
    screen.press("\r");
    screen.shows("Second answer.");
    screen.leave();
}

#[test]
fn what_extensions_merely_say_stands_around_the_line() {
    let world = with_extension(
        r#"
export default function (pi: any) {
    pi.on("session_start", (event: any, ctx: any) => {
        ctx.ui.setHeader(() => ({ render: () => ["a header"] }));
        ctx.ui.setStatus("b", "second"); ctx.ui.setStatus("a", "first");
        ctx.ui.setWidget("up", ["above"]); ctx.ui.setWidget("down", ["under it"], { placement: "belowEditor" });
        ctx.ui.setWorkingMessage("Busy with it"); ctx.ui.setWorkingIndicator({ frames: ["*"] });
    });
    pi.registerCommand("foot", { handler: async (args: string, ctx: any) => {
        ctx.ui.setFooter((tui: any, theme: any, data: any) => ({ render: () => ["foot " + [...data.getExtensionStatuses().keys()].join()] }));
        ctx.ui.setWidget("up", undefined);
    } });
}"#,
        [
            Reply::calls([("bash", serde_json::json!({ "command": "until [ -e go ]; do sleep 0.01; done" }))]),
            Reply::text("Done with it."),
        ],
    );
    let mut screen = OnScreen::begin(&world);
    screen.shows("a header");
    screen.shows("above\n>\nunder it\nfirst second");
    screen.say("begin");
    screen.shows("above\n* Busy with it\n>\nunder it");
    world.write("proj/go", "");
    screen.shows("Done with it.");
    screen.hides("Busy with it");
    screen.say("/foot");
    screen.shows("\n>\nunder it\nfoot a,b");
    screen.leave();
}

#[test]
fn tools_messages_entries_and_answers_are_shown_as_their_extension_wants_in_their_order() {
    let world = with_extension(
        r#"
import { Text } from "@earendil-works/pi-tui";
export default function (pi: any) {
    const text = (line: string) => new Text(line, 0, 0);
    pi.registerTool({
        name: "note", label: "Note", description: "note", parameters: { type: "object", properties: { text: { type: "string" } } },
        execute: async () => ({ content: [{ type: "text", text: "noted" }], details: { n: 1 } }),
        renderCall(args: any, theme: any, context: any) { context.state.seen = args.text; return text(`NOTE ${args.text}`); },
        renderResult: (result: any, options: any, theme: any, context: any) => text(`DONE ${context.state.seen} ${result.details.n}`),
    });
    pi.registerMessageRenderer("card", (message: any) => text(`CARD ${message.content}`));
    pi.registerMessageRenderer("broken", () => { throw new Error("cannot show it"); });
    pi.registerEntryRenderer("mark", (entry: any) => text(`MARK ${entry.data.n}`));
    pi.registerMarkdownTransformer((markdown: string) => markdown.replaceAll("secret", "******"));
    pi.registerCommand("show", { handler: async () => {
        for (const customType of ["card", "plain", "broken"]) pi.sendMessage({ customType, content: `of ${customType}`, display: true });
        pi.appendEntry("mark", { n: 3 });
    } });
}"#,
        [Reply::calls([("note", serde_json::json!({ "text": "it" }))]), Reply::text("A secret answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("begin");
    screen.shows("NOTE it\nDONE it 1\nA ****** answer.");
    screen.say("/show");
    // What is sent takes another way than what is kept, so that either may be first.
    let all = ["MARK 3", "CARD of card\n", "[plain] of plain\n", "[broken] of broken\n", "cannot show it"];
    screen.looks("all of it", |shown| all.iter().all(|part| shown.contains(part)));
    screen.leave();
}

#[test]
fn texts_of_messages_are_transformed_where_no_renderer_draws_them_and_a_transformer_wants_them() {
    let world = with_extension(
        r#"
import { Text } from "@earendil-works/pi-tui";
export default function (pi: any) {
    pi.registerMessageRenderer("card", (message: any) => new Text(`CARD ${message.content}`, 0, 0));
    pi.registerMarkdownTransformer((markdown: string, context: any) => {
        if (markdown.includes("throw")) throw new Error("cannot change it");
        return markdown.replaceAll("secret", `<${context.messageType} ${context.isStreaming} ${context.availableWidth > 10}>`);
    }, { messageTypes: ["custom"] });
    pi.registerCommand("show", { handler: async () => {
        const content = [{ type: "text", text: "a secret part" }];
        pi.sendMessage({ customType: "plain", content: "a secret", display: true });
        pi.sendMessage({ customType: "parts", content, display: true });
        pi.sendMessage({ customType: "card", content: "a secret", display: true });
        pi.sendMessage({ customType: "broken", content: "throw", display: true });
        pi.sendMessage({ customType: "hidden", content: "a hidden secret", display: false });
    } });
}"#,
        [Reply::text("A secret answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("/show");
    let all = [
        "[plain] a <custom false true>\n",
        "[parts] a <custom false true> part\n",
        "CARD a secret\n",
        "[broken] throw\n",
        "cannot change it",
    ];
    screen.looks("all of it", |shown| all.iter().all(|part| shown.contains(part)));
    screen.say("begin");
    screen.shows("A secret answer.");
    screen.looks("nothing hidden", |shown| !shown.contains("hidden"));
    screen.leave();
}

#[test]
fn a_line_that_was_begun_is_no_answer_to_a_question_that_comes_in_between() {
    let world = with_extension(
        r#"
import { existsSync } from "node:fs";
export default function (pi: any) {
    pi.on("tool_call", async (event: any, ctx: any) => {
        while (!existsSync("go")) await new Promise((done) => setTimeout(done, 20));
        ctx.ui.notify(`allowed: ${await ctx.ui.confirm("Really", "This is a question.")}`);
    });
    pi.registerCommand("echo", { handler: async (args: string, ctx: any) => ctx.ui.notify(`echo <${args}>`) });
}"#,
        [Reply::calls([("bash", serde_json::json!({ "command": "true" }))]), Reply::text("It is done.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("start");
    screen.shows("Working");
    screen.press("/echo be");
    screen.shows("> /echo be");
    world.write("proj/go", "");
    let asked = screen.shows("Really\nThis is a question.\n→ Yes\n  No");
    assert!(!asked.contains("/echo"), "{asked}");
    screen.say("n");
    screen.shows("? Really … No");
    screen.shows("allowed: false");
    screen.shows("It is done.");
    screen.shows("> /echo be");
    screen.say("gun");
    screen.shows("echo <begun>");
    // A question that is left is a place for answers no longer.
    screen.say("/login mock");
    screen.shows("Key for");
    screen.press("\u{1b}");
    screen.shows("Nothing was stored");
    screen.looks("the line again", |text| text.trim_end().ends_with("\n>"));
    screen.press("/echo seen");
    screen.shows("> /echo seen");
    screen.say("");
    screen.shows("echo <seen>");
    screen.leave();
}

#[test]
fn a_text_is_edited_in_place_and_what_an_extension_answers_for_the_shell_is_seen() {
    let world = with_extension(
        r#"
export default function (pi: any) {
    pi.on("user_bash", () => ({ result: { output: "from the extension", exitCode: 0, cancelled: false, truncated: false } }));
    pi.registerCommand("edit", { handler: async (args: string, ctx: any) => {
        ctx.ui.notify(`edited: ${JSON.stringify(await ctx.ui.editor("Edit it", "draft"))}`);
    } });
}"#,
        [],
    );
    let mut screen = OnScreen::begin(&world);
    screen.say("!anything");
    screen.shows("\nfrom the extension\n");
    screen.say("/edit");
    screen.shows("Edit it");
    screen.shows("? draft");
    screen.press("!\n\u{3b}\r");
    screen.shows(r#"edited: "draft!\n;""#);
    screen.say("/edit");
    screen.shows("? draft\nEnter sends");
    screen.press("\u{1b}");
    screen.shows("edited: undefined");
    screen.leave();
}

/// Gives extensions little time.
fn impatient(world: &pith_testkit::World) {
    world.write("agent/settings.json", r#"{ "extensionDeadlines": { "event": 500, "stream": 500 } }"#);
}

#[test]
fn a_component_whose_extension_is_stopped_gives_the_keys_back() {
    let world = with_extension(
        r#"
export default (pi: any) => {
    pi.registerCommand("hang", { handler: async (args: string, ctx: any) => {
        ctx.ui.setWidget("w", ["a widget in words"]);
        ctx.ui.setWidget("drawn", () => ({ render: () => ["a widget that is drawn"] }));
        await ctx.ui.custom(() => ({ render: () => ["a component"], handleInput() { for (;;); } }));
    } });
};"#,
        [Reply::text("An answer.")],
    );
    impatient(&world);
    let mut screen = OnScreen::begin(&world);
    screen.say("/hang");
    screen.shows("a component");
    screen.shows("a widget that is drawn");
    screen.press("x");
    screen.hides("a component");
    screen.hides("a widget that is drawn");
    screen.say("hello");
    screen.shows("An answer.");
    screen.leave();
}

#[test]
fn an_editor_whose_extension_is_stopped_makes_room_for_the_programs_own() {
    let world = with_extension(
        r#"
import { CustomEditor } from "@earendil-works/pi-coding-agent";
class Hangs extends CustomEditor {
    handleInput(data: string) {
        if (data === "x") for (;;);
        super.handleInput(data);
    }
}
export default (pi: any) => pi.on("session_start", (event: any, ctx: any) => {
    ctx.ui.setEditorComponent((tui: any, theme: any, keys: any) => new Hangs(tui, theme, keys));
});"#,
        [Reply::text("An answer.")],
    );
    impatient(&world);
    let mut screen = OnScreen::begin_with(&world, "────");
    screen.press("be");
    screen.shows("be");
    screen.press("x");
    screen.shows("> be");
    screen.say("gin");
    screen.shows("An answer.");
    screen.leave();
}

#[test]
fn tab_finds_arguments_of_commands_and_commands_run_while_an_answer_comes() {
    let world = with_extension(
        r#"
export default (pi: any) => {
    const all = ["deep", "deeper", "wide"].map((value) => ({ value, label: value }));
    pi.registerCommand("go", {
        getArgumentCompletions: async (begun: string) => all.filter(({ value }) => value.startsWith(begun)),
        handler: async (args: string, ctx: any) => ctx.ui.notify(`went <${args.trim()}> ${ctx.isIdle()}`),
    });
    pi.registerCommand("text", { handler: async (args: string, ctx: any) => {
        ctx.ui.setEditorText("some");
        ctx.ui.pasteToEditor(" more");
        ctx.ui.notify(`text <${ctx.ui.getEditorText()}>`);
    } });
    pi.registerTool({ name: "wait", label: "wait", description: "", parameters: { type: "object", properties: {} },
        execute: (id: string, args: any, signal: any, update: any, ctx: any) => new Promise((done) => {
            ctx.ui.notify("waiting");
            pi.events.on("go on", () => done({ content: [{ type: "text", text: "waited" }] }));
        }) });
    pi.registerCommand("on", { handler: async () => pi.events.emit("go on") });
    pi.registerCommand("bye", { handler: async (args: string, ctx: any) => ctx.shutdown() });
};"#,
        [Reply::calls([("wait", serde_json::json!({}))]), Reply::text("An answer.")],
    );
    let mut screen = OnScreen::begin(&world);
    screen.press("/go w\t");
    screen.shows("> /go wide");
    screen.press("\r");
    screen.shows("went <wide> true");
    screen.press("/go d\t");
    screen.shows("  /go deep\n  /go deeper");
    screen.press("er\r");
    screen.shows("went <deeper> true");
    screen.say("/text");
    screen.shows("text <some more>");
    screen.press("\u{15}");
    screen.say("hello");
    screen.shows("waiting");
    screen.say("/go now");
    screen.shows("went <now> false");
    screen.say("/on");
    screen.shows("An answer.");
    screen.say("/bye");
    screen.ends();
}
