//! What the model may do.

use crate::flags::flag::Flag;

pub(super) const FLAGS: &[Flag] = &[
    Flag::value(
        "tools",
        "LIST",
        |args, value| {
            args.tools = Some(value);
            Ok(())
        },
        "Offer exactly these tools, or change the default with `+name,-name`",
    )
    .short("t"),
    Flag::value(
        "exclude-tools",
        "LIST",
        |args, value| {
            args.exclude_tools = Some(value);
            Ok(())
        },
        "Leave out these tools; `*` stands for any part of a name",
    )
    .short("xt"),
    Flag::switch("no-tools", |args| args.no_tools = true, "Offer no tools").short("nt"),
    Flag::switch("no-builtin-tools", |args| args.no_builtin_tools = true, "Offer no built-in tools").short("nbt"),
    Flag::idle("no-mcp"),
];
