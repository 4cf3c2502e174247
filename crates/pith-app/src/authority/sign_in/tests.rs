#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Mutex;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::{HttpRequest, HttpResponse, Transport, TransportError};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::*;

/// Gives keys for codes, and keeps what it was asked.
struct Keys {
    asked: Mutex<Vec<(String, Value)>>,
    answer: (u16, Value),
}

impl Keys {
    fn that_answer(status: u16, body: Value) -> Self {
        Self { asked: Mutex::default(), answer: (status, body) }
    }
}

#[async_trait]
impl Transport for Keys {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let body = serde_json::from_slice(&request.body).unwrap();
        self.asked.lock().unwrap().push((request.url, body));
        let (status, body) = &self.answer;
        let body = stream::iter([Ok(Bytes::from(body.to_string()))]).boxed();
        Ok(HttpResponse { status: *status, headers: Vec::new(), body })
    }
}

/// A part of the address that the browser is given.
fn part(sign_in: &BrowserSignIn, name: &str) -> String {
    let query = sign_in.url().split_once('?').unwrap().1;
    let field = query.split('&').find_map(|field| field.strip_prefix(&format!("{name}="))).unwrap();
    field.replace("%3A", ":").replace("%2F", "/")
}

/// What a browser gets that is sent to an address of this machine.
async fn visit(url: &str) -> String {
    let (host, path) = url.strip_prefix("http://localhost:").unwrap().split_once('/').unwrap();
    let mut connection = TcpStream::connect(("127.0.0.1", host.parse::<u16>().unwrap())).await.unwrap();
    connection.write_all(format!("GET /{path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn the_page_sends_a_code_to_this_machine_and_the_code_becomes_a_key() {
    let keys = Keys::that_answer(200, json!({"key": "sk-or-1", "user_id": "u"}));
    let sign_in = BrowserSignIn::at("https://page.example/auth", "https://keys.example/keys").await.unwrap();
    assert!(sign_in.url().starts_with("https://page.example/auth?callback_url=http%3A%2F%2Flocalhost%3A"));
    let back = part(&sign_in, "callback_url");
    let browser = async {
        // Browsers connect before they know what to ask, and look for an icon.
        let port: u16 = back.split([':', '/']).nth(4).unwrap().parse().unwrap();
        let _silent = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert!(visit(&format!("http://localhost:{port}/favicon.ico")).await.starts_with("HTTP/1.1 404"));
        assert!(visit(&format!("http://localhost:{port}/callback/guess?code=evil")).await.starts_with("HTTP/1.1 404"));
        visit(&format!("{back}?code=a%2Bb&x=y")).await
    };
    let (key, shown) = tokio::join!(sign_in.wait(&keys), browser);
    assert_eq!(key.unwrap().reveal(), "sk-or-1");
    assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("can be closed"), "{shown}");
    let asked = keys.asked.into_inner().unwrap();
    assert_eq!(asked.len(), 1);
    let (url, body) = &asked[0];
    assert_eq!((url.as_str(), &body["code"]), ("https://keys.example/keys", &json!("a+b")));
    assert_eq!(body["code_challenge_method"], "S256");
    let verifier = body["code_verifier"].as_str().unwrap();
    let challenge = ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes());
    assert_eq!(part(&sign_in, "code_challenge"), URL_SAFE_NO_PAD.encode(challenge));
}

#[tokio::test]
async fn a_code_of_another_machines_browser_can_be_pasted() {
    let keys = Keys::that_answer(200, json!({"key": "k"}));
    let sign_in = BrowserSignIn::at("https://p", "https://k").await.unwrap();
    for text in ["http://localhost:1/callback/x?code=c1#top", " c1\n"] {
        assert_eq!(sign_in.pasted(text, &keys).await.unwrap().reveal(), "k", "{text}");
    }
    assert!(keys.asked.lock().unwrap().iter().all(|(_, body)| body["code"] == "c1"));
    for text in ["", "http://localhost:1/callback/x", "http://localhost/?state=1"] {
        assert!(matches!(sign_in.pasted(text, &keys).await, Err(SignInError::NoCode)), "{text}");
    }
}

#[tokio::test]
async fn a_refusal_is_told_in_the_words_of_whoever_refuses() {
    let keys = Keys::that_answer(403, json!({"error": {"message": "Invalid code", "code": 403}}));
    let sign_in = BrowserSignIn::at("https://p", "https://k").await.unwrap();
    let error = sign_in.pasted("c", &keys).await.unwrap_err().to_string();
    assert_eq!(error, "no key was given for the code (403): Invalid code");
    let back = part(&sign_in, "callback_url");
    let (refused, shown) =
        tokio::join!(sign_in.wait(&keys), visit_owned(format!("{back}?error=denied&error_description=not+today")));
    assert_eq!(refused.unwrap_err().to_string(), "the sign-in was refused: not today");
    assert!(shown.starts_with("HTTP/1.1 403"));
}

async fn visit_owned(url: String) -> String {
    visit(&url).await
}

#[test]
fn every_vendor_takes_a_key_and_only_one_gives_one() {
    let all: Vec<SignIn> = sign_ins().collect();
    assert!(all.len() > 35 && all.iter().all(|sign_in| sign_in.ways.contains(&SignInWay::Key)));
    let pages: Vec<&str> =
        all.iter().filter(|one| one.ways.contains(&SignInWay::Browser)).map(|one| one.provider).collect();
    assert_eq!(pages, ["openrouter"]);
}
