//! Where the conversation is kept.

use crate::flags::flag::Flag;

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
