//! Models in this process, as far as they go without a model's file.

use pith_testkit::{Ran, World};

use crate::program::PITH;

fn offline(arguments: &[&str]) -> Ran {
    let world = World::new();
    let output = world.command(PITH).args(arguments).env("PI_OFFLINE", "1").output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn the_models_that_have_names_are_listed_with_their_state() {
    let list = offline(&["model", "list"]);
    assert_eq!(list.code, Some(0), "{list:?}");
    assert!(list.stdout.contains("qwen2.5-coder-1.5b, local") && list.stdout.contains("not fetched"), "{list:?}");
}

#[test]
fn offline_a_model_that_is_not_here_is_one_error_that_says_how_to_get_it() {
    for arguments in
        [["--model", "local", "-p", "x"].as_slice(), &["--provider", "local", "--model", "smollm2-135m", "-p", "x"]]
    {
        let ran = offline(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{ran:?}");
        assert!(ran.stderr.starts_with("Error: ") && ran.stderr.contains("pith model pull"), "{ran:?}");
    }
    assert!(offline(&["model", "path", "smollm2-135m"]).stderr.contains("pith model pull smollm2-135m"));
}

#[test]
fn names_that_lead_to_no_model_are_errors() {
    for (arguments, said) in [
        (["--model", "local/none.gguf", "-p", "x"].as_slice(), "none.gguf"),
        (&["--model", "local/smollm2-135n", "-p", "x"], "did you mean `local/smollm2-135m`?"),
        (&["model", "pull", "nonsense"], "no local model is called `nonsense`"),
        (&["model", "frobnicate"], "`pith model` takes `list`"),
    ] {
        let ran = offline(arguments);
        assert!(ran.code == Some(1) && ran.stderr.contains(said), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_file_that_is_no_model_is_refused_by_name() {
    let world = World::new();
    world.write("proj/fake.gguf", "this is no model");
    let ran = world.run(PITH, ["--model", "local/fake.gguf", "-p", "x"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("fake.gguf` is not a GGUF model file"), "{ran:?}");
}
