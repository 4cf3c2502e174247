//! How much to think, said in the host's own way (spec/providers.md 3.2.3). A model that does not reason is told nothing.

use indexmap::IndexMap;
use pith_types::{Model, ThinkingLevel};
use serde_json::{Map, Value, json};

use crate::CallOptions;
use crate::apis::openai_completions::compat::{Compat, TemplateValue, ThinkingFormat};
use crate::thinking::{budget_for_level, budget_within, clamp_level};

/// The fields for a level, in the order in which they are sent. `limit` is the answer's.
pub(super) fn fields(
    model: &Model,
    compat: &Compat,
    options: &CallOptions,
    limit: Option<u64>,
) -> Vec<(&'static str, Value)> {
    if !model.reasoning {
        return Vec::new();
    }
    let asked = Asked::of(model, options, limit);
    let mut fields = asked.format(compat);
    if let Some(field) = &compat.thinking_budget_field
        && let (true, Some(name)) = (asked.on(), budget_field(field))
    {
        fields.push((name, json!(asked.budget)));
    }
    fields
}

/// The names that a budget may have.
fn budget_field(name: &str) -> Option<&'static str> {
    ["thinking_budget", "thinking_budget_tokens", "thinking_token_budget"].into_iter().find(|known| *known == name)
}

struct Asked<'a> {
    level: ThinkingLevel,
    /// The host's word for the level; for `off` only if it has one.
    effort: Option<&'a str>,
    /// The model cannot be told not to think.
    never_off: bool,
    /// The host has a word of its own for the level.
    mapped: bool,
    /// Tokens that the thinking may take.
    budget: u64,
}

impl<'a> Asked<'a> {
    fn of(model: &'a Model, options: &CallOptions, limit: Option<u64>) -> Self {
        // `off` is not raised to a level that the model has: it says that nothing was asked for.
        let level = match options.thinking {
            ThinkingLevel::Off => ThinkingLevel::Off,
            level => clamp_level(model, level),
        };
        let entry = model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str()));
        let mapped = entry.and_then(Option::as_deref);
        let budget = budget_for_level(level, options.thinking_budgets.as_ref());
        Self {
            level,
            effort: mapped.or_else(|| (level != ThinkingLevel::Off).then_some(level.as_str())),
            never_off: level == ThinkingLevel::Off && matches!(entry, Some(None)),
            mapped: mapped.is_some(),
            budget: limit.map_or(budget, |limit| budget_within(budget, limit)),
        }
    }

    fn on(&self) -> bool {
        self.level != ThinkingLevel::Off
    }

    fn format(&self, compat: &Compat) -> Vec<(&'static str, Value)> {
        let on = self.on();
        let effort = || {
            let effort = self.effort.filter(|_| compat.supports_reasoning_effort);
            effort.map(|effort| ("reasoning_effort", json!(effort)))
        };
        let effort_when_on = || effort().filter(|_| on);
        let mut fields = Vec::new();
        match compat.thinking_format {
            ThinkingFormat::Openai => fields.extend(effort()),
            ThinkingFormat::Openrouter if self.never_off => {}
            ThinkingFormat::Openrouter => {
                fields.push(("reasoning", json!({"effort": self.effort.unwrap_or("none")})));
            }
            ThinkingFormat::Deepseek if self.never_off => {}
            ThinkingFormat::Deepseek => {
                fields.push(("thinking", json!({"type": if on { "enabled" } else { "disabled" }})));
                fields.extend(effort_when_on());
            }
            ThinkingFormat::Zai => {
                let thinking = json!({"type": "enabled", "clear_thinking": false});
                fields.push(("thinking", if on { thinking } else { json!({"type": "disabled"}) }));
                fields.extend(effort_when_on());
            }
            ThinkingFormat::Qwen => {
                fields.push(("enable_thinking", json!(on)));
                fields.extend(effort_when_on());
            }
            ThinkingFormat::QwenChatTemplate => {
                fields.push(("chat_template_kwargs", json!({"enable_thinking": on, "preserve_thinking": true})));
            }
            ThinkingFormat::ChatTemplate => {
                fields.push(("chat_template_kwargs", self.template(&compat.chat_template_kwargs)));
            }
            ThinkingFormat::Baseten => {
                fields.push(("chat_template_args", self.template(&compat.chat_template_args)));
                fields.extend(effort());
            }
            ThinkingFormat::Together => {
                fields.push(("reasoning", json!({"enabled": on})));
                fields.extend(effort_when_on());
            }
            ThinkingFormat::StringThinking if self.never_off => {}
            ThinkingFormat::StringThinking => fields.push(("thinking", json!(self.effort.unwrap_or("none")))),
            ThinkingFormat::AntLing if !on => fields.extend(effort()),
            ThinkingFormat::AntLing if self.mapped => fields.push(("reasoning", json!({"effort": self.effort}))),
            ThinkingFormat::AntLing => {}
        }
        fields
    }

    /// The arguments of a chat template, with what they leave open filled in.
    fn template(&self, arguments: &IndexMap<String, TemplateValue>) -> Value {
        let mut filled = Map::new();
        for (name, value) in arguments {
            let value = match value {
                TemplateValue::Literal(value) => Some(value.clone()),
                TemplateValue::Variable { omit_when_off: true, .. } if !self.on() => None,
                TemplateValue::Variable { name, .. } => match name.as_str() {
                    "thinking.enabled" => Some(json!(self.on())),
                    "thinking.effort" => self.effort.map(|effort| json!(effort)),
                    "thinking.budget" => self.on().then(|| json!(self.budget)),
                    _ => None,
                },
            };
            filled.extend(value.map(|value| (name.clone(), value)));
        }
        Value::Object(filled)
    }
}
