#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;

fn registry(models: &[(&str, &str, &str, bool)]) -> Registry {
    let mut registry = Registry::default();
    for (provider, id, name, ready) in models {
        let model = Model {
            provider: (*provider).to_owned(),
            id: (*id).to_owned(),
            name: (*name).to_owned(),
            reasoning: id.contains("think"),
            ..Model::default()
        };
        registry.add(Arc::new(model), *ready);
    }
    registry
}

fn known() -> Registry {
    registry(&[
        ("mock", "m1", "Mock One", true),
        ("mock", "think-1", "Mock Thinker", true),
        ("other", "sonnet-4-20250101", "Sonnet 4", true),
        ("other", "sonnet-4", "Sonnet 4 (newest)", true),
        ("a/b", "vendor/large", "Large", true),
        ("router", "mock/m9", "Nine", true),
    ])
}

fn ask(provider: Option<&str>, model: Option<&str>) -> Result<Choice, ModelError> {
    resolve(Wanted { model, provider }, &known()).map(Option::unwrap)
}

fn name(choice: &Choice) -> String {
    format!("{}/{}", choice.model.provider, choice.model.id)
}

#[test]
fn ids_and_full_names_are_found_whatever_the_case() {
    for (provider, text, found) in [
        (Some("mock"), "m1", "mock/m1"),
        (Some("MOCK"), "mock/M1", "mock/m1"),
        (None, "Mock/M1", "mock/m1"),
        (None, "a/b/vendor/large", "a/b/vendor/large"),
        (None, "vendor/large", "a/b/vendor/large"),
        (None, "mock/m9", "router/mock/m9"),
    ] {
        assert_eq!(name(&ask(provider, Some(text)).unwrap()), found, "{text}");
    }
}

#[test]
fn a_part_of_id_or_name_will_do_and_undated_ids_go_first() {
    assert_eq!(name(&ask(None, Some("Thinker")).unwrap()), "mock/think-1");
    assert_eq!(name(&ask(None, Some("sonnet")).unwrap()), "other/sonnet-4");
    assert_eq!(name(&ask(Some("other"), Some("20250101")).unwrap()), "other/sonnet-4-20250101");
}

#[test]
fn a_level_at_the_end_is_taken_off() {
    let choice = ask(None, Some("mock/think-1:low")).unwrap();
    assert_eq!((name(&choice).as_str(), choice.thinking), ("mock/think-1", Some(ThinkingLevel::Low)));
    for text in ["mock/think-1:hgih", "think-1:hgih", "THINK-1:hgih"] {
        let error = ask(None, Some(text)).unwrap_err();
        let (model, level) = ("mock/think-1".into(), "hgih".into());
        assert_eq!(error, ModelError::UnknownLevel { model, level, near: Some("high") });
        assert!(error.hint().unwrap().starts_with("did you mean `high`? levels are `off`, "));
    }
}

#[test]
fn an_unknown_id_with_a_near_neighbour_is_an_error_and_one_without_is_new() {
    let error = ask(None, Some("mock/thnik-1")).unwrap_err();
    assert_eq!(error, ModelError::UnknownModel { model: "mock/thnik-1".into(), near: vec!["mock/think-1".into()] });
    let choice = ask(Some("mock"), Some("entirely-new:high")).unwrap();
    assert_eq!(choice.model.id, "entirely-new");
    assert!(choice.model.reasoning && choice.warning.is_some());
    assert_eq!(choice.thinking, Some(ThinkingLevel::High));
}

#[test]
fn what_is_nowhere_is_an_error_with_what_was_probably_meant() {
    assert_eq!(ask(Some("mokc"), Some("m1")).unwrap_err().hint().unwrap(), "did you mean `mock`?");
    assert!(
        matches!(ask(None, Some("nothing-like-it")), Err(ModelError::UnknownModel { near, .. }) if near.is_empty())
    );
    assert!(matches!(ask(Some("mock"), None), Err(ModelError::ProviderAlone { .. })));
    for empty in ["other/", "other/ ", ""] {
        assert!(matches!(ask(None, Some(empty)), Err(ModelError::UnknownModel { .. })), "{empty:?}");
    }
    assert_eq!(resolve(Wanted::default(), &known()), Ok(None));
}

#[test]
fn of_several_providers_the_one_that_could_be_asked_is_taken() {
    let one_ready = registry(&[("a", "same", "Same", false), ("b", "same", "Same", true)]);
    let wanted = Wanted { model: Some("same"), provider: None };
    assert_eq!(name(&resolve(wanted, &one_ready).unwrap().unwrap()), "b/same");
    let both = registry(&[("a", "same", "Same", true), ("b", "same", "Same", true)]);
    let error = resolve(wanted, &both).unwrap_err();
    assert_eq!(
        error,
        ModelError::Ambiguous { model: "same".into(), candidates: vec!["a/same".into(), "b/same".into()] }
    );
}

#[test]
fn a_part_of_a_name_means_a_model_that_could_be_asked_if_one_is_called_so() {
    let known = registry(&[("a", "think-9", "Nine", false), ("b", "think-1", "One", true)]);
    let ask = |text| resolve(Wanted { model: Some(text), provider: None }, &known).map(|choice| name(&choice.unwrap()));
    assert_eq!(ask("think"), Ok("b/think-1".to_owned()));
    assert_eq!(ask("think-9"), Ok("a/think-9".to_owned()));
}

#[test]
fn models_of_the_catalog_are_found_and_new_ones_are_like_the_vendors_usual_one() {
    let mut registry = Registry::default();
    pith_llm::catalog::records().for_each(|record| registry.list(record, false));
    let ask = |text| resolve(Wanted { model: Some(text), provider: None }, &registry).map(Option::unwrap);
    let choice = ask("mistral/mistral-large-4:high").unwrap();
    assert_eq!((name(&choice).as_str(), choice.thinking), ("mistral/mistral-large-4", Some(ThinkingLevel::High)));
    assert_eq!(choice.model.api, "mistral-conversations");
    let new = ask("openai/entirely-new-and-unheard-of").unwrap();
    assert_eq!(
        (new.model.api.as_str(), new.model.base_url.as_str()),
        ("openai-responses", "https://api.openai.com/v1")
    );
    assert!(new.warning.is_some());
}
