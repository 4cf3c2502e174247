#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::{Diagnostic, Environment, ModelsFile, Paths};
use pith_types::Model;

struct World {
    folder: tempfile::TempDir,
    environment: Environment,
    models: String,
    told: Vec<Diagnostic>,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::new(folder.path(), None)
            .with_variable("PITH_DIR", folder.path())
            .with_variable("PATH", "/usr/bin:/bin");
        Self { folder, environment, models: "{}".to_owned(), told: Vec::new() }
    }

    fn auth(self, text: &str) -> Self {
        std::fs::write(self.folder.path().join("auth.json"), text).unwrap();
        #[cfg(unix)]
        set_mode(&self.folder.path().join("auth.json"), 0o600);
        self
    }

    fn models(mut self, provider: &str) -> Self {
        self.models = format!(r#"{{"providers": {{"openai": {provider}}}}}"#);
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment = self.environment.with_variable(name, value);
        self
    }

    fn load(&mut self) -> (Credentials, ModelsFile) {
        let models = self.folder.path().join("models.json");
        std::fs::write(&models, &self.models).unwrap();
        let credentials = Credentials::load(&Paths::new(&self.environment).unwrap(), &self.environment, &mut self.told);
        (credentials, ModelsFile::load(&models, &mut self.told))
    }

    /// The key for `openai` and where it came from, or the error with its cause.
    fn key(&mut self, flag: Option<&str>) -> Result<Option<(String, KeySource)>, String> {
        let (credentials, models) = self.load();
        let model = Model { provider: "openai".to_owned(), id: "m".to_owned(), ..Model::default() };
        let flag = flag.map(Secret::new);
        let auth = credentials.for_request(&model, models.provider("openai"), flag.as_ref()).map_err(|error| {
            format!("{error}: {}", std::error::Error::source(&error).map_or_else(String::new, ToString::to_string))
        })?;
        let source = credentials.key_source("openai", models.provider("openai"), flag.as_ref());
        assert_eq!(source, auth.source);
        Ok(auth.key.map(|key| key.reveal().to_owned()).zip(auth.source))
    }
}

#[cfg(unix)]
fn set_mode(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn found(key: &str, source: KeySource) -> Result<Option<(String, KeySource)>, String> {
    Ok(Some((key.to_owned(), source)))
}

#[test]
fn keys_come_from_the_flag_then_auth_json_then_models_json_then_the_environment() {
    let mut world = World::new();
    assert_eq!(world.key(None), Ok(None));
    let mut world = world.variable("OPENAI_API_KEY", "env");
    assert_eq!(world.key(None), found("env", KeySource::Variable("OPENAI_API_KEY".to_owned())));
    let mut world = world.models(r#"{"apiKey": "models"}"#);
    assert_eq!(world.key(None), found("models", KeySource::ModelsFile));
    let mut world = world.auth(r#"{"openai": {"type": "api_key", "key": "stored"}}"#);
    assert_eq!(world.key(None), found("stored", KeySource::AuthFile));
    assert_eq!(world.key(Some("flag")), found("flag", KeySource::Flag));
}

#[test]
fn the_first_variable_of_a_provider_that_is_set_holds_its_key() {
    let mut world = World::new().variable("ANTHROPIC_API_KEY", "third").variable("ANTHROPIC_OAUTH_TOKEN", "second");
    let (credentials, _) = world.load();
    let source = credentials.key_source("anthropic", None, None);
    assert_eq!(source, Some(KeySource::Variable("ANTHROPIC_OAUTH_TOKEN".to_owned())));
}

#[test]
fn a_stored_keys_own_variables_go_before_those_of_the_process() {
    let text = r#"{"openai": {"type": "api_key", "key": "$A-$B", "env": {"A": "own"}}}"#;
    let mut world = World::new().auth(text).variable("A", "process").variable("B", "b");
    assert_eq!(world.key(None), found("own-b", KeySource::AuthFile));
}

#[test]
fn a_configured_key_that_cannot_be_made_is_an_error_and_no_other_source_is_tried() {
    let mut world =
        World::new().auth(r#"{"openai": {"type": "api_key", "key": "$NONE"}}"#).variable("OPENAI_API_KEY", "env");
    let error = world.key(None).unwrap_err();
    assert_eq!(error, "the API key of provider `openai` in `auth.json` cannot be used: the variable `NONE` is not set");
    let mut world = World::new().auth(r#"{"openai": {"type": "oauth", "access": "x"}}"#);
    assert!(world.key(None).unwrap_err().contains("`openai` was signed in to by an extension that is not loaded"));
}

#[test]
fn a_key_in_models_json_whose_variable_is_missing_is_no_source() {
    let mut world = World::new().models(r#"{"apiKey": "$MOCK_KEY"}"#).variable("OPENAI_API_KEY", "env");
    assert!(world.key(None).unwrap_err().contains("`MOCK_KEY`"));
    let (credentials, models) = world.load();
    assert_eq!(credentials.key_source("openai", models.provider("openai"), None), None);
}

#[cfg(unix)]
#[test]
fn a_stored_command_runs_once_and_one_in_models_json_each_time() {
    let count = |world: &World| std::fs::read_to_string(world.folder.path().join("runs")).unwrap().lines().count();
    let ask = |world: &mut World| {
        let (credentials, models) = world.load();
        let model = Model { provider: "openai".to_owned(), ..Model::default() };
        for _ in 0..2 {
            let auth = credentials.for_request(&model, models.provider("openai"), None).unwrap();
            assert_eq!(auth.key.unwrap().reveal(), "k");
        }
    };
    let mut stored = World::new().auth(r#"{"openai": {"type": "api_key", "key": "!echo run >> runs; echo k"}}"#);
    ask(&mut stored);
    assert_eq!(count(&stored), 1);
    let mut configured = World::new().models(r#"{"apiKey": "!echo run >> runs; echo k"}"#);
    ask(&mut configured);
    assert_eq!(count(&configured), 2);
}

#[test]
fn headers_are_made_like_keys_and_the_key_may_be_sent_as_bearer() {
    let mut world = World::new().models(r#"{"apiKey": "k", "authHeader": true}"#).variable("H", "h");
    let (credentials, models) = world.load();
    let mut model = Model { provider: "openai".to_owned(), ..Model::default() };
    model.headers = Some([("X-H".to_owned(), "v-$H".to_owned())].into_iter().collect());
    let auth = credentials.for_request(&model, models.provider("openai"), None).unwrap();
    let headers: Vec<_> = auth.headers.iter().map(|(name, value)| (name.as_str(), value.reveal())).collect();
    assert_eq!(headers, [("X-H", "v-h"), ("Authorization", "Bearer k")]);
    model.headers = Some([("X-H".to_owned(), "$NONE".to_owned())].into_iter().collect());
    let error = credentials.for_request(&model, None, None).unwrap_err();
    assert_eq!(error.to_string(), "the header `X-H` of provider `openai` cannot be used");
}

#[test]
fn a_torn_auth_json_is_told_without_its_content_and_other_sources_still_serve() {
    let torn = r#"{"openai": {"type": "api_key", "key": "sk-sec"#;
    let mut world = World::new().auth(torn).variable("OPENAI_API_KEY", "env");
    assert_eq!(world.key(None), found("env", KeySource::Variable("OPENAI_API_KEY".to_owned())));
    let [told] = world.told.as_slice() else { unreachable!("{:?}", world.told) };
    assert!(told.line == Some(1) && !told.to_string().contains("sk-sec"), "{told}");
    assert_eq!(std::fs::read_to_string(world.folder.path().join("auth.json")).unwrap(), torn);
}

#[test]
fn one_malformed_entry_costs_only_itself() {
    let mut world = World::new()
        .auth(r#"{"a": "sk-secret", "b": {"type": "api_key", "key": 5}, "openai": {"type": "api_key", "key": "k"}}"#);
    assert_eq!(world.key(None), found("k", KeySource::AuthFile));
    assert_eq!(world.told.len(), 2);
    assert!(world.told.iter().all(|told| !told.to_string().contains("sk-secret")));
}

#[cfg(unix)]
#[test]
fn a_mode_that_lets_others_read_the_keys_is_tightened_and_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut world = World::new().auth(r#"{"openai": {"type": "api_key", "key": "k"}}"#);
    let file = world.folder.path().join("auth.json");
    set_mode(&file, 0o644);
    assert_eq!(world.key(None), found("k", KeySource::AuthFile));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let [told] = world.told.as_slice() else { unreachable!("{:?}", world.told) };
    assert!(told.to_string().contains("mode 644"), "{told}");
}

#[test]
fn shared_variables_are_not_withheld_from_children() {
    let withheld: Vec<_> = provider_key_variables().collect();
    assert!(withheld.contains(&"OPENAI_API_KEY") && withheld.contains(&"ANTHROPIC_AUTH_TOKEN"));
    for kept in ["HF_TOKEN", "COPILOT_GITHUB_TOKEN", "AWS_BEARER_TOKEN_BEDROCK"] {
        assert!(!withheld.contains(&kept), "{kept}");
    }
}

#[test]
fn the_variables_of_a_provider_come_along_and_a_credentials_own_go_before() {
    let stored = r#"{"amazon-bedrock": {"type": "api_key", "env": {"AWS_REGION": "own"}}}"#;
    let mut world = World::new()
        .auth(stored)
        .variable("AWS_REGION", "process")
        .variable("AWS_ACCESS_KEY_ID", "AKIA")
        .variable("AWS_SECRET_ACCESS_KEY", "secret")
        .variable("UNRELATED", "x");
    let (credentials, _) = world.load();
    let env = |provider: &str, api: &str| {
        let model = Model { provider: provider.into(), api: api.into(), ..Model::default() };
        let env = credentials.for_request(&model, None, None).unwrap().env;
        env.into_iter().map(|(name, value)| format!("{name}={}", value.reveal())).collect::<Vec<_>>()
    };
    assert_eq!(
        env("amazon-bedrock", "bedrock-converse-stream"),
        ["AWS_REGION=own", "AWS_ACCESS_KEY_ID=AKIA", "AWS_SECRET_ACCESS_KEY=secret"]
    );
    assert_eq!(env("mine", "bedrock-converse-stream").len(), 3);
    assert!(env("openai", "openai-completions").is_empty());
}

#[test]
fn keys_that_sign_make_a_provider_ready() {
    let ready = |world: &mut World| world.load().0.key_source("amazon-bedrock", None, None).is_some();
    let mut world = World::new().variable("AWS_ACCESS_KEY_ID", "AKIA");
    assert!(!ready(&mut world));
    let mut world = world.variable("AWS_SECRET_ACCESS_KEY", "secret");
    assert!(ready(&mut world));
}

#[test]
fn a_token_of_a_variable_is_sent_as_a_bearers() {
    let mut world = World::new().variable("ANTHROPIC_AUTH_TOKEN", "token");
    let model = Model { provider: "anthropic".into(), ..Model::default() };
    let auth = world.load().0.for_request(&model, None, None).unwrap();
    assert_eq!((auth.key, auth.headers["Authorization"].reveal()), (None, "Bearer token"));
}

#[test]
fn a_request_is_given_what_its_address_is_made_of() {
    let mut world = World::new()
        .auth(r#"{"azure": {"type": "api_key", "key": "k", "env": {"AZURE_OPENAI_RESOURCE_NAME": "own"}}}"#)
        .variable("AZURE_OPENAI_RESOURCE_NAME", "other")
        .variable("AZURE_OPENAI_API_VERSION", "v2")
        .variable("CLOUDFLARE_ACCOUNT_ID", "c");
    let (credentials, _) = world.load();
    let model = Model { provider: "azure".to_owned(), api: "azure-openai-responses".to_owned(), ..Model::default() };
    let env = credentials.for_request(&model, None, None).unwrap().env;
    let env: Vec<(&str, &str)> = env.iter().map(|(name, value)| (name.as_str(), value.reveal())).collect();
    assert_eq!(env, [("AZURE_OPENAI_RESOURCE_NAME", "own"), ("AZURE_OPENAI_API_VERSION", "v2")]);
}

#[test]
fn keys_of_aws_count_where_no_bearer_is_given() {
    let mut world = World::new().variable("AWS_ACCESS_KEY_ID", "a").variable("AWS_SECRET_ACCESS_KEY", "s");
    let (credentials, _) = world.load();
    let provider = "amazon-bedrock".to_owned();
    let model = Model { provider, api: "bedrock-converse-stream".to_owned(), ..Model::default() };
    let auth = credentials.for_request(&model, None, None).unwrap();
    assert_eq!((auth.key.is_none(), auth.source), (true, Some(KeySource::Aws)));
    assert_eq!(auth.env["AWS_SECRET_ACCESS_KEY"].reveal(), "s");
    assert_eq!(credentials.key_source("amazon-bedrock", None, None), Some(KeySource::Aws));
    let (with_bearer, _) = world.variable("AWS_BEARER_TOKEN_BEDROCK", "b").load();
    assert_eq!(with_bearer.for_request(&model, None, None).unwrap().key.unwrap().reveal(), "b");
}

#[test]
fn googles_file_of_credentials_counts_where_there_is_no_key() {
    let mut world = World::new();
    let file = world.folder.path().join("adc.json");
    let model = Model { provider: "google-vertex".to_owned(), api: "google-vertex".to_owned(), ..Model::default() };
    let text = r#"{"type": "authorized_user", "client_id": "c", "client_secret": "s", "refresh_token": "r"}"#;
    std::fs::write(&file, text).unwrap();
    world =
        world.variable("GOOGLE_APPLICATION_CREDENTIALS", file.to_str().unwrap()).variable("GOOGLE_CLOUD_PROJECT", "p");
    let (credentials, _) = world.load();
    let auth = credentials.for_request(&model, None, None).unwrap();
    assert!(matches!(auth.google.unwrap().proof, GoogleProof::Person { client_id, .. } if client_id == "c"));
    assert_eq!((auth.source, auth.env["GOOGLE_CLOUD_PROJECT"].reveal()), (Some(KeySource::Google), "p"));
    assert_eq!(credentials.key_source("google-vertex", None, None), Some(KeySource::Google));
    std::fs::write(&file, r#"{"type": "external_account", "secret": "hidden"}"#).unwrap();
    let error = credentials.for_request(&model, None, None).unwrap_err();
    assert!(error.to_string().contains("adc.json") && !format!("{error:?}").contains("hidden"), "{error:?}");
    let (with_key, _) = world.variable("GOOGLE_CLOUD_API_KEY", "k").load();
    assert!(with_key.for_request(&model, None, None).unwrap().google.is_none());
}

#[test]
fn a_stored_key_counts_at_once_and_stands_for_itself() {
    let text = r#"{"z": {"type": "new", "x": 1.50}, "openai": {"type": "api_key", "key": "old", "env": {"A": "a"}}}"#;
    let mut world = World::new().auth(text);
    let (credentials, _) = world.load();
    credentials.store_key("openai", &Secret::new(" !a$B$$ \n")).unwrap();
    credentials.store_key("groq", &Secret::new("k")).unwrap();
    let model = Model { provider: "openai".to_owned(), ..Model::default() };
    for credentials in [credentials, world.load().0] {
        let auth = credentials.for_request(&model, None, None).unwrap();
        assert_eq!(auth.key.unwrap().reveal(), "!a$B$$");
        assert_eq!(credentials.stored_providers(), ["groq", "openai", "z"]);
    }
    let file = std::fs::read_to_string(world.folder.path().join("auth.json")).unwrap();
    assert!(file.contains(r#""A": "a""#) && file.contains(r#""type": "new""#), "{file}");
    assert!(world.told.is_empty());
}

#[test]
fn a_key_that_is_taken_out_leaves_the_others_and_nothing_is_made_for_none() {
    let mut world = World::new();
    let (credentials, _) = world.load();
    assert!(!credentials.forget("openai").unwrap());
    assert!(!world.folder.path().join("auth.json").exists());
    let mut world = world.auth(r#"{"a": {"type": "oauth"}, "b": {"type": "api_key", "key": "k"}}"#);
    let (credentials, _) = world.load();
    assert!(credentials.forget("a").unwrap());
    assert!(!credentials.forget("a").unwrap());
    assert_eq!(credentials.stored_providers(), ["b"]);
    assert_eq!(credentials.key_source("a", None, None), None);
    assert_eq!(world.load().0.stored_providers(), ["b"]);
}

#[test]
fn a_torn_file_is_not_written_and_nothing_of_it_is_told() {
    for torn in [r#"{"x":"#, r#""sk-secret""#, r#"{"a": {"type": "api_key", "key": "sk-secret"} "#] {
        let mut world = World::new().auth(torn).variable("OPENAI_API_KEY", "env");
        let (credentials, _) = world.load();
        let error = credentials.store_key("openai", &Secret::new("k")).unwrap_err();
        assert!(!format!("{error:?}").contains("sk-secret"), "{error:?}");
        assert!(credentials.forget("a").is_err());
        assert_eq!(std::fs::read_to_string(world.folder.path().join("auth.json")).unwrap(), torn);
        assert_eq!(world.key(None), found("env", KeySource::Variable("OPENAI_API_KEY".to_owned())));
        assert!(!world.told.is_empty() && world.told.iter().all(|told| !told.to_string().contains("sk-secret")));
    }
}

#[cfg(unix)]
#[test]
fn the_file_of_keys_is_its_owners_alone_however_it_came_to_be() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut world = World::new();
    let (credentials, _) = world.load();
    let path = world.folder.path().join("auth.json");
    for before in [None, Some(0o644), Some(0o400)] {
        before.into_iter().for_each(|mode| set_mode(&path, mode));
        credentials.store_key("openai", &Secret::new("k")).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{before:?}");
    }
}

#[test]
fn a_key_that_no_header_carries_is_told_by_the_place_of_the_character() {
    let mut world = World::new().models(r#"{"apiKey": "sk-abc\u201d"}"#);
    let told = world.key(None).unwrap_err();
    assert!(told.contains("`models.json`") && told.contains("position 7") && !told.contains("sk-abc"), "{told}");
    let mut world = World::new().variable("OPENAI_API_KEY", "kéy");
    assert!(world.key(None).unwrap_err().contains("`OPENAI_API_KEY` has a character at position 2"));
    let (credentials, _) = world.load();
    let error = credentials.store_key("openai", &Secret::new("sk-\u{201c}")).unwrap_err();
    assert!(matches!(error, StoreError::Character { position: 4 }), "{error}");
    assert!(matches!(credentials.store_key("openai", &Secret::new(" ")), Err(StoreError::Empty)));
}
