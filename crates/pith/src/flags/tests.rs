#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;
use crate::flags::Mode;

fn args(words: &[&str]) -> Args {
    parse(words.iter().map(OsString::from)).unwrap()
}

fn error(words: &[&str]) -> ArgsError {
    parse(words.iter().map(OsString::from)).unwrap_err()
}

#[test]
fn print_takes_the_next_argument_unless_it_is_a_file_or_a_flag() {
    assert_eq!(args(&["-p", "hello"]).messages, ["hello"]);
    assert_eq!(args(&["-p", "---\nfront: matter"]).messages, ["---\nfront: matter"]);
    let args = args(&["-p", "@x", "--verbose"]);
    assert!(args.print && args.verbose && args.messages.is_empty());
    assert_eq!(args.files, ["x"]);
}

#[test]
fn after_two_dashes_everything_is_a_message_or_a_file() {
    let args = args(&["-p", "--", "- dash", "--model", "@x"]);
    assert_eq!(args.messages, ["- dash", "--model"]);
    assert_eq!(args.files, ["x"]);
    assert_eq!(args.model, None);
}

#[test]
fn short_names_of_several_letters_are_whole_names() {
    let args = args(&["-nt", "-nbt", "-xt", "b*", "-nc", "-na", "-c"]);
    assert!(args.no_tools && args.no_builtin_tools && args.no_context_files && args.continue_session);
    assert_eq!(args.exclude_tools.as_deref(), Some("b*"));
    assert_eq!(args.trust, Some(false));
}

#[test]
fn a_value_may_look_like_a_flag_and_may_be_joined_with_an_equals_sign() {
    assert_eq!(args(&["--system-prompt", "-x"]).system_prompt.as_deref(), Some("-x"));
    assert_eq!(args(&["--model=a=b"]).model.as_deref(), Some("a=b"));
    assert_eq!(args(&["--system-prompt="]).system_prompt.as_deref(), Some(""));
}

#[test]
fn repeated_values_add_up_or_the_last_one_counts() {
    let args = args(&["--append-system-prompt", "a", "--append-system-prompt", "b", "--model", "x", "--model", "y"]);
    assert_eq!(args.append_system_prompt, ["a", "b"]);
    assert_eq!(args.model.as_deref(), Some("y"));
}

#[test]
fn an_unknown_option_is_named_with_its_nearest_neighbour() {
    assert_eq!(unknown("--modle"), ArgsError::Unknown { flag: "--modle".into(), near: Some("--model".into()) });
    assert_eq!(unknown("--modle").to_string(), "unknown option: --modle");
    assert_eq!(error(&["-Z"]), ArgsError::Unknown { flag: "-Z".into(), near: None });
    assert_eq!(unknown("--frobnicate"), ArgsError::Unknown { flag: "--frobnicate".into(), near: None });
}

#[test]
fn a_long_flag_that_nobody_knows_is_kept_for_extensions_with_what_may_be_its_value() {
    let args = args(&["one", "--plan", "two", "--depth=3", "--quiet", "-p", "three"]);
    let kept = |flag: &str, inline: Option<&str>, next: Option<&str>, place| Other {
        flag: flag.into(),
        inline: inline.map(Into::into),
        next: next.map(Into::into),
        place,
    };
    let expected =
        [kept("--plan", None, Some("two"), 1), kept("--depth", Some("3"), None, 1), kept("--quiet", None, None, 1)];
    assert_eq!(args.others, expected);
    assert_eq!(args.messages, ["one", "three"]);
}

#[test]
fn a_fork_goes_with_no_other_choice_of_a_session() {
    for other in [&["--continue"][..], &["--session", "y"], &["-r"], &["--no-session"]] {
        let words: Vec<&str> = ["--fork", "x"].iter().chain(other).copied().collect();
        assert!(matches!(error(&words), ArgsError::Conflict { first: "--fork", .. }), "{words:?}");
    }
    assert!(matches!(error(&["--mode", "rpc", "@x"]), ArgsError::FileForRpc { .. }));
}

#[test]
fn what_only_a_drawn_screen_could_show_is_checked_and_told() {
    assert_eq!(args(&["--tui-mode", "regular", "--theme", "x"]).warnings.len(), 2);
    assert!(matches!(error(&["--tui-mode", "round"]), ArgsError::BadValue { .. }));
}

#[test]
fn a_value_flag_at_the_end_says_what_is_missing() {
    assert_eq!(error(&["--model"]), ArgsError::MissingValue { flag: "--model".into(), name: "MODEL" });
    assert_eq!(error(&["--verbose=yes"]), ArgsError::UnexpectedValue { flag: "--verbose".into(), value: "yes".into() });
}

#[test]
fn modes_are_checked_and_thinking_levels_only_warned_of() {
    assert_eq!(args(&["--mode", "json"]).mode, Some(Mode::Json));
    assert_eq!(args(&["--mode", "rpc"]).mode, Some(Mode::Rpc));
    assert!(matches!(error(&["--mode", "foo"]), ArgsError::BadValue { .. }));
    let args = args(&["--thinking", "bogus"]);
    assert_eq!((args.thinking, args.warnings.len()), (None, 1));
}

#[test]
fn features_of_later_versions_are_refused_and_their_absence_accepted() {
    assert_eq!(args(&["--extension", "x", "-e", "y", "-ne"]).extensions, ["x", "y"]);
    args(&["--no-themes", "--no-mcp"]);
}

#[test]
fn list_models_takes_a_search_if_one_follows() {
    assert_eq!(args(&["--list-models", "qwen"]).list_models, Some(Some("qwen".into())));
    assert_eq!(args(&["--list-models", "--verbose"]).list_models, Some(None));
}

#[test]
fn no_two_flags_share_a_name_and_every_served_one_has_help() {
    let mut names = std::collections::HashSet::new();
    for flag in table::all() {
        assert!(names.insert(format!("--{}", flag.long)), "--{}", flag.long);
        assert!(flag.short.is_none_or(|short| names.insert(format!("-{short}"))), "-{:?}", flag.short);
        assert_eq!(flag.is_served(), !flag.help.is_empty(), "--{}", flag.long);
        assert!(!flag.is_served() || super::super::help().contains(&format!("--{}", flag.long)));
    }
}
