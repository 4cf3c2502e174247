//! Questions in a terminal, answered by keys.

use pith_testkit::Reply;
use serde_json::json;

use crate::on_screen::{OnScreen, with_extension};

const UP: &str = "\u{1b}[A";
const DOWN: &str = "\u{1b}[B";

const ASKS: &str = r#"
export default function (pi: any) {
    const tell = (ctx: any, answer: any) => ctx.ui.notify(`got ${JSON.stringify(answer) ?? "nothing"}`);
    pi.registerCommand("pick", { handler: async (args: string, ctx: any) => tell(ctx, await ctx.ui.select("Pick one:", ["Alpha", "Beta", "Gamma"])) });
    pi.registerCommand("many", { handler: async (args: string, ctx: any) =>
        tell(ctx, await ctx.ui.select("Of many:", Array.from({ length: 50 }, (_, n) => `entry ${n}`))) });
    pi.registerCommand("sure", { handler: async (args: string, ctx: any) => tell(ctx, await ctx.ui.confirm("Sure?", "It does a thing.")) });
    pi.registerCommand("who", { handler: async (args: string, ctx: any) => tell(ctx, await ctx.ui.input("Your name", "bob")) });
    pi.registerCommand("late", { handler: async (args: string, ctx: any) => tell(ctx, await ctx.ui.select("In time?", ["Yes"], { timeout: 1500 })) });
    pi.registerCommand("gone", { handler: async (args: string, ctx: any) => {
        const stop = new AbortController();
        setTimeout(() => stop.abort(), 300);
        tell(ctx, await ctx.ui.confirm("Asked", "and given up", { signal: stop.signal }));
    } });
    pi.registerCommand("two", { handler: async (args: string, ctx: any) => {
        const older = ctx.ui.input("The older");
        const newer = ctx.ui.confirm("The newer", "hides it");
        tell(ctx, [await newer, await older]);
    } });
    pi.registerCommand("over", { handler: async (args: string, ctx: any) => {
        const answer = await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => ({
            render: () => ["an overlay"],
            handleInput: async () => done(await ctx.ui.select("From the overlay", ["one", "two"])),
        }), { overlay: true });
        tell(ctx, answer);
    } });
}"#;

#[test]
fn one_of_several_yes_or_no_and_a_line_are_asked_in_the_place_of_the_line() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/pick");
    screen.shows("Pick one:\n→ Alpha\n  Beta\n  Gamma");
    screen.press(DOWN);
    screen.shows("  Alpha\n→ Beta");
    screen.press("\r");
    screen.shows("? Pick one: Beta");
    screen.shows("got \"Beta\"");
    screen.hides("→");
    screen.say("/pick");
    screen.shows("→ Alpha");
    screen.press("\u{3}");
    screen.shows("got nothing");
    screen.say("/sure");
    screen.shows("Sure?\nIt does a thing.\n→ Yes\n  No");
    screen.press(&format!("{UP}\r"));
    screen.shows("got false");
    screen.say("/who");
    screen.shows("Your name (bob)\n?");
    screen.say("eve");
    screen.shows("got \"eve\"");
    screen.leave();
}

#[test]
fn what_is_typed_narrows_a_long_list() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/many");
    screen.shows("Of many:\n?");
    screen.shows("1/50");
    screen.press("47");
    screen.shows("? 47\n→ entry 47\n1/1");
    screen.press("\r");
    screen.shows("got \"entry 47\"");
    screen.say("/model thin");
    screen.shows("model mock/think-1");
    screen.say("/model");
    screen.shows("→ ");
    screen.say("think");
    screen.hides("→ ");
    screen.leave();
}

#[test]
fn a_question_counts_down_is_given_up_in_time_and_by_a_signal() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/late");
    screen.shows("In time? (2s)");
    screen.shows("In time? (1s)");
    screen.shows("? In time? (no answer in time)");
    screen.shows("got nothing");
    screen.hides("→ Yes");
    screen.say("/gone");
    screen.shows("Asked\nand given up");
    screen.shows("got false");
    screen.hides("and given up");
    screen.press("typed on");
    screen.shows("> typed on");
    screen.press("\u{3}");
    screen.leave();
}

#[test]
fn a_newer_question_hides_the_older_and_what_was_typed_there_stays() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/two");
    screen.shows("The newer\nhides it\n→ Yes");
    screen.press("\r");
    screen.shows("The older\n?");
    screen.say("mine");
    screen.shows("got [true,\"mine\"]");
    screen.say("/over");
    screen.shows("an overlay");
    screen.press("x");
    screen.shows("From the overlay\n→ one");
    screen.press(&format!("{DOWN}\r"));
    screen.shows("got \"two\"");
    screen.hides("an overlay");
    screen.leave();
}

#[test]
fn a_gate_asks_before_each_call_and_no_answer_is_a_refusal() {
    let gate = r#"
export default function (pi: any) {
    pi.on("tool_call", async (event: any, ctx: any) => {
        const answer = await ctx.ui.select("May it?", ["Once", "Never"]);
        return answer === "Once" ? undefined : { block: true, reason: "it may not" };
    });
}"#;
    let call = || Reply::calls([("bash", json!({ "command": "echo it-ran" }))]);
    let mut screen =
        OnScreen::begin(&with_extension(gate, [call(), Reply::text("First."), call(), Reply::text("Second.")]));
    screen.say("go");
    screen.shows("May it?\n→ Once");
    screen.press("\r");
    screen.shows("First.");
    screen.say("again");
    screen.shows("May it?\n→ Once");
    screen.press("\u{1b}");
    screen.shows("it may not");
    screen.shows("Second.");
    screen.leave();
}

#[test]
fn what_was_typed_is_searched_backwards() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/pick");
    screen.shows("→ Alpha");
    screen.press("\u{1b}");
    screen.shows("got nothing");
    screen.press("\u{12}pi");
    screen.shows("> /pick\nsearch: pi");
    screen.press("\r");
    screen.shows("→ Alpha");
    screen.press("\r");
    screen.shows("got \"Alpha\"");
    screen.leave();
}

#[test]
fn a_question_fits_a_window_that_became_smaller() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.say("/many");
    screen.shows("1/50 · ↑↓ Enter chooses · Escape leaves · typing narrows");
    screen.resize(30, 8);
    let shown = screen.looks("fewer rows", |text| text.ends_with("1/50 · ↑↓ Enter chooses · Esca"));
    assert!(shown.contains("Of many:\n?\n→ entry 0"), "{shown}");
    screen.press("\u{1b}");
    screen.shows("got nothing");
    screen.leave();
}

#[test]
fn a_program_that_was_stopped_from_outside_takes_its_terminal_back() {
    let mut screen = OnScreen::begin(&with_extension(ASKS, []));
    screen.press("begun");
    screen.shows("> begun");
    screen.let_others_have_it("a shell was here\r\n");
    screen.signal(nix::sys::signal::Signal::SIGCONT);
    screen.looks("the line anew", |text| text.contains("a shell was here\n> begun"));
    screen.press("!");
    screen.shows("> begun!");
    screen.press("\u{3}");
    screen.leave();
}
