#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::Mutex;

use async_trait::async_trait;
use pith_types::Content;
use serde_json::Value;

use super::*;
use crate::command::{SlashCommand, SlashSource};
use crate::extension::{ExtensionError, InputVerdict, InputView};

/// An extension that gives a prepared verdict, and keeps what it saw.
struct Stub {
    name: &'static str,
    command: Option<&'static str>,
    verdict: Result<InputVerdict, ExtensionError>,
    seen: Mutex<Vec<String>>,
}

impl Stub {
    fn new(name: &'static str, verdict: Result<InputVerdict, ExtensionError>) -> Arc<Self> {
        Arc::new(Self { name, command: None, verdict, seen: Mutex::default() })
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

#[async_trait]
impl Extension for Stub {
    fn name(&self) -> &str {
        self.name
    }

    fn has_command(&self, name: &str) -> bool {
        self.command == Some(name)
    }

    async fn run_command(&self, name: &str, arguments: &str) -> Result<(), ExtensionError> {
        self.seen.lock().unwrap().push(format!("/{name}|{arguments}"));
        Ok(())
    }

    async fn input(&self, input: InputView<'_>) -> Result<InputVerdict, ExtensionError> {
        self.seen.lock().unwrap().push(input.text.to_owned());
        self.verdict.clone()
    }
}

/// Expands `/NAME` to `[NAME]`.
struct Brackets(&'static str);

impl Expansion for Brackets {
    fn expand(&self, text: &str, _: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        Ok((text.strip_prefix('/') == Some(self.0)).then(|| format!("/[{}]", self.0)))
    }

    fn commands(&self) -> Vec<SlashCommand> {
        vec![SlashCommand {
            name: self.0.to_owned(),
            description: None,
            argument_hint: None,
            source: SlashSource::Prompt,
            source_info: Value::Null,
        }]
    }
}

struct World {
    folder: tempfile::TempDir,
    extensions: Vec<Arc<dyn Extension>>,
    running: bool,
    busy: Option<Busy>,
    told: Mutex<Vec<String>>,
}

impl World {
    fn new(extensions: Vec<Arc<dyn Extension>>) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), extensions, running: false, busy: None, told: Mutex::default() }
    }

    async fn admit(&self, draft: Draft) -> Result<Admitted, Stop> {
        let files = ToolSettings::new(self.folder.path(), self.folder.path());
        let expansions: Vec<Arc<dyn Expansion>> = vec![Arc::new(Brackets("one")), Arc::new(Brackets("two"))];
        let around = Surroundings {
            extensions: &self.extensions,
            expansions: &expansions,
            files: &files,
            largest_text: 1000,
            running: self.running,
            busy: self.busy,
            ready: &|| Ok(()),
            told: &|diagnostic| self.told.lock().unwrap().push(diagnostic.to_string()),
            failed: &|whose, event, error| self.told.lock().unwrap().push(format!("{whose} {event}: {error}")),
        };
        admit(draft, &around).await
    }

    async fn text(&self, draft: Draft) -> String {
        let admitted = self.admit(draft).await.unwrap();
        admitted.content.first().and_then(Content::as_text).unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    }
}

fn transform(text: &str) -> Result<InputVerdict, ExtensionError> {
    Ok(InputVerdict::Transform { text: text.to_owned(), images: None })
}

#[tokio::test]
async fn extensions_see_the_input_one_after_another_and_a_failing_one_is_passed_over() {
    let first = Stub::new("first", transform("/two"));
    let broken = Stub::new("broken", Err(ExtensionError::new("oops")));
    let last = Stub::new("last", Ok(InputVerdict::Continue));
    let world = World::new(vec![first.clone(), broken.clone(), last.clone()]);
    assert_eq!(world.text(Draft::prompt("hello")).await, "/[two]");
    assert_eq!((first.seen(), last.seen()), (vec!["hello".to_owned()], vec!["/two".to_owned()]));
    assert_eq!(world.told.lock().unwrap().as_slice(), ["broken input: oops"]);
}

#[tokio::test]
async fn an_extension_that_gives_no_answer_keeps_the_input_from_going_on() {
    let world = World::new(vec![Stub::new("stuck", Err(ExtensionError::no_answer("no time left")))]);
    let stop = world.admit(Draft::prompt("x")).await.unwrap_err();
    assert_eq!(stop.to_string(), "blocked: extension `stuck` gave no answer: no time left");
}

#[tokio::test]
async fn an_extension_may_take_an_input_or_block_it() {
    let world = World::new(vec![Stub::new("taker", Ok(InputVerdict::Handled))]);
    assert!(matches!(world.admit(Draft::prompt("x")).await, Err(Stop::Handled)));
    let block = InputVerdict::Block { reason: "not today".to_owned() };
    let world = World::new(vec![Stub::new("guard", Ok(block))]);
    assert!(matches!(world.admit(Draft::prompt("x")).await, Err(Stop::Blocked { reason }) if reason == "not today"));
}

#[tokio::test]
async fn a_command_runs_at_once_before_any_hook_and_cannot_be_queued() {
    let owner = Arc::new(Stub {
        name: "owner",
        command: Some("deploy"),
        verdict: Ok(InputVerdict::Continue),
        seen: Mutex::default(),
    });
    let mut world = World::new(vec![owner.clone()]);
    world.running = true;
    assert!(matches!(world.admit(Draft::prompt("/deploy to prod")).await, Err(Stop::Handled)));
    assert_eq!(owner.seen(), ["/deploy|to prod"]);
    let steering = Draft { delivery: Delivery::Steer, ..Draft::prompt("/deploy now") };
    let stop = world.admit(steering).await.unwrap_err();
    assert!(matches!(stop, Stop::Refused(InputError::CommandQueued { command }) if command == "deploy"));
}

#[tokio::test]
async fn a_leading_slash_is_expanded_once_and_a_literal_text_not_at_all() {
    let world = World::new(Vec::new());
    assert_eq!(world.text(Draft::prompt("/one")).await, "/[one]");
    assert_eq!(world.text(Draft::prompt(" /one")).await, " /one");
    assert_eq!(world.text(Draft::prompt("/frobnicate")).await, "/frobnicate");
    assert_eq!(world.text(Draft { literal: true, ..Draft::prompt("/one") }).await, "/one");
    assert_eq!(world.told.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_mistyped_command_is_sent_and_told_with_its_neighbour_and_a_path_is_no_command() {
    let world = World::new(Vec::new());
    assert_eq!(world.text(Draft::prompt("/noe more")).await, "/noe more");
    assert_eq!(world.text(Draft::prompt("/one/two is broken")).await, "/one/two is broken");
    assert_eq!(world.text(Draft::prompt("/eixt")).await, "/eixt");
    assert_eq!(world.text(Draft::prompt("/model zzz")).await, "/model zzz");
    let note = |name: &str, meant: &str| {
        format!("there is no command `/{name}` here, so the message is sent as it is; {meant}")
    };
    let notes = [
        note("noe", "did you mean `/one`?"),
        note("eixt", "did you mean `/exit`?"),
        note("model", "at a terminal, without `-p`, it is one"),
    ];
    assert_eq!(world.told.lock().unwrap().as_slice(), notes);
}

#[tokio::test]
async fn piped_text_files_and_message_are_put_together_in_this_order() {
    let world = World::new(Vec::new());
    let path = world.write("a.txt", "\u{feff}alpha\n".as_bytes());
    world.write("empty.txt", b"");
    let draft = Draft {
        piped: Some(b"\xef\xbb\xbffrom stdin\nline2\n".to_vec()),
        files: vec!["a.txt".to_owned(), "empty.txt".to_owned()],
        ..Draft::prompt("question")
    };
    let expected = format!("from stdin\nline2\n\n<file name=\"{path}\">\nalpha\n\n</file>\nquestion");
    assert_eq!(world.text(draft).await, expected);
}

#[tokio::test]
async fn what_is_piped_in_may_be_an_image_or_no_text_at_all() {
    let world = World::new(Vec::new());
    let draft = |bytes: &[u8]| Draft { piped: Some(bytes.to_vec()), ..Draft::prompt("what?") };
    let admitted = world.admit(draft(PNG)).await.unwrap();
    assert_eq!(
        admitted.content.first().and_then(Content::as_text),
        Some("<file name=\"standard input\"></file>\n\nwhat?")
    );
    assert!(matches!(admitted.content.get(1), Some(Content::Image { .. })));
    let text = world.text(draft(b"\0\x01\xff\xfe")).await;
    assert!(
        text.starts_with("<file name=\"standard input\">[Binary file: 4 bytes") && text.ends_with("</file>\n\nwhat?"),
        "{text}"
    );
}

#[tokio::test]
async fn when_nothing_comes_of_what_was_attached_nothing_is_sent_and_that_is_told() {
    let world = World::new(Vec::new());
    world.write("empty.txt", b"");
    let draft = Draft { files: vec!["empty.txt".to_owned()], ..Draft::default() };
    assert!(matches!(world.admit(draft).await, Err(Stop::Handled)));
    assert_eq!(world.told.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn no_input_comes_in_between_while_the_conversation_is_changed_as_a_whole() {
    let mut world = World::new(Vec::new());
    world.busy = Some(Busy::Compacting);
    for delivery in [Delivery::Prompt, Delivery::Steer, Delivery::FollowUp] {
        let stop = world.admit(Draft { delivery, ..Draft::prompt("x") }).await.unwrap_err();
        assert_eq!(
            stop.to_string(),
            "the conversation is being compacted; send the message when that is done, or end it first"
        );
    }
}

#[tokio::test]
async fn a_binary_file_is_named_with_its_size_instead_of_its_bytes() {
    let world = World::new(Vec::new());
    world.write("b.dat", b"\0\x01\xff\xfe\n\0");
    let text = world.text(Draft { files: vec!["b.dat".to_owned()], ..Draft::prompt("x") }).await;
    assert!(text.contains("6 bytes") && text.ends_with("</file>\nx"), "{text}");
}

#[tokio::test]
async fn what_is_no_readable_file_is_refused_by_its_kind() {
    let world = World::new(Vec::new());
    std::fs::create_dir(world.folder.path().join("d")).unwrap();
    let refused = async |name: &str| {
        let draft = Draft { files: vec![name.to_owned()], ..Draft::prompt("x") };
        match world.admit(draft).await {
            Err(Stop::Refused(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert!(refused("nope.txt").await.contains("nope.txt"));
    assert!(refused("d").await.contains("is a directory"));
    #[cfg(unix)]
    assert!(refused("/dev/null").await.contains("device"));
    world.write("long.txt", &[b'x'; 1001]);
    assert!(refused("long.txt").await.contains("too large"));
}

#[tokio::test]
async fn images_are_attached_beside_an_empty_block_in_the_text() {
    let world = World::new(Vec::new());
    let path = world.write("p.png", PNG);
    let admitted = world.admit(Draft { files: vec!["p.png".to_owned()], ..Draft::prompt("what?") }).await.unwrap();
    let text = admitted.content.first().and_then(Content::as_text).unwrap();
    assert_eq!(text, format!("<file name=\"{path}\"></file>\nwhat?"));
    assert!(matches!(admitted.content.get(1), Some(Content::Image { mime_type, .. }) if mime_type == "image/png"));
}

#[tokio::test]
async fn a_prompt_starts_a_run_and_waits_in_no_queue_unless_asked_to() {
    let mut world = World::new(Vec::new());
    assert_eq!(world.admit(Draft::prompt("x")).await.unwrap().route, Route::Start);
    world.running = true;
    assert!(matches!(world.admit(Draft::prompt("x")).await, Err(Stop::Refused(InputError::Busy))));
    let queued = |delivery| Draft { delivery, ..Draft::prompt("x") };
    assert_eq!(world.admit(queued(Delivery::Steer)).await.unwrap().route, Route::Steer);
    assert_eq!(world.admit(queued(Delivery::FollowUp)).await.unwrap().route, Route::FollowUp);
}

/// One pixel.
const PNG: &[u8] = include_bytes!("../../tests/pixel.png");
