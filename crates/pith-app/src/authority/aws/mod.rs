//! Keys of AWS that have to be asked for: of a program, of AWS's own services, of the container or the machine. They are
//! kept until shortly before their end.
//!
//! What has to be done comes from [`pith_config`], which knows files and variables; here it is done, step by step, and a
//! failure says which step failed.

mod error;
mod metadata;
mod sso;
mod sts;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use pith_config::credentials::{AwsIdentity, AwsKeys, AwsRole, AwsSource, read_token};
use pith_llm::{Clock, Transport};
use tokio::sync::Mutex;

pub(super) use error::AwsFailure;

/// How long before their end keys are not used any more, if others are to be had.
const MARGIN_MS: i64 = 5 * 60 * 1000;

/// Gets keys, and keeps them.
pub(super) struct AwsGivers {
    /// The way to AWS.
    transport: Arc<dyn Transport>,
    /// The way to the machine's own services: through no proxy, and with little patience.
    nearby: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
    kept: Mutex<Vec<(AwsIdentity, AwsKeys)>>,
}

impl AwsGivers {
    pub(super) fn new(transport: Arc<dyn Transport>, nearby: Arc<dyn Transport>, clock: Arc<dyn Clock>) -> Self {
        Self { transport, nearby, clock, kept: Mutex::default() }
    }

    /// Keys that hold for some minutes more; or at least now, when no others are to be had.
    pub(super) async fn keys(&self, identity: &AwsIdentity) -> Result<AwsKeys, AwsFailure> {
        // Held while asking, so that requests at the same time ask once.
        let mut kept = self.kept.lock().await;
        let now = self.clock.now_ms();
        let holds = |keys: &AwsKeys, margin: i64| keys.until_ms.is_none_or(|until| until - margin > now);
        let known = kept.iter().position(|(of, _)| of == identity);
        let before = known.and_then(|at| kept.get(at)).map(|(_, keys)| keys.clone());
        if let Some(keys) = before.clone().filter(|keys| holds(keys, MARGIN_MS)) {
            return Ok(keys);
        }
        match self.ask(identity, now).await {
            Ok(keys) => {
                kept.retain(|(of, _)| of != identity);
                kept.push((identity.clone(), keys.clone()));
                Ok(keys)
            }
            Err(failure) => before.filter(|keys| holds(keys, 0)).ok_or(failure),
        }
    }

    async fn ask(&self, identity: &AwsIdentity, now: i64) -> Result<AwsKeys, AwsFailure> {
        let mut roles: Vec<&AwsRole> = Vec::new();
        let mut source = &identity.source;
        while let AwsSource::Role { role, by } = source {
            roles.push(role);
            source = by;
        }
        let mut keys = self.first(identity, source, now).await.map_err(|failure| match failure {
            // A profile has named it.
            AwsFailure::Nowhere { source } if !roles.is_empty() => AwsFailure::NoMachine { source },
            other => other,
        })?;
        for role in roles.into_iter().rev() {
            keys = sts::assume(&*self.transport, identity, role, keys, now).await?;
        }
        Ok(keys)
    }

    /// The keys that stand at the beginning.
    async fn first(&self, identity: &AwsIdentity, source: &AwsSource, now: i64) -> Result<AwsKeys, AwsFailure> {
        match source {
            AwsSource::Keys(keys) => Ok(keys.clone()),
            AwsSource::Process(process) => {
                let process = process.clone();
                Ok(tokio::task::spawn_blocking(move || process.run()).await??)
            }
            AwsSource::WebIdentity { role, token } => {
                let token = read_token(token)?;
                sts::exchange(&*self.transport, identity, role, &token, now).await
            }
            AwsSource::Sso(sso) => sso::keys(&*self.transport, sso, now).await,
            AwsSource::Container { address, token } => {
                metadata::container(&*self.nearby, address, token.as_ref()).await
            }
            AwsSource::Machine { address } => metadata::machine(&*self.nearby, address).await,
            // The way of roles has been walked before.
            AwsSource::Role { by, .. } => Box::pin(self.first(identity, by, now)).await,
        }
    }
}
