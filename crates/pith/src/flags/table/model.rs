//! Whom to ask, and how.

use pith_types::{Secret, ThinkingLevel};

use crate::flags::flag::{Action, Flag};

pub(super) const FLAGS: &[Flag] = &[
    Flag::value(
        "model",
        "MODEL",
        |args, value| {
            args.model = Some(value);
            Ok(())
        },
        "Model as `id`, `provider/id` or a part of its name, with `:LEVEL` for thinking",
    ),
    Flag::value(
        "provider",
        "ID",
        |args, value| {
            args.provider = Some(value);
            Ok(())
        },
        "Provider of the model",
    ),
    Flag::value(
        "api-key",
        "KEY",
        |args, value| {
            args.api_key = Some(Secret::new(value));
            Ok(())
        },
        "Key for this run only",
    ),
    Flag::value(
        "thinking",
        "LEVEL",
        |args, value| {
            match ThinkingLevel::parse(&value) {
                Some(level) => args.thinking = Some(level),
                None => args.warnings.push(format!(
                    "option `--thinking` does not know `{value}`; it takes {}",
                    ThinkingLevel::ALL.map(ThinkingLevel::as_str).join(", ")
                )),
            }
            Ok(())
        },
        "How much to reason: off, minimal, low, medium, high, xhigh, max",
    )
    .words(&["off", "minimal", "low", "medium", "high", "xhigh", "max"]),
    Flag {
        long: "list-models",
        short: None,
        action: Action::Optional {
            name: "SEARCH",
            fits: |next| !next.starts_with(['@', '-']),
            set: |args, search| args.list_models = Some(search),
        },
        repeats: false,
        words: &[],
        help: "List the models that can be used, and leave",
    },
    Flag::value(
        "models",
        "LIST",
        |args, value| {
            args.models = Some(value.split(',').map(|pattern| pattern.trim().to_owned()).collect());
            Ok(())
        },
        "Choose among these: names and patterns such as `home/*`, with `:LEVEL` for thinking",
    ),
];
