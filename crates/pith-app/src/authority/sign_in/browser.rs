//! A key from the page of OpenRouter (spec/providers.md 1.3): the person agrees there, the page sends a code back to this
//! machine, and the code together with what only this program knows is worth a key (PKCE, RFC 7636).

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pith_llm::{HttpRequest, Secret, Transport, TransportError};
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::Deserialize;
use serde_json::{Value, json};

use super::callback::{Callback, code_in};
use crate::authority::answer::Answer;

/// Where the person agrees.
const PAGE: &str = "https://openrouter.ai/auth";

/// Where the code becomes a key.
const KEYS: &str = "https://openrouter.ai/api/v1/auth/keys";

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// No port of this machine could be listened on.
    #[error("no port of this machine could be opened for the answer of the page")]
    Listen(#[source] io::Error),
    /// The system gives no randomness.
    #[error("the system gives no random numbers")]
    Random,
    /// The page said no.
    #[error("the sign-in was refused: {reason}")]
    Refused {
        /// In its words.
        reason: String,
    },
    /// What was pasted holds no code.
    #[error("there is no code in what was pasted; paste the whole address that the browser was sent to")]
    NoCode,
    /// The vendor could not be asked.
    #[error("the code could not be exchanged for a key")]
    Transport(#[from] TransportError),
    /// The vendor gave no key for the code.
    #[error("no key was given for the code ({status}): {reason}")]
    Exchange {
        /// HTTP status.
        status: u16,
        /// In the vendor's words.
        reason: String,
    },
}

/// A sign-in that waits for the person. The address of [`Self::url`] has to be opened in a browser; then either
/// [`Self::wait`] gets the code from this machine's browser, or [`Self::pasted`] from that of another machine.
pub struct BrowserSignIn {
    callback: Callback,
    url: String,
    keys: String,
    verifier: Secret,
}

#[derive(Deserialize)]
struct Given {
    key: String,
}

impl BrowserSignIn {
    /// Begins one: opens a port of this machine.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn begin() -> Result<Self, SignInError> {
        Self::at(PAGE, KEYS).await
    }

    /// The same with a page and a giver of keys elsewhere.
    pub(super) async fn at(page: &str, keys: &str) -> Result<Self, SignInError> {
        let (verifier, nonce) = (random()?, random()?);
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
        let callback = Callback::open(&nonce).await.map_err(SignInError::Listen)?;
        let back = callback.url().replace(':', "%3A").replace('/', "%2F");
        let url = format!("{page}?callback_url={back}&code_challenge={challenge}&code_challenge_method=S256");
        Ok(Self { callback, url, keys: keys.to_owned(), verifier: Secret::new(verifier) })
    }

    /// What has to be opened in a browser.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Waits for the browser, and gives the key. Dropping the future gives the sign-in up.
    ///
    /// # Errors
    /// When the person or the vendor says no, or the vendor cannot be reached.
    pub async fn wait(&self, transport: &dyn Transport) -> Result<Secret, SignInError> {
        let code = self.callback.code().await?;
        self.exchange(&code, transport).await
    }

    /// Gives the key for what the person has pasted: the address that the browser was sent to, or the code in it.
    ///
    /// # Errors
    /// When there is no code in it, the vendor says no, or cannot be reached.
    pub async fn pasted(&self, text: &str, transport: &dyn Transport) -> Result<Secret, SignInError> {
        let text = text.trim();
        let code = match text.split_once('?') {
            Some((_, query)) => code_in(query)?.ok_or(SignInError::NoCode)?,
            None if text.is_empty() || text.contains(['/', ' ']) => return Err(SignInError::NoCode),
            None => text.to_owned(),
        };
        self.exchange(&code, transport).await
    }

    async fn exchange(&self, code: &str, transport: &dyn Transport) -> Result<Secret, SignInError> {
        let body = json!({"code": code, "code_verifier": self.verifier.reveal(), "code_challenge_method": "S256"});
        let headers = vec![("content-type".to_owned(), Secret::new("application/json"))];
        let request = HttpRequest { url: self.keys.clone(), headers, body: body.to_string().into() };
        let answer = Answer::of(transport.send(request).await?).await?;
        match serde_json::from_slice::<Given>(&answer.body) {
            Ok(given) if answer.is_good() => Ok(Secret::new(given.key)),
            _ => Err(SignInError::Exchange { status: answer.status, reason: reason(&answer.body) }),
        }
    }
}

/// What a refusal says of itself; nothing else of it is shown.
fn reason(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let said =
        body["error"]["message"].as_str().or_else(|| body["error"].as_str()).or_else(|| body["message"].as_str());
    said.unwrap_or("it did not say why").to_owned()
}

/// Random letters that cannot be guessed, and may stand in an address.
fn random() -> Result<String, SignInError> {
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| SignInError::Random)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
