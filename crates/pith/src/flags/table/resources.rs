//! What is loaded from the project and the agent folder.

use crate::flags::flag::Flag;

pub(super) const FLAGS: &[Flag] = &[
    Flag::switch("approve", |args| args.trust = Some(true), "Trust this project's settings and prompts").short("a"),
    Flag::switch("no-approve", |args| args.trust = Some(false), "Do not trust them").short("na"),
    Flag::not_offered("extension").short("e"),
    Flag::idle("no-extensions").short("ne"),
    Flag::not_offered("skill"),
    Flag::idle("no-skills").short("ns"),
    Flag::not_offered("prompt-template"),
    Flag::idle("no-prompt-templates").short("np"),
    Flag::not_offered("theme"),
    Flag::not_offered("use-theme"),
    Flag::idle("no-themes"),
];
