//! Where a request goes: the region that is asked for, unless the address is one's own.

use crate::apis::address;
use crate::signature::encoded;
use crate::{CallOptions, PrepareError, Request};

const USUAL_REGION: &str = "us-east-1";
const SERVICE: &str = "bedrock-runtime.";

/// The region: the model's own, else the environment's, else the one that the address names.
pub(super) fn region(request: &Request) -> String {
    let (model, options) = (&request.model, &request.options);
    of_arn(&model.id)
        .or_else(|| of_environment(options))
        .or_else(|| of_host(&model.base_url))
        .unwrap_or(USUAL_REGION)
        .to_owned()
}

fn of_arn(id: &str) -> Option<&str> {
    id.strip_prefix("arn:")?.split(':').nth(2).filter(|region| !region.is_empty())
}

fn of_environment(options: &CallOptions) -> Option<&str> {
    options.variable("AWS_REGION").or_else(|| options.variable("AWS_DEFAULT_REGION"))
}

fn of_host(base_url: &str) -> Option<&str> {
    base_url.split_once("://")?.1.strip_prefix(SERVICE)?.split('.').next().filter(|region| !region.is_empty())
}

/// The whole address. Amazon's own host follows the region.
pub(super) fn url(request: &Request, region: &str) -> Result<String, PrepareError> {
    let base = match of_host(&request.model.base_url) {
        Some(named) => {
            let base = address::base_url(request)?;
            base.replacen(&format!("{SERVICE}{named}."), &format!("{SERVICE}{region}."), 1)
        }
        None if request.model.base_url.is_empty() => format!("https://{SERVICE}{region}.amazonaws.com"),
        None => address::base_url(request)?,
    };
    Ok(format!("{base}/model/{}/converse-stream", encoded(&request.model.id)))
}
