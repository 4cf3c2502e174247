//! A model server on this machine that answers from a script, in the words of the wire that it is asked in: chat
//! completions, responses, Anthropic's messages, Google's generated content, Mistral's chat, or Bedrock's Converse API, whose
//! signatures it checks when it knows the secret.
//!
//! Real HTTP over a real socket, one connection a request. Comes in: replies, in the order of the requests. Goes out: what
//! was asked. When the script is over it answers with status 500 and says so.

mod aws;
mod dialect;
mod http;
mod reply;
mod signature;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use serde_json::Value;

pub use aws::{AwsGift, AwsServer};
pub use reply::Reply;

/// A request as the server got it.
#[derive(Debug, Clone)]
pub struct Received {
    /// Method and path, for example `POST /v1/chat/completions`.
    pub line: String,
    /// Lower-case names.
    pub headers: Vec<(String, String)>,
    /// The payload; null when it is no JSON.
    pub body: Value,
    /// The payload as it arrived.
    pub bytes: Vec<u8>,
}

impl Received {
    /// The value of a header, by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The messages of the payload.
    pub fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map_or(&[], Vec::as_slice)
    }
}

/// The server. It ends with the process; connections that hang end when the server is dropped.
#[derive(Debug)]
pub struct ChatServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    replies: VecDeque<Reply>,
    received: Vec<Received>,
    /// Connections that are held open.
    held: Vec<TcpStream>,
    closed: bool,
    /// What requests to AWS must be signed with.
    secret: Option<String>,
}

impl ChatServer {
    /// Starts a server with this script on a free port.
    pub fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| panic!("no port is free: {error}"));
        let address = listener.local_addr().unwrap_or_else(|error| panic!("the port has no address: {error}"));
        let shared = Arc::new(Shared::default());
        shared.state().replies.extend(replies);
        let served = Arc::clone(&shared);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                if served.state().closed {
                    return;
                }
                let served = Arc::clone(&served);
                thread::spawn(move || http::serve(connection, &served));
            }
        });
        Self { address, shared }
    }

    /// What goes into a model's base URL.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The address without a path: the base URL for wires that bring their whole path.
    pub fn root_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The base URL of models of this wire.
    pub fn base_url_of(&self, api: &str) -> String {
        let root = self.root_url();
        match api {
            "openai-completions" | "openai-responses" => self.base_url(),
            "azure-openai-responses" => format!("{root}/openai/v1"),
            "google-generative-ai" => format!("{root}/v1beta"),
            "mistral-conversations" => format!("{root}{}", dialect::MISTRAL),
            _ => root,
        }
    }

    /// Refuses requests to Bedrock that are not signed with this secret from now on.
    pub fn require_signature(&self, secret: &str) {
        self.shared.state().secret = Some(secret.to_owned());
    }

    /// Adds to the script.
    pub fn push(&self, reply: Reply) {
        self.shared.state().replies.push_back(reply);
    }

    /// Every request so far, in order.
    pub fn requests(&self) -> Vec<Received> {
        self.shared.state().received.clone()
    }

    /// Waits, blocking the thread, until that many requests have come in.
    pub fn wait_for_requests(&self, count: usize) -> Vec<Received> {
        let mut state = self.shared.state();
        while state.received.len() < count {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.received.clone()
    }
}

impl Drop for ChatServer {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.closed = true;
        for connection in state.held.drain(..) {
            // It may be gone already.
            _ = connection.shutdown(std::net::Shutdown::Both);
        }
        drop(state);
        // Wakes the thread that accepts, so that it sees the end.
        _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, received: Received) -> (usize, Option<Reply>) {
        let mut state = self.state();
        state.received.push(received);
        self.changed.notify_all();
        (state.received.len(), state.replies.pop_front())
    }

    /// What is wrong with the signature of a request, if it needs one.
    fn fault_of(&self, received: &Received) -> Option<String> {
        let secret = self.state().secret.clone()?;
        signature::fault(received, &secret)
    }

    fn hold(&self, connection: TcpStream) {
        let mut state = self.state();
        if state.closed {
            _ = connection.shutdown(std::net::Shutdown::Both);
        } else {
            state.held.push(connection);
        }
    }
}
