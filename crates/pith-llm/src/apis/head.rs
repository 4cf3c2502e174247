//! The head of a request, in the order in which later entries win: what the wire needs, the model's own, the caller's.

use indexmap::IndexMap;

use crate::{CacheRetention, PrepareError, Request, Secret};

/// Headers that grant access.
const KEY_HEADERS: [&str; 5] = ["authorization", "cf-aig-authorization", "api-key", "x-api-key", "x-goog-api-key"];

/// The headers so far, by lower-case name.
pub(super) struct Head(IndexMap<String, Secret>);

impl Head {
    /// For a JSON body that is answered by a stream of events.
    pub(super) fn new() -> Self {
        let fixed = [("accept", "text/event-stream"), ("content-type", "application/json")];
        Self(fixed.into_iter().map(|(name, value)| (name.to_owned(), Secret::new(value))).collect())
    }

    pub(super) fn set(&mut self, name: &str, value: Secret) {
        self.0.insert(name.to_owned(), value);
    }

    /// The key as a bearer's, or in the header where Cloudflare's gateway wants it.
    pub(super) fn bearer(&mut self, request: &Request) {
        let Some(key) = &request.options.api_key else { return };
        let gateway = request.model.provider == "cloudflare-ai-gateway";
        let name = if gateway { "cf-aig-authorization" } else { "authorization" };
        self.set(name, Secret::new(format!("Bearer {}", key.reveal())));
    }

    /// Gives the conversation's name in these headers, unless nothing is to be kept of it. One host has a header of its
    /// own for it, whatever the wire.
    pub(super) fn session(&mut self, request: &Request, names: &[&str]) {
        let Some(session) = session(request) else { return };
        let own = is_opencode(request).then_some("x-opencode-session");
        for name in names.iter().copied().chain(own) {
            self.set(name, Secret::new(session));
        }
    }

    /// All headers, of a wire that grants access in a way of its own.
    pub(super) fn into_list(self) -> Vec<(String, Secret)> {
        self.0.into_iter().collect()
    }

    /// All headers.
    ///
    /// # Errors
    /// When nothing among them grants access to a host that will ask for it.
    pub(super) fn finish(mut self, request: &Request) -> Result<Vec<(String, Secret)>, PrepareError> {
        let (model, options) = (&request.model, &request.options);
        let of_model = model.headers.iter().flatten().map(|(name, value)| (name, Secret::new(value)));
        let of_caller = options.headers.iter().map(|(name, value)| (name, value.clone()));
        self.0.extend(of_model.chain(of_caller).map(|(name, value)| (name.to_ascii_lowercase(), value)));
        let has_key = KEY_HEADERS.iter().any(|name| self.0.contains_key(*name));
        if !has_key && !model.base_url.starts_with("http://") && options.headers.is_empty() && model.headers.is_none() {
            return Err(PrepareError::MissingKey { provider: model.provider.clone() });
        }
        Ok(self.0.into_iter().collect())
    }
}

/// The conversation's name, if the provider may keep something of it.
pub(super) fn session(request: &Request) -> Option<&str> {
    let options = &request.options;
    options.session_id.as_deref().filter(|_| options.cache_retention != CacheRetention::None)
}

fn is_opencode(request: &Request) -> bool {
    matches!(request.model.provider.as_str(), "opencode" | "opencode-go")
        || request.model.base_url.contains("opencode.ai")
}
