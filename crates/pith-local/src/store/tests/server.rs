//! A web server that answers as it is told, one reply per request, and remembers what it was asked.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// One answer.
#[derive(Clone)]
pub(super) enum Reply {
    /// The file, or the range asked for; closes after `cut` bytes of it.
    File { bytes: Vec<u8>, cut: usize },
    /// The file from its beginning, whatever was asked for.
    Whole(Vec<u8>),
    /// A range that nobody asked for.
    OtherRange(Vec<u8>),
    /// The file, once the bell rings.
    Later(Vec<u8>, Arc<Notify>),
    /// The head and `sent` bytes of the file, then silence.
    Stuck { bytes: Vec<u8>, sent: usize },
    /// A status and no file.
    Status(u16),
    /// 302 to another address.
    Redirect(String),
}

impl Reply {
    pub(super) fn file(bytes: &[u8]) -> Self {
        Self::File { bytes: bytes.to_vec(), cut: usize::MAX }
    }

    pub(super) fn cut(bytes: &[u8], cut: usize) -> Self {
        Self::File { bytes: bytes.to_vec(), cut }
    }
}

/// Serves until dropped. A request beyond the replies is answered 410.
pub(super) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    serving: tokio::task::JoinHandle<()>,
}

impl Server {
    pub(super) async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let asked = Arc::clone(&requests);
        let serving = tokio::spawn(async move {
            let mut replies = replies.into_iter();
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let request = read_head(&mut stream).await;
                let range = range_start(&request);
                asked.lock().unwrap().push(request);
                let reply = replies.next().unwrap_or(Reply::Status(410));
                tokio::spawn(async move { answer(&mut stream, reply, range).await });
            }
        });
        Self { address, requests, serving }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The heads of the requests so far, in lower case.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The ranges asked for, in order; `None` for a request of everything.
    pub(super) fn ranges(&self) -> Vec<Option<usize>> {
        self.requests().iter().map(|request| range_start(request)).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8_lossy(&head).to_lowercase()
}

fn range_start(request: &str) -> Option<usize> {
    request.split_once("range: bytes=")?.1.split_once('-')?.0.parse().ok()
}

/// Write errors only mean that the client has gone, which is its right.
async fn answer(stream: &mut TcpStream, reply: Reply, range: Option<usize>) {
    match reply {
        Reply::File { bytes, cut } => {
            let rest = head(stream, &bytes, range).await;
            let _ = stream.write_all(&rest[..cut.min(rest.len())]).await;
        }
        Reply::Whole(bytes) => {
            let rest = head(stream, &bytes, None).await;
            let _ = stream.write_all(rest).await;
        }
        Reply::OtherRange(bytes) => {
            let rest = head(stream, &bytes, Some(range.unwrap_or(0) + 1)).await;
            let _ = stream.write_all(rest).await;
        }
        Reply::Later(bytes, bell) => {
            bell.notified().await;
            let rest = head(stream, &bytes, range).await;
            let _ = stream.write_all(rest).await;
        }
        Reply::Stuck { bytes, sent } => {
            let rest = head(stream, &bytes, range).await;
            let _ = stream.write_all(&rest[..sent]).await;
            // Until the client hangs up.
            let _ = stream.read_u8().await;
        }
        Reply::Status(status) => {
            let text = format!("HTTP/1.1 {status} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(text.as_bytes()).await;
        }
        Reply::Redirect(target) => {
            let text =
                format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(text.as_bytes()).await;
        }
    }
    let _ = stream.shutdown().await;
}

/// Sends the head; gives back the body that belongs to it.
async fn head<'a>(stream: &mut TcpStream, bytes: &'a [u8], range: Option<usize>) -> &'a [u8] {
    let rest = &bytes[range.unwrap_or(0)..];
    let (len, total) = (rest.len(), bytes.len());
    let status = match range {
        Some(from) => format!("206 Partial Content\r\ncontent-range: bytes {from}-{}/{total}", total - 1),
        None => "200 OK".to_owned(),
    };
    let text = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {len}\r\n\r\n");
    let _ = stream.write_all(text.as_bytes()).await;
    rest
}
