//! How the answer comes out.

use crate::flags::flag::{Action, Flag};
use crate::flags::{ArgsError, Mode};

pub(super) const FLAGS: &[Flag] = &[
    Flag {
        long: "print",
        short: Some("p"),
        action: Action::Optional {
            name: "MESSAGE",
            // A message may begin with a rule of dashes, as Markdown front matter does.
            fits: |next| next.starts_with("---") || !next.starts_with(['@', '-']),
            set: |args, message| {
                args.print = true;
                args.messages.extend(message);
            },
        },
        repeats: false,
        words: &[],
        help: "Answer and leave; without a message, take it from stdin",
    },
    Flag::value(
        "mode",
        "text|json|rpc",
        |args, value| {
            args.mode = Some(match value.as_str() {
                "text" => Mode::Text,
                "json" => Mode::Json,
                "rpc" => Mode::Rpc,
                _ => {
                    let expected = "`text`, `json` or `rpc`".to_owned();
                    return Err(ArgsError::BadValue { flag: "--mode".to_owned(), value, expected });
                }
            });
            Ok(())
        },
        "As text, every event as a line of JSON, or for a program that drives this one",
    )
    .words(&["text", "json", "rpc"]),
    Flag::switch("plain", |args| args.plain = true, "Talk line by line, without drawing a screen"),
    Flag::value(
        "export",
        "FILE",
        |args, value| {
            args.export = Some(value);
            Ok(())
        },
        "Write a session as a page, to the file that is named after it, and leave",
    ),
    Flag::unused("tui-mode").words(&["regular", "fullscreen"]),
];
