//! Short answers of those who give out keys and tokens, read whole.

use futures::StreamExt as _;
use pith_llm::{HttpResponse, TransportError};

/// Bytes that are read of an answer.
const MAX_ANSWER: usize = 64 * 1024;

/// An answer that has come in.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Reads one; what is longer than any such answer is left out.
    pub(super) async fn of(response: HttpResponse) -> Result<Self, TransportError> {
        let (status, mut pieces, mut body) = (response.status, response.body, Vec::new());
        while let Some(piece) = pieces.next().await {
            body.extend_from_slice(&piece?);
            if body.len() > MAX_ANSWER {
                break;
            }
        }
        Ok(Self { status, body })
    }

    /// Whether the request was granted.
    pub(super) fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }
}
