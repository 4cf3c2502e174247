//! What has to be done for keys of AWS: plain data, made from files and variables, done by whoever has a network.

use std::path::PathBuf;

use pith_types::Secret;

use super::{AwsProcess, AwsSso};

/// The region where none is set.
pub(super) const USUAL_REGION: &str = "us-east-1";

/// Who asks AWS for keys, and where. Two that are equal are given the same keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwsIdentity {
    /// The region that is set, where one is.
    pub region: Option<String>,
    /// The address where roles are given out, without a slash at its end.
    pub sts: String,
    /// What gives the keys.
    pub source: AwsSource,
}

impl AwsIdentity {
    /// The region that requests for a role are signed for.
    pub fn signing_region(&self) -> &str {
        self.region.as_deref().unwrap_or(USUAL_REGION)
    }
}

/// What gives keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AwsSource {
    /// They are known.
    Keys(AwsKeys),
    /// A program prints them.
    Process(AwsProcess),
    /// A role, for whoever has other keys.
    Role {
        /// The role.
        role: AwsRole,
        /// Gives those other keys.
        by: Box<AwsSource>,
    },
    /// A role, for whoever shows a token of somebody that AWS trusts.
    WebIdentity {
        /// The role.
        role: AwsRole,
        /// The file with the token; what it holds changes.
        token: PathBuf,
    },
    /// A sign-in of the person.
    Sso(AwsSso),
    /// A service for this container.
    Container {
        /// The whole address.
        address: String,
        /// Shown there, where one is needed.
        token: Option<AwsToken>,
    },
    /// A service of the machine in AWS's cloud that the program runs on.
    Machine {
        /// Its address, without a slash at its end.
        address: String,
    },
}

/// Keys, and how long they hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwsKeys {
    /// Names the secret key.
    pub access_key: Secret,
    /// Signs requests.
    pub secret_key: Secret,
    /// Says that the keys are temporary ones.
    pub session_token: Option<Secret>,
    /// When they end, in Unix milliseconds; never when absent.
    pub until_ms: Option<i64>,
}

impl AwsKeys {
    /// By the names of the variables that would say the same.
    pub fn variables(&self) -> impl Iterator<Item = (&'static str, &Secret)> {
        let token = self.session_token.as_ref().map(|token| ("AWS_SESSION_TOKEN", token));
        [("AWS_ACCESS_KEY_ID", &self.access_key), ("AWS_SECRET_ACCESS_KEY", &self.secret_key)].into_iter().chain(token)
    }
}

/// A role, and what is said when it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwsRole {
    /// Its name (ARN).
    pub arn: String,
    /// What the session is to be called, where that is set.
    pub session: Option<String>,
    /// What the role's owner wants to be told.
    pub external_id: Option<String>,
    /// How long the keys are to hold, where that is set.
    pub seconds: Option<u32>,
}

/// A token, or where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AwsToken {
    /// It.
    Given(Secret),
    /// A file that holds it; what it holds changes.
    File(PathBuf),
}
