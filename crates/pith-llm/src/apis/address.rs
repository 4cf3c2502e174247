//! Where a request goes, and under which name its model is known there (spec/providers.md 1.2).
//!
//! What an address leaves open is filled in from the provider's environment.

use std::borrow::Cow;

use crate::{CallOptions, PrepareError, Request};

/// Hosts of Azure whose paths begin with [`AZURE_PATH`].
const AZURE_HOSTS: [&str; 3] = [".openai.azure.com", ".cognitiveservices.azure.com", ".ai.azure.com"];
const AZURE_PATH: &str = "/openai/v1";

/// The base URL without a slash at its end.
pub(super) fn base_url(request: &Request) -> Result<String, PrepareError> {
    let (model, options) = (&request.model, &request.options);
    let azure = if model.provider == "azure" { azure_base(options) } else { None };
    let base = azure.filter(|_| model.base_url.is_empty()).unwrap_or_else(|| Cow::Borrowed(model.base_url.as_str()));
    let base = filled(&base, options);
    let mut base = base.trim_end_matches('/').to_owned();
    if !base.starts_with("http://") && !base.starts_with("https://") || base.contains('{') {
        return Err(PrepareError::BaseUrl { provider: model.provider.clone(), url: base });
    }
    let host = base.split('/').nth(2).unwrap_or_default();
    if AZURE_HOSTS.iter().any(|known| host.ends_with(known)) && base.split('/').count() == 3 {
        base.push_str(AZURE_PATH);
    }
    Ok(base)
}

fn azure_base(options: &CallOptions) -> Option<Cow<'_, str>> {
    let named =
        || options.variable("AZURE_OPENAI_RESOURCE_NAME").map(|name| format!("https://{name}.openai.azure.com"));
    options.variable("AZURE_OPENAI_BASE_URL").map(Cow::Borrowed).or_else(|| named().map(Cow::Owned))
}

/// The text with every `{NAME}` replaced that the environment has.
fn filled(text: &str, options: &CallOptions) -> String {
    let mut filled = text.to_owned();
    for (name, value) in &options.env {
        let open = format!("{{{name}}}");
        if filled.contains(&open) {
            filled = filled.replace(&open, value.reveal());
        }
    }
    filled
}

/// The name of the model in the request: Azure's deployments have names of their own.
pub(super) fn model_name(request: &Request) -> &str {
    let id = request.model.id.as_str();
    if request.model.provider != "azure" {
        return id;
    }
    let names = request.options.variable("AZURE_OPENAI_DEPLOYMENT_NAME_MAP").unwrap_or_default();
    let pairs = names.split(',').filter_map(|pair| pair.split_once('='));
    pairs.map(|(model, name)| (model.trim(), name.trim())).find(|(model, _)| *model == id).map_or(id, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pith_types::Model;

    use super::*;
    use crate::{Secret, normalize_context};

    fn request(provider: &str, base_url: &str, env: &[(&str, &str)]) -> Request {
        let model = Model { id: "m".into(), provider: provider.into(), base_url: base_url.into(), ..Model::default() };
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect();
        Request {
            model: Arc::new(model),
            context: normalize_context(vec![]),
            options: CallOptions { env, ..CallOptions::default() },
        }
    }

    #[test]
    fn what_is_open_is_filled_in_or_told() {
        let url = |provider: &str, url: &str, env: &[(&str, &str)]| base_url(&request(provider, url, env)).ok();
        assert_eq!(url("p", "https://h/{A}/x/", &[("A", "1")]).as_deref(), Some("https://h/1/x"));
        assert_eq!(url("p", "https://h/{A}/x", &[]), None);
        assert_eq!(url("p", "h/x", &[]), None);
        let azure = [("AZURE_OPENAI_RESOURCE_NAME", "res")];
        assert_eq!(url("azure", "", &azure).as_deref(), Some("https://res.openai.azure.com/openai/v1"));
        assert_eq!(url("p", "https://r.ai.azure.com", &[]).as_deref(), Some("https://r.ai.azure.com/openai/v1"));
        assert_eq!(url("p", "https://r.ai.azure.com/own", &[]).as_deref(), Some("https://r.ai.azure.com/own"));
    }

    #[test]
    fn a_deployment_has_a_name_of_its_own() {
        let names = [("AZURE_OPENAI_DEPLOYMENT_NAME_MAP", "x=y, m=deployed")];
        assert_eq!(model_name(&request("azure", "", &names)), "deployed");
        assert_eq!(model_name(&request("p", "", &names)), "m");
    }
}
