//! Components of extensions on a screen that is nowhere: drawn, given keys, cut, slow, failing, given up.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pith_app::App;
use pith_app::extension::{Component, ComponentId, Drawn, EditorSaid, ExhibitView, Place, Placement, Screen, Size};
use pith_testkit::VirtualTerminal;
use tokio::sync::Notify;

use super::world::{World, run};

/// How long something may take to be shown.
const PATIENCE: Duration = Duration::from_secs(60);

const SIZE: Size = Size { columns: 40, rows: 12 };

/// The smallest face with a screen: components below one another, overlays over them, the newest with the keys.
#[derive(Default)]
struct Stage {
    mounted: Mutex<Vec<(Place, Arc<dyn Component>)>>,
    hidden: Mutex<Vec<ComponentId>>,
    changed: Notify,
    lent: Mutex<Vec<bool>>,
    said: Mutex<Vec<EditorSaid>>,
    /// The last drawing of each.
    drawn: Mutex<BTreeMap<ComponentId, Drawn>>,
}

impl Screen for Stage {
    fn size(&self) -> Size {
        SIZE
    }

    fn mount(&self, place: Place, component: Arc<dyn Component>) {
        component.focus(true);
        self.mounted.lock().unwrap().push((place, component));
        self.changed.notify_one();
    }

    fn unmount(&self, id: ComponentId) {
        self.mounted.lock().unwrap().retain(|(_, component)| component.id() != id);
        self.changed.notify_one();
    }

    fn redraw(&self, _: ComponentId) {
        self.changed.notify_one();
    }

    fn set_hidden(&self, id: ComponentId, hidden: bool) {
        self.hidden.lock().unwrap().retain(|other| *other != id);
        if hidden {
            self.hidden.lock().unwrap().push(id);
        }
        self.changed.notify_one();
    }

    fn set_focus(&self, _: ComponentId, _: bool) {}

    fn heard(&self, _: ComponentId, said: EditorSaid) {
        self.said.lock().unwrap().push(said);
        self.changed.notify_one();
    }

    fn lend(&self, away: bool) {
        self.lent.lock().unwrap().push(away);
    }
}

impl Stage {
    /// What is seen now.
    async fn text(&self) -> String {
        let order = |place: &Place| match place {
            Place::Header => 0,
            Place::Widget(Placement::AboveEditor) => 1,
            Place::Widget(Placement::BelowEditor) => 3,
            Place::Footer => 4,
            Place::Overlay { .. } => 5,
            Place::Slot | Place::Editor | Place::Listener => 2,
        };
        let mut mounted = self.mounted.lock().unwrap().clone();
        mounted.sort_by_key(|(place, _)| order(place));
        let mut terminal = VirtualTerminal::new(SIZE.columns as u16, SIZE.rows as u16);
        for (_, component) in mounted {
            let drawn = match component.draw(SIZE).await {
                Ok(Some(drawn)) => drawn,
                Ok(None) => self.drawn.lock().unwrap().get(&component.id()).cloned().unwrap_or_default(),
                Err(_) => {
                    self.unmount(component.id());
                    continue;
                }
            };
            self.drawn.lock().unwrap().insert(component.id(), drawn.clone());
            if drawn.hidden {
                continue;
            }
            for (row, line) in drawn.lines.iter().enumerate() {
                if let Some((top, left)) = drawn.at {
                    terminal.write(format!("\u{1b}[{};{}H{line}", top + row + 1, left + 1));
                } else {
                    terminal.write(format!("{line}\r\n"));
                }
            }
        }
        terminal.text()
    }

    /// Waits until this is seen.
    async fn shows(&self, text: &str) {
        let mut last = String::new();
        let seen = async {
            loop {
                last = self.text().await;
                if last.contains(text) {
                    return;
                }
                self.changed.notified().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, seen).await.is_ok(), "no {text:?} in {last:?}");
    }

    /// Waits until nothing is shown.
    async fn is_empty(&self) {
        let empty = async {
            while !self.mounted.lock().unwrap().is_empty() {
                self.changed.notified().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, empty).await.is_ok(), "something is still shown");
    }

    fn press(&self, keys: &str) {
        let mounted = self.mounted.lock().unwrap();
        mounted.last().unwrap().1.input(keys);
    }
}

/// A world with a screen.
fn world() -> (World, Arc<Stage>) {
    let (world, stage) = (World::new(), Arc::new(Stage::default()));
    *world.person.screen.lock().unwrap() = Some(Arc::clone(&stage) as Arc<dyn Screen>);
    (world, stage)
}

/// Runs a command while something else happens.
async fn while_running(app: &App, line: &str, happens: impl Future<Output = ()>) {
    tokio::join!(run(app, line), happens);
}

const PICKER: &str = r#"
import { matchesKey, Key, SelectList, Container, Text } from "@earendil-works/pi-tui";
export default function (pi: any) {
    pi.registerCommand("pick", { handler: async (args: string, ctx: any) => {
        const answer = await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => {
            let at = 0;
            return {
                render: (width: number) => [`pick ${at} of ${width}`, theme.bold("second line")],
                handleInput(data: string) {
                    if (matchesKey(data, Key.down)) at += 1;
                    if (matchesKey(data, Key.enter)) done(at);
                    if (keys.matches(data, "tui.select.cancel")) done(null);
                },
                dispose: () => ctx.ui.notify("disposed"),
            };
        });
        ctx.ui.notify(`answer ${answer}`);
    } });
}"#;

#[tokio::test]
async fn a_component_is_drawn_given_keys_and_answers_with_done() {
    let (world, stage) = world();
    world.extension("p.ts", PICKER);
    let app = world.app().await;
    while_running(&app, "/pick", async {
        stage.shows("pick 0 of 40\nsecond line").await;
        stage.press("\u{1b}[B");
        stage.press("\u{1b}[B");
        stage.shows("pick 2 of 40").await;
        stage.press("\r");
    })
    .await;
    stage.is_empty().await;
    assert_eq!(world.seen(), ["disposed", "answer 2"], "{:?}", world.errors());
}

#[tokio::test]
async fn without_a_screen_there_is_no_answer_and_nothing_is_made() {
    let world = World::new();
    world.extension("p.ts", PICKER);
    let app = world.app().await;
    run(&app, "/pick").await;
    assert_eq!(world.seen(), ["answer undefined"]);
}

#[tokio::test]
async fn a_component_that_is_given_up_answers_with_nothing() {
    let (world, stage) = world();
    world.extension("p.ts", PICKER);
    let app = world.app().await;
    let mut events = world.errors();
    while_running(&app, "/pick", async {
        stage.shows("pick 0").await;
        let component = Arc::clone(&stage.mounted.lock().unwrap()[0].1);
        component.closed();
    })
    .await;
    events.extend(world.errors());
    assert_eq!(world.seen(), ["disposed", "answer undefined"], "{events:?}");
}

#[tokio::test]
async fn a_line_that_is_too_wide_is_cut_and_its_author_named_once_and_escapes_move_nothing() {
    let (world, stage) = world();
    world.extension(
        "wide.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("wide", { handler: async (args: string, ctx: any) => {
                await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => ({
                    n: 0,
                    render() { this.n += 1; return ["\u001b[2Jfirst " + this.n, "x".repeat(50) + "END", "\u001b[1;1Hlast"]; },
                    handleInput: () => done(),
                }));
            } });
        }"#,
    );
    let app = world.app().await;
    while_running(&app, "/wide", async {
        stage.shows(&format!("first 1\n{}\nlast", "x".repeat(40))).await;
        stage.shows("first 2").await;
        stage.press("q");
    })
    .await;
    assert_eq!(
        world.errors(),
        ["render: line 2 of its component takes 53 columns, of 40 that there are; it is cut off"]
    );
}

#[tokio::test]
async fn a_drawing_that_throws_leaves_what_was_seen_and_one_that_hangs_ends_the_extension_alone() {
    let (mut world, stage) = world();
    world.deadlines.single.insert("render".to_owned(), Duration::from_millis(200));
    world.extension(
        "bad.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("bad", { handler: async (args: string, ctx: any) => {
                let mode = "good";
                await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => ({
                    render() {
                        if (mode === "throw") throw new Error("cannot draw");
                        while (mode === "hang") {}
                        return ["all is well"];
                    },
                    handleInput(data: string) { mode = data; },
                }));
            } });
        }"#,
    );
    world.extension("p.ts", PICKER);
    let app = world.app().await;
    while_running(&app, "/bad", async {
        stage.shows("all is well").await;
        stage.press("throw");
        for _ in 0..3 {
            stage.shows("all is well").await;
        }
        stage.press("hang");
        let ended = async {
            while !stage.text().await.is_empty() {
                tokio::task::yield_now().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, ended).await.is_ok());
    })
    .await;
    while_running(&app, "/pick", async {
        stage.shows("pick 0").await;
        stage.press("\r");
    })
    .await;
    assert_eq!(world.seen().last().map(String::as_str), Some("answer 0"));
    let errors = world.errors();
    assert!(errors[0] == "render: cannot draw" && errors[1].contains("stopped"), "{errors:?}");
}

#[tokio::test]
async fn who_gives_no_component_is_told_so_and_nothing_is_shown() {
    let (world, stage) = world();
    world.extension(
        "none.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("none", { handler: async (args: string, ctx: any) => {
                const tries = [() => ctx.ui.custom(() => undefined), () => ctx.ui.custom(async () => ({ draw() {} })), () => ctx.ui.setFooter(() => 7)];
                for (const attempt of tries) {
                    try { await attempt(); } catch (error: any) { ctx.ui.notify(error.message); }
                }
                ctx.ui.notify(`at once: ${await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => done("yes"))}`);
            } });
        }"#,
    );
    let app = world.app().await;
    run(&app, "/none").await;
    let must = "its function must return an object with `render(width)`";
    let seen = world.seen();
    let [first, second, third, last] = &seen[..] else { panic!("{seen:?}") };
    assert!(
        first.starts_with("ctx.ui.custom of the extension `") && first.contains("none.ts`: no component was given; ")
    );
    assert!(
        second.contains("what was given is no component; ") && third.starts_with("ctx.ui.setFooter of "),
        "{seen:?}"
    );
    assert!([first, second, third].iter().all(|told| told.ends_with(must)), "{seen:?}");
    assert_eq!(last, "at once: yes");
    assert!(stage.mounted.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_stays_has_its_place_and_an_overlay_is_over_it() {
    let (world, stage) = world();
    world.extension(
        "places.ts",
        r#"export default function (pi: any) {
            const line = (text: string) => () => ({ render: () => [text], invalidate() {} });
            pi.on("session_start", (event: any, ctx: any) => {
                ctx.ui.setFooter((tui: any, theme: any, data: any) => ({ render: () => ["foot " + (data.getGitBranch() ?? "-")] }));
                ctx.ui.setHeader(line("head"));
                ctx.ui.setWidget("w", line("old widget"));
                ctx.ui.setWidget("w", line("widget"));
                ctx.ui.setWidget("b", line("below"), { placement: "belowEditor" });
            });
            pi.registerCommand("over", { handler: async (args: string, ctx: any) => {
                await ctx.ui.custom((tui: any, theme: any, keys: any, done: any) => {
                    const second = tui.showOverlay({ render: (width: number) => ["second " + width] }, { width: "50%", anchor: "bottom-right", nonCapturing: true });
                    return {
                        render: (width: number) => ["over " + width],
                        handleInput(data: string) { if (data === "h") second.setHidden(true); else { second.hide(); done(); } },
                    };
                }, { overlay: true, overlayOptions: () => ({ width: 20, row: 1, col: 3 }) });
            } });
        }"#,
    );
    let app = world.app().await;
    stage.shows("head\nwidget\nbelow\nfoot -").await;
    while_running(&app, "/over", async {
        stage.shows("head\nwidover 20\nbelow").await;
        assert!(stage.text().await.ends_with(&format!("{}second 20", " ".repeat(20))));
        let over = stage
            .mounted
            .lock()
            .unwrap()
            .iter()
            .find(|(place, _)| matches!(place, Place::Overlay { takes_keys: true }))
            .unwrap()
            .1
            .clone();
        over.input("h");
        stage.changed.notified().await;
        over.input("q");
    })
    .await;
    stage.shows("head\nwidget\nbelow\nfoot -").await;
    assert!(world.errors().is_empty(), "{:?}", world.errors());
}

#[tokio::test]
async fn a_listener_sees_what_is_typed_first_and_may_take_or_change_it() {
    let (world, stage) = world();
    world.extension(
        "l.ts",
        r#"export default function (pi: any) {
            pi.on("session_start", (event: any, ctx: any) => {
                const off = ctx.ui.onTerminalInput((data: string) => {
                    if (data === "x") return { consume: true };
                    if (data === "y") return { data: "z" };
                    if (data === "q") off();
                });
            });
        }"#,
    );
    let _app = world.app().await;
    let listener = stage.mounted.lock().unwrap()[0].1.clone();
    let mut left = Vec::new();
    for key in ["a", "x", "y", "q"] {
        left.push(listener.filter(key).await);
    }
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(left, [text("a"), None, text("z"), text("q")]);
    stage.is_empty().await;
}

#[tokio::test]
async fn an_editor_of_an_extension_says_what_is_typed_and_sent_and_which_keys_are_not_its_own() {
    let (world, stage) = world();
    world.extension(
        "editor.ts",
        r#"import { CustomEditor } from "@earendil-works/pi-coding-agent";
        class Loud extends CustomEditor {
            handleInput(data: string) { super.handleInput(data.toUpperCase()); }
            render(width: number) { return [...super.render(width), `loud: ${this.getText()}`]; }
        }
        export default function (pi: any) {
            pi.on("session_start", (event: any, ctx: any) => {
                ctx.ui.setEditorComponent((tui: any, theme: any, keys: any) => new Loud(tui, theme, keys));
                ctx.ui.notify(String(typeof ctx.ui.getEditorComponent()));
            });
            pi.registerShortcut("ctrl+alt+p", { description: "p", handler: async (ctx: any) => ctx.ui.notify("pressed " + ctx.mode) });
            pi.registerShortcut("ctrl+c", { handler: async () => {} });
        }"#,
    );
    let (app, extensions, _) = world.open().await;
    stage.shows("loud:").await;
    let editor = stage.mounted.lock().unwrap()[0].1.clone();
    for key in ["h", "i"] {
        editor.input(key);
    }
    stage.shows("loud: HI").await;
    editor.set_text(" there", false);
    stage.shows("loud: HI there").await;
    editor.input("\r");
    editor.input("\u{1b}");
    stage.shows("loud:").await;
    let until = async {
        while !stage.said.lock().unwrap().contains(&EditorSaid::Key("\u{1b}".into())) {
            stage.changed.notified().await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, until).await.is_ok());
    let said = stage.said.lock().unwrap().clone();
    assert!(said.contains(&EditorSaid::Submit { text: "HI there".into(), later: false }), "{said:?}");
    assert!(said.contains(&EditorSaid::Text("HI".into())), "{said:?}");
    app.run_shortcut("ctrl+alt+p").await;
    app.run_shortcut("ctrl+c").await;
    assert_eq!(world.seen(), ["function", "pressed rpc"], "{:?}", world.errors());
    assert_eq!(app.shortcuts().len(), 1, "a key that the program needs is left out");
    assert!(extensions.conflicts().iter().any(|told| told.message.contains("ctrl+c")));
}

/// A world with a screen and one of the examples.
fn example(name: &str) -> (World, Arc<Stage>) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extensions/examples").join(name);
    let (world, stage) = world();
    world.extension(name, &std::fs::read_to_string(path).unwrap());
    (world, stage)
}

#[tokio::test]
async fn ask_draws_its_answers_and_where_there_is_no_screen_it_asks_in_words() {
    let (world, stage) = example("ask.ts");
    let call = || {
        let arguments = serde_json::json!({ "question": "Which color?", "answers": ["red", "green"] });
        pith_llm::scripted::Answer::call("1", "ask", arguments)
    };
    world.model.push(call());
    world.model.push("done");
    let app = world.app().await;
    let (asked, ()) = tokio::join!(app.ask("go"), async {
        stage.shows(&format!("{}\n Which color?\n→ red\n  green", "─".repeat(40))).await;
        stage.press("\u{1b}[B");
        stage.shows("→ green").await;
        stage.press("\r");
    });
    asked.unwrap();
    assert_eq!(super::results(&app), ["The person chose: green"]);
    let exhibit = pith_app::extension::Exhibit::ToolResult {
        call_id: "1".to_owned(),
        tool: "ask".to_owned(),
        arguments: serde_json::json!({}),
        result: serde_json::json!({ "content": [], "details": { "answer": "green" } }),
        partial: false,
        is_error: false,
        duration_ms: None,
    };
    let lines = app.exhibited(&exhibit, &ExhibitView { size: SIZE, expanded: false }).await.unwrap();
    let mut terminal = VirtualTerminal::new(40, 3);
    terminal.write(lines.join("\r\n"));
    assert_eq!(terminal.text(), "→ green");

    let world = World::new();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extensions/examples/ask.ts");
    world.extension("ask.ts", &std::fs::read_to_string(path).unwrap());
    world.person.answers.lock().unwrap().push(Some(pith_app::extension::DialogAnswer::Value("red".to_owned())));
    world.model.push(call());
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(
        (super::results(&app), world.seen()),
        (vec!["The person chose: red".into()], vec!["select Which color?".into()])
    );
}

#[tokio::test]
async fn the_clock_is_a_widget_that_its_key_hides_and_shows() {
    let (world, stage) = example("clock.ts");
    let app = world.app().await;
    stage.shows("here, last run nothing yet").await;
    app.run_shortcut("ctrl+alt+t").await;
    stage.is_empty().await;
    app.run_shortcut("ctrl+alt+t").await;
    stage.shows("last run").await;
}

#[tokio::test]
async fn themes_are_listed_chosen_and_redraw_what_is_shown() {
    let (world, stage) = world();
    std::fs::create_dir_all(world.folder.path().join("themes")).unwrap();
    let mine = serde_json::json!({ "name": "mine", "colors": { "accent": "#0000ff" } });
    std::fs::write(world.folder.path().join("themes/mine.json"), mine.to_string()).unwrap();
    world.extension(
        "t.ts",
        r#"export default function (pi: any) {
            pi.on("session_start", (event: any, ctx: any) => {
                ctx.ui.setWidget("w", (tui: any) => ({ render: () => [ctx.ui.theme.name + " " + JSON.stringify(ctx.ui.theme.fg("accent", "x"))] }));
            });
            pi.registerCommand("theme", { handler: async (name: string, ctx: any) => {
                ctx.ui.notify(JSON.stringify([ctx.ui.getAllThemes().map((theme: any) => theme.name), ctx.ui.setTheme(name), ctx.ui.getTheme("light")?.name]));
            } });
        }"#,
    );
    let app = world.app().await;
    stage.shows("dark").await;
    run(&app, "/theme mine").await;
    stage.shows("mine \"\\u001b[38;2;0;0;255mx").await;
    assert_eq!(std::fs::read_to_string(world.folder.path().join("kept")).unwrap(), "theme=mine");
    run(&app, "/theme none").await;
    let seen = world.seen();
    assert_eq!(seen[0], r#"[["dark","light","mine"],{"success":true},"light"]"#, "{:?}", world.errors());
    assert!(seen[1].contains(r#"{"success":false,"error":"there is no theme `none`"}"#), "{seen:?}");
}
