//! Where a model is: with a key by its name alone, with a token in a project and a location, which the environment names.

use crate::{PrepareError, Request};

const HOST: &str = "https://aiplatform.googleapis.com";

/// The place without a region of its own.
const GLOBAL: &str = "global";

pub(super) fn endpoint(request: &Request) -> Result<String, PrepareError> {
    let options = &request.options;
    let unusable = |url: &str| PrepareError::BaseUrl { provider: request.model.provider.clone(), url: url.to_owned() };
    let location = options.variable("GOOGLE_CLOUD_LOCATION");
    let configured = request.model.base_url.trim_end_matches('/');
    let by_key = options.api_key.is_some();
    let base = match location {
        _ if configured.is_empty() || (by_key && configured.contains("{location}")) => HOST.to_owned(),
        Some(GLOBAL) => configured.replace("{location}-", ""),
        Some(location) => configured.replace("{location}", location),
        None => configured.to_owned(),
    };
    if base.contains('{') || !(base.starts_with("http://") || base.starts_with("https://")) {
        return Err(unusable(&base));
    }
    let version = if ends_with_version(&base) { "" } else { "/v1" };
    let project = options.variable("GOOGLE_CLOUD_PROJECT").or_else(|| options.variable("GCLOUD_PROJECT"));
    let within = match (project, location) {
        _ if by_key => String::new(),
        (Some(project), Some(location)) => format!("/projects/{project}/locations/{location}"),
        _ => {
            return Err(PrepareError::Payload {
                provider: request.model.provider.clone(),
                model: request.model.id.clone(),
                reason: "a project and a location are needed; \
                    set `GOOGLE_CLOUD_PROJECT` and `GOOGLE_CLOUD_LOCATION`, or give an API key"
                    .to_owned(),
            });
        }
    };
    let model = &request.model.id;
    Ok(format!("{base}{version}{within}/publishers/google/models/{model}:streamGenerateContent?alt=sse"))
}

/// Whether the address says which version it is of.
fn ends_with_version(base: &str) -> bool {
    let last = base.rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pith_types::Model;

    use super::*;
    use crate::{CallOptions, Secret, normalize_context};

    const CATALOG: &str = "https://{location}-aiplatform.googleapis.com";

    fn at(base_url: &str, key: Option<&str>, env: &[(&str, &str)]) -> Result<String, PrepareError> {
        let model = Model { id: "m".into(), base_url: base_url.into(), ..Model::default() };
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect();
        let options = CallOptions { api_key: key.map(Secret::new), env, ..CallOptions::default() };
        endpoint(&Request { model: Arc::new(model), context: normalize_context(Vec::new()), options })
    }

    #[test]
    fn with_a_key_the_model_is_found_by_its_name() {
        let path = "/v1/publishers/google/models/m:streamGenerateContent?alt=sse";
        assert_eq!(at(CATALOG, Some("k"), &[]), Ok(format!("{HOST}{path}")));
        assert_eq!(at("http://h/x/", Some("k"), &[]), Ok(format!("http://h/x{path}")));
        let own = "http://h/v1beta1/publishers/google/models/m:streamGenerateContent?alt=sse";
        assert_eq!(at("http://h/v1beta1", Some("k"), &[]), Ok(own.to_owned()));
    }

    #[test]
    fn with_a_token_it_is_found_in_a_project_and_a_location() {
        let env = |location| [("GOOGLE_CLOUD_PROJECT", "p"), ("GOOGLE_CLOUD_LOCATION", location)];
        let rest = "publishers/google/models/m:streamGenerateContent?alt=sse";
        let europe = format!("https://eu-aiplatform.googleapis.com/v1/projects/p/locations/eu/{rest}");
        assert_eq!(at(CATALOG, None, &env("eu")), Ok(europe));
        assert_eq!(at(CATALOG, None, &env("global")), Ok(format!("{HOST}/v1/projects/p/locations/global/{rest}")));
        assert!(matches!(at(CATALOG, None, &[]), Err(PrepareError::BaseUrl { .. })));
        assert!(matches!(at("https://h", None, &[]), Err(PrepareError::Payload { .. })));
    }
}
