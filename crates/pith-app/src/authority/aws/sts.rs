//! AWS's service that gives out roles (STS): its requests are forms, its answers XML.

use pith_config::credentials::{AwsIdentity, AwsKeys, AwsRole, time_of};
use pith_llm::signature::{encoded, signed};
use pith_llm::{HttpRequest, Secret, Signing, Transport};

use super::error::{AwsFailure, Step};
use crate::authority::answer::Answer;

const VERSION: &str = "2011-06-15";
const SERVICE: &str = "sts";

/// A role, for whoever has these keys.
pub(super) async fn assume(
    transport: &dyn Transport,
    identity: &AwsIdentity,
    role: &AwsRole,
    keys: AwsKeys,
    now: i64,
) -> Result<AwsKeys, AwsFailure> {
    let form = form("AssumeRole", role, now, &[("ExternalId", role.external_id.as_deref())]);
    let signing = Signing {
        region: identity.signing_region().to_owned(),
        access_key: keys.access_key,
        secret_key: keys.secret_key,
        session_token: keys.session_token,
    };
    let url = format!("{}/", identity.sts);
    let headers = signed(&signing, SERVICE, &url, headers(), form.as_bytes(), now);
    let hidden: Vec<Secret> = signing.session_token.into_iter().chain([signing.secret_key]).collect();
    ask(transport, Step::Role(role.arn.clone()), HttpRequest { url, headers, body: form.into() }, &hidden).await
}

/// A role, for whoever shows this token; nothing is signed.
pub(super) async fn exchange(
    transport: &dyn Transport,
    identity: &AwsIdentity,
    role: &AwsRole,
    token: &Secret,
    now: i64,
) -> Result<AwsKeys, AwsFailure> {
    let form = form("AssumeRoleWithWebIdentity", role, now, &[("WebIdentityToken", Some(token.reveal()))]);
    let request = HttpRequest { url: format!("{}/", identity.sts), headers: headers(), body: form.into() };
    ask(transport, Step::WebIdentity(role.arn.clone()), request, std::slice::from_ref(token)).await
}

fn headers() -> Vec<(String, Secret)> {
    vec![("content-type".to_owned(), Secret::new("application/x-www-form-urlencoded; charset=utf-8"))]
}

fn form(action: &str, role: &AwsRole, now: i64, more: &[(&str, Option<&str>)]) -> String {
    let session = role.session.clone().unwrap_or_else(|| format!("pith-{now}"));
    let seconds = role.seconds.map(|seconds| seconds.to_string());
    let fields = [
        ("Action", Some(action)),
        ("Version", Some(VERSION)),
        ("RoleArn", Some(role.arn.as_str())),
        ("RoleSessionName", Some(session.as_str())),
        ("DurationSeconds", seconds.as_deref()),
    ];
    let fields = fields.iter().chain(more).filter_map(|(name, value)| Some(format!("{name}={}", encoded((*value)?))));
    fields.collect::<Vec<_>>().join("&")
}

async fn ask(
    transport: &dyn Transport,
    step: Step,
    request: HttpRequest,
    hidden: &[Secret],
) -> Result<AwsKeys, AwsFailure> {
    let answer = async { Answer::of(transport.send(request).await?).await };
    let answer = match answer.await {
        Ok(answer) => answer,
        Err(source) => return Err(AwsFailure::Unreached { step, source }),
    };
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    if !answer.is_good() {
        let reason = element(&text, "Message").or_else(|| element(&text, "Code"));
        let mut reason = reason.unwrap_or_else(|| "it did not say why".to_owned());
        for secret in hidden {
            reason = reason.replace(secret.reveal(), "[redacted]");
        }
        return Err(AwsFailure::Refused { step, status: answer.status, reason });
    }
    keys(&text).ok_or(AwsFailure::Answer { step })
}

fn keys(text: &str) -> Option<AwsKeys> {
    Some(AwsKeys {
        access_key: Secret::new(element(text, "AccessKeyId")?),
        secret_key: Secret::new(element(text, "SecretAccessKey")?),
        session_token: Some(Secret::new(element(text, "SessionToken")?)),
        until_ms: Some(time_of(&element(text, "Expiration")?)?),
    })
}

/// The text of the first element of a name that holds text alone.
fn element(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    let (inner, _) = rest.split_once(&format!("</{name}>"))?;
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#xD;", "\r"), ("&#xA;", "\n")];
    let inner = marks.iter().fold(inner.to_owned(), |text, (escaped, mark)| text.replace(escaped, mark));
    // Last, so that what it leaves is not read again.
    Some(inner.replace("&amp;", "&").trim().to_owned()).filter(|text| !text.is_empty())
}
