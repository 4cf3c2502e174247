//! Every kind of answer and failure, against a socket on this machine.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};

use super::*;
use crate::Secret;

/// Answers one connection with these bytes, then closes it; gives what was asked.
fn serve(answer: &'static [u8]) -> (SocketAddr, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = std::thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        let mut asked = Vec::new();
        let mut piece = [0; 4096];
        while !asked.ends_with(b"the body") {
            let read = connection.read(&mut piece).unwrap();
            asked.extend_from_slice(&piece[..read]);
        }
        connection.write_all(answer).unwrap();
        String::from_utf8_lossy(&asked).into_owned()
    });
    (address, asked)
}

fn request(url: String) -> HttpRequest {
    let headers = vec![("authorization".into(), Secret::new("Bearer sk-secret"))];
    HttpRequest { url, headers, body: Bytes::from_static(b"the body") }
}

async fn text(response: HttpResponse) -> Result<String, TransportError> {
    let pieces: Vec<_> = response.body.collect().await;
    let bytes: Vec<u8> = pieces.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn a_request_reaches_the_server_and_its_answer_comes_back() {
    let (address, asked) = serve(b"HTTP/1.1 418 Teapot\r\nx-it: Yes\r\ncontent-length: 5\r\n\r\nshort");
    let http = Http::default();
    let response = http.send(request(format!("http://{address}/v1?q=1"))).await.unwrap();
    assert_eq!(response.status, 418);
    assert!(http.secure.get().is_none(), "no certificates are loaded for a plain request");
    assert!(response.headers.contains(&("x-it".into(), "Yes".into())));
    assert_eq!(text(response).await.unwrap(), "short");
    let asked = asked.join().unwrap().to_ascii_lowercase();
    assert!(asked.starts_with("post /v1?q=1 http/1.1"), "{asked}");
    assert!(asked.contains("authorization: bearer sk-secret") && asked.contains("user-agent: pith/"), "{asked}");
    assert!(asked.contains("accept-encoding: gzip"), "{asked}");
}

#[tokio::test]
async fn a_body_that_is_cut_is_an_error_after_what_came() {
    let (address, _asked) = serve(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart");
    let response = Http::default().send(request(format!("http://{address}/secret-path"))).await.unwrap();
    let pieces: Vec<_> = response.body.collect().await;
    assert!(matches!(pieces.first(), Some(Ok(bytes)) if &bytes[..] == b"part"));
    let Some(Err(error @ TransportError::Broken { .. })) = pieces.last() else { unreachable!("{pieces:?}") };
    let error = error.to_string();
    assert!(error.contains(&address.to_string()) && !error.contains("secret"), "{error}");
}

#[tokio::test]
async fn a_server_that_says_nothing_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let limit = Duration::from_millis(30);
    let http = Http::new(HttpOptions { idle_timeout: Some(limit), ..HttpOptions::default() });
    let error = http.send(request(url)).await.err();
    assert!(matches!(error, Some(TransportError::Timeout { waited, .. }) if waited == limit));
}

#[tokio::test]
async fn nobody_there_is_said_with_host_and_cause_only() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = Http::default().send(request(format!("http://user:pw@{address}/p?key=k"))).await.err().unwrap();
    let text = error.to_string();
    assert!(matches!(error, TransportError::Connect { .. }), "{text}");
    assert!(text.contains(&address.to_string()) && text.contains("refused"), "{text}");
    assert!(!text.contains("pw") && !text.contains("key=") && !text.contains("sk-"), "{text}");
}

#[tokio::test]
async fn nobody_there_is_said_over_tls_too() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let http = Http::default();
    let error = http.send(request(format!("https://{address}/"))).await.err();
    assert!(matches!(error, Some(TransportError::Connect { .. })), "{error:?}");
    assert!(http.secure.get().is_some());
}

#[tokio::test]
async fn a_key_does_not_follow_a_redirect() {
    let (address, _asked) = serve(b"HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n");
    let response = Http::default().send(request(format!("http://{address}/"))).await.unwrap();
    assert_eq!(response.status, 307);
}

#[tokio::test]
async fn what_cannot_be_sent_is_said_without_values() {
    for url in ["nonsense", "ftp://host/x"] {
        let error = Http::default().send(request(url.into())).await.err();
        assert!(matches!(error, Some(TransportError::Invalid { .. })), "{url}");
    }
    let mut bad = request("http://127.0.0.1:1/".into());
    bad.headers.push(("x-key".into(), Secret::new("sk-\nsecret")));
    let error = Http::default().send(bad).await.err().unwrap().to_string();
    assert!(error.contains("`x-key`") && !error.contains("secret"), "{error}");
}

#[tokio::test]
async fn a_proxy_takes_what_is_not_on_this_machine() {
    let (address, asked) = serve(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    let http = Http::new(HttpOptions { http_proxy: Some(address.to_string()), ..HttpOptions::default() });
    let response = http.send(request("http://models.example/v1".into())).await.unwrap();
    assert_eq!(text(response).await.unwrap(), "ok");
    assert!(asked.join().unwrap().starts_with("POST http://models.example/v1 "));
}

#[test]
fn a_bad_proxy_is_an_error_for_requests_that_need_it() {
    let options = HttpOptions { https_proxy: Some("socks9://user:pw@p:1".into()), ..HttpOptions::default() };
    let rules = ProxyRules::new(&options);
    let error = rules.proxy_for(&"https://x.example/".parse().unwrap()).unwrap_err().to_string();
    assert!(error.contains("`p:1`") && !error.contains("pw"), "{error}");
    assert_eq!(rules.proxy_for(&"http://x.example/".parse().unwrap()), Ok(None));
}

#[test]
fn this_machine_and_listed_hosts_are_reached_directly() {
    let rules = ProxyRules::new(&HttpOptions {
        http_proxy: Some("http://proxy:8080".into()),
        no_proxy: Some("inner.example, .corp , other.example:81,::2".into()),
        ..HttpOptions::default()
    });
    let proxied = |url: &str| rules.proxy_for(&url.parse().unwrap()).unwrap().is_some();
    for url in [
        "http://localhost/",
        "http://api.localhost/",
        "http://127.3.2.1:9/",
        "http://[::1]/",
        "http://inner.example/",
        "http://a.inner.example/",
        "http://x.corp/",
        "http://other.example:81/",
        "http://[::2]/",
    ] {
        assert!(!proxied(url), "{url}");
    }
    for url in ["http://notinner.example/", "http://other.example/", "http://corporate/", "http://128.0.0.1/"] {
        assert!(proxied(url), "{url}");
    }
    let own = HttpOptions { http_proxy: Some("proxy:1".into()), proxy_loopback: true, ..HttpOptions::default() };
    assert!(ProxyRules::new(&own).proxy_for(&"http://localhost/".parse().unwrap()).unwrap().is_some());
    let all = ProxyRules::new(&HttpOptions {
        http_proxy: Some("proxy:1".into()),
        no_proxy: Some("*".into()),
        ..HttpOptions::default()
    });
    assert_eq!(all.proxy_for(&"http://x.example/".parse().unwrap()), Ok(None));
}

#[tokio::test]
async fn certificates_of_ones_own_are_trusted_or_told_of() {
    use base64::Engine as _;

    let with = |pem: String| {
        let extra_roots = vec![ExtraRoots::new("NODE_EXTRA_CA_CERTS", move || Ok(pem.clone().into_bytes()))];
        Http::new(HttpOptions { extra_roots, ..HttpOptions::default() })
    };
    let root = base64::engine::general_purpose::STANDARD.encode(&webpki_root_certs::TLS_SERVER_ROOT_CERTS[0]);
    let good = with(format!("-----BEGIN CERTIFICATE-----\n{root}\n-----END CERTIFICATE-----\n"));
    let failed = |http: Http| async move { http.send(request("https://127.0.0.1:1/".into())).await.err().unwrap() };
    assert!(matches!(failed(good).await, TransportError::Connect { .. }));
    for pem in ["", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"] {
        let text = failed(with(pem.into())).await.to_string();
        assert!(text.contains("NODE_EXTRA_CA_CERTS"), "{text}");
    }
}

#[tokio::test]
async fn an_exchange_has_any_method_and_follows_no_redirect() {
    let (address, asked) =
        serve(b"HTTP/1.1 302 Found\r\nlocation: /other\r\nset-cookie: a\r\nset-cookie: b\r\ncontent-length: 0\r\n\r\n");
    let exchange = Exchange {
        method: "PUT".into(),
        url: format!("http://{address}/x"),
        headers: vec![("x-a".into(), "1".into()), ("x-a".into(), "2".into())],
        body: Some(Bytes::from_static(b"the body")),
    };
    let response = Http::default().exchange(exchange).await.unwrap();
    assert_eq!(response.status, 302);
    assert_eq!(response.headers.iter().filter(|(name, _)| name == "set-cookie").count(), 2);
    let asked = asked.join().unwrap();
    assert!(asked.starts_with("PUT /x HTTP/1.1") && asked.contains("x-a: 1\r\nx-a: 2"), "{asked}");
}
