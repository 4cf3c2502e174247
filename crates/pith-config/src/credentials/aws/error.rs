//! Why there are no keys of AWS, as far as files and programs of the person are the reason.

use std::{io, path::PathBuf};

use crate::value::ValueError;

/// What is in the way of keys, and what to do about it. Nothing here holds a key or a token.
#[derive(Debug, thiserror::Error)]
pub enum AwsError {
    /// A profile is named that no file has.
    #[error("there is no profile `{profile}` in `{}` or `{}`; `AWS_PROFILE` and `source_profile` name one that is there", config.display(), credentials.display())]
    NoProfile {
        /// Its name.
        profile: String,
        /// The first file.
        config: PathBuf,
        /// The second.
        credentials: PathBuf,
    },
    /// A profile lacks something.
    #[error("the AWS profile `{profile}` cannot be used: {fault}")]
    Profile {
        /// Its name.
        profile: String,
        /// What it lacks.
        fault: String,
    },
    /// Profiles name each other in a circle.
    #[error("the AWS profile `{profile}` leads back to itself by `source_profile`")]
    Circle {
        /// One of them.
        profile: String,
    },
    /// The role wants a code that only a person can type.
    #[error(
        "the AWS profile `{profile}` wants a code of a device (`mfa_serial`), which nobody is asked for here; \
         `aws configure export-credentials --profile {profile} --format env` prints keys for the environment"
    )]
    Device {
        /// Its name.
        profile: String,
    },
    /// A program gave nothing.
    #[error("the `credential_process` of the AWS profile `{profile}` gave no keys")]
    Process {
        /// The profile.
        profile: String,
        /// What went wrong.
        #[source]
        source: ValueError,
    },
    /// A program printed something else.
    #[error(
        "the `credential_process` of the AWS profile `{profile}` printed no keys: JSON with `Version` 1, `AccessKeyId` and \
         `SecretAccessKey` is needed"
    )]
    Printed {
        /// The profile.
        profile: String,
    },
    /// A token is shown for a role, and none is named.
    #[error("`AWS_WEB_IDENTITY_TOKEN_FILE` is set and `AWS_ROLE_ARN`, which says for which role, is not")]
    NoRole,
    /// A file with a token cannot be read.
    #[error("the token in `{}` cannot be read", path.display())]
    Token {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file with a token holds none.
    #[error("`{}` holds no token: one line of visible characters is needed", path.display())]
    TokenForm {
        /// The file.
        path: PathBuf,
    },
    /// Nobody is signed in.
    #[error("nobody is signed in for the AWS profile `{profile}` (`{}`); `aws sso login --profile {profile}` signs in", path.display())]
    NotSignedIn {
        /// The profile.
        profile: String,
        /// Where the sign-in would be kept.
        path: PathBuf,
        /// Why not.
        #[source]
        source: Option<io::Error>,
    },
    /// A container's address that is not safe to ask.
    #[error(
        "`AWS_CONTAINER_CREDENTIALS_FULL_URI` is `{address}`, where keys would travel in the open; it must begin with \
         `https://`, or name this machine"
    )]
    ContainerAddress {
        /// As it stands there.
        address: String,
    },
}
