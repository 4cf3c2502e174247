//! Ways to get a key that is stored: typed in by the person, or given by a vendor's own page to any program that asks.
//!
//! No way here borrows the name of another program: where a vendor gives sign-ins to its own programs only, a key is what
//! it takes.

mod browser;
mod callback;
mod login;
#[cfg(test)]
mod tests;

use pith_config::credentials::PROVIDER_KEYS;
use pith_llm::catalog::vendor;

pub use browser::{BrowserSignIn, SignInError};
pub use login::{BroughtLogin, LoginAccess, LoginData, LoginNews, LoginPerson, LoginQuestion};

/// How a key is got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInWay {
    /// The person has one, and types it in.
    Key,
    /// The vendor's page makes one ([`BrowserSignIn`]).
    Browser,
}

/// A provider that a key can be stored for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignIn {
    /// The provider's id.
    pub provider: &'static str,
    /// Its name, for people.
    pub name: &'static str,
    /// The ways, the easiest first.
    pub ways: &'static [SignInWay],
}

/// The provider whose page gives keys to any program.
const WITH_PAGE: &str = "openrouter";

/// Every vendor that a key can be stored for, by id. A provider of `models.json` takes a typed key too.
pub fn sign_ins() -> impl Iterator<Item = SignIn> {
    PROVIDER_KEYS.iter().filter_map(|keys| {
        let name = vendor(keys.provider)?.name;
        Some(SignIn { provider: keys.provider, name, ways: ways(keys.provider) })
    })
}

/// The variables that a vendor's key is looked for in, the first that counts first.
pub fn key_variables(provider: &str) -> &'static [&'static str] {
    PROVIDER_KEYS.iter().find(|keys| keys.provider == provider).map_or(&[], |keys| keys.variables)
}

fn ways(provider: &str) -> &'static [SignInWay] {
    if provider == WITH_PAGE { &[SignInWay::Browser, SignInWay::Key] } else { &[SignInWay::Key] }
}
