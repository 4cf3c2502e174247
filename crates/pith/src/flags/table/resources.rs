//! What is loaded from the project and the agent folder.

use crate::flags::flag::Flag;

pub(super) const FLAGS: &[Flag] = &[
    Flag::switch("approve", |args| args.trust = Some(true), "Trust this project's settings and prompts").short("a"),
    Flag::switch("no-approve", |args| args.trust = Some(false), "Do not trust them").short("na"),
    Flag::value(
        "extension",
        "PATH",
        |args, value| {
            args.extensions.push(value);
            Ok(())
        },
        "Load an extension, or a folder of extensions",
    )
    .short("e")
    .repeats(),
    Flag::switch(
        "no-extensions",
        |args| args.no_extensions = true,
        "Look for no extensions but those of `--extension`",
    )
    .short("ne"),
    Flag::value(
        "skill",
        "PATH",
        |args, value| {
            args.skills.push(value);
            Ok(())
        },
        "Add a skill, or a folder of skills",
    )
    .repeats(),
    Flag::switch("no-skills", |args| args.no_skills = true, "Look for no skills but those of `--skill`").short("ns"),
    Flag::value(
        "prompt-template",
        "PATH",
        |args, value| {
            args.prompt_templates.push(value);
            Ok(())
        },
        "Add a prompt template, or a folder of them",
    )
    .repeats(),
    Flag::switch(
        "no-prompt-templates",
        |args| args.no_prompt_templates = true,
        "Look for no prompt templates but those of `--prompt-template`",
    )
    .short("np"),
    Flag::unused("theme"),
    Flag::unused("use-theme"),
    Flag::idle("no-themes"),
];
