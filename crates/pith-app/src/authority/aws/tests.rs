#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::{Exchange, HttpRequest, HttpResponse, TransportError};

use super::*;

/// A machine that gives a new key each time, good for an hour, until it gives no more.
struct Machine {
    hand: Arc<Hand>,
    asked: AtomicUsize,
    gives: AtomicUsize,
}

#[derive(Default)]
struct Hand(AtomicI64);

impl Clock for Hand {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Transport for Machine {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
        Err(TransportError::None { host: "nobody".into() })
    }

    async fn exchange(&self, _: Exchange) -> Result<HttpResponse, TransportError> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        if number > self.gives.load(Ordering::Relaxed) {
            return Err(TransportError::None { host: "nobody".into() });
        }
        let end = self.hand.now_ms() / 1000 + 3600;
        let end = format!("1970-01-01T{:02}:{:02}:{:02}Z", end / 3600, end / 60 % 60, end % 60);
        let body = format!(r#"{{"AccessKeyId":"k{number}","SecretAccessKey":"s","Token":"t","Expiration":"{end}"}}"#);
        let body = stream::iter([Ok(Bytes::from(body))]).boxed();
        Ok(HttpResponse { status: 200, headers: Vec::new(), body })
    }
}

fn container(address: &str) -> AwsIdentity {
    let source = AwsSource::Container { address: address.to_owned(), token: None };
    AwsIdentity { region: None, sts: "https://sts.example".into(), source }
}

#[tokio::test]
async fn keys_are_kept_until_shortly_before_their_end_and_as_long_as_they_hold_when_there_are_no_others() {
    let hand = Arc::new(Hand::default());
    let machine = Arc::new(Machine { hand: Arc::clone(&hand), asked: AtomicUsize::new(0), gives: AtomicUsize::new(3) });
    let givers = AwsGivers::new(machine.clone(), machine.clone(), hand.clone());
    let (one, other) = (container("http://a"), container("http://b"));
    let key = async |of: &AwsIdentity| givers.keys(of).await.map(|keys| keys.access_key.reveal().to_owned());
    // Both ask at the same time, and one of them asks for both.
    let both = tokio::join!(key(&one), key(&one));
    assert_eq!((both.0.unwrap(), both.1.unwrap()), ("k1".to_owned(), "k1".to_owned()));
    assert_eq!(key(&other).await.unwrap(), "k2");
    hand.0.store(54 * 60 * 1000, Ordering::Relaxed);
    assert_eq!(key(&one).await.unwrap(), "k1");
    hand.0.store(56 * 60 * 1000, Ordering::Relaxed);
    assert_eq!(key(&one).await.unwrap(), "k3");
    assert_eq!(key(&other).await.unwrap(), "k2", "they hold for four minutes more");
    hand.0.store(61 * 60 * 1000, Ordering::Relaxed);
    assert!(matches!(key(&other).await, Err(AwsFailure::Unreached { .. })));
    assert_eq!(machine.asked.load(Ordering::Relaxed), 5);
}
