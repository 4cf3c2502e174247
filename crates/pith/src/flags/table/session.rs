//! Where the conversation is kept.

use crate::flags::flag::Flag;
use crate::flags::{ArgsError, IfLocked};

pub(super) const FLAGS: &[Flag] = &[
    Flag::switch("continue", |args| args.continue_session = true, "Go on with the newest session of this folder")
        .short("c"),
    Flag::switch("resume", |args| args.resume = true, "Choose the session to go on with").short("r"),
    Flag::value(
        "session",
        "PATH|ID",
        |args, value| {
            args.session = Some(value);
            Ok(())
        },
        "Go on with this session: a file, an id, or the beginning of one",
    ),
    Flag::value(
        "fork",
        "PATH|ID",
        |args, value| {
            args.fork = Some(value);
            Ok(())
        },
        "Go on with a copy of this session",
    ),
    Flag::value(
        "session-id",
        "ID",
        |args, value| {
            args.session_id = Some(value);
            Ok(())
        },
        "Go on with the session of this id, or begin it",
    ),
    Flag::value(
        "session-dir",
        "DIR",
        |args, value| {
            args.session_dir = Some(value);
            Ok(())
        },
        "Keep sessions in this folder",
    ),
    Flag::value(
        "if-locked",
        "wait|fork|fail",
        |args, value| {
            args.if_locked = Some(match value.as_str() {
                "wait" => IfLocked::Wait,
                "fork" => IfLocked::Fork,
                "fail" => IfLocked::Fail,
                _ => {
                    return Err(ArgsError::BadValue {
                        flag: "--if-locked".to_owned(),
                        value,
                        expected: "wait, fork or fail".to_owned(),
                    });
                }
            });
            Ok(())
        },
        "When another process writes to the session: wait (10 s), go on in a copy, or fail",
    )
    .words(&["wait", "fork", "fail"]),
    Flag::switch("no-session", |args| args.no_session = true, "Keep nothing"),
    Flag::value(
        "name",
        "NAME",
        |args, value| {
            args.name = Some(value);
            Ok(())
        },
        "Name the session",
    )
    .short("n"),
];
