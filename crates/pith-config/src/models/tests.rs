#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use pith_types::InputKind;
use serde_json::json;

use super::*;

/// The models and the diagnostics of a `models.json` with this text, given the known models.
fn load(text: &str, known: Vec<Model>) -> (Vec<Model>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("models.json");
    std::fs::write(&path, text).unwrap();
    let mut diagnostics = Vec::new();
    let file = ModelsFile::load(&path, &mut diagnostics);
    let models = file.models(known, &mut diagnostics);
    let folder = folder.path().display().to_string();
    (models, diagnostics.iter().map(|told| told.to_string().replace(&folder, "")).collect())
}

fn built_in() -> Model {
    serde_json::from_value(json!({
        "id": "big", "name": "Big", "api": "openai-responses", "provider": "openai", "baseUrl": "https://api.example",
        "reasoning": true, "input": ["text", "image"], "contextWindow": 400_000, "maxTokens": 100_000,
        "cost": {"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4},
        "headers": {"X-A": "a"}, "compat": {"routing": {"one": 1}, "store": true},
    }))
    .unwrap()
}

#[test]
fn a_model_gets_its_defaults_and_what_its_provider_says() {
    let (models, told) = load(
        r#"{"providers": {"mock": {"baseUrl": "http://h/v1", "api": "openai-completions", "apiKey": "k",
            "headers": {"X-P": "p", "X-B": "p"}, "compat": {"store": false, "usage": true},
            "models": [{"id": "m1", "headers": {"x-b": "m"}, "compat": {"usage": false}}]}}}"#,
        Vec::new(),
    );
    assert_eq!(told, Vec::<String>::new());
    let expected = json!({
        "id": "m1", "name": "m1", "api": "openai-completions", "provider": "mock", "baseUrl": "http://h/v1",
        "reasoning": false, "input": ["text"],
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        "contextWindow": 128_000, "maxTokens": 16_384,
        "headers": {"X-P": "p", "x-b": "m"}, "compat": {"store": false, "usage": false},
    });
    assert_eq!(serde_json::to_value(&models).unwrap(), json!([expected]));
}

#[test]
fn a_model_may_say_everything_itself() {
    let (models, told) = load(
        r#"{"providers": {"mock": {"models": [{"id": "m", "name": "M", "api": "a", "baseUrl": "u", "reasoning": true,
            "thinkingLevelMap": {"high": "hi", "max": null}, "input": ["text", "image"], "contextWindow": 2e5,
            "maxTokens": 1, "samplingParams": {"top_p": 0.5},
            "samplingParamsByThinkingLevel": {"high": {"top_p": 0.9}}, "promptCache": {"short": 300},
            "inputLimits": {"maxRequestBytes": 1000, "images": {"maxPerRequest": 3}}, "cost": {"input": 0.5}, "unknown": {}}]}}}"#,
        Vec::new(),
    );
    assert_eq!(told, Vec::<String>::new());
    let model = &models[0];
    assert_eq!((model.api.as_str(), model.base_url.as_str(), model.reasoning), ("a", "u", true));
    assert_eq!(model.input, [InputKind::Text, InputKind::Image]);
    assert_eq!((model.context_window, model.max_tokens), (200_000, 1));
    assert_eq!(model.cost.input, 0.5);
    assert_eq!(model.sampling_params_by_thinking_level.as_ref().unwrap()["high"]["top_p"], 0.9);
    assert_eq!(model.input_limits.unwrap().images.unwrap().max_per_request, Some(3));
    assert_eq!(model.prompt_cache.unwrap().short, Some(300));
    assert_eq!(model.thinking_level_map.as_ref().unwrap()["max"], None);
}

#[test]
fn comments_trailing_commas_and_a_byte_order_mark_are_allowed() {
    let text = "\u{feff}{\"providers\": { // mine\n \"p\": {\"api\": \"a\", \"baseUrl\": \"http://h\", \"models\": [{\"id\": \"m\",},],},\n}}";
    let (models, told) = load(text, Vec::new());
    assert_eq!((models.len(), told.len()), (1, 0));
    assert_eq!(models[0].base_url, "http://h");
}

#[test]
fn a_broken_file_is_told_with_its_place_and_nothing_of_it_is_used() {
    let (models, told) = load("{\"providers\": {\"mock\":\n {\"baseUrl\": 3}}}", vec![built_in()]);
    assert_eq!(models, [built_in()]);
    let place =
        "`/models.json` line 2, column 14: `providers.mock.baseUrl`: invalid type: integer `3`, expected a string";
    assert_eq!(told, [format!("{place}; none of its providers and models can be used")]);
    let (_, told) = load("{\"providers\":", Vec::new());
    assert!(told[0].starts_with("`/models.json` line 1, column 1"), "{told:?}");
    let (_, told) = load(r#"{"providers": {"p": {"models": [{"id": "m", "contextWindow": -1}]}}}"#, Vec::new());
    assert!(told[0].contains("`providers.p.models[0].contextWindow`"), "{told:?}");
    assert!(told[0].contains("expected a number of tokens"), "{told:?}");
}

#[test]
fn a_model_that_lacks_api_place_or_id_is_left_out_and_told() {
    let (models, told) = load(
        r#"{"providers": {"a": {"baseUrl": "u", "models": [{"id": "x"}]}, "b": {"api": "a", "models": [{"id": "y"}]},
            "c": {"api": "a", "baseUrl": "u", "models": [{"name": "z"}, {"id": "fine"}]}}}"#,
        Vec::new(),
    );
    assert_eq!(models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["fine"]);
    assert_eq!(told.len(), 3);
    assert!(told[0].contains("`providers.a.models[0]` has no `api`"), "{told:?}");
    assert!(told[1].contains("`providers.b.models[0]` has no `baseUrl`"), "{told:?}");
    assert!(told[2].contains("`providers.c.models[0]` has no `id`"), "{told:?}");
}

#[test]
fn a_known_provider_is_changed_and_added_to() {
    let (models, told) = load(
        r#"{"providers": {"openai": {"baseUrl": "http://proxy", "headers": {"X-B": "b"}, "models": [{"id": "own"}],
            "modelOverrides": {"big": {"name": "Bigger", "cost": {"output": 9}, "compat": {"routing": {"two": 2}}},
                               "none": {}}}}}"#,
        vec![built_in()],
    );
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("`providers.openai.modelOverrides.none`"), "{told:?}");
    let [big, own] = models.as_slice() else { unreachable!("{models:?}") };
    assert_eq!((big.name.as_str(), big.base_url.as_str()), ("Bigger", "http://proxy"));
    assert_eq!((big.cost.input, big.cost.output), (1.0, 9.0));
    assert_eq!(serde_json::to_value(&big.headers).unwrap(), json!({"X-A": "a", "X-B": "b"}));
    assert_eq!(serde_json::to_value(&big.compat).unwrap(), json!({"routing": {"one": 1, "two": 2}, "store": true}));
    assert_eq!((own.api.as_str(), own.base_url.as_str()), ("openai-responses", "http://proxy"));
}

#[test]
fn an_entry_with_a_known_id_takes_the_models_place() {
    let text = r#"{"providers": {"openai": {"models": [{"id": "big", "maxTokens": 7}]}}}"#;
    let (models, _) = load(text, vec![built_in()]);
    assert_eq!(models.len(), 1);
    assert_eq!((models[0].max_tokens, models[0].reasoning, models[0].context_window), (7, false, 128_000));
}

#[test]
fn debug_and_the_list_of_key_variables_show_no_keys() {
    let mut told = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("models.json");
    let text = r#"{"providers": {"a": {"apiKey": "sk-literal"}, "b": {"apiKey": "$B_KEY", "headers": {"x": "Bearer ${H}", "y": "$USER"}},
        "c": {"apiKey": "!x $Y", "models": [{"id": "m", "headers": {"k": "$M"}}], "modelOverrides": {"n": {"headers": {"k": "$N"}}}},
        "d": {"apiKey": "$HF_TOKEN"}}}"#;
    std::fs::write(&path, text).unwrap();
    let file = ModelsFile::load(&path, &mut told);
    assert_eq!(file.key_variables(), ["B_KEY", "H", "M", "N"]);
    assert!(!format!("{file:?}").contains("sk-literal"));
    assert_eq!(file.providers().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
}

#[test]
fn a_list_where_an_object_belongs_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("models.json");
    for (text, place) in [
        ("\n []", "line 2, column 2: invalid type: sequence, expected an object"),
        ("{\"providers\":{\"a\":[]}}", "`providers.a`: invalid type: sequence"),
        ("{\"providers\":{\"a\":{\"models\":[[]]}}}", "`providers.a.models[0]`: invalid type: sequence"),
        (
            "{\"providers\":{\"a\":{\"models\":[{\"id\":\"m\",\"cost\":[]}]}}}",
            "`providers.a.models[0].cost`: invalid type",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let mut told = Vec::new();
        ModelsFile::load(&path, &mut told);
        let told: Vec<String> = told.iter().map(ToString::to_string).collect();
        assert!(matches!(told.as_slice(), [one] if one.contains(place)), "{text}: {told:?}");
    }
}
