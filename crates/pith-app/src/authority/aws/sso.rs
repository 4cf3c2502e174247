//! Keys for a sign-in that AWS's own program keeps.

use pith_config::credentials::{AwsKeys, AwsSso};
use pith_llm::signature::encoded;
use pith_llm::{Exchange, Secret, Transport};
use serde::Deserialize;
use serde_json::Value;

use super::error::{AwsFailure, Step};
use crate::authority::answer::Answer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Given {
    role_credentials: Keys,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Keys {
    access_key_id: String,
    secret_access_key: String,
    session_token: String,
    /// In Unix milliseconds.
    expiration: i64,
}

pub(super) async fn keys(transport: &dyn Transport, sso: &AwsSso, now: i64) -> Result<AwsKeys, AwsFailure> {
    let signed_in = sso.signed_in()?;
    if signed_in.until_ms <= now {
        return Err(sso.ended().into());
    }
    let (account, role) = (encoded(&sso.account), encoded(&sso.role));
    let exchange = Exchange {
        method: "GET".into(),
        url: format!("{}/federation/credentials?role_name={role}&account_id={account}", sso.portal),
        headers: vec![("x-amz-sso_bearer_token".into(), signed_in.token.reveal().to_owned())],
        body: None,
    };
    let step = || Step::Sso(sso.profile.clone());
    let unreached = |source| AwsFailure::Unreached { step: step(), source };
    let answer = Answer::of(transport.exchange(exchange).await.map_err(unreached)?).await.map_err(unreached)?;
    if !answer.is_good() {
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let reason = body["message"].as_str().unwrap_or("it did not say why");
        let reason = reason.replace(signed_in.token.reveal(), "[redacted]");
        return Err(AwsFailure::Refused { step: step(), status: answer.status, reason });
    }
    let given: Given = serde_json::from_slice(&answer.body).map_err(|_| AwsFailure::Answer { step: step() })?;
    let keys = given.role_credentials;
    Ok(AwsKeys {
        access_key: Secret::new(keys.access_key_id),
        secret_key: Secret::new(keys.secret_access_key),
        session_token: Some(Secret::new(keys.session_token)),
        until_ms: Some(keys.expiration),
    })
}
