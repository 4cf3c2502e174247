//! Logins that extensions conduct, in both forms in which they are registered.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_app::sign_in::{BroughtLogin, LoginData, LoginNews, LoginPerson, LoginQuestion};
use serde_json::{Value, json};

use super::World;

/// Answers in order, secrets with the same at any time; then gives up.
#[derive(Default)]
struct Signs {
    answers: Mutex<Vec<&'static str>>,
    seen: Mutex<Vec<String>>,
}

#[async_trait]
impl LoginPerson for Signs {
    async fn ask(&self, question: LoginQuestion) -> Option<String> {
        self.seen.lock().unwrap().push(format!("{question:?}"));
        if matches!(question, LoginQuestion::Secret { .. }) {
            return Some("s-1".to_owned());
        }
        let next = || {
            let mut answers = self.answers.lock().unwrap();
            if answers.is_empty() { None } else { Some(answers.remove(0)) }
        };
        match next() {
            Some("wait") => std::future::pending().await,
            answer => answer.map(str::to_owned),
        }
    }

    fn tell(&self, news: LoginNews) {
        self.seen.lock().unwrap().push(format!("{news:?}"));
    }
}

fn signs(answers: &[&'static str]) -> Arc<Signs> {
    Arc::new(Signs { answers: Mutex::new(answers.to_vec()), ..Signs::default() })
}

fn data(value: Value) -> LoginData {
    serde_json::from_value(value).unwrap()
}

async fn login(world: &World) -> Arc<dyn BroughtLogin> {
    let (loaded, errors) = world.extensions().load().await;
    assert!(errors.is_empty(), "{errors:?}");
    // They live as long as the test.
    std::mem::forget(loaded);
    Arc::clone(world.providers.now()["acme"].login().unwrap())
}

const BY_NAME: &str = r#"export default (pi: any) => pi.registerProvider("acme", {
    api: "openai-completions", baseUrl: "https://acme.invalid", models: [{ id: "a", name: "A" }, { id: "b", name: "B" }],
    oauth: {
        name: "Acme (SSO)",
        async login(callbacks: any) {
            callbacks.onAuth({ url: "https://acme.invalid/go", instructions: "agree" });
            callbacks.onDeviceCode({ userCode: "AB-12", verificationUri: "https://acme.invalid/code" });
            callbacks.onProgress("nearly");
            const where = await callbacks.onSelect({ message: "Where?", options: [{ id: "eu", label: "Europe" }] });
            // A server of its own may be first: what is typed is not waited for then.
            const manual = callbacks.onManualCodeInput().catch((error: any) => error.message);
            const code = where === "eu" ? await callbacks.onPrompt({ message: "Code?", placeholder: "c-…" }) : await manual;
            return { access: code, refresh: "r", expires: 5, where, aborted: callbacks.signal.aborted };
        },
        async refreshToken(credentials: any) {
            if (credentials.refresh !== "r") throw new Error("invalid_grant");
            return { ...credentials, access: "new", expires: 10 };
        },
        getApiKey: (credentials: any) => `${credentials.access}@${credentials.where}`,
        modifyModels: (models: any[], credentials: any) => models.filter((model) => model.id === credentials.only),
    },
})"#;

#[tokio::test]
async fn a_login_asks_and_tells_and_its_credentials_make_keys() {
    let world = World::new();
    world.extension("acme.ts", BY_NAME);
    let login = login(&world).await;
    assert_eq!(login.name(), "Acme (SSO)");
    let person = signs(&["eu", "wait", "c-1"]);
    let got = login.login(person.clone()).await.unwrap();
    let expected =
        json!({ "access": "c-1", "refresh": "r", "expires": 5, "where": "eu", "aborted": false, "type": "oauth" });
    assert_eq!(Value::Object(got.clone()), expected);
    let seen = person.seen.lock().unwrap().join("\n");
    for part in ["acme.invalid/go", "agree", "AB-12", "nearly", "Europe", "c-…"] {
        assert!(seen.contains(part), "{part} in {seen}");
    }
    let renewed = login.renew(&got).await.unwrap();
    assert_eq!(renewed["access"], "new");
    assert_eq!(login.access(&renewed).await.unwrap().key.unwrap().reveal(), "new@eu");
    let old = data(json!({ "refresh": "other" }));
    assert!(login.renew(&old).await.unwrap_err().contains("invalid_grant"));
}

#[tokio::test]
async fn a_login_that_is_given_up_fails_and_one_that_is_left_is_ended() {
    let world = World::new();
    world.extension("acme.ts", BY_NAME);
    let login = login(&world).await;
    assert!(login.login(signs(&["eu", "wait"])).await.unwrap_err().contains("cancelled"));
    let waits = signs(&["eu", "wait", "wait"]);
    let left = tokio::time::timeout(std::time::Duration::from_millis(300), login.login(waits)).await;
    assert!(left.is_err());
    // The extension goes on to serve.
    login.login(signs(&["eu", "wait", "c-2"])).await.unwrap();
}

#[tokio::test]
async fn a_whole_provider_signs_in_by_prompts_and_events() {
    let world = World::new();
    world.extension(
        "acme.ts",
        r#"export default (pi: any) => pi.registerProvider({
            id: "acme", name: "Acme", getModels: () => [], stream() {}, streamSimple() {},
            auth: { oauth: {
                name: "Acme", loginLabel: "Sign in at Acme",
                async login(interaction: any) {
                    interaction.notify({ type: "info", message: "look", links: [{ url: "https://l", label: "L" }] });
                    const until = new AbortController();
                    const late = interaction.prompt({ type: "manual_code", message: "code", signal: until.signal }).catch((error: any) => error.name);
                    until.abort();
                    const secret = await interaction.prompt({ type: "secret", message: "token" });
                    return { type: "oauth", access: secret, refresh: "", expires: 1, late: await late };
                },
                refresh: async (credential: any, signal: any) => ({ ...credential, access: String(signal.aborted) }),
                toAuth: async (credential: any) => ({ apiKey: credential.access, headers: { "x-acme": "1" } }),
            } },
        })"#,
    );
    let login = login(&world).await;
    assert_eq!(login.name(), "Sign in at Acme");
    let person = signs(&["wait"]);
    let got = login.login(person.clone()).await.unwrap();
    assert_eq!((got["access"].as_str(), got["late"].as_str()), (Some("s-1"), Some("AbortError")));
    let access = login.access(&login.renew(&got).await.unwrap()).await.unwrap();
    assert_eq!(access.key.unwrap().reveal(), "false");
    assert_eq!(access.headers[0].0, "x-acme");
    assert!(person.seen.lock().unwrap()[0].contains("L: https://l"));
}
