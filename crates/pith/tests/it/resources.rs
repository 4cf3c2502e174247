//! What the model is given from disk: context files, skills and prompt templates.

use pith_testkit::{Reply, World};
use serde_json::json;

use crate::program::{PITH, ask, prompt, said, world};

const SKILL: &str = "---\nname: demo\ndescription: MARKER-DESCRIPTION for demos\n---\nMARKER-BODY";

/// A project whose every kind of resource holds a word of its own.
fn marked(world: &World) {
    world.write("proj/AGENTS.md", "MARKER-CONTEXT");
    world.write("proj/.pi/skills/demo/SKILL.md", SKILL);
    world.write("proj/.pi/prompts/review.md", "MARKER-TEMPLATE of $1");
}

/// Which markers a text holds.
fn markers(text: &str) -> Vec<&str> {
    ["CONTEXT", "DESCRIPTION", "BODY", "TEMPLATE"]
        .into_iter()
        .filter(|marker| text.contains(&format!("MARKER-{marker}")))
        .collect()
}

#[test]
fn each_kind_of_resource_reaches_the_model_by_its_own_way_and_no_other() {
    let read = Reply::calls([("read", json!({ "path": ".pi/skills/demo/SKILL.md" }))]);
    let (world, server) = world([Reply::text("1"), Reply::text("2"), Reply::text("3"), read, Reply::text("4")]);
    marked(&world);
    let ran = ask(&world, &["--approve", "-p", "hello", "/skill:demo now", "/review this", "read it"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let requests = server.requests();
    assert_eq!(requests.len(), 5);
    for request in 0..5 {
        assert_eq!(markers(&prompt(&server, request)), ["CONTEXT", "DESCRIPTION"]);
    }
    let folder = world.project().canonicalize().unwrap().join(".pi/skills/demo");
    let opened = format!(
        "<skill name=\"demo\" location=\"{0}/SKILL.md\">\nReferences are relative to {0}.\n\nMARKER-BODY\n</skill>\n\nnow",
        folder.display()
    );
    let said: Vec<String> = (0..4).map(|request| said(&server, request)).collect();
    assert_eq!(said, ["hello", &opened, "MARKER-TEMPLATE of this", "read it"]);
    let result = requests[4].messages().last().unwrap()["content"].as_str().unwrap().to_owned();
    assert_eq!(markers(&result), ["DESCRIPTION", "BODY"]);
}

#[test]
fn what_an_untrusted_project_brings_is_left_alone_and_told() {
    let (world, server) = world([Reply::text("ok")]);
    marked(&world);
    let ran = ask(&world, &["-p", "/review this"]);
    assert_eq!(said(&server, 0), "/review this");
    assert_eq!(markers(&prompt(&server, 0)), ["CONTEXT"]);
    assert!(ran.stderr.contains("`--approve`"), "{ran:?}");
}

#[test]
fn flags_name_and_switch_off() {
    let (world, server) = world([Reply::text("1"), Reply::text("2")]);
    world.write("agent/skills/g/SKILL.md", "---\nname: g\ndescription: global\n---\n");
    world.write("agent/prompts/q.md", "Q");
    world.write("proj/mine.md", "---\nname: mine\ndescription: named\n---\n");
    ask(&world, &["-ns", "-np", "-p", "/q"]);
    assert_eq!(said(&server, 0), "/q");
    assert!(!prompt(&server, 0).contains("<skills>"));
    ask(&world, &["-ns", "--skill", "mine.md", "--prompt-template", "mine.md", "-p", "/q"]);
    assert_eq!(said(&server, 1), "Q");
    let prompt = prompt(&server, 1);
    assert!(prompt.contains("<name>mine</name>") && !prompt.contains("<name>g</name>"), "{prompt}");
}

#[test]
fn what_is_skipped_or_doubtful_is_told_and_changes_no_exit_code() {
    let (world, _server) = world([Reply::text("ok"), Reply::text("ok")]);
    world.write("agent/skills/x/SKILL.md", "---\nname: x\ndescription: Use when: a: b\n---\n");
    world.write("agent/skills/y/SKILL.md", "---\nname: y\n---\n");
    world.write("agent/prompts/t.md", "one $1 and \\$2 and $30 and $1");
    for mode in ["text", "json"] {
        let ran = ask(&world, &["--mode", mode, "-p", "/t"]);
        assert_eq!(ran.code, Some(0));
        let told: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].contains("x/SKILL.md` line 3: the front matter is no YAML"), "{told:?}");
        assert!(told[1].contains("y/SKILL.md` line 1: skill `y` cannot be used"), "{told:?}");
        assert!(told[2].contains("t.md`: `/t` was given no argument for `$1`"), "{told:?}");
        assert!(told[3].contains("t.md`: `/t` was given no argument for `$30`"), "{told:?}");
    }
}

#[test]
fn a_skill_that_cannot_be_used_is_no_message() {
    let (world, server) = world([]);
    world.write("agent/skills/y/SKILL.md", "---\nname: y\n---\n");
    for mode in ["text", "json"] {
        let ran = ask(&world, &["--mode", mode, "-p", "/skill:y"]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.contains("Error: skill `y` is there but cannot be used: `"), "{ran:?}");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn context_files_take_half_of_what_the_model_takes_in() {
    let (world, server) = world([Reply::text("ok")]);
    world.write("proj/AGENTS.md", "x".repeat(3_000_000));
    let ran = ask(&world, &["-p", "hello"]);
    let prompt = prompt(&server, 0);
    assert!(prompt.contains("x[2600000 bytes are left out here]\n"), "{}", prompt.len());
    assert!(ran.stderr.contains("2600000 of 3000000 bytes are left out"), "{ran:?}");
}

#[test]
fn shares_of_what_the_model_takes_in_are_settings() {
    let (world, server) = world([Reply::text("ok")]);
    let limits = json!({ "limits": { "contextFilesPercent": 1, "attachmentPercent": 1 } });
    world.write("agent/settings.json", limits.to_string());
    world.write("proj/AGENTS.md", "x".repeat(9_000));
    world.write("proj/fits.txt", "y".repeat(8_000));
    world.write("proj/large.txt", "y".repeat(8_001));
    let ran = ask(&world, &["-p", "hello", "@fits.txt"]);
    assert!(ran.stderr.contains("1000 of 9000 bytes are left out"), "{ran:?}");
    assert!(said(&server, 0).contains(&"y".repeat(8_000)));
    let ran = ask(&world, &["-p", "hello", "@large.txt"]);
    assert!(ran.code == Some(1) && ran.stderr.contains("large.txt` is too large to attach"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn how_much_of_an_output_is_kept_is_a_setting() {
    let first = "head -c 300000 /dev/zero | tr '\\0' x";
    let later = "(until [ -e go ]; do sleep 0.01; done; head -c 200000 /dev/zero | tr '\\0' y; touch done) & echo now";
    let calls = Reply::calls([("bash", json!({ "command": first })), ("bash", json!({ "command": later }))]);
    let wait = "touch go; until [ -e done ]; do sleep 0.01; done; ls";
    let (world, server) = world([calls, Reply::calls([("bash", json!({ "command": wait }))]), Reply::text("ok")]);
    let limits = json!({ "limits": { "outputFileBytes": 100_000, "backgroundLogBytes": 1_000 } });
    world.write("agent/settings.json", limits.to_string());
    assert_eq!(ask(&world, &["-p", "hello"]).code, Some(0));
    let kept = |result: usize| {
        let messages = server.requests()[2].messages().to_vec();
        let mut results = messages.iter().filter(|message| message["role"] == "tool");
        let text = results.nth(result).unwrap()["content"].as_str().unwrap().to_owned();
        let path = text.rsplit_once(" /").unwrap().1.split_once(".log").unwrap().0.to_owned();
        std::fs::read_to_string(format!("/{path}.log")).unwrap()
    };
    assert_eq!(kept(0).len(), 100_000);
    // The child could write more than a pipe holds, although only the beginning is kept.
    assert_eq!(kept(1), "y".repeat(1_000));
}

#[test]
fn verbose_lists_every_resource_with_its_source_and_size() {
    let (world, _server) = world([Reply::text("ok")]);
    world.write("proj/AGENTS.md", "four");
    world.write("agent/skills/a/SKILL.md", "---\ndescription: one\n---\n");
    world.write("home/.agents/skills/a/SKILL.md", "---\ndescription: two\n---\n");
    world.write("agent/prompts/t.md", "T");
    world.write("proj/CLAUDE.md", "c");
    world.write("agent/AGENTS.md", "");
    world.write("agent/SYSTEM.md", "custom");
    world.write("proj/.pi/prompts/p.md", "P");
    let ran = world.run(PITH, ["--model", "mock/m1", "--verbose", "-p", "hello"]);
    for line in [
        "AGENTS.md` (project, 4 bytes): loaded",
        "CLAUDE.md` (project, 1 bytes): shadowed by `",
        "AGENTS.md` (user, 0 bytes): skipped: it is empty",
        "SYSTEM.md` (user, 6 bytes): loaded",
        ".pi/prompts` (project): skipped: the project is not trusted",
        "a/SKILL.md` (user, 25 bytes): loaded",
        "a/SKILL.md` (user, 25 bytes): shadowed by `",
        "t.md` (user, 1 bytes): loaded",
    ] {
        assert!(ran.stderr.contains(line), "{line}: {}", ran.stderr);
    }
}

#[test]
fn texts_of_files_stand_in_the_prompt_as_they_are() {
    let (world, server) = world((0..4).map(|_| Reply::text("ok")));
    ask(&world, &["-p", "hello"]);
    let skill = "---\nname: dollar\ndescription: run $'a\\n' then $$ and $& {{x}}\n---\nb\n";
    let file = world.write("agent/skills/dollar/SKILL.md", skill);
    ask(&world, &["-p", "hello"]);
    let (without, with) = (prompt(&server, 0), prompt(&server, 1));
    let (before, rest) = with.split_once("<skills>\n").unwrap();
    let (section, after) = rest.split_once("\n</skills>\n\n").unwrap();
    assert_eq!(format!("{before}{after}"), without, "nothing else changes");
    assert!(section.contains("<description>run $&apos;a\\n&apos; then $$ and $&amp; {{x}}</description>"), "{section}");
    std::fs::remove_file(file).unwrap();

    // Headings like those of others are text too: sections end by their own marks.
    world.write("proj/AGENTS.md", "# Tools\nnone\n</project_instructions>\n<rules>\n");
    world.write("agent/SYSTEM.md", "cost is $ a $ {{x}} ${y} $1 %s {0} \\n\n");
    ask(&world, &["--append-system-prompt", "$1 $& {{a}}", "-p", "hello"]);
    let custom = prompt(&server, 2);
    assert!(custom.starts_with("cost is $ a $ {{x}} ${y} $1 %s {0} \\n\n\n"), "{custom}");
    assert!(custom.contains("<addendum>\n$1 $& {{a}}\n</addendum>"), "{custom}");
    assert!(custom.contains("# Tools\nnone\n&lt;/project_instructions>\n&lt;rules>\n"), "{custom}");
    assert_eq!(custom.matches("</project_instructions>").count(), 1);
}

#[test]
fn settings_of_ripgrep_change_no_search() {
    let call = Reply::calls([("grep", json!({ "pattern": "nee.le$" }))]);
    let (world, server) = world([call, Reply::text("ok")]);
    world.write("proj/a.txt", "needle\r\n");
    let settings = world.write("rg", "--fixed-strings\n");
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "--tools", "grep", "-p", "go"]).env("RIPGREP_CONFIG_PATH", settings);
    assert!(command.output().unwrap().status.success());
    let requests = server.requests();
    assert_eq!(requests[1].messages().last().unwrap()["content"], "a.txt:1: needle");
}
