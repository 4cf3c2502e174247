//! The command line itself.

use pith_testkit::{Reply, World};

use crate::program::{PITH, ask, world};

#[test]
fn version_and_help_need_nothing() {
    let world = World::new();
    let version = world.run(PITH, ["--version"]);
    assert_eq!((version.code, version.stdout.trim_end()), (Some(0), env!("CARGO_PKG_VERSION")));
    let help = world.run(PITH, ["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.starts_with("Usage: pith") && help.stdout.contains("Examples:"), "{}", help.stdout);
    assert!(!help.stdout.contains("install"), "what is not offered is not listed");
    assert!(help.stdout.lines().all(|line| line.chars().count() <= 120), "{}", help.stdout);
}

#[test]
fn a_mistyped_option_is_one_error_with_what_was_probably_meant() {
    let ran = World::new().run(PITH, ["--modle", "x", "-p", "hi"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert_eq!(ran.stderr, "Error: unknown option: --modle\nhint: did you mean `--model`?\n");
}

#[test]
fn a_mistyped_command_is_not_said_to_a_model() {
    for (arguments, meant) in
        [(["sesion", "list"], "session"), (["Models", "list"], "model"), (["setings", "get"], "settings")]
    {
        let ran = World::new().run(PITH, arguments);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stderr.starts_with(&format!("Error: unknown command: {}\n", arguments[0])), "{ran:?}");
        assert!(ran.stderr.contains(&format!("did you mean `pith {meant}`?")), "{ran:?}");
    }
    let (world, _server) = world([Reply::text("said"), Reply::text("said")]);
    let alone = world.run(PITH, ["sesion", "--model", "mock/m1"]);
    assert_eq!((alone.code, alone.stdout.as_str()), (Some(0), "said\n"), "{alone:?}");
    assert_eq!(ask(&world, &["-p", "sesion list"]).stdout, "said\n");
}

#[test]
fn what_this_version_does_not_have_is_said_in_one_line() {
    for arguments in [["install", "x"], ["update", "x"], ["config", "x"]] {
        let ran = World::new().run(PITH, arguments);
        assert_eq!(ran.code, Some(1), "{arguments:?}");
        assert!(ran.stderr.contains("is not offered in this version"), "{}", ran.stderr);
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

#[test]
fn a_flag_that_only_a_drawn_screen_has_is_accepted_with_a_word() {
    let ran = World::new().run(PITH, ["--theme", "dark", "--list-models"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.starts_with("Warning: option `--theme` has no effect"), "{}", ran.stderr);
}

#[test]
fn completions_and_manual_come_from_the_tables() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = world.run(PITH, ["completions", shell]);
        assert_eq!(script.code, Some(0));
        assert!(script.stdout.contains("thinking") && script.stdout.contains("completions"), "{}", script.stdout);
    }
    assert!(world.run(PITH, ["completions", "tcsh"]).stderr.contains("`fish`"));
    let page = world.run(PITH, ["man"]).stdout;
    assert!(page.starts_with(".TH PITH 1") && page.contains("\\-\\-model"), "{page}");
    assert!(world.run(PITH, ["settings", "--help"]).stdout.starts_with("Usage: pith settings"));
}

#[cfg(unix)]
#[test]
fn bash_takes_its_completion_and_completes_by_it() {
    let world = World::new();
    world.write("proj/pith.bash", world.run(PITH, ["completions", "bash"]).stdout);
    let typed = |words: &str| {
        let script = format!(
            "source ./pith.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _pith; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        world.run("bash", ["-c", &script]).stdout
    };
    assert_eq!(typed("pith --thinking hi"), "high\n");
    assert_eq!(typed("pith --no-t"), "--no-tools\n");
    assert_eq!(typed("pith sett"), "settings\n");
    assert_eq!(typed("pith model pu"), "pull\n");
    assert_eq!(typed("pith @pith.b"), "@pith.bash\n");
}
