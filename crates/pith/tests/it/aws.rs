//! Keys of AWS from wherever its own programs have them: the program gets them, and signs with them.

use std::process::{Command, Output};

use pith_testkit::{AwsGift, AwsServer, ChatServer, Reply, World};
use serde_json::json;

use crate::program::PITH;

const SECRET: &str = "secret-of-the-temporary-keys";
const SOURCE: &str = "secret-of-the-lasting-keys";
const TOKEN: &str = "token-that-is-shown";
const SESSION: &str = "session-of-the-temporary-keys";

/// A world with a model of Bedrock, and the services that give keys for it.
struct Cloud {
    world: World,
    model: ChatServer,
    aws: AwsServer,
}

impl Cloud {
    fn new() -> Self {
        Self::that(false)
    }

    fn that(refuses: bool) -> Self {
        let (world, model) = (World::new(), ChatServer::start([Reply::text("Signed."), Reply::text("Again.")]));
        model.require_signature(SECRET);
        let models = json!([{"id": "m", "contextWindow": 200_000, "maxTokens": 8192}]);
        let provider = json!({"baseUrl": model.root_url(), "api": "bedrock-converse-stream", "models": models});
        world.write("agent/models.json", json!({"providers": {"mock": provider}}).to_string());
        let keys = ["ASIATEMPORARY", SECRET, SESSION].map(str::to_owned);
        let aws = AwsServer::start(AwsGift { signed_with: SOURCE.into(), token: TOKEN.into(), keys, refuses });
        Self { world, model, aws }
    }

    /// The program, with every service where the fake ones are.
    fn command(&self) -> Command {
        let mut command = self.world.command(PITH);
        command.args(["--model", "mock/m", "-p", "hi"]);
        for service in ["AWS_ENDPOINT_URL_STS", "AWS_ENDPOINT_URL_SSO", "AWS_EC2_METADATA_SERVICE_ENDPOINT"] {
            command.env(service, self.aws.url());
        }
        command
    }

    fn asked(&self) -> Vec<String> {
        self.aws.requests().into_iter().map(|request| request.line).collect()
    }

    /// Runs it; it has to have signed with the temporary keys.
    fn signs(&self, command: &mut Command) {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "Signed.\n");
        assert_eq!(self.model.requests()[0].header("x-amz-security-token"), Some(SESSION));
        self.shows_no_secret(&output);
    }

    /// Runs it; it has to end with one error that says this.
    fn fails(&self, command: &mut Command, said: &[&str]) {
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(said.iter().all(|said| told.contains(said)), "{told}");
        assert!(self.model.requests().is_empty());
        self.shows_no_secret(&output);
    }

    fn shows_no_secret(&self, output: &Output) {
        let mut shown = format!("{output:?}");
        for file in self.world.list("agent/sessions") {
            for session in self.world.list(&format!("agent/sessions/{file}")) {
                shown.push_str(&self.world.read(&format!("agent/sessions/{file}/{session}")));
            }
        }
        for secret in [SECRET, SOURCE, TOKEN, SESSION] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }

    /// A sign-in of AWS's own program.
    fn sign_in(&self, until: &str) {
        let config = "[profile dev]\nsso_session = corp\nsso_account_id = 1\nsso_role_name = r\n\
            [sso-session corp]\nsso_region = eu-west-1\nsso_start_url = https://x.awsapps.com/start\n";
        self.world.write("home/.aws/config", config);
        let kept = json!({"accessToken": TOKEN, "expiresAt": until, "region": "eu-west-1"});
        // The name is the hash of the session's.
        self.world.write("home/.aws/sso/cache/ee0bfd2552fbd840c02cc48b6e823320543c450f.json", kept.to_string());
    }
}

const ROLE: &str = "[profile app]\nrole_arn = arn:aws:iam::1:role/app\nsource_profile = base\nexternal_id = x/1\n\
    region = eu-west-3\n";

fn base() -> String {
    format!("[base]\naws_access_key_id = AKIALASTING\naws_secret_access_key = {SOURCE}\n")
}

#[test]
fn a_role_is_taken_with_a_signed_request_and_its_keys_sign() {
    let cloud = Cloud::new();
    cloud.world.write("home/.aws/config", ROLE);
    cloud.world.write("home/.aws/credentials", base());
    cloud.signs(cloud.command().env("AWS_PROFILE", "app"));
    let asked = &cloud.aws.requests()[0];
    let form = String::from_utf8_lossy(&asked.bytes).into_owned();
    assert!(
        form.contains("RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fapp") && form.contains("ExternalId=x%2F1"),
        "{form}"
    );
    assert!(asked.header("authorization").unwrap().contains("/eu-west-3/sts/aws4_request"));
    assert!(cloud.model.requests()[0].header("authorization").unwrap().contains("/eu-west-3/bedrock/"));
}

#[test]
fn a_role_that_is_refused_is_told_with_the_step_and_no_secret() {
    let cloud = Cloud::that(true);
    cloud.world.write("home/.aws/config", ROLE);
    cloud.world.write("home/.aws/credentials", base());
    let said = ["taking the AWS role `arn:aws:iam::1:role/app` was refused (403): not authorized", "trust policy"];
    cloud.fails(cloud.command().env("AWS_PROFILE", "app"), &said);
    cloud.fails(cloud.command().env("AWS_PROFILE", "gone"), &["there is no profile `gone`"]);
    let unreached = ["taking the AWS role", "could not connect to `127.0.0.1:1`"];
    cloud
        .fails(cloud.command().env("AWS_PROFILE", "app").env("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:1"), &unreached);
}

#[test]
fn a_web_identity_is_worth_a_role() {
    let cloud = Cloud::new();
    let token = cloud.world.write("token", format!("{TOKEN}\n"));
    let identity = |command: &mut Command| {
        command
            .env("AWS_WEB_IDENTITY_TOKEN_FILE", &token)
            .env("AWS_ROLE_ARN", "arn:r")
            .env("AWS_ROLE_SESSION_NAME", "me");
    };
    let mut command = cloud.command();
    identity(&mut command);
    cloud.signs(&mut command);
    let form = String::from_utf8_lossy(&cloud.aws.requests()[0].bytes).into_owned();
    assert!(form.contains("Action=AssumeRoleWithWebIdentity") && form.contains("RoleSessionName=me"), "{form}");
    let cloud = Cloud::that(true);
    let mut command = cloud.command();
    identity(&mut command);
    cloud
        .fails(&mut command, &["taking the AWS role `arn:r` for the web identity was refused", "[redacted] & nothing"]);
    std::fs::remove_file(&token).unwrap();
    cloud.fails(&mut command, &["the token in `", "cannot be read"]);
}

#[test]
fn a_sign_in_of_awss_program_is_worth_keys_until_it_ends() {
    let cloud = Cloud::new();
    cloud.sign_in("2999-01-01T00:00:00Z");
    cloud.signs(cloud.command().env("AWS_PROFILE", "dev"));
    assert_eq!(cloud.asked(), ["GET /federation/credentials?role_name=r&account_id=1"]);
    let cloud = Cloud::new();
    cloud.sign_in("2001-01-01T00:00:00Z");
    cloud.fails(cloud.command().env("AWS_PROFILE", "dev"), &["nobody is signed in", "`aws sso login --profile dev`"]);
    let cloud = Cloud::that(true);
    cloud.sign_in("2999-01-01T00:00:00Z");
    cloud.fails(
        cloud.command().env("AWS_PROFILE", "dev"),
        &["was refused (403): no keys for [redacted]", "aws sso login"],
    );
}

#[test]
fn a_container_shows_the_token_of_its_file() {
    let cloud = Cloud::new();
    let token = cloud.world.write("token", TOKEN);
    let address = format!("{}/of-container", cloud.aws.url());
    let mut command = cloud.command();
    command.env("AWS_CONTAINER_CREDENTIALS_FULL_URI", &address).env("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", &token);
    // No proxy stands on the way to it.
    cloud.signs(command.env("HTTP_PROXY", "http://127.0.0.1:1"));
    let cloud = Cloud::new();
    let mut command = cloud.command();
    command.env("AWS_CONTAINER_CREDENTIALS_FULL_URI", address).env("AWS_CONTAINER_AUTHORIZATION_TOKEN", "another");
    cloud.fails(&mut command, &["getting AWS keys from the container's service was refused (403): who asks?"]);
}

#[test]
fn a_machine_of_aws_is_asked_last_and_only_for_its_own_models() {
    let cloud = Cloud::new();
    cloud.signs(&mut cloud.command());
    let keys = "GET /latest/meta-data/iam/security-credentials/";
    assert_eq!(cloud.asked(), ["PUT /latest/api/token", keys, &format!("{keys}the-role")]);
    let nowhere = ["no keys of AWS were found", "`AWS_ACCESS_KEY_ID`", "AWS_PROFILE", "AWS_EC2_METADATA_DISABLED"];
    let cloud = Cloud::new();
    cloud.fails(cloud.command().env("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:1"), &nowhere);
    let other = crate::program::world([Reply::text("ok")]);
    let mut command = other.0.command(PITH);
    command.args(["--model", "mock/m1", "-p", "hi"]).env("AWS_EC2_METADATA_SERVICE_ENDPOINT", cloud.aws.url());
    assert_eq!(command.output().unwrap().status.code(), Some(0));
    assert!(cloud.asked().is_empty());
    let output = cloud.command().env("AWS_EC2_METADATA_DISABLED", "true").output().unwrap();
    assert_eq!((output.status.code(), cloud.asked().is_empty()), (Some(1), true), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_program_of_a_profile_is_run_once_for_keys_that_last() {
    let cloud = Cloud::new();
    let keys = json!({"Version": 1, "AccessKeyId": "ASIAPROGRAM", "SecretAccessKey": SECRET, "SessionToken": SESSION});
    cloud.world.write("home/keys.json", keys.to_string());
    let config = "[default]\ncredential_process = echo . >> $HOME/runs; cat $HOME/keys.json\n";
    cloud.world.write("home/.aws/config", config);
    let output = cloud.command().arg("and again").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!((cloud.model.requests().len(), cloud.world.read("home/runs").as_str()), (2, ".\n"));
}
