//! The rest.

use crate::flags::flag::Flag;

pub(super) const FLAGS: &[Flag] = &[
    Flag::switch("offline", |args| args.offline = true, "Fetch nothing but the model's answers"),
    Flag::switch("verbose", |args| args.verbose = true, "Say what was loaded"),
    Flag::switch("help", |args| args.help = true, "Show this").short("h"),
    Flag::switch("version", |args| args.version = true, "Show the version").short("v"),
];
