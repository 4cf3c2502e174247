//! The end of a sign-in on this machine: a port that a browser is sent to with a code.
//!
//! Only this machine reaches it, and only an address that nobody can guess counts. Browsers open connections that they say
//! nothing on, and ask for pictures of a page: the code is waited for beside those.

use std::io;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::SignInError;

/// Bytes of a request's head that are read.
const MAX_HEAD: usize = 16 * 1024;

/// What the browser shows when the code is here.
const DONE: &str = include_str!("done.html");

/// An open port.
pub(super) struct Callback {
    listener: TcpListener,
    port: u16,
    path: String,
}

impl Callback {
    /// Opens a free port; `nonce` becomes part of the address.
    pub(super) async fn open(nonce: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, port, path: format!("/callback/{nonce}") })
    }

    /// Where the browser is to be sent.
    pub(super) fn url(&self) -> String {
        format!("http://localhost:{}{}", self.port, self.path)
    }

    /// Waits for the code.
    pub(super) async fn code(&self) -> Result<String, SignInError> {
        let mut connections = FuturesUnordered::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((connection, _)) => connections.push(self.answer(connection)),
                    Err(error) => return Err(SignInError::Listen(error)),
                },
                Some(answered) = connections.next(), if !connections.is_empty() => {
                    if let Some(code) = answered {
                        return code;
                    }
                }
            }
        }
    }

    /// Answers one request; the code, if it brought one, or the refusal.
    async fn answer(&self, mut connection: TcpStream) -> Option<Result<String, SignInError>> {
        let target = target(&mut connection).await?;
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let code = if path == self.path { code_in(query).transpose() } else { None };
        let (status, page) = match &code {
            Some(Ok(_)) => ("200 OK", DONE),
            Some(Err(_)) => ("403 Forbidden", "The sign-in was refused."),
            None => ("404 Not Found", "There is nothing here."),
        };
        let kind = if page == DONE { "text/html" } else { "text/plain" };
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
            page.len()
        );
        // The code counts, whether the browser still listens or not.
        _ = connection.write_all(answer.as_bytes()).await;
        _ = connection.shutdown().await;
        code
    }
}

/// What a request asks for: the path with its query.
async fn target(connection: &mut TcpStream) -> Option<String> {
    let (mut head, mut piece) = (Vec::new(), [0; 2048]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = connection.read(&mut piece).await.ok().filter(|read| *read > 0 && head.len() < MAX_HEAD)?;
        head.extend_from_slice(piece.get(..read)?);
    }
    let head = String::from_utf8_lossy(&head);
    let mut words = head.lines().next()?.split(' ');
    let method = words.next()?;
    words.next().filter(|_| method == "GET").map(str::to_owned)
}

/// The code in a query; none when it holds none.
pub(super) fn code_in(query: &str) -> Result<Option<String>, SignInError> {
    let query = query.split('#').next().unwrap_or_default();
    let value = |wanted: &str| {
        let mut fields = query.split('&').filter_map(|field| field.split_once('='));
        fields.find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| unescaped(value))
    };
    match (value("code"), value("error")) {
        (Some(code), _) => Ok(Some(code)),
        (None, Some(error)) => Err(SignInError::Refused { reason: value("error_description").unwrap_or(error) }),
        (None, None) => Ok(None),
    }
}

/// The text of a field of a query.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escaped = rest.strip_prefix('%').and_then(|after| Some((after.get(..2)?, after.get(2..)?)));
        match escaped.and_then(|(digits, after)| Some((u8::from_str_radix(digits, 16).ok()?, after))) {
            Some((byte, after)) => {
                bytes.push(byte);
                rest = after;
            }
            None => {
                let mut letter = [0; 4];
                let letter = if first == '+' { " " } else { first.encode_utf8(&mut letter) };
                bytes.extend_from_slice(letter.as_bytes());
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
