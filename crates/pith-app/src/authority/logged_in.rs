//! Providers that a person signs in to by code of an extension: the login, what is stored of it, and the key of a request.
//!
//! What has run out is renewed while `auth.json` is locked, so that of several programs one does it and the others take what
//! it got; a token that may be used once is never used twice.

use std::time::Duration;

use super::sign_in::LoginAccess;
use super::{Arc, AuthorityError, BroughtLogin, Clock, LoginData, LoginPerson, PersonalKeys};

/// How often a lock is kept fresh while a provider is asked.
const BEAT: Duration = Duration::from_secs(3);

/// How long a provider has to give new tokens.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why the tokens of a login cannot be used.
#[derive(Debug, thiserror::Error)]
enum LoginError {
    #[error("the sign-in to `{provider}` could not be renewed: {error}; sign in again with `/login {provider}`")]
    Renewal { provider: String, error: String },
    #[error("nobody is signed in to `{provider}` any more; sign in with `/login {provider}`")]
    Gone { provider: String },
    #[error("the sign-in to `{provider}` gives no key: {error}")]
    Access { provider: String, error: String },
}

impl PersonalKeys {
    /// How a person signs in to a provider, where an extension has a way.
    pub(super) fn login(&self, provider: &str) -> Option<Arc<dyn BroughtLogin>> {
        self.sources.brought.now().get(provider)?.login().cloned()
    }

    /// The providers that extensions have a login for, with what people call it.
    pub fn logins(&self) -> Vec<(String, String)> {
        let now = self.sources.brought.now();
        let with_login = now.iter().filter_map(|(id, provider)| Some((id.clone(), provider.login()?.name())));
        with_login.collect()
    }

    /// What a login gave that is stored for the provider.
    pub fn stored_login(&self, provider: &str) -> Option<LoginData> {
        self.sources.credentials.login(provider)
    }

    /// Has the person sign in, and stores what that gives.
    ///
    /// # Errors
    /// When there is no login for the provider, it fails or is given up, or nothing can be stored.
    pub async fn sign_in(&self, provider: &str, person: Arc<dyn LoginPerson>) -> Result<(), AuthorityError> {
        let login = self.login(provider).ok_or_else(|| format!("there is no login for `{provider}`"))?;
        let mut data = login.login(person).await?;
        let (sources, provider) = (Arc::clone(&self.sources), provider.to_owned());
        if data.get("type").is_some_and(|kind| kind == "api_key") {
            let key = data.remove("key").and_then(|key| key.as_str().map(pith_llm::Secret::new));
            let key = key.ok_or_else(|| format!("the login to `{provider}` gave no key"))?;
            return Ok(self.store_key(&provider, key).await?);
        }
        let stored = data.clone();
        tokio::task::spawn_blocking(move || sources.credentials.store_login(&provider, stored)).await??;
        login.changed(Some(&data)).await;
        Ok(())
    }

    /// What requests carry where the person has signed in by an extension. A key of the command line goes before it.
    pub(super) async fn login_access(&self, provider: &str) -> Result<Option<LoginAccess>, AuthorityError> {
        if self.sources.flag.is_some() {
            return Ok(None);
        }
        let (Some(login), Some(data)) = (self.login(provider), self.stored_login(provider)) else { return Ok(None) };
        let data = if has_run_out(&data, self.clock.as_deref()) {
            self.renewed(provider, Arc::clone(&login)).await?
        } else {
            data
        };
        let failed = |error| LoginError::Access { provider: provider.to_owned(), error };
        Ok(Some(login.access(&data).await.map_err(failed)?))
    }

    async fn renewed(&self, provider: &str, login: Arc<dyn BroughtLogin>) -> Result<LoginData, AuthorityError> {
        let (sources, name, clock) = (Arc::clone(&self.sources), provider.to_owned(), self.clock.clone());
        let runtime = tokio::runtime::Handle::current();
        let work = move || {
            sources.credentials.renew_login(&name, |stored, keep| {
                // Another program may have been first.
                if !has_run_out(stored, clock.as_deref()) {
                    return Ok(None);
                }
                runtime.block_on(async {
                    let mut renewal = std::pin::pin!(tokio::time::timeout(PATIENCE, login.renew(stored)));
                    loop {
                        tokio::select! {
                            done = &mut renewal => {
                                return match done {
                                    Ok(done) => done.map(Some),
                                    Err(_) => Err("there was no answer in time".to_owned()),
                                };
                            }
                            () = tokio::time::sleep(BEAT) => keep(),
                        }
                    }
                })
            })
        };
        let provider = provider.to_owned();
        match tokio::task::spawn_blocking(work).await?? {
            Ok(Some(data)) => Ok(data),
            Ok(None) => Err(LoginError::Gone { provider }.into()),
            Err(error) => Err(LoginError::Renewal { provider, error }.into()),
        }
    }
}

/// Whether new tokens are needed.
fn has_run_out(data: &LoginData, clock: Option<&dyn Clock>) -> bool {
    let expires = data.get("expires").and_then(serde_json::Value::as_f64);
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of our time are exact")]
    let now = clock.map(|clock| clock.now_ms() as f64);
    expires.zip(now).is_some_and(|(expires, now)| now >= expires)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use pith_config::{Credentials, Environment, ModelsFile, Paths};
    use pith_llm::{CallOptions, Secret};
    use pith_types::Model;
    use serde_json::{Value, json};

    use super::*;
    use crate::Authority as _;
    use crate::models::{Brought, BroughtProvider};
    use crate::sign_in::{LoginNews, LoginQuestion};

    #[derive(Default)]
    struct Acme {
        renewals: AtomicUsize,
        refuses: bool,
    }

    fn data(access: &str, expires: i64) -> LoginData {
        let Value::Object(data) = json!({ "access": access, "refresh": "r", "expires": expires, "own": 1 }) else {
            unreachable!()
        };
        data
    }

    #[async_trait]
    impl BroughtLogin for Acme {
        fn name(&self) -> String {
            "Acme".to_owned()
        }
        async fn login(&self, person: Arc<dyn LoginPerson>) -> Result<LoginData, String> {
            person.tell(LoginNews::Progress("here".to_owned()));
            let question = LoginQuestion::Text { message: "Code".to_owned(), placeholder: None };
            person.ask(question).await.map(|code| data(&code, 1)).ok_or_else(|| "given up".to_owned())
        }
        async fn renew(&self, data: &LoginData) -> Result<LoginData, String> {
            if self.refuses {
                return Err("invalid_grant".to_owned());
            }
            let count = self.renewals.fetch_add(1, Ordering::Relaxed) + 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
            let mut new = data.clone();
            new.insert("access".to_owned(), json!(format!("new{count}")));
            new.insert("expires".to_owned(), json!(i64::MAX));
            Ok(new)
        }
        async fn access(&self, data: &LoginData) -> Result<LoginAccess, String> {
            let key = data["access"].as_str().map(|access| Secret::new(format!("key-{access}")));
            Ok(LoginAccess { key, headers: vec![("x-own".to_owned(), Secret::new("1"))] })
        }
    }

    struct Types(Option<&'static str>);

    #[async_trait]
    impl LoginPerson for Types {
        async fn ask(&self, _: LoginQuestion) -> Option<String> {
            self.0.map(str::to_owned)
        }
        fn tell(&self, _: LoginNews) {}
    }

    struct Home(tempfile::TempDir);

    impl Home {
        fn keys(&self, acme: &Arc<Acme>, config: Value) -> PersonalKeys {
            let environment = Environment::new(self.0.path(), None);
            let environment = environment.with_variable("PITH_DIR", self.0.path());
            let paths = Paths::new(&environment).unwrap();
            let credentials = Credentials::load(&paths, &environment, &mut Vec::new());
            let brought = Brought::default();
            let provider = BroughtProvider::read(config, true).unwrap().with_login(Arc::clone(acme) as _);
            brought.set([("acme".to_owned(), provider)], []);
            let keys = PersonalKeys::new(credentials, ModelsFile::default(), brought, None, &[]);
            PersonalKeys { clock: Some(Arc::new(|| 1_000_000)), ..keys }
        }
        fn stored(&self) -> Value {
            serde_json::from_str(&std::fs::read_to_string(self.0.path().join("auth.json")).unwrap()).unwrap()
        }
    }

    fn own_models() -> Value {
        json!({ "api": "openai-completions", "baseUrl": "https://a", "models": [{ "id": "m" }] })
    }

    fn model() -> Model {
        Model { id: "m".into(), provider: "acme".into(), ..Model::default() }
    }

    fn home() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    async fn sign_in(keys: &PersonalKeys, code: Option<&'static str>) -> Result<(), AuthorityError> {
        keys.sign_in("acme", Arc::new(Types(code))).await
    }

    #[tokio::test]
    async fn a_login_is_stored_renewed_and_forgotten() {
        let (home, acme) = (home(), Arc::new(Acme::default()));
        let keys = home.keys(&acme, own_models());
        assert_eq!(keys.logins(), [("acme".to_owned(), "Acme".to_owned())]);
        assert!(!keys.is_ready("acme"));
        let missing = keys.check(&model()).unwrap_err().to_string();
        assert!(missing.contains("sign in with `/login acme`"), "{missing}");
        assert_eq!(sign_in(&keys, None).await.unwrap_err().to_string(), "given up");
        sign_in(&keys, Some("c0")).await.unwrap();
        assert_eq!(
            home.stored()["acme"],
            json!({ "access": "c0", "refresh": "r", "expires": 1, "own": 1, "type": "oauth" })
        );
        assert!(keys.is_ready("acme"));
        let options = keys.authorize(&model(), CallOptions::default()).await.unwrap();
        assert_eq!(options.api_key.unwrap().reveal(), "key-new1");
        assert_eq!(options.headers["x-own"].reveal(), "1");
        assert_eq!(home.stored()["acme"]["access"], "new1");
        // What is good is not renewed again, here or in another program.
        assert_eq!(home.keys(&acme, own_models()).key("acme").await.unwrap().unwrap().reveal(), "key-new1");
        assert_eq!(acme.renewals.load(Ordering::Relaxed), 1);
        assert!(keys.forget("acme").await.unwrap());
        assert!(!keys.is_ready("acme"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_many_that_find_it_run_out_one_renews_it() {
        let (home, acme) = (home(), Arc::new(Acme::default()));
        let first = Arc::new(home.keys(&acme, own_models()));
        sign_in(&first, Some("c0")).await.unwrap();
        let second = Arc::new(home.keys(&acme, own_models()));
        let asked = (0..6).map(|number| {
            let keys = Arc::clone(if number % 2 == 0 { &first } else { &second });
            tokio::spawn(async move { keys.key("acme").await.unwrap().unwrap() })
        });
        for key in futures::future::join_all(asked).await {
            assert_eq!(key.unwrap().reveal(), "key-new1");
        }
        assert_eq!(acme.renewals.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn what_cannot_be_renewed_is_kept_and_told() {
        let home = home();
        let refusing = Arc::new(Acme { refuses: true, ..Acme::default() });
        let keys = home.keys(&refusing, own_models());
        sign_in(&keys, Some("c0")).await.unwrap();
        let error = keys.authorize(&model(), CallOptions::default()).await.unwrap_err().to_string();
        assert!(error.contains("invalid_grant") && error.contains("`/login acme`"), "{error}");
        assert_eq!(home.stored()["acme"]["access"], "c0");
    }

    #[tokio::test]
    async fn a_login_goes_before_a_key_that_the_extension_names() {
        let (home, acme) = (home(), Arc::new(Acme::default()));
        let mut config = own_models();
        config["apiKey"] = json!("literal");
        config["authHeader"] = json!(true);
        let keys = home.keys(&acme, config);
        assert_eq!(keys.key("acme").await.unwrap().unwrap().reveal(), "literal");
        sign_in(&keys, Some("c0")).await.unwrap();
        let options = keys.authorize(&model(), CallOptions::default()).await.unwrap();
        assert_eq!(options.headers["Authorization"].reveal(), "Bearer key-new1");
    }
}
