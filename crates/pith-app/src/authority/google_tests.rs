#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::{HttpResponse, TransportError};

use super::*;

/// Gives out a token with the number of the request, and keeps what was shown for it.
#[derive(Default)]
struct Google {
    asked: std::sync::Mutex<Vec<String>>,
    refuses: bool,
}

#[async_trait]
impl Transport for Google {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let mut asked = self.asked.lock().unwrap();
        asked.push(String::from_utf8_lossy(&request.body).into_owned());
        let (status, body) = match self.refuses {
            true => (400, r#"{"error":"invalid_grant","error_description":"Token has been revoked."}"#.to_owned()),
            false => (200, format!(r#"{{"access_token":"t{}","expires_in":3600}}"#, asked.len())),
        };
        let body = stream::iter([Ok(Bytes::from(body))]).boxed();
        Ok(HttpResponse { status, headers: Vec::new(), body })
    }
}

#[derive(Default)]
struct Hand(AtomicI64);

impl Clock for Hand {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

fn person() -> GoogleIdentity {
    GoogleIdentity {
        token_address: "https://tokens.example".into(),
        charged_project: None,
        proof: GoogleProof::Person {
            client_id: "id".into(),
            client_secret: Secret::new("s&s"),
            refresh_token: Secret::new("r/1"),
        },
    }
}

#[tokio::test]
async fn a_token_is_kept_until_shortly_before_its_end() {
    let (google, hand) = (Arc::new(Google::default()), Arc::new(Hand::default()));
    let tokens = GoogleTokens::new(google.clone(), hand.clone());
    assert_eq!(tokens.token(&person()).await.unwrap().reveal(), "t1");
    hand.0.store(54 * 60 * 1000, Ordering::Relaxed);
    assert_eq!(tokens.token(&person()).await.unwrap().reveal(), "t1");
    hand.0.store(56 * 60 * 1000, Ordering::Relaxed);
    assert_eq!(tokens.token(&person()).await.unwrap().reveal(), "t2");
    let expected = "grant_type=refresh_token&client_id=id&client_secret=s%26s&refresh_token=r%2F1";
    assert_eq!(google.asked.lock().unwrap()[0], expected);
}

#[tokio::test]
async fn a_refusal_says_why_and_shows_no_secret() {
    let google = Google { refuses: true, ..Google::default() };
    let error = GoogleTokens::new(Arc::new(google), Arc::new(Hand::default())).token(&person()).await.unwrap_err();
    assert_eq!(error.to_string(), "Google gave no token (400): Token has been revoked.");
}

#[tokio::test]
async fn a_key_that_is_none_is_told_by_the_name_of_its_account() {
    let proof = GoogleProof::Service { email: "a@b".into(), key_id: None, private_key: Secret::new("no key") };
    let identity = GoogleIdentity { proof, ..person() };
    let tokens = GoogleTokens::new(Arc::new(Google::default()), Arc::new(Hand::default()));
    let error = tokens.token(&identity).await.unwrap_err();
    assert_eq!(error.to_string(), "the private key of the service account `a@b` cannot be used");
}
