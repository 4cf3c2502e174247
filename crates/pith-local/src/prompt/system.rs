//! The system turns: what stays the same from folder to folder first, so that its state can be kept on disk.

use pith_types::{ToolDeclaration, transcript::PromptState};

use super::{Role, Turn};

/// Replaces the standard prompt where tools are declared.
const WITH_TOOLS: &str = include_str!("with_tools.txt");
/// Replaces it where none are.
const WITHOUT_TOOLS: &str = include_str!("without_tools.txt");
/// Sections that only the standard prompt has; a prompt of the user's own comes without them.
const STANDARD: [&str; 3] = ["tools", "rules", "docs"];
/// The section that holds the prompt's opening, the user's own or the standard one.
const OPENING: &str = "preamble";
/// Sections that differ from folder to folder.
const VARYING: [&str; 2] = ["project_context", "cwd"];

/// The system turn that is the same everywhere, and the one that is not; each only if it says something.
pub(super) fn turns(state: &PromptState, tools: &[ToolDeclaration]) -> [Option<Turn>; 2] {
    let sections = state.sections();
    let standard = STANDARD.iter().any(|name| sections.contains_key(*name));
    let opening = match sections.get(OPENING) {
        Some(own) if !standard => own.as_str(),
        None if sections.is_empty() && (tools.is_empty() || !state.content().is_empty()) => "",
        _ if tools.is_empty() => WITHOUT_TOOLS.trim_end(),
        _ => WITH_TOOLS.trim_end(),
    };
    let kept = |varying: bool| {
        sections
            .iter()
            .filter(|(name, _)| *name != OPENING && !STANDARD.contains(&name.as_str()))
            .filter(move |(name, _)| VARYING.contains(&name.as_str()) == varying)
            .map(|(_, text)| text.as_str())
    };
    let fixed: Vec<&str> = [opening, state.content()].into_iter().chain(kept(false)).collect();
    [join(fixed), join(kept(true).collect())].map(|text| (!text.is_empty()).then(|| Turn::new(Role::System, text)))
}

fn join(parts: Vec<&str>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
