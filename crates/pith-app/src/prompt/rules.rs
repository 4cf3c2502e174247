//! The `rules` section: what holds for the tools that are declared (spec/coding-agent.md 1.2.4).

use super::PromptTool;

const SEARCH_WITH_BASH: &str = include_str!("search_with_bash.txt");
const ALWAYS: &str = include_str!("always.txt");

/// The list, each rule once, where it first came.
pub(super) fn rules(tools: &[PromptTool], further: &[String]) -> String {
    let has = |name: &str| tools.iter().any(|tool| tool.name == name);
    let searches = ["grep", "find", "ls"].into_iter().any(has);
    let shell = (has("bash") && !searches).then_some(SEARCH_WITH_BASH);
    let of_tools = tools.iter().flat_map(|tool| tool.guidelines.iter().map(String::as_str));
    let mut seen: Vec<&str> = Vec::new();
    for rule in shell.into_iter().chain(of_tools).chain(further.iter().map(String::as_str)).chain(ALWAYS.lines()) {
        let rule = rule.trim();
        if !rule.is_empty() && !seen.contains(&rule) {
            seen.push(rule);
        }
    }
    seen.iter().map(|rule| format!("- {rule}")).collect::<Vec<_>>().join("\n")
}
