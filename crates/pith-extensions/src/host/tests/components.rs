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
