//! Providers of extensions: admitted when they are registered, and brought to the app once their factory is done.
//!
//! A key may be a variable or what a command prints, and a request carries it to a host: an extension that names one of these
//! needs the right to it, since it is the program that would do it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use pith_app::models::BroughtProvider;
use pith_llm::Api;
use serde_json::{Value, json};

use super::logins::OwnLogin;
use super::own_stream::OwnStream;
use super::registered::ProviderSpec;
use super::shared::{Record, Shared};
use super::virtual_models::Router;
use crate::rights::{Gate, Program, Right};
use crate::runtime::{Budget, HostError, ProcessFacts};

/// How long the start waits for a provider that has to ask somebody for its models.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether the extension may bring this provider.
///
/// # Errors
/// When it is none, or would have the program do what the extension may not do itself.
pub(super) fn admit(spec: &ProviderSpec, gate: &Gate, process: &ProcessFacts) -> Result<(), HostError> {
    let Some(config) = spec.config.clone() else { return Ok(()) };
    let brought = BroughtProvider::read(config, false)
        .map_err(|error| HostError::new(format!("the provider `{}` cannot be registered: {error}", spec.name)))?;
    let mut needed: Vec<Right> = brought.variables().into_iter().map(Right::Env).collect();
    if brought.runs_commands() {
        let search = BTreeMap::get(&process.env, "PATH").map(String::as_str);
        needed.push(Right::Run(Program::find("sh", search, search, &process.cwd)));
    }
    let hosts = brought.addresses().into_iter().filter_map(|address| url::Url::parse(address).ok());
    needed.extend(hosts.filter_map(|url| Some(Right::Reach(url.host_str()?.to_owned()))));
    needed.into_iter().try_for_each(|right| gate.check(right).map_err(|denied| HostError::new(denied.to_string())))
}

impl Shared {
    /// Brings what those in force have registered.
    pub(super) fn bring_providers(self: &Arc<Self>) {
        let (mut all, mut routed) = (Vec::new(), Vec::new());
        for record in self.in_force().into_iter().filter(|record| record.is_loaded()) {
            let registered = record.registered();
            for spec in registered.providers {
                all.extend(self.brought(&spec, &record).map(|provider| (spec.name, provider)));
            }
            for spec in registered.virtual_models {
                routed.push((
                    spec.provider.clone(),
                    spec.model(),
                    Arc::new(Router::new(&record, self)) as Arc<dyn Api>,
                ));
            }
        }
        self.surroundings.providers.set(all, routed);
    }

    fn brought(self: &Arc<Self>, spec: &ProviderSpec, record: &Arc<Record>) -> Option<BroughtProvider> {
        // It was read when it was admitted.
        let mut config = spec.config.clone()?;
        if let (Some(models), Value::Object(config)) = (&spec.projected, &mut config) {
            config.insert("models".to_owned(), models.clone());
        }
        let mut provider = BroughtProvider::read(config, spec.replaces || spec.projected.is_some()).ok()?;
        if let Some(name) = &spec.login {
            provider = provider.with_login(Arc::new(OwnLogin::new(spec, name, record, self)));
        }
        if !spec.streams {
            return Some(provider);
        }
        // A whole provider serves all its models; else the stream is for those of the API that it is registered with.
        let api = if spec.native { None } else { provider.api().map(str::to_owned) };
        Some(provider.with_stream(api, Arc::new(OwnStream::new(spec.name.clone(), record, self))))
    }

    /// What extensions bring has changed while the app runs.
    pub(super) fn providers_changed(self: &Arc<Self>) {
        self.bring_providers();
        if let Some(app) = self.app() {
            self.begin(async move { app.models_changed() });
        }
    }

    /// Asks the providers that know their models only when they have asked somebody, and brings what they have then.
    pub(super) async fn refresh_providers(self: &Arc<Self>, only_empty: bool) {
        let mut changed = false;
        for record in self.in_force().into_iter().filter(|record| record.is_loaded()) {
            let wanted = |spec: &ProviderSpec| spec.refreshes && !(only_empty && spec.has_models());
            for spec in record.registered().providers.into_iter().filter(wanted) {
                match self.refreshed(&record, &spec).await {
                    Ok(Some(models)) => {
                        changed |= record.put_models(&spec.name, models);
                    }
                    Ok(None) => {}
                    Err(error) => self.report(&record.id, "refresh_models", &error, None),
                }
            }
        }
        if changed {
            self.providers_changed();
        }
    }

    async fn refreshed(&self, record: &Record, spec: &ProviderSpec) -> Result<Option<Value>, String> {
        let args = json!([record.id, spec.name]);
        let asked = record.package.call("refresh", &args, Budget::Within(PATIENCE));
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(answer) => answer.map(|models| models.filter(Value::is_array)).map_err(|failure| failure.to_string()),
            Err(_) => Err(format!("the provider `{}` did not say in time which models it has", spec.name)),
        }
    }
}
