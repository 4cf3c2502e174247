//! Keys of providers (spec/coding-agent.md 6.4): where they come from, in which order, and what they may become.
//!
//! In come `auth.json`, what `models.json` says of a provider, and the environment; out comes what one request needs.
//! Keys leave as [`Secret`]s only.

mod auth_file;
mod aws;
mod google;
mod header_value;
mod key_variables;
mod resolve;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use pith_types::Secret;

use crate::{UpdateError, value::ValueError};

pub use aws::{
    AwsError, AwsIdentity, AwsKeys, AwsProcess, AwsRole, AwsSignedIn, AwsSource, AwsSso, AwsToken, read_token, time_of,
};
pub use google::{GoogleFileError, GoogleIdentity, GoogleProof};
pub(crate) use key_variables::is_only_a_key;
pub use key_variables::{PROVIDER_KEYS, ProviderKeys, provider_key_variables};
pub use resolve::{Credentials, put_aws_keys};

/// What a request to a provider carries.
#[derive(Debug, Clone, Default)]
pub struct RequestAuth {
    /// The key, where there is one.
    pub key: Option<Secret>,
    /// Where the key came from.
    pub source: Option<KeySource>,
    /// The model's headers, with their values made; they go before the model's own.
    pub headers: IndexMap<String, Secret>,
    /// The provider's variables that are set: those of the credential, else those of the process.
    pub env: IndexMap<String, Secret>,
    /// Whom a token of Google Cloud has to be got for, where there is no key.
    pub google: Option<GoogleIdentity>,
    /// Whom keys of AWS have to be got for, where none are known.
    pub aws: Option<AwsIdentity>,
}

/// Where a key comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// `--api-key`.
    Flag,
    /// The provider's entry in `auth.json`.
    AuthFile,
    /// `apiKey` in `models.json`.
    ModelsFile,
    /// An extension that brings the provider.
    Extension,
    /// This variable.
    Variable(String),
    /// Keys of AWS: in variables or in a profile, or given by one of its services.
    Aws,
    /// Google's application default credentials.
    Google,
}

impl std::fmt::Display for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Flag => "--api-key",
            Self::AuthFile => "auth.json",
            Self::ModelsFile => "models.json",
            Self::Extension => "an extension",
            Self::Variable(name) => name,
            Self::Aws => "the keys of AWS",
            Self::Google => "Google's application default credentials",
        })
    }
}

/// Why a key was not stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is nothing to store.
    #[error("the key is empty")]
    Empty,
    /// No request could carry it.
    #[error("the key has a character at position {position} that no header can carry; copy it again, without quotes")]
    Character {
        /// Of the character, from 1.
        position: usize,
    },
    /// The file cannot be changed.
    #[error(transparent)]
    File(#[from] UpdateError),
}

/// Why a request cannot be given what it needs.
#[derive(Debug, thiserror::Error)]
pub enum CredentialError {
    /// A key is configured, but its value cannot be made.
    #[error("the API key of provider `{provider}` in `{file}` cannot be used")]
    Key {
        /// The provider.
        provider: String,
        /// `auth.json`, `models.json` or `registerProvider`.
        file: &'static str,
        /// What is missing.
        #[source]
        source: ValueError,
    },
    /// A key has a character that cannot be sent. The key is not shown.
    #[error(
        "the API key of provider `{provider}` in `{source_name}` has a character at position {position} that no header \
         can carry; copy it again, without quotes"
    )]
    KeyCharacter {
        /// The provider.
        provider: String,
        /// Where the key stands.
        source_name: String,
        /// Of the character, from 1.
        position: usize,
    },
    /// A header's value has a character that cannot be sent.
    #[error(
        "the header `{header}` of provider `{provider}` has a character at position {position} that cannot be sent"
    )]
    HeaderCharacter {
        /// The provider.
        provider: String,
        /// The header's name.
        header: String,
        /// Of the character, from 1.
        position: usize,
    },
    /// The stored credential is of a kind that cannot be used.
    #[error(
        "the `{kind}` credential of provider `{provider}` in `auth.json` is not supported; \
         give a key with `--api-key`, or store one of type `api_key`"
    )]
    Kind {
        /// The provider.
        provider: String,
        /// The entry's `type`.
        kind: String,
    },
    /// What is stored came from a login whose code is not here.
    #[error(
        "provider `{provider}` was signed in to by an extension that is not loaded; load it, or store a key with \
         `pith auth login {provider}`"
    )]
    Login {
        /// The provider.
        provider: String,
    },
    /// There are no keys of AWS.
    #[error("there are no keys of AWS for provider `{provider}`")]
    Aws {
        /// The provider.
        provider: String,
        /// What is in the way.
        #[source]
        source: AwsError,
    },
    /// Google's file of credentials cannot be used.
    #[error("`{path}`, which has the credentials for provider `{provider}`, cannot be used")]
    Google {
        /// The provider.
        provider: String,
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        #[source]
        source: GoogleFileError,
    },
    /// A header's value cannot be made.
    #[error("the header `{header}` of provider `{provider}` cannot be used")]
    Header {
        /// The provider.
        provider: String,
        /// The header's name.
        header: String,
        /// What is missing.
        #[source]
        source: ValueError,
    },
}
