//! What a provider sends back, as it comes: told to whoever watches, in order.

use async_trait::async_trait;
use pith_llm::Tap;
use pith_types::Model;
use serde_json::Value;

use crate::fanout::Fanout;

#[async_trait]
impl Tap for Fanout {
    async fn response(&self, status: u16, headers: &[(String, String)]) {
        for extension in self.extensions().iter() {
            extension.after_provider_response(status, headers).await;
        }
    }

    fn hears_events(&self) -> bool {
        self.extensions().iter().any(|extension| extension.watches_streams())
    }

    async fn event(&self, model: &Model, data: &Value) {
        for extension in self.extensions().iter() {
            extension.provider_stream_event(model, data).await;
        }
    }
}
