//! Logins of extensions: their code leads the person through, renews what has run out and makes keys; the program keeps what
//! they give. Neither what is asked nor what is given is written anywhere else.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use async_trait::async_trait;
use pith_app::sign_in::{BroughtLogin, LoginAccess, LoginData, LoginNews, LoginPerson, LoginQuestion};
use pith_llm::Secret;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::registered::ProviderSpec;
use super::shared::{Record, Shared};
use crate::runtime::{Budget, CallFailure, HostError};

/// The logins under way, by name.
#[derive(Default)]
pub(super) struct OpenLogins(Mutex<HashMap<String, Open>>);

/// Who signs in, and whether that is still going on.
#[derive(Clone)]
struct Open {
    person: Arc<dyn LoginPerson>,
    over: CancellationToken,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Asked {
    Text { message: String, placeholder: Option<String> },
    Secret { message: String },
    Choice { message: String, options: Vec<Choice> },
}

#[derive(Deserialize)]
struct Choice {
    id: String,
    label: String,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Told {
    Page { url: String, instructions: Option<String> },
    Code { code: String, url: String },
    Progress { message: String },
}

impl OpenLogins {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, login: &Value) -> Result<Open, HostError> {
        let name = login.as_str().unwrap_or_default();
        self.lock().get(name).cloned().ok_or_else(|| HostError::new("this login is over"))
    }

    /// Asks the person; nothing when they give up, the question is taken back, or the login is over.
    pub(super) fn ask(
        &self,
        login: &Value,
        question: Value,
        taken_back: CancellationToken,
    ) -> Result<impl Future<Output = Option<String>> + Send + use<>, HostError> {
        let Open { person, over } = self.get(login)?;
        let question = match super::calls::read(question)? {
            Asked::Text { message, placeholder } => LoginQuestion::Text { message, placeholder },
            Asked::Secret { message } => LoginQuestion::Secret { message },
            Asked::Choice { message, options } => LoginQuestion::Choice {
                message,
                options: options.into_iter().map(|option| (option.id, option.label)).collect(),
            },
        };
        Ok(async move {
            tokio::select! {
                answer = person.ask(question) => answer,
                () = over.cancelled() => None,
                () = taken_back.cancelled() => None,
            }
        })
    }

    /// Tells the person something.
    pub(super) fn tell(&self, login: &Value, news: Value) -> Result<(), HostError> {
        let news = match super::calls::read(news)? {
            Told::Page { url, instructions } => LoginNews::Page { url, instructions },
            Told::Code { code, url } => LoginNews::Code { code, url },
            Told::Progress { message } => LoginNews::Progress(message),
        };
        self.get(login)?.person.tell(news);
        Ok(())
    }
}

/// The login of one provider. It keeps neither its extension nor the program alive.
pub(super) struct OwnLogin {
    provider: String,
    name: String,
    record: Weak<Record>,
    shared: Weak<Shared>,
}

impl OwnLogin {
    pub(super) fn new(spec: &ProviderSpec, name: &str, record: &Arc<Record>, shared: &Arc<Shared>) -> Self {
        let name = if name.is_empty() { &spec.name } else { name };
        Self {
            provider: spec.name.clone(),
            name: name.to_owned(),
            record: Arc::downgrade(record),
            shared: Arc::downgrade(shared),
        }
    }

    async fn call(&self, entry: &str, more: &[Value]) -> Result<Value, String> {
        let record = self.record.upgrade().ok_or_else(|| self.gone())?;
        let mut args = vec![json!(record.id), json!(self.provider)];
        args.extend_from_slice(more);
        let answer = record.package.call(entry, &Value::Array(args), Budget::Unlimited).await;
        answer.map(Option::unwrap_or_default).map_err(|failure| match failure {
            CallFailure::Threw { message, .. } => message,
            failure => format!("`{}`: {failure}", record.name()),
        })
    }

    async fn data(&self, entry: &str, more: &[Value]) -> Result<LoginData, String> {
        match self.call(entry, more).await? {
            Value::Object(data) => Ok(data),
            _ => Err(format!("the extension gave nothing that can be kept for `{}`", self.provider)),
        }
    }

    fn gone(&self) -> String {
        format!("the extension that signs in to `{}` is loaded no longer", self.provider)
    }
}

/// Ends a login in JavaScript too, however it ended here.
struct Ends<'a> {
    shared: &'a Shared,
    record: &'a Record,
    name: String,
    over: CancellationToken,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.over.cancel();
        self.shared.logins.lock().remove(&self.name);
        self.record.package.tell("over", &json!([self.name, true]));
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Access {
    key: Option<String>,
    headers: Option<Map<String, Value>>,
}

#[async_trait]
impl BroughtLogin for OwnLogin {
    fn name(&self) -> String {
        self.name.clone()
    }

    async fn login(&self, person: Arc<dyn LoginPerson>) -> Result<LoginData, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (Some(record), Some(shared)) = (self.record.upgrade(), self.shared.upgrade()) else {
            return Err(self.gone());
        };
        let name = format!("login:{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let over = CancellationToken::new();
        shared.logins.lock().insert(name.clone(), Open { person, over: over.clone() });
        let ends = Ends { shared: &shared, record: &record, name, over };
        self.data("login", &[json!(ends.name)]).await
    }

    async fn renew(&self, data: &LoginData) -> Result<LoginData, String> {
        self.data("renew", &[json!(data)]).await
    }

    async fn access(&self, data: &LoginData) -> Result<LoginAccess, String> {
        let access: Option<Access> =
            serde_json::from_value(self.call("access", &[json!(data)]).await?).map_err(|error| error.to_string())?;
        let Access { key, headers } = access.unwrap_or_default();
        let text = |(name, value): (String, Value)| Some((name, Secret::new(value.as_str()?)));
        Ok(LoginAccess {
            key: key.map(Secret::new),
            headers: headers.unwrap_or_default().into_iter().filter_map(text).collect(),
        })
    }

    async fn changed(&self, data: Option<&LoginData>) {
        let (Some(record), Some(shared)) = (self.record.upgrade(), self.shared.upgrade()) else { return };
        let specs = record.registered().providers;
        if let Some(spec) = specs.iter().find(|spec| spec.name == self.provider && spec.projects) {
            shared.project(&record, spec, data).await;
        }
        shared.providers_changed();
    }
}

impl Shared {
    /// Has the models be those that whoever is signed in has, for all providers that tell them apart.
    pub(super) async fn project_all(self: &Arc<Self>) {
        let mut any = false;
        for record in self.in_force().into_iter().filter(|record| record.is_loaded()) {
            for spec in record.registered().providers.iter().filter(|spec| spec.projects) {
                let Some(data) = (self.surroundings.logins)(&spec.name) else { continue };
                self.project(&record, spec, Some(&data)).await;
                any = true;
            }
        }
        if any {
            self.bring_providers();
        }
    }

    async fn project(self: &Arc<Self>, record: &Arc<Record>, spec: &ProviderSpec, data: Option<&LoginData>) {
        // What the extension changes are the models as everybody has them.
        record.put_projected(&spec.name, None);
        self.bring_providers();
        let Some(data) = data else { return };
        let registry = (self.surroundings.models)();
        let models: Vec<Value> = registry
            .entries()
            .iter()
            .filter(|entry| entry.provider() == spec.name)
            .map(|entry| json!(*entry.model()))
            .collect();
        let args = json!([record.id, spec.name, models, data]);
        let budget = self.surroundings.deadlines.budget("route");
        match record.package.call("project", &args, budget).await {
            Ok(Some(models)) if models.is_array() => record.put_projected(&spec.name, Some(models)),
            Ok(_) => {}
            Err(error) => self.report(&record.id, "modify_models", &error.to_string(), None),
        }
    }
}
