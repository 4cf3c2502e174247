//! Tokens of Google Cloud: shown who asks, Google gives one that holds for an hour. It is kept until shortly before.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use pith_config::credentials::{GoogleIdentity, GoogleProof};
use pith_llm::signature::encoded;
use pith_llm::{Clock, HttpRequest, Secret, Transport};
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Mutex;

use super::answer::Answer;

/// What a token may be used for.
const SCOPE: &str = "https://www.googleapis.com/auth/cloud-platform";

/// How long before its end a token is not used any more.
const MARGIN_MS: i64 = 5 * 60 * 1000;

/// Gets tokens, and keeps the last one.
pub(super) struct GoogleTokens {
    transport: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
    kept: Mutex<Option<Kept>>,
}

struct Kept {
    token: Secret,
    until_ms: i64,
}

#[derive(Deserialize)]
struct Given {
    access_token: String,
    expires_in: i64,
}

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub(super) enum GoogleError {
    #[error("Google could not be asked for a token")]
    Transport(#[from] pith_llm::TransportError),
    #[error("Google gave no token ({status}): {reason}")]
    Refused { status: u16, reason: String },
    #[error("the private key of the service account `{email}` cannot be used")]
    Key { email: String },
}

impl GoogleTokens {
    pub(super) fn new(transport: Arc<dyn Transport>, clock: Arc<dyn Clock>) -> Self {
        Self { transport, clock, kept: Mutex::new(None) }
    }

    /// A token that holds for some minutes more.
    pub(super) async fn token(&self, identity: &GoogleIdentity) -> Result<Secret, GoogleError> {
        // Held while asking, so that requests at the same time ask once.
        let mut kept = self.kept.lock().await;
        let now = self.clock.now_ms();
        if let Some(kept) = kept.as_ref().filter(|kept| kept.until_ms - MARGIN_MS > now) {
            return Ok(kept.token.clone());
        }
        let answer = self.ask(identity, now).await?;
        let token = Secret::new(answer.access_token);
        *kept = Some(Kept { token: token.clone(), until_ms: now + answer.expires_in.max(0) * 1000 });
        Ok(token)
    }

    async fn ask(&self, identity: &GoogleIdentity, now: i64) -> Result<Given, GoogleError> {
        let form = form(identity, now)?;
        let headers = vec![("content-type".to_owned(), Secret::new("application/x-www-form-urlencoded"))];
        let request = HttpRequest { url: identity.token_address.clone(), headers, body: form.into() };
        let answer = Answer::of(self.transport.send(request).await?).await?;
        if answer.is_good()
            && let Ok(token) = serde_json::from_slice(&answer.body)
        {
            return Ok(token);
        }
        Err(GoogleError::Refused { status: answer.status, reason: reason(&answer.body) })
    }
}

/// What a refusal says of itself; nothing else of it is shown.
fn reason(body: &[u8]) -> String {
    let body: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |key: &str| body.get(key).and_then(|text| text.as_str()).map(str::to_owned);
    text("error_description").or_else(|| text("error")).unwrap_or_else(|| "it did not say why".to_owned())
}

fn form(identity: &GoogleIdentity, now: i64) -> Result<String, GoogleError> {
    let fields: Vec<(&str, String)> = match &identity.proof {
        GoogleProof::Person { client_id, client_secret, refresh_token } => vec![
            ("grant_type", "refresh_token".to_owned()),
            ("client_id", client_id.clone()),
            ("client_secret", client_secret.reveal().to_owned()),
            ("refresh_token", refresh_token.reveal().to_owned()),
        ],
        GoogleProof::Service { email, key_id, private_key } => {
            let claims = json!({"iss": email, "scope": SCOPE, "aud": identity.token_address,
                "iat": now / 1000, "exp": now / 1000 + 3600});
            let header = json!({"alg": "RS256", "typ": "JWT", "kid": key_id});
            let unsigned = format!(
                "{}.{}",
                URL_SAFE_NO_PAD.encode(header.to_string()),
                URL_SAFE_NO_PAD.encode(claims.to_string())
            );
            let signature =
                sign(private_key, unsigned.as_bytes()).ok_or_else(|| GoogleError::Key { email: email.clone() })?;
            vec![
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer".to_owned()),
                ("assertion", format!("{unsigned}.{}", URL_SAFE_NO_PAD.encode(signature))),
            ]
        }
    };
    let pairs: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}={}", encoded(&value))).collect();
    Ok(pairs.join("&"))
}

fn sign(private_key: &Secret, message: &[u8]) -> Option<Vec<u8>> {
    let lines = private_key.reveal().lines().map(str::trim).filter(|line| !line.starts_with("-----"));
    let key = RsaKeyPair::from_pkcs8(&STANDARD.decode(lines.collect::<String>()).ok()?).ok()?;
    let mut signature = vec![0; key.public().modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &ring::rand::SystemRandom::new(), message, &mut signature).ok()?;
    Some(signature)
}

#[cfg(test)]
#[path = "google_tests.rs"]
mod tests;
