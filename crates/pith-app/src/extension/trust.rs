//! What extensions think of a project, asked before there is an app: what the project brings is read only afterwards.

use std::sync::Arc;

use super::{Extension, ExtensionError, TrustVerdict};

/// Asks one after another; the first that decides wins. `failed` takes the failure of one: whose, and what.
pub async fn project_trust(
    extensions: &[Arc<dyn Extension>],
    cwd: &str,
    failed: impl Fn(&str, &ExtensionError),
) -> TrustVerdict {
    for extension in extensions {
        match extension.project_trust(cwd).await {
            Ok(verdict) if verdict.trusted.is_some() => return verdict,
            Ok(_) => {}
            Err(error) => failed(extension.name(), &error),
        }
    }
    TrustVerdict::default()
}
