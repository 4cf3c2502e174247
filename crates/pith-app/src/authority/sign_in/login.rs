//! Logins that code of an extension conducts: what it asks the person, and what it is asked for afterwards.

use std::sync::Arc;

use async_trait::async_trait;
use pith_llm::Secret;
use serde_json::{Map, Value};

/// What a login gives, as it is stored in `auth.json`: its `type`, and what its code makes of it.
pub type LoginData = Map<String, Value>;

/// A way to sign in to one provider.
#[async_trait]
pub trait BroughtLogin: Send + Sync {
    /// For people.
    fn name(&self) -> String;

    /// Leads the person through it; what it gives is stored.
    ///
    /// # Errors
    /// In words for people, also when the person gives up.
    async fn login(&self, person: Arc<dyn LoginPerson>) -> Result<LoginData, String>;

    /// What is to be stored in place of what has run out.
    ///
    /// # Errors
    /// In words for people, when a new login is needed.
    async fn renew(&self, data: &LoginData) -> Result<LoginData, String>;

    /// What a request carries.
    ///
    /// # Errors
    /// In words for people.
    async fn access(&self, data: &LoginData) -> Result<LoginAccess, String>;

    /// What is stored is this from now on; nothing when it was forgotten.
    async fn changed(&self, data: Option<&LoginData>) {
        let _ = data;
    }
}

/// What a request carries after a login.
#[derive(Debug, Clone, Default)]
pub struct LoginAccess {
    /// The key.
    pub key: Option<Secret>,
    /// Further headers.
    pub headers: Vec<(String, Secret)>,
}

/// Whoever signs in.
#[async_trait]
pub trait LoginPerson: Send + Sync {
    /// Asks, and waits. Nothing when the person gives up. The question is taken back when nobody waits any more.
    async fn ask(&self, question: LoginQuestion) -> Option<String>;

    /// Tells something; nothing is waited for.
    fn tell(&self, news: LoginNews);
}

/// What a login asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginQuestion {
    /// For a text.
    Text {
        /// The question.
        message: String,
        /// What an answer looks like.
        placeholder: Option<String>,
    },
    /// For a text that nobody may see.
    Secret {
        /// The question.
        message: String,
    },
    /// For one of these; the answer is an id.
    Choice {
        /// The question.
        message: String,
        /// Ids, and what is shown of each.
        options: Vec<(String, String)>,
    },
}

/// What a login tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoginNews {
    /// A page to agree on; it is opened.
    Page {
        /// Its address.
        url: String,
        /// What to do there.
        instructions: Option<String>,
    },
    /// A code that is typed in on a page.
    Code {
        /// The code.
        code: String,
        /// The page's address.
        url: String,
    },
    /// What is going on.
    Progress(String),
}
