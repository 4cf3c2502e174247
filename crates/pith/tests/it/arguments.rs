//! The command line itself.

use pith_testkit::World;

use crate::program::PITH;

#[test]
fn version_and_help_need_nothing() {
    let world = World::new();
    let version = world.run(PITH, ["--version"]);
    assert_eq!((version.code, version.stdout.trim_end()), (Some(0), env!("CARGO_PKG_VERSION")));
    let help = world.run(PITH, ["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.starts_with("Usage: pith") && help.stdout.contains("Examples:"), "{}", help.stdout);
    assert!(!help.stdout.contains("--extension"));
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 120), "{}", help.stdout);
}

#[test]
fn a_mistyped_option_is_one_error_with_what_was_probably_meant() {
    let ran = World::new().run(PITH, ["--modle", "x", "-p", "hi"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert_eq!(ran.stderr, "Error: unknown option: --modle\nhint: did you mean `--model`?\n");
}

#[test]
fn what_this_version_does_not_have_is_said_in_one_line() {
    for arguments in [["--extension", "x"], ["--fork", "x"], ["--mode", "rpc"], ["install", "x"], ["auth", "check"]] {
        let ran = World::new().run(PITH, arguments);
        assert_eq!(ran.code, Some(1), "{arguments:?}");
        assert!(ran.stderr.ends_with("is not offered in this version\n"), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1);
    }
}

#[test]
fn the_list_of_models_is_a_table_or_a_sentence() {
    let world = World::new();
    let empty = world.run(PITH, ["--list-models"]);
    assert_eq!(empty.code, Some(0));
    assert!(empty.stdout.starts_with("No model can be used yet."), "{empty:?}");
    let server = pith_testkit::ChatServer::start([]);
    world.use_models_of(&server);
    let table = world.run(PITH, ["--list-models"]).stdout;
    let expected = "provider  model    context  max-out  thinking  images\n\
                    mock      m1       200K     8.2K     no        no\n\
                    mock      think-1  200K     8.2K     yes       no\n";
    assert_eq!(table, expected);
}
