//! Why there are no keys of AWS: which step failed, and what to do about it. No text here holds a key or a token.

use std::fmt;

use pith_config::credentials::AwsError;
use pith_llm::TransportError;

/// One step on the way to keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::authority) enum Step {
    /// A role for the keys of another.
    Role(String),
    /// A role for a token.
    WebIdentity(String),
    /// Keys for a sign-in.
    Sso(String),
    /// The container's service.
    Container,
    /// The machine's service.
    Machine,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(arn) => write!(f, "taking the AWS role `{arn}`"),
            Self::WebIdentity(arn) => write!(f, "taking the AWS role `{arn}` for the web identity"),
            Self::Sso(profile) => write!(f, "getting keys for the sign-in of the AWS profile `{profile}`"),
            Self::Container => f.write_str("getting AWS keys from the container's service"),
            Self::Machine => f.write_str("getting AWS keys from the machine's service"),
        }
    }
}

impl Step {
    /// What to do when it is refused.
    fn advice(&self) -> String {
        match self {
            Self::Role(_) => "see whether the role's trust policy names whoever asks".into(),
            Self::WebIdentity(_) => {
                "see whether the role trusts the token's issuer, and whether the token's file is kept fresh".into()
            }
            Self::Sso(profile) => format!("`aws sso login --profile {profile}` signs in again"),
            Self::Container => "see which role the task or pod has".into(),
            Self::Machine => "see which role the machine has".into(),
        }
    }
}

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub(in crate::authority) enum AwsFailure {
    /// What is configured gives none.
    #[error(transparent)]
    Configured(#[from] AwsError),
    /// The program that gives them broke off.
    #[error("the program that gives AWS keys broke off")]
    Process(#[from] tokio::task::JoinError),
    /// Nobody answered.
    #[error("{step} failed")]
    Unreached {
        step: Step,
        #[source]
        source: TransportError,
    },
    /// Nothing is configured, and the machine is none of AWS's.
    #[error(
        "no keys of AWS were found: no variables (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`), no profile in `~/.aws` \
         that gives any (`AWS_PROFILE` names one, `aws configure` makes one), no web identity, no container, and this \
         machine has no service for them (`AWS_EC2_METADATA_DISABLED=true` leaves it out)"
    )]
    Nowhere {
        #[source]
        source: Option<TransportError>,
    },
    /// The machine is none of AWS's.
    #[error("this machine has no service for keys of AWS, which `credential_source` names")]
    NoMachine {
        #[source]
        source: Option<TransportError>,
    },
    /// Somebody said no.
    #[error("{step} was refused ({status}): {reason}; {}", step.advice())]
    Refused { step: Step, status: u16, reason: String },
    /// Somebody said something else.
    #[error("{step} failed: there are no keys in the answer")]
    Answer { step: Step },
}
