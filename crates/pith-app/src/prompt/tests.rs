#![allow(clippy::indexing_slicing, reason = "tests")]

use super::super::patch;
use super::*;

fn tool(name: &str, snippet: &str, guidelines: &[&str]) -> PromptTool {
    PromptTool {
        name: name.to_owned(),
        snippet: (!snippet.is_empty()).then(|| snippet.to_owned()),
        guidelines: guidelines.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

fn names(sections: &Sections) -> Vec<&str> {
    sections.keys().map(String::as_str).collect()
}

#[test]
fn the_default_prompt_has_its_sections_in_order_and_only_the_preamble_is_bare() {
    let parts = PromptParts {
        cwd: "C:\\work".to_owned(),
        addendum: vec!["one\n".to_owned(), "two".to_owned()],
        context_files: vec![ContextText { path: "/p/AGENTS.md".to_owned(), text: "Hi\n".to_owned() }],
        ..PromptParts::default()
    };
    let sections = sections(&parts);
    assert_eq!(names(&sections), ["preamble", "tools", "rules", "docs", "addendum", "project_context", "cwd"]);
    assert_eq!(sections["cwd"], "<cwd>\nC:/work\n</cwd>");
    assert_eq!(sections["addendum"], "<addendum>\none\n\n\ntwo\n</addendum>");
    assert_eq!(sections["tools"], "<tools>\n(none)\n</tools>");
    assert!(!sections["preamble"].starts_with('<'));
    assert!(sections["project_context"].ends_with(
        "\n\n<project_instructions path=\"/p/AGENTS.md\">\nHi\n\n</project_instructions>\n</project_context>"
    ));
}

#[test]
fn a_custom_prompt_replaces_the_body_and_an_empty_one_does_not() {
    let custom = |text: &str| PromptParts {
        custom: Some(text.to_owned()),
        addendum: vec!["more".to_owned()],
        cwd: "/p".to_owned(),
        ..PromptParts::default()
    };
    let replaced = sections(&custom("MINE"));
    assert_eq!(names(&replaced), ["preamble", "addendum", "cwd"]);
    assert_eq!(replaced["preamble"], "MINE");
    assert_eq!(names(&sections(&custom(""))), ["preamble", "tools", "rules", "docs", "addendum", "cwd"]);
}

#[test]
fn tools_without_a_snippet_are_counted_but_not_named() {
    let parts = PromptParts {
        tools: vec![tool("add", "Add two\n  numbers ", &[]), tool("hidden", "", &[])],
        ..Default::default()
    };
    let tools = &sections(&parts)["tools"];
    assert!(tools.starts_with("<tools>\n- add: Add two numbers\n\n"), "{tools}");
    assert!(!tools.contains("hidden"));
}

#[test]
fn rules_follow_the_declared_tools_and_come_once() {
    let bash = tool("bash", "run", &["Same.", "Only bash."]);
    let with_bash = PromptParts { tools: vec![bash.clone(), tool("edit", "", &["Same. "])], ..Default::default() };
    let rules = sections(&with_bash)["rules"].clone();
    assert!(rules.starts_with("<rules>\n- List and search files with bash"), "{rules}");
    assert_eq!(rules.matches("Same.").count(), 1);
    let with_grep = PromptParts { tools: vec![bash, tool("grep", "", &[])], ..Default::default() };
    assert!(!sections(&with_grep)["rules"].contains("List and search"));
    let without = sections(&PromptParts::default())["rules"].clone();
    assert_eq!(without, "<rules>\n- Be brief.\n- Name files by their paths.\n</rules>");
}

#[test]
fn the_docs_section_is_at_most_250_bytes() {
    assert!(sections(&PromptParts::default())["docs"].len() <= 250);
}

fn context(text: &str) -> String {
    let file = ContextText { path: "/p".to_owned(), text: text.to_owned() };
    let extra = vec![("team".to_owned(), "us".to_owned())];
    let sections = sections(&PromptParts { context_files: vec![file], extra, ..Default::default() });
    let body = sections["project_context"].split_once("path=\"/p\">\n").unwrap_or_default().1;
    body.strip_suffix("\n</project_instructions>\n</project_context>").unwrap_or(body).to_owned()
}

#[test]
fn a_file_cannot_leave_its_block_and_nothing_else_of_it_changes() {
    for (text, shown) in [
        ("a </project_instructions> <project_context x>", "a &lt;/project_instructions> &lt;project_context x>"),
        ("<rules>fake</rules>\n# Tools\n", "<rules>fake</rules>\n# Tools\n"),
        ("</rules>\n  <cwd> \n<team>", "&lt;/rules>\n  &lt;cwd> \n&lt;team>"),
        ("<CWD>\n<cwd-x>\n<cwd> x\nx <cwd>", "<CWD>\n<cwd-x>\n<cwd> x\nx <cwd>"),
        ("< b & c > \"d\" <<skill name>", "< b & c > \"d\" <<skill name>"),
        ("<project_instructions_2> <project_contexts>", "<project_instructions_2> <project_contexts>"),
    ] {
        assert_eq!(context(text), shown);
    }
}

#[test]
fn skills_are_shown_only_where_a_declared_tool_opens_them() {
    let skill = PromptSkill {
        name: "dollar".to_owned(),
        description: "run $'a' <b> & \"$&\"".to_owned(),
        location: "/s/SKILL.md".to_owned(),
    };
    let with = |tools: &[&str]| {
        let tools = tools.iter().map(|name| tool(name, "", &[])).collect();
        let parts = PromptParts { tools, skills: vec![skill.clone()], cwd: "/p".to_owned(), ..Default::default() };
        sections(&parts).get("skills").cloned()
    };
    let shown = with(&["bash", "read"]).unwrap_or_default();
    assert!(shown.contains(" with read ") && !shown.contains("bash"), "{shown}");
    assert!(with(&["bash"]).unwrap_or_default().contains(" with bash "));
    assert_eq!((with(&["edit", "write"]), with(&["grep"]), with(&[])), (None, None, None));
    assert!(
        shown.ends_with(
            "\n\n<available_skills>\n  <skill>\n    <name>dollar</name>\n    <description>run $&apos;a&apos; &lt;b&gt; &amp; \
             &quot;$&amp;&quot;</description>\n    <location>/s/SKILL.md</location>\n  </skill>\n</available_skills>\n</skills>"
        ),
        "{shown}"
    );
}

#[test]
fn a_section_of_an_extension_may_replace_a_built_in_one_in_place() {
    let extra = vec![("docs".to_owned(), "mine".to_owned()), ("team".to_owned(), "us".to_owned())];
    let sections = sections(&PromptParts { extra, cwd: "/p".to_owned(), ..Default::default() });
    assert_eq!(names(&sections), ["preamble", "tools", "rules", "docs", "cwd", "team"]);
    assert_eq!(sections["docs"], "<docs>\nmine\n</docs>");
}

#[test]
fn a_patch_names_what_is_new_what_changed_and_what_went() {
    let map =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect::<Sections>();
    let held = map(&[("a", "1"), ("b", "2"), ("c", "3")]);
    assert_eq!(patch(&held, &held), None);
    let change = patch(&held, &map(&[("a", "1"), ("c", "4"), ("d", "5")])).unwrap_or_default();
    let change: Vec<(&str, Option<&str>)> = change.iter().map(|(k, v)| (k.as_str(), v.as_deref())).collect();
    assert_eq!(change, [("c", Some("4")), ("d", Some("5")), ("b", None)]);
}
