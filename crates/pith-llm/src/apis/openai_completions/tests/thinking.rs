//! Levels in each host's form: nothing asked for and `high`, for models that map `off` in different ways.

use pith_types::ThinkingLevel;
use serde_json::{Value, json};

use super::{body, model};
use crate::CallOptions;

/// What a request has that one of a model without reasoning has not.
fn added(compat: &Value, map: &Value, level: ThinkingLevel) -> Value {
    let options = CallOptions { thinking: level, ..CallOptions::default() };
    let ask = |reasoning: bool| {
        let fields = json!({"reasoning": reasoning, "compat": compat, "thinkingLevelMap": map});
        body(model(fields), vec![], options.clone())
    };
    let plain = ask(false);
    let mut asked = ask(true);
    if let Some(fields) = asked.as_object_mut() {
        fields.retain(|key, value| plain.get(key) != Some(value));
    }
    asked
}

#[test]
fn every_format_says_a_level_in_its_own_way() {
    let unmapped = json!({});
    let no_off = json!({"off": null});
    let mapped = json!({"off": "zero", "high": "HI"});
    let on = json!({"type": "enabled"});
    let off = json!({"type": "disabled"});
    let kept = json!({"type": "enabled", "clear_thinking": false});
    let effort = |effort: &str| json!({"effort": effort});
    let kwargs = |on: bool| json!({"chat_template_kwargs": {"enable_thinking": on, "preserve_thinking": true}});
    // Format and map, then what is added for `off` and for `high`.
    for (format, map, at_off, at_high) in [
        ("openai", &unmapped, json!({}), json!({"reasoning_effort": "high"})),
        ("openai", &mapped, json!({"reasoning_effort": "zero"}), json!({"reasoning_effort": "HI"})),
        ("openrouter", &unmapped, json!({"reasoning": effort("none")}), json!({"reasoning": effort("high")})),
        ("openrouter", &no_off, json!({}), json!({"reasoning": effort("high")})),
        ("openrouter", &mapped, json!({"reasoning": effort("zero")}), json!({"reasoning": effort("HI")})),
        ("deepseek", &unmapped, json!({"thinking": off}), json!({"thinking": on, "reasoning_effort": "high"})),
        ("deepseek", &no_off, json!({}), json!({"thinking": on, "reasoning_effort": "high"})),
        ("zai", &no_off, json!({"thinking": off}), json!({"thinking": kept, "reasoning_effort": "high"})),
        (
            "qwen",
            &unmapped,
            json!({"enable_thinking": false}),
            json!({"enable_thinking": true, "reasoning_effort": "high"}),
        ),
        ("qwen-chat-template", &mapped, kwargs(false), kwargs(true)),
        (
            "together",
            &mapped,
            json!({"reasoning": {"enabled": false}}),
            json!({"reasoning": {"enabled": true}, "reasoning_effort": "HI"}),
        ),
        ("string-thinking", &unmapped, json!({"thinking": "none"}), json!({"thinking": "high"})),
        ("string-thinking", &no_off, json!({}), json!({"thinking": "high"})),
        ("string-thinking", &mapped, json!({"thinking": "zero"}), json!({"thinking": "HI"})),
        ("ant-ling", &unmapped, json!({}), json!({})),
        ("ant-ling", &mapped, json!({"reasoning_effort": "zero"}), json!({"reasoning": effort("HI")})),
    ] {
        let compat = json!({"thinkingFormat": format});
        assert_eq!(added(&compat, map, ThinkingLevel::Off), at_off, "{format} off {map}");
        assert_eq!(added(&compat, map, ThinkingLevel::High), at_high, "{format} high {map}");
    }
}

#[test]
fn a_host_that_takes_no_effort_gets_none() {
    for (format, at_high) in [
        ("openai", json!({})),
        ("deepseek", json!({"thinking": {"type": "enabled"}})),
        ("qwen", json!({"enable_thinking": true})),
        ("together", json!({"reasoning": {"enabled": true}})),
    ] {
        let compat = json!({"thinkingFormat": format, "supportsReasoningEffort": false});
        assert_eq!(added(&compat, &json!({}), ThinkingLevel::High), at_high, "{format}");
    }
}

#[test]
fn a_template_is_filled_in() {
    let compat = json!({"thinkingFormat": "chat-template", "chatTemplateKwargs": {
        "on": {"$var": "thinking.enabled"}, "how": {"$var": "thinking.effort"},
        "tokens": {"$var": "thinking.budget"}, "only_on": {"$var": "thinking.enabled", "omitWhenOff": true},
        "fixed": "x", "unknown": {"$var": "thinking.mood"}}});
    let filled = |level| added(&compat, &json!({}), level)["chat_template_kwargs"].take();
    assert_eq!(filled(ThinkingLevel::Off), json!({"on": false, "fixed": "x"}));
    let at_high = json!({"on": true, "how": "high", "tokens": 16_384, "only_on": true, "fixed": "x"});
    assert_eq!(filled(ThinkingLevel::High), at_high);
}

#[test]
fn a_budget_leaves_the_answer_some_tokens() {
    let compat = json!({"thinkingTokenBudgetField": "thinking_budget"});
    let with_limit = |max_tokens| {
        let options = CallOptions { thinking: ThinkingLevel::High, max_tokens, ..CallOptions::default() };
        body(model(json!({"reasoning": true, "compat": compat})), vec![], options)["thinking_budget"].take()
    };
    assert_eq!(with_limit(None), json!(16_384));
    assert_eq!(with_limit(Some(4000)), json!(2976));
    assert_eq!(added(&compat, &json!({}), ThinkingLevel::Off), json!({}));
}

#[test]
fn a_level_that_the_model_has_not_becomes_the_nearest() {
    let map = json!({"high": null, "medium": null});
    assert_eq!(added(&json!({}), &map, ThinkingLevel::Max), json!({"reasoning_effort": "low"}));
}
