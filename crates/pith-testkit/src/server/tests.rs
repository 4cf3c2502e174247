//! The server, asked by hand over a socket.

use std::io::{Read as _, Write as _};

use serde_json::json;

use super::*;
use crate::Gate;

fn post(server: &ChatServer, body: &str) -> String {
    let mut connection = TcpStream::connect(server.address).unwrap_or_else(|error| panic!("{error}"));
    let head = format!("POST /v1/chat/completions HTTP/1.1\r\nX-It: 1\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    _ = connection.write_all(head.as_bytes());
    let mut answer = String::new();
    _ = connection.read_to_string(&mut answer);
    answer
}

#[test]
fn answers_follow_the_script_and_requests_are_kept() {
    let server = ChatServer::start([
        Reply::text("Hi there, friend.").usage(5, 2, 1),
        Reply::calls([("read", json!({"path": "a"})), ("bash", json!({}))]),
        Reply::status(503, &json!({"error": "busy"})).header("retry-after", "1"),
    ]);
    let text = post(&server, r#"{"model":"m","messages":[{"role":"user"}]}"#);
    assert!(text.contains(r#""content":"Hi there""#) && text.contains(r#""cached_tokens":2"#), "{text}");
    assert!(text.ends_with("data: [DONE]\n\n"));
    let calls = post(&server, "{}");
    assert!(calls.contains(r#""id":"call_0_2""#) && calls.contains(r#""id":"call_1_2""#), "{calls}");
    assert!(calls.contains(r#""finish_reason":"tool_calls""#));
    let busy = post(&server, "{}");
    assert!(busy.starts_with("HTTP/1.1 503 ") && busy.contains("retry-after: 1"), "{busy}");
    assert!(post(&server, "{}").contains("no more replies"));
    let requests = server.requests();
    assert_eq!(requests.len(), 4);
    assert_eq!(requests[0].line, "POST /v1/chat/completions");
    assert_eq!(requests[0].header("x-it"), Some("1"));
    assert_eq!(requests[0].messages().len(), 1);
}

#[test]
fn an_answer_can_be_held_cut_and_left_hanging() {
    let gate = Gate::new();
    let server = ChatServer::start([Reply::text("held").after(&gate), Reply::text("cut").cut()]);
    thread::scope(|scope| {
        let answer = scope.spawn(|| post(&server, "{}"));
        server.wait_for_requests(1);
        assert!(!answer.is_finished());
        gate.open();
        assert!(answer.join().is_ok_and(|answer| answer.contains("held")));
    });
    let cut = post(&server, "{}");
    assert!(cut.contains("cut") && !cut.contains("[DONE]"));
    server.push(Reply::text("hung").hang());
    thread::scope(|scope| {
        let answer = scope.spawn(|| post(&server, "{}"));
        server.wait_for_requests(3);
        assert!(!answer.is_finished());
        // Whoever drops the server ends what hangs; here the test does it by hand.
        while !answer.is_finished() {
            for connection in server.shared.state().held.drain(..) {
                _ = connection.shutdown(std::net::Shutdown::Both);
            }
            thread::yield_now();
        }
        assert!(answer.join().is_ok_and(|answer| answer.contains("hung")));
    });
}
