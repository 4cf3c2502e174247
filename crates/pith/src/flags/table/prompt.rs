//! What the model is told before anything else.

use crate::flags::flag::Flag;

pub(super) const FLAGS: &[Flag] = &[
    Flag::value(
        "system-prompt",
        "TEXT|FILE",
        |args, value| {
            args.system_prompt = Some(value);
            Ok(())
        },
        "Replace the body of the system prompt",
    ),
    Flag::value(
        "append-system-prompt",
        "TEXT|FILE",
        |args, value| {
            args.append_system_prompt.push(value);
            Ok(())
        },
        "Add to the system prompt",
    )
    .repeats(),
    Flag::switch("no-context-files", |args| args.no_context_files = true, "Leave out AGENTS.md and CLAUDE.md files")
        .short("nc"),
];
