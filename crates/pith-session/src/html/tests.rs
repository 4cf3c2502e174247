#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path, sync::Arc};

use crate::{
    ForkError, Session, WriteError,
    session::tests::{Folder, user},
    stamps::tests::Fixed,
};

fn page(sample: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/samples/{sample}.jsonl"));
    Session::open_to_read(&path, Path::new("/"), Arc::new(Fixed::default())).unwrap().to_html()
}

#[test]
fn a_page_holds_the_conversation_with_calls_and_results_folded_together() {
    let page = page("01-tools-thinking-bash-model-change");
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains("<h1>Renamed session</h1>"));
    assert!(page.contains("<summary><b>bash</b> <span>echo hi; exit 3</span></summary>"));
    assert!(page.contains("<span class=\"removed\">-2 line two</span><span class=\"added\">+2 line 2 edited</span>"));
    assert!(page.contains("<summary>thinking</summary>"));
    assert!(page.contains("user-bash"));
    assert_eq!(page.matches("Command exited with code 3").count(), 1);
    assert!(page.contains("<dt>Cost</dt><dd>$0."));
    assert!(!page.contains("{{"), "a part of the frame is not filled");
}

#[test]
fn a_page_fetches_nothing() {
    for sample in ["01-tools-thinking-bash-model-change", "10-compaction-auto-iterative", "09-codemode-nested-calls"] {
        let page = page(sample);
        for fetched in ["src=\"http", "<link", "@import", "<script src", "url("] {
            assert!(!page.contains(fetched), "{sample}: {fetched}");
        }
    }
}

#[test]
fn markup_and_secrets_of_a_conversation_stay_out_of_the_page() {
    let folder = Folder::new();
    let text = r#"</script><img src=x onerror=alert(1)> sk-ant-api03-abcdefghijklmnop {{facts}}"#;
    let line = serde_json::json!({
        "type": "message", "id": "a", "parentId": null, "timestamp": "t\"><b>",
        "message": { "role": "user", "content": text, "timestamp": 1 },
    });
    let path = folder.file(&[&line.to_string()]);
    let session = Session::open_to_read(&path, Path::new("/"), Arc::new(Fixed::default())).unwrap();
    let out = folder.path("out.html");
    session.export_html(&out).unwrap();
    let page = fs::read_to_string(out).unwrap();
    assert!(!page.contains("<img src=x") && !page.contains("api03") && !page.contains("t\"><b>"), "{page}");
    assert!(page.contains("{{facts}}"), "what a part holds is not looked through");
    assert_eq!(page.matches("</script>").count(), 1);
}

#[test]
fn messages_on_other_branches_are_counted() {
    assert!(page("02-tree-branch-summary-labels-custom").contains("messages on other branches"));
}

#[test]
fn no_conversation_is_written_over_by_an_export() {
    let folder = Folder::new();
    let mut session = folder.session();
    session.append(user("kept"));
    let own = session.path().unwrap().to_owned();
    let other = folder.file(&[]);
    let before = (fs::read(&own).unwrap(), fs::read(&other).unwrap());
    for path in [&own, &other] {
        assert!(matches!(session.export_html(path), Err(ForkError::Write(WriteError::IsSession { .. }))));
        assert!(matches!(session.export_jsonl(path), Err(ForkError::Write(WriteError::IsSession { .. }))));
    }
    assert_eq!((fs::read(&own).unwrap(), fs::read(&other).unwrap()), before);
    for (name, written) in [("models.json", false), ("notes", false), ("page.HTML", true), ("old.jsonl", true)] {
        let path = folder.path(name);
        fs::write(&path, "{}").unwrap();
        for done in [session.export_html(&path), session.export_jsonl(&path)] {
            match done {
                Err(ForkError::Write(WriteError::Occupied { .. })) => assert!(!written, "{name}"),
                done => assert!(done.is_ok() && written, "{name}: {done:?}"),
            }
        }
        assert_eq!(fs::read(&path).unwrap() == b"{}", !written, "{name}");
    }
    // An empty file holds nothing that could be lost.
    fs::write(folder.path("empty"), "").unwrap();
    session.export_html(&folder.path("empty")).unwrap();
    let error = session.export_html(&folder.path("nowhere/page.html")).unwrap_err();
    assert!(matches!(error, ForkError::Write(WriteError::Export { .. })), "{error}");
}
