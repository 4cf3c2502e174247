//! Services that a container or a machine in AWS's cloud has for keys of its own. The machine's is asked in its second
//! form alone, in which a token is fetched first.

use bytes::Bytes;
use pith_config::credentials::{AwsKeys, AwsToken, read_token, time_of};
use pith_llm::{Exchange, Secret, Transport, TransportError};
use serde::Deserialize;
use serde_json::Value;

use super::error::{AwsFailure, Step};
use crate::authority::answer::Answer;

/// For how long the machine's service is spoken to with one token, in seconds.
const TOKEN_SECONDS: &str = "21600";

const ROLES: &str = "latest/meta-data/iam/security-credentials";

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Given {
    access_key_id: String,
    secret_access_key: String,
    token: Option<String>,
    expiration: Option<String>,
}

pub(super) async fn container(
    nearby: &dyn Transport,
    address: &str,
    token: Option<&AwsToken>,
) -> Result<AwsKeys, AwsFailure> {
    let token = match token {
        Some(AwsToken::Given(token)) => Some(token.clone()),
        Some(AwsToken::File(path)) => Some(read_token(path)?),
        None => None,
    };
    let headers = token.iter().map(|token| ("authorization".to_owned(), token.reveal().to_owned())).collect();
    let answer = ask(nearby, "GET", address.to_owned(), headers).await;
    let answer = answer.map_err(|source| AwsFailure::Unreached { step: Step::Container, source })?;
    keys(&answer, Step::Container, token.as_ref())
}

pub(super) async fn machine(nearby: &dyn Transport, address: &str) -> Result<AwsKeys, AwsFailure> {
    let lifetime = vec![("x-aws-ec2-metadata-token-ttl-seconds".to_owned(), TOKEN_SECONDS.to_owned())];
    let token = ask(nearby, "PUT", format!("{address}/latest/api/token"), lifetime).await;
    // Machines of other clouds have something else at this address.
    let token = match token {
        Ok(answer) => text(&answer).ok_or(AwsFailure::Nowhere { source: None })?,
        Err(source) => return Err(AwsFailure::Nowhere { source: Some(source) }),
    };
    let shown = || vec![("x-aws-ec2-metadata-token".to_owned(), token.clone())];
    let unreached = |source| AwsFailure::Unreached { step: Step::Machine, source };
    let roles = ask(nearby, "GET", format!("{address}/{ROLES}/"), shown()).await.map_err(unreached)?;
    let token = Secret::new(&token);
    let named = text(&roles).ok_or_else(|| refused(&roles, Step::Machine, Some(&token)))?;
    let role = named.lines().next().unwrap_or_default().trim();
    let answer = ask(nearby, "GET", format!("{address}/{ROLES}/{role}"), shown()).await.map_err(unreached)?;
    keys(&answer, Step::Machine, Some(&token))
}

/// The text of a good answer of the machine's service.
fn text(answer: &Answer) -> Option<String> {
    let text = String::from_utf8_lossy(&answer.body).trim().to_owned();
    (answer.is_good() && !text.is_empty()).then_some(text)
}

async fn ask(
    nearby: &dyn Transport,
    method: &str,
    url: String,
    headers: Vec<(String, String)>,
) -> Result<Answer, TransportError> {
    let body = (method == "PUT").then(Bytes::new);
    Answer::of(nearby.exchange(Exchange { method: method.to_owned(), url, headers, body }).await?).await
}

fn keys(answer: &Answer, step: Step, token: Option<&Secret>) -> Result<AwsKeys, AwsFailure> {
    if !answer.is_good() {
        return Err(refused(answer, step, token));
    }
    let given: Option<Given> = serde_json::from_slice(&answer.body).ok();
    let given = given.ok_or(AwsFailure::Answer { step: step.clone() })?;
    let until_ms = given.expiration.map(|time| time_of(&time).ok_or(AwsFailure::Answer { step })).transpose()?;
    Ok(AwsKeys {
        access_key: Secret::new(given.access_key_id),
        secret_key: Secret::new(given.secret_access_key),
        session_token: given.token.map(Secret::new),
        until_ms,
    })
}

fn refused(answer: &Answer, step: Step, token: Option<&Secret>) -> AwsFailure {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let said = ["message", "Message", "code", "Code"].iter().find_map(|key| body[*key].as_str());
    let reason = said.unwrap_or("it did not say why");
    let reason = token.map_or_else(|| reason.to_owned(), |token| reason.replace(token.reveal(), "[redacted]"));
    AwsFailure::Refused { step, status: answer.status, reason }
}
