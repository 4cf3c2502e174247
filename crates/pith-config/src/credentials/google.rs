//! Google's application default credentials (spec/providers.md 1.2): the file that says who asks. The token for it is got
//! by whoever has a network.

use std::path::{Path, PathBuf};

use pith_types::Secret;
use serde::Deserialize;

use crate::{Environment, regular};

/// Where tokens are given out, unless the file names another place.
const TOKEN_ADDRESS: &str = "https://oauth2.googleapis.com/token";

/// Who asks Google.
#[derive(Debug, Clone)]
pub struct GoogleIdentity {
    /// Where a token is to be had.
    pub token_address: String,
    /// The project that is charged, where the file names one.
    pub charged_project: Option<String>,
    /// What is shown for the token.
    pub proof: GoogleProof,
}

/// What is shown for a token.
#[derive(Debug, Clone)]
pub enum GoogleProof {
    /// A person's, kept from when they signed in.
    Person {
        /// Of the program that they signed in with.
        client_id: String,
        /// Of the program that they signed in with.
        client_secret: Secret,
        /// Gives new tokens.
        refresh_token: Secret,
    },
    /// A service account's.
    Service {
        /// Its name.
        email: String,
        /// Names its key.
        key_id: Option<String>,
        /// Its key, in PEM.
        private_key: Secret,
    },
}

/// Why there is no identity in a file.
#[derive(Debug, thiserror::Error)]
pub enum GoogleFileError {
    /// It cannot be read.
    #[error("the file cannot be read")]
    Read(#[source] std::io::Error),
    /// It is not of a known form. What stands in it is not shown.
    #[error("it is neither of type `authorized_user` nor `service_account`, or it lacks a part")]
    Form,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum File {
    AuthorizedUser {
        client_id: String,
        client_secret: String,
        refresh_token: String,
        quota_project_id: Option<String>,
    },
    ServiceAccount {
        client_email: String,
        private_key: String,
        private_key_id: Option<String>,
        token_uri: Option<String>,
    },
}

/// Where the file is, if it is there.
pub(super) fn path(environment: &Environment, lookup: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    if let Some(named) = lookup("GOOGLE_APPLICATION_CREDENTIALS") {
        return Some(environment.resolve(named));
    }
    let folder = match (lookup("CLOUDSDK_CONFIG"), lookup("APPDATA")) {
        (Some(folder), _) => environment.resolve(folder),
        (None, Some(data)) if cfg!(windows) => PathBuf::from(data).join("gcloud"),
        (None, _) => environment.home()?.join(".config").join("gcloud"),
    };
    Some(folder.join("application_default_credentials.json")).filter(|path| path.is_file())
}

/// Reads the file.
pub(super) fn read(path: &Path) -> Result<GoogleIdentity, GoogleFileError> {
    let text = regular::read_text(path).map_err(GoogleFileError::Read)?;
    let usual = || TOKEN_ADDRESS.to_owned();
    Ok(match serde_json::from_str(&text).map_err(|_| GoogleFileError::Form)? {
        File::AuthorizedUser { client_id, client_secret, refresh_token, quota_project_id } => GoogleIdentity {
            token_address: usual(),
            charged_project: quota_project_id,
            proof: GoogleProof::Person {
                client_id,
                client_secret: Secret::new(client_secret),
                refresh_token: Secret::new(refresh_token),
            },
        },
        File::ServiceAccount { client_email, private_key, private_key_id, token_uri } => GoogleIdentity {
            token_address: token_uri.unwrap_or_else(usual),
            charged_project: None,
            proof: GoogleProof::Service {
                email: client_email,
                key_id: private_key_id,
                private_key: Secret::new(private_key),
            },
        },
    })
}
