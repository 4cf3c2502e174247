//! OpenAI's responses at Azure (spec/providers.md 3.3): the same payload and stream, another address and another key.
//!
//! A model is asked for by the name of its deployment.

use super::address;
use super::drive::drive;
use super::head::Head;
use super::openai_responses::compat::Compat;
use super::openai_responses::{Decoder, Place, encode};
use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

/// The version that is asked for unless the environment names one.
const API_VERSION: &str = "v1";

/// The wire `azure-openai-responses`.
#[derive(Debug, Clone, Copy, Default)]
pub struct AzureOpenAiResponses;

impl Api for AzureOpenAiResponses {
    fn id(&self) -> &str {
        "azure-openai-responses"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let mut head = Head::new();
        if let Some(key) = &request.options.api_key {
            head.set("api-key", key.clone());
        }
        let place = Place {
            url: endpoint(request)?,
            headers: head.finish(request)?,
            model: address::model_name(request).to_owned(),
        };
        encode(request, &Compat::azure(request), place)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let decoder = Decoder::new(&wire);
        drive(wire, call, decoder)
    }
}

/// The address for responses. Of what stands in the base URL, a query or the path of the responses themselves is left out.
fn endpoint(request: &Request) -> Result<String, PrepareError> {
    let version = request.options.variable("AZURE_OPENAI_API_VERSION").unwrap_or(API_VERSION);
    let base = address::base_url(request)?;
    let base = base.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let base = base.strip_suffix("/responses").unwrap_or(base);
    Ok(format!("{base}/responses?api-version={version}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pith_types::Model;

    use super::*;
    use crate::{CallOptions, Secret, normalize_context};

    #[test]
    fn the_environment_names_resource_version_and_deployment() {
        let variables = [
            ("AZURE_OPENAI_RESOURCE_NAME", "r"),
            ("AZURE_OPENAI_API_VERSION", "2024-10-01"),
            ("AZURE_OPENAI_DEPLOYMENT_NAME_MAP", "other=o, m = mine ,"),
        ];
        let env = variables.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect();
        let options = CallOptions { api_key: Some(Secret::new("k")), env, ..CallOptions::default() };
        let ask = |base_url: &str| {
            let model =
                Model { id: "m".into(), provider: "azure".into(), base_url: base_url.into(), ..Model::default() };
            let request =
                Request { model: Arc::new(model), context: normalize_context(Vec::new()), options: options.clone() };
            AzureOpenAiResponses.prepare(&request)
        };
        let body = ask("").map(|wire| (wire.url, String::from_utf8_lossy(&wire.body).contains("\"model\":\"mine\"")));
        let url = "https://r.openai.azure.com/openai/v1/responses?api-version=2024-10-01";
        assert_eq!(body, Ok((url.to_owned(), true)));
        let own = "https://h/openai/v1/responses?api-version=preview";
        let expected = "https://h/openai/v1/responses?api-version=2024-10-01";
        assert_eq!(ask(own).map(|wire| wire.url), Ok(expected.to_owned()));
    }
}
