//! The components that the package of the agent exports: what they draw, without colors, and what keys do.

use super::package::said;

const PROLOGUE: &str = r#"
    const { stripVTControlCharacters: bare } = await import("node:util");
    const tui = { requestRender() {}, start() {}, stop() {}, terminal: { rows: 24, columns: 60 } };
    const draw = (component: any, width = 40) => say(component.render(width).map((line: string) => bare(line).replace(/\x1b_[^\x07]*\x07/g, "").trimEnd()).join("|"));
    const press = (component: any, ...keys: string[]) => keys.forEach((key) => component.handleInput(key));
    const UP = "\x1b[A", DOWN = "\x1b[B", ENTER = "\r", ESC = "\x1b";"#;

async fn shown(imports: &str, lines: &str) -> Vec<String> {
    said(imports, &format!("{PROLOGUE}\n{lines}")).await
}

#[tokio::test]
async fn what_was_said_is_drawn_with_what_ended_it() {
    let lines = r#"
        const answer = (content: any[], more = {}) => ({ role: "assistant", content, stopReason: "stop", timestamp: 1, ...more });
        const parts = [{ type: "thinking", thinking: "hm" }, { type: "text", text: "Hello **you**" }, { type: "toolCall", id: "1", name: "x", arguments: {} }];
        const component = new AssistantMessageComponent(answer(parts), false, undefined, "Secret...");
        draw(component);
        component.setHideThinkingBlock(true);
        component.setOutputPad(0);
        draw(component);
        component.updateContent(answer([{ type: "text", text: "part" }], { stopReason: "error", errorMessage: "boom" }));
        draw(component);
        const louder = (text: string, context: any) => `${text} ${context.messageType} ${context.availableWidth > 0}`;
        const broken = () => { throw new Error("no"); };
        draw(new UserMessageComponent("hi", undefined, 1, [broken, louder]));"#;
    let expected =
        [r#""| hm|| Hello you""#, r#""|Secret...||Hello you""#, r#""|part||Error: boom""#, r#""| hi user true|""#];
    assert_eq!(shown("AssistantMessageComponent, UserMessageComponent", lines).await, expected);
}

#[tokio::test]
async fn notes_show_more_when_they_are_expanded() {
    let lines = r##"
        const compaction = new CompactionSummaryMessageComponent({ role: "compactionSummary", summary: "# Sum", tokensBefore: 12345, timestamp: 1 });
        draw(compaction, 80);
        compaction.setExpanded(true);
        draw(compaction, 80);
        const skill = new SkillInvocationMessageComponent({ name: "sk", location: "/x", content: "body", userMessage: undefined });
        draw(skill, 80);
        skill.setExpanded(true);
        draw(skill, 80);
        const message = { role: "custom", customType: "note", content: "text", display: true, timestamp: 1 };
        draw(new CustomMessageComponent(message));
        draw(new CustomMessageComponent(message, () => { throw new Error("no"); }));
        const own = new CustomMessageComponent(message, (_m: any, options: any) => ({ render: () => [`own ${options.expanded}`], invalidate() {} }));
        own.setExpanded(true);
        draw(own);"##;
    let words = "What was said before, 12,345 tokens, is summarized";
    let expected = [
        format!(r#""| [compaction]|| {words} (ctrl+o shows it)|""#),
        format!(r#""| [compaction]|| {words}|| Sum|""#),
        r#""| [skill] sk (ctrl+o shows it)|""#.to_owned(),
        r#""| [skill]| sk|| body|""#.to_owned(),
        r#""|| [note]|| text|""#.to_owned(),
        r#""|| [note]|| text|""#.to_owned(),
        r#""|own true""#.to_owned(),
    ];
    let imports = "CompactionSummaryMessageComponent, CustomMessageComponent, SkillInvocationMessageComponent";
    assert_eq!(shown(imports, lines).await, expected);
}

#[tokio::test]
async fn commands_and_tools_are_drawn_while_they_run_and_after() {
    let lines = r#"
        const bash = new BashExecutionComponent("ls", tui);
        bash.appendOutput("a\x1b[31m\r\n");
        bash.appendOutput(Array.from({ length: 24 }, (_, i) => `l${i}`).join("\n"));
        bash.setComplete(3, false);
        const lines = bash.render(40).map((line: string) => bare(line).trim());
        say([lines.includes("l4"), lines.includes("l3"), lines.some((line: string) => line.includes("5 more lines")), lines.includes("(exit 3)"), bash.getOutput().slice(0, 4)]);
        bash.setExpanded(true);
        say(bash.render(40).some((line: string) => bare(line).trim() === "a"));
        const tool = new ToolExecutionComponent("mine", "1", { a: 1 }, {}, undefined, tui, "/w");
        tool.updateResult({ content: [{ type: "text", text: "out" }], isError: false });
        draw(tool);
        let context: any;
        const definition = {
            renderCall: (args: any) => ({ render: () => [`call ${args.a}`], invalidate() {} }),
            renderResult: (result: any, options: any, _theme: any, given: any) => ((context = given), { render: () => [`result ${options.isPartial} ${given.isError}`], invalidate() {} }),
            renderShell: "self",
        };
        const own = new ToolExecutionComponent("mine", "1", { a: 1 }, {}, definition, tui, "/w");
        own.updateArgs({ a: 2 });
        own.updateResult({ content: [], isError: true }, true);
        draw(own);
        say([context.args.a, context.cwd, context.toolCallId]);"#;
    let expected = [
        r#"[true,false,true,true,"a\nl0"]"#,
        "true",
        r#""|| mine|| {|   \"a\": 1| }| out|""#,
        r#""|call 2|result true true""#,
        r#"[2,"/w","1"]"#,
    ];
    assert_eq!(shown("BashExecutionComponent, ToolExecutionComponent", lines).await, expected);
}

#[tokio::test]
async fn questions_are_answered_with_keys() {
    let lines = r#"
        const select = new ExtensionSelectorComponent("Which", ["a", "b", "c"], say, () => say("left"), { description: "More" });
        draw(select);
        press(select, DOWN, "j", "j", "k", ENTER, ESC);
        const input = new ExtensionInputComponent("Name", "nobody", say, () => say("left"), { initialValue: "me" });
        press(input, "\x1b[F", "x", ENTER, ESC);
        const editor = new ExtensionEditorComponent(tui, undefined, "Text", "one", say, () => say("left"));
        press(editor, "!", ENTER, ESC);
        const late = await new Promise((resolve) => new ExtensionSelectorComponent("Soon", ["a"], say, () => resolve("too late"), { tui, timeout: 1 }));
        say(late);"#;
    let rule = "─".repeat(40);
    let keys = " ↑↓ moves  enter chooses  escape/ctrl+c| leaves";
    let drawn = format!(r#""{rule}|| Which|| More|| → a|   b|   c||{keys}||{rule}""#);
    let expected = [drawn.as_str(), "\"b\"", "\"left\"", "\"mex\"", "\"left\"", "\"one!\"", "\"left\"", "\"too late\""];
    assert_eq!(
        shown("ExtensionEditorComponent, ExtensionInputComponent, ExtensionSelectorComponent", lines).await,
        expected
    );
}

#[tokio::test]
async fn one_of_a_few_is_chosen() {
    let lines = r#"
        const thinking = new ThinkingSelectorComponent("low", ["off", "low", "high"], (level) => say(level), () => say("left"), (level) => say(`default ${level}`), "off");
        press(thinking, DOWN, "\x13", "o", "f", ENTER, ESC);
        const images = new ShowImagesSelectorComponent(true, say, () => say("left"));
        press(images, DOWN, ENTER);
        const said = [{ id: "1", text: "first\nline" }, { id: "2", text: "second" }];
        const messages = new UserMessageSelectorComponent(said, (id) => say(id), () => say("left"));
        say(messages.render(60).some((line: string) => bare(line).includes("› second")));
        press(messages.getMessageList(), UP, ENTER, ESC);
        await new Promise((resolve) => new UserMessageSelectorComponent([], say, () => resolve(undefined)));
        const theme = new ThemeSelectorComponent("dark", say, () => say("left"), say);
        press(theme.getSelectList(), ESC);"#;
    let expected = ["\"default high\"", "\"off\"", "\"left\"", "false", "true", "\"1\"", "\"left\"", "\"left\""];
    let imports =
        "ShowImagesSelectorComponent, ThemeSelectorComponent, ThinkingSelectorComponent, UserMessageSelectorComponent";
    assert_eq!(shown(imports, lines).await, expected);
}

#[tokio::test]
async fn a_model_is_found_by_typing_and_chosen() {
    let lines = r#"
        const models = [{ provider: "a", id: "m1", name: "M One" }, { provider: "b", id: "m2" }, { provider: "b", id: "zz" }];
        const runtime = { getAvailableSnapshot: () => models, refresh: async () => {}, getAvailable: async () => models };
        const current = models[1];
        const make = (scoped: any[]) => new ModelSelectorComponent(tui as any, current as any, runtime as any, scoped, (model: any) => say(model.id), () => say("left"), undefined, (model: any) => say(`default ${model.id}`));
        const all = make([]);
        say(all.render(60).map(bare).filter((line: string) => line.includes("[")).map((line: string) => line.trim()));
        press(all, "z", "\x13", ENTER, ESC);
        const scoped = make([{ model: models[0] }]);
        press(scoped, ENTER, "\t", ENTER);
        const gone = new ModelSelectorComponent(tui as any, undefined, { getAvailable: async () => { throw new Error("no net"); } } as any, [], say, () => {});
        await new Promise((resolve) => setTimeout(resolve));
        say(gone.render(80).some((line: string) => line.includes("no net")));"#;
    let expected = [
        r#"["→ ✓ m2 [b]","m1 (M One) [a]","zz [b]"]"#,
        "\"default zz\"",
        "\"zz\"",
        "\"left\"",
        "\"m1\"",
        "\"m2\"",
        "true",
    ];
    assert_eq!(shown("ModelSelectorComponent", lines).await, expected);
}

#[tokio::test]
async fn signing_in_shows_its_steps_and_waits_for_lines() {
    let lines = r#"
        const providers = [{ id: "a", name: "Alpha", authType: "oauth" }, { id: "b", name: "Beta", authType: "api_key", status: { type: "api_key" } }];
        const select = new OAuthSelectorComponent("login", providers as any, (id: string, kind: string) => say([id, kind]), () => say("left"));
        say(select.render(60).map(bare).filter((line: string) => line.includes("[")).map((line: string) => line.trim()));
        press(select, DOWN, ENTER, ESC);
        const dialog = new LoginDialogComponent(tui as any, "a", (done: boolean, why?: string) => say([done, why]), "Alpha");
        dialog.showDeviceCode({ userCode: "AB-CD", verificationUri: "gopher://d" } as any);
        const code = dialog.showPrompt("Paste it", "123");
        press(dialog, "q", "r", ENTER);
        say(await code);
        dialog.showProgress("Working");
        const lines = dialog.render(60).map(bare).join("\n");
        say([lines.includes("AB-CD"), lines.includes("> qr"), lines.includes("Working"), dialog.signal.aborted]);
        const late = dialog.showManualInput("Or here").catch((error: Error) => say(error.message));
        press(dialog, ESC);
        await late;
        say(dialog.signal.aborted);"#;
    let expected = [
        r#"["→ Alpha [subscription] • not set up","Beta [API key] ✓ set up"]"#,
        r#"["b","api_key"]"#,
        "\"left\"",
        "\"qr\"",
        "[true,true,true,false]",
        r#"[false,"Login cancelled"]"#,
        "\"Login cancelled\"",
        "true",
    ];
    assert_eq!(shown("LoginDialogComponent, OAuthSelectorComponent", lines).await, expected);
}

#[tokio::test]
async fn sessions_are_searched_renamed_and_deleted_where_they_are_listed() {
    let lines = r#"
        const info = (path: string, more = {}) => ({ path, id: path, cwd: "/w", created: new Date(), modified: new Date(), messageCount: 3, firstMessage: `about ${path}`, allMessagesText: "", ...more });
        let here = [info("a"), info("b", { name: "Named" }), info("c", { parentSessionPath: "a" })];
        const select = new SessionSelectorComponent(async () => here as any, async () => [info("d", { cwd: "/v" })] as any, (path) => say(path), () => say("left"), () => {}, () => {},
            { renameSession: async (path, name) => { say([path, name]); here = [info("b", { name })]; } }, "a");
        const settled = () => new Promise((resolve) => setTimeout(resolve));
        await settled();
        const rows = () => say(select.render(60).map(bare).filter((line: string) => /\d now/.test(line)).map((line: string) => line.replace(/  +.*/, "").trim() || line.trim().split("  ")[0]));
        rows();
        press(select, "N", "a", "m");
        say(select.getSessionList().getSelectedSessionPath());
        press(select, "\x12", "!", ENTER);
        await settled();
        press(select, "\x7f", "\x7f", "\x7f", "\t");
        await settled();
        say(select.render(60).some((line: string) => bare(line).includes("/v 3 now")));
        const list = select.getSessionList();
        list.onDeleteSession = async (path: string) => say(`deleted ${path}`);
        press(select, "\x04", ESC, "\x04", ENTER);
        await settled();
        press(select, ESC);"#;
    let seen = shown("SessionSelectorComponent", lines).await;
    let expected = ["\"b\"", r#"["b","!Named"]"#, "true", "\"deleted d\"", "\"left\""];
    assert!(seen[0].contains("about a") && seen[0].contains("about c"), "{seen:?}");
    assert_eq!(seen[1..], expected);
}

#[tokio::test]
async fn the_tree_of_a_session_is_filtered_folded_searched_and_labeled() {
    let lines = r#"
        const entry = (id: string, parentId: string | null, type: string, more: object) => ({ type, id, parentId, timestamp: "2026-01-01T10:00:00Z", ...more });
        const message = (id: string, parentId: string | null, role: string, content: any, more = {}) => entry(id, parentId, "message", { message: { role, content, timestamp: 1, ...more } });
        const node = (one: any, ...children: any[]) => ({ entry: one, children, label: undefined });
        const tree = node(message("1", null, "user", "start"), node(message("2", "1", "assistant", [{ type: "text", text: "answer" }, { type: "toolCall", id: "t", name: "read", arguments: { path: "/a" } }]),
            node(message("3", "2", "toolResult", [], { toolCallId: "t", toolName: "read" }),
                node(message("4", "3", "user", "left"), node(message("5", "4", "assistant", [{ type: "text", text: "L" }]))),
                node(message("6", "3", "user", "right"), node(entry("7", "6", "model_change", { provider: "p", modelId: "m" }), node(entry("8", "7", "compaction", { summary: "s", tokensBefore: 5000, firstKeptEntryId: "1" })))))));
        const select = new TreeSelectorComponent([tree] as any, "8", 24, (id) => say(id), () => say("left"), (id, label) => say([id, label]));
        const rows = () => say(select.render(60).map((line: string) => bare(line).trimEnd()).filter((line: string) => /^[ ›] .*(user|assistant|\[)/.test(line) && !line.includes("·") && !line.includes("(2/3)")));
        rows();
        press(select, "\x15");
        rows();
        press(select, "\x15", "l", "e", "f", "t");
        rows();
        press(select, "L", ESC);
        press(select, ESC, "\x1b[1;5D", "\x1b[1;5D");
        say(select.getTreeList().getSelectedNode().entry.id);
        press(select, "\x1b[76;2u", "m", "e", ENTER);
        press(select, ENTER, ESC);"#;
    let expected = [
        r#"["  • user: start","  • assistant: answer","  • [read: /a]","  ├⊟ • user: right","› │  • [compaction: 5k tokens]","  └⊟ user: left","     assistant: L"]"#,
        r#"["  • user: start","› ├─ • user: right","  └─ user: left"]"#,
        r#"["› user: left"]"#,
    ];
    let seen = shown("TreeSelectorComponent", lines).await;
    assert_eq!(seen[..3], expected, "{seen:?}");
    assert!(seen.last().is_some_and(|last| last == "\"left\""), "{seen:?}");
}

#[tokio::test]
async fn the_footer_and_the_settings_are_drawn_from_what_they_are_given() {
    let lines = r#"
        const usage = { input: 1200, output: 300, cacheRead: 50000, cacheWrite: 0, cost: { total: 0.0123 } };
        const session = { model: { provider: "p", id: "m", contextWindow: 200000, reasoning: true }, thinkingLevel: "high", getContextUsage: () => ({ percent: 3.25, contextWindow: 200000 }),
            sessionManager: { getCwd: () => "/w", getSessionName: () => "Name", getEntries: () => [{ type: "message", message: { usage } }] } };
        const data = { getGitBranch: () => "main", getExtensionStatuses: () => new Map([["b", "two\nx"], ["a", "one"]]), getAvailableProviderCount: () => 2, onBranchChange: () => () => {} };
        draw(new FooterComponent(session as any, data as any), 70);
        const config = { autoCompact: true, editorPaddingX: 0, currentTheme: "dark", availableThemes: ["dark", "light"], currentModel: { provider: "p", id: "m" }, availableThinkingLevels: ["off", "low"], modelThinkingLevels: {} };
        const callbacks = new Proxy({}, { get: (_, name) => (...args: unknown[]) => say([name, ...args]) });
        const settings = new SettingsSelectorComponent(config as any, callbacks as any);
        press(settings.getSettingsList(), ENTER, DOWN, ENTER, DOWN, ENTER, DOWN, ENTER, DOWN, ENTER, DOWN, DOWN, ENTER, ESC);"#;
    let expected = [
        r#""/w (main) • Name|↑1.2k ↓300 R50k $0.012 3.3%/200k (auto)                   (p) m • high|one two x""#,
        r#"["onAutoCompactChange",false]"#,
        r#"["onEditorPaddingXChange",1]"#,
        r#"["onThemePreview","light"]"#,
        r#"["onThemeChange","light"]"#,
        r#"["onModelThinkingLevelChange","p","m","low"]"#,
        r#"["onCancel"]"#,
    ];
    assert_eq!(shown("FooterComponent, SettingsSelectorComponent", lines).await, expected);
}
