//! Extensions that decide whether a project is trusted, before anything of it is read.

use pith_testkit::{Reply, World};

use crate::line::Talk;
use crate::program::{ask, prompt, said, world};

/// A project with a prompt, a template and an extension of its own, and an extension of the person that decides so.
fn decided(world: &World, handler: &str) {
    world.write("agent/extensions/judge.ts", format!("export default (pi) => pi.on('project_trust', {handler});"));
    world.write("proj/.pi/SYSTEM.md", "SPECIAL PROMPT");
    world.write("proj/.pi/prompts/review.md", "the template");
    let own = "export default (pi) => pi.on('before_agent_start', (e) => ({ systemPrompt: e.systemPrompt + 'OWN EXTENSION' }));";
    world.write("proj/.pi/extensions/own.ts", own);
}

#[test]
fn the_answer_of_an_extension_goes_before_what_was_saved_and_is_kept_when_it_says_so() {
    let (world, server) = world([Reply::text("1"), Reply::text("2"), Reply::text("3"), Reply::text("4")]);
    let has_own = |request: usize| {
        let prompt = prompt(&server, request);
        let parts = [
            prompt.contains("SPECIAL PROMPT"),
            prompt.contains("OWN EXTENSION"),
            said(&server, request) == "the template",
        ];
        assert!(parts.iter().all(|part| *part == parts[0]), "{parts:?} {prompt}");
        parts[0]
    };
    decided(&world, "(e) => ({ trusted: e.cwd.endsWith('proj') ? 'yes' : 'no' })");
    let ran = ask(&world, &["-p", "/review"]);
    assert!(has_own(0), "{ran:?}");
    assert!(!world.agent().join("trust.json").exists(), "nothing was to be kept");
    decided(&world, "() => ({ trusted: 'no', remember: true })");
    ask(&world, &["-p", "/review"]);
    assert!(!has_own(1));
    assert!(world.read("agent/trust.json").contains("false"));
    decided(
        &world,
        "(e, ctx) => { ctx.ui.notify('asked in ' + ctx.mode + ' ' + ctx.hasUI); return { trusted: 'yes' }; }",
    );
    let ran = ask(&world, &["-p", "/review"]);
    assert!(has_own(2) && ran.stderr.contains("asked in print false"), "{ran:?}");
    // The command line decides before everybody.
    ask(&world, &["--no-approve", "-p", "/review"]);
    assert!(!has_own(3));
}

#[test]
fn one_that_fails_or_is_undecided_leaves_it_to_what_holds_otherwise() {
    let (world, server) = world([Reply::text("1"), Reply::text("2")]);
    decided(&world, "() => { throw new Error('no idea'); }");
    let ran = ask(&world, &["-p", "hello"]);
    assert!(!prompt(&server, 0).contains("SPECIAL PROMPT") && ran.stderr.contains("no idea"), "{ran:?}");
    decided(&world, "() => ({ trusted: 'undecided' })");
    let ran = ask(&world, &["-p", "hello"]);
    assert!(!prompt(&server, 1).contains("SPECIAL PROMPT") && ran.stderr.contains("--approve"), "{ran:?}");
}

#[test]
fn a_person_at_a_terminal_can_be_asked_by_the_extension() {
    let (world, server) = world([Reply::text("One.")]);
    let handler = "async (e, ctx) => ({ trusted: await ctx.ui.select('Is this yours?', ['mine', 'theirs']) === 'mine' ? 'yes' : 'no' })";
    decided(&world, handler);
    let mut talk = Talk::begin(&world, "dumb", &[]);
    talk.wait("Is this yours?");
    talk.wait("? ");
    talk.say("1");
    talk.wait("> ");
    talk.say("hello");
    talk.wait("One.");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    let prompt = prompt(&server, 0);
    assert!(prompt.contains("SPECIAL PROMPT") && prompt.contains("OWN EXTENSION"), "{prompt}");
}
