#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

/// A home with these files of AWS, and these variables.
struct Home {
    folder: tempfile::TempDir,
    environment: Environment,
}

impl Home {
    fn new(config: &str, credentials: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".aws")).unwrap();
        fs::write(folder.path().join(".aws/config"), config).unwrap();
        fs::write(folder.path().join(".aws/credentials"), credentials).unwrap();
        let environment =
            Environment::new(folder.path(), Some(folder.path().to_owned())).with_variable("PATH", "/usr/bin:/bin");
        Self { folder, environment }
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.environment = self.environment.with_variable(name, value);
        self
    }

    fn identity(&self) -> Result<Option<AwsIdentity>, AwsError> {
        identity(&self.environment, &|name| self.environment.variable(name).map(str::to_owned))
    }

    fn source(&self) -> AwsSource {
        self.identity().unwrap().unwrap().source
    }

    fn told(&self) -> String {
        self.identity().unwrap_err().to_string()
    }

    fn there(&self) -> bool {
        are_there(&self.environment, &|name| self.environment.variable(name).map(str::to_owned))
    }

    fn region(&self) -> Option<String> {
        region(&self.environment, &|name| self.environment.variable(name).map(str::to_owned))
    }
}

/// The name of the key that a source knows.
fn access(source: &AwsSource) -> &str {
    match source {
        AwsSource::Keys(keys) => keys.access_key.reveal(),
        other => panic!("{other:?}"),
    }
}

const CONFIG: &str = "[default]\nregion=us-west-2 # a remark\n# another\n[profile work]\nregion = eu-west-1\n";
const CREDENTIALS: &str = "[default]\naws_access_key_id = A\naws_secret_access_key=S=\n[work]\n\
    aws_access_key_id=B\naws_secret_access_key=T\naws_session_token = U\n";

#[test]
fn a_named_profile_goes_before_variables_and_the_default_one_after() {
    let home = Home::new(CONFIG, CREDENTIALS);
    let AwsSource::Keys(keys) = home.source() else { panic!() };
    assert_eq!((keys.access_key.reveal(), keys.secret_key.reveal(), keys.session_token), ("A", "S=", None));
    assert_eq!(home.region().as_deref(), Some("us-west-2"));
    let home = home.with("AWS_ACCESS_KEY_ID", "V").with("AWS_SECRET_ACCESS_KEY", "W");
    assert_eq!((home.identity().unwrap(), home.region().as_deref()), (None, Some("us-west-2")));
    let home = home.with("AWS_PROFILE", "work");
    let AwsSource::Keys(keys) = home.source() else { panic!() };
    let variables: Vec<(&str, &str)> = keys.variables().map(|(name, value)| (name, value.reveal())).collect();
    let expected = [("AWS_ACCESS_KEY_ID", "B"), ("AWS_SECRET_ACCESS_KEY", "T"), ("AWS_SESSION_TOKEN", "U")];
    assert_eq!((variables.as_slice(), home.region().as_deref()), (&expected[..], Some("eu-west-1")));
    assert_eq!(home.with("AWS_DEFAULT_REGION", "r").region().as_deref(), Some("r"));
}

#[test]
fn a_named_profile_that_is_not_there_is_told_with_the_files() {
    let home = Home::new(CONFIG, CREDENTIALS).with("AWS_PROFILE", "wrok");
    let told = home.told();
    assert!(told.contains("no profile `wrok`") && told.contains(".aws/config"), "{told}");
    assert!(home.there(), "whoever asks is told");
    // One that says nothing of keys leaves the word to variables.
    let home = Home::new("[profile bare]\nregion = r\n", "").with("AWS_PROFILE", "bare");
    let home = home.with("AWS_ACCESS_KEY_ID", "V").with("AWS_SECRET_ACCESS_KEY", "W");
    assert_eq!(home.identity().unwrap(), None);
}

#[test]
fn a_role_is_taken_with_the_keys_of_another_profile_or_of_its_own() {
    let config = "[profile app]\nrole_arn = arn:aws:iam::1:role/app\nsource_profile = base\nexternal_id = x-1\n\
        role_session_name = me\nduration_seconds = 900\n[profile own]\nrole_arn = arn:own\nsource_profile = own\n\
        [profile far]\nrole_arn = arn:far\nsource_profile = app\n";
    let credentials =
        "[base]\naws_access_key_id=B\naws_secret_access_key=T\n[own]\naws_access_key_id=O\naws_secret_access_key=P\n";
    let home = Home::new(config, credentials).with("AWS_PROFILE", "app");
    let identity = home.identity().unwrap().unwrap();
    assert_eq!(
        (identity.sts.as_str(), identity.signing_region()),
        ("https://sts.us-east-1.amazonaws.com", "us-east-1")
    );
    let AwsSource::Role { role, by } = identity.source else { panic!() };
    assert_eq!(
        (role.arn.as_str(), role.session.as_deref(), role.seconds),
        ("arn:aws:iam::1:role/app", Some("me"), Some(900))
    );
    assert_eq!((role.external_id.as_deref(), access(&by)), (Some("x-1"), "B"));
    let AwsSource::Role { by, .. } = Home::new(config, credentials).with("AWS_PROFILE", "own").source() else {
        panic!()
    };
    assert_eq!(access(&by), "O");
    let AwsSource::Role { by, .. } = Home::new(config, credentials).with("AWS_PROFILE", "far").source() else {
        panic!()
    };
    let AwsSource::Role { role, by } = *by else { panic!() };
    assert_eq!((role.arn.as_str(), access(&by)), ("arn:aws:iam::1:role/app", "B"));
}

#[test]
fn a_role_takes_its_keys_from_the_named_source() {
    let of = |source: &str| Home::new(&format!("[default]\nrole_arn=arn:r\ncredential_source={source}\n"), "");
    let home = of("Environment").with("AWS_PROFILE", "default");
    let home = home.with("AWS_ACCESS_KEY_ID", "V").with("AWS_SECRET_ACCESS_KEY", "W");
    let AwsSource::Role { by, .. } = home.source() else { panic!() };
    assert_eq!(access(&by), "V");
    let AwsSource::Role { by, .. } = of("Ec2InstanceMetadata").source() else { panic!() };
    assert_eq!(*by, AwsSource::Machine { address: "http://169.254.169.254".into() });
    let AwsSource::Role { by, .. } = of("EcsContainer").with("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/c").source()
    else {
        panic!()
    };
    assert_eq!(*by, AwsSource::Container { address: "http://169.254.170.2/c".into(), token: None });
}

#[test]
fn a_profile_that_cannot_be_followed_says_what_is_missing() {
    for (config, said) in [
        ("[default]\nrole_arn=arn:r\n", "`role_arn` needs `source_profile`"),
        ("[default]\nrole_arn=arn:r\nsource_profile=b\n", "there is no profile `b`"),
        ("[default]\nrole_arn=arn:r\nsource_profile=b\n[profile b]\nregion=r\n", "`b`, says nothing of keys"),
        (
            "[default]\nrole_arn=arn:r\nsource_profile=b\n[profile b]\nrole_arn=arn:s\nsource_profile=default\n",
            "leads back",
        ),
        ("[default]\nrole_arn=arn:r\ncredential_source=Moon\n", "not `Moon`"),
        ("[default]\nrole_arn=arn:r\ncredential_source=Environment\nsource_profile=b\n", "has both"),
        ("[default]\nrole_arn=arn:r\ncredential_source=Environment\n", "is not set"),
        ("[default]\nrole_arn=arn:r\ncredential_source=EcsContainer\n", "is not set"),
        ("[default]\nrole_arn=arn:r\nmfa_serial=m\nsource_profile=b\n", "`mfa_serial`"),
        ("[default]\nrole_arn=arn:r\ncredential_source=Ec2InstanceMetadata\nduration_seconds=long\n", "not `long`"),
        ("[default]\nsso_session=s\nsso_account_id=1\nsso_role_name=r\n", "no section `[sso-session s]`"),
        ("[default]\nsso_session=s\nsso_role_name=r\n[sso-session s]\nsso_region=e\n", "`sso_account_id` is missing"),
        ("[default]\nsso_account_id=1\nsso_role_name=r\n", "`sso_start_url` is missing"),
    ] {
        let told = Home::new(config, "").told();
        assert!(told.contains(said), "{config}: {told}");
    }
}

#[test]
fn a_web_identity_stands_in_variables_or_in_a_profile() {
    let home = Home::new("", "").with("AWS_WEB_IDENTITY_TOKEN_FILE", "/t").with("AWS_ROLE_ARN", "arn:r");
    let source = home.with("AWS_ROLE_SESSION_NAME", "n").source();
    let AwsSource::WebIdentity { role, token } = source else { panic!() };
    assert_eq!((role.arn.as_str(), role.session.as_deref(), token), ("arn:r", Some("n"), PathBuf::from("/t")));
    let told = Home::new("", "").with("AWS_WEB_IDENTITY_TOKEN_FILE", "/t").told();
    assert!(told.contains("`AWS_ROLE_ARN`"), "{told}");
    let of_profile = Home::new("[default]\nrole_arn=arn:p\nweb_identity_token_file=/p\n", "").source();
    assert!(matches!(of_profile, AwsSource::WebIdentity { token, .. } if token == *"/p"));
}

#[test]
fn a_container_is_asked_only_where_keys_do_not_travel_in_the_open() {
    let of = |address: &str| Home::new("", "").with("AWS_CONTAINER_CREDENTIALS_FULL_URI", address);
    for address in [
        "https://keys.example/x",
        "http://localhost:1/x",
        "http://127.0.0.1:51679/x",
        "http://[::1]:1/x",
        "http://169.254.170.23/v1/credentials",
        "http://[fd00:ec2::23]/v1/credentials",
    ] {
        assert_eq!(of(address).source(), AwsSource::Container { address: address.into(), token: None }, "{address}");
    }
    for address in
        ["http://keys.example/x", "http://localhost.evil.example/", "ftp://localhost/", "http://169.254.170.2.nip.io/x"]
    {
        assert!(of(address).told().contains("in the open"), "{address}");
    }
    let home = of("https://k").with("AWS_CONTAINER_AUTHORIZATION_TOKEN", "t");
    let given = Some(AwsToken::Given(Secret::new("t")));
    assert!(matches!(home.source(), AwsSource::Container { token, .. } if token == given));
    let file = Some(AwsToken::File("/t".into()));
    let home = home.with("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "/t");
    assert!(matches!(home.source(), AwsSource::Container { token, .. } if token == file));
    assert!(home.there());
}

#[test]
fn the_machine_comes_last_is_not_counted_on_and_can_be_left_out() {
    let home = Home::new("", "");
    assert_eq!(home.source(), AwsSource::Machine { address: "http://169.254.169.254".into() });
    assert!(!home.there());
    let home = home.with("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE", "IPv6");
    assert_eq!(home.source(), AwsSource::Machine { address: "http://[fd00:ec2::254]".into() });
    let home = home.with("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:9/");
    assert_eq!(home.source(), AwsSource::Machine { address: "http://127.0.0.1:9".into() });
    assert_eq!(home.with("AWS_EC2_METADATA_DISABLED", "True").identity().unwrap(), None);
}

#[test]
fn services_are_where_variables_say_else_where_the_region_has_them() {
    let sts = |home: Home| home.identity().unwrap().unwrap().sts;
    assert_eq!(sts(Home::new("", "").with("AWS_REGION", "eu-west-3")), "https://sts.eu-west-3.amazonaws.com");
    assert_eq!(sts(Home::new("", "").with("AWS_REGION", "cn-north-1")), "https://sts.cn-north-1.amazonaws.com.cn");
    let all = Home::new("", "").with("AWS_ENDPOINT_URL", "http://127.0.0.1:4566/");
    assert_eq!(sts(all.with("AWS_ENDPOINT_URL_STS", "http://127.0.0.1:1")), "http://127.0.0.1:1");
    assert_eq!(sts(Home::new("", "").with("AWS_ENDPOINT_URL", "http://127.0.0.1:4566/")), "http://127.0.0.1:4566");
}

#[test]
fn a_sign_in_is_read_from_where_awss_program_keeps_it() {
    let config = "[profile new]\nsso_session = my-sso\nsso_account_id=123\nsso_role_name=Reader\n[sso-session my-sso]\n\
        sso_region=eu-west-1\nsso_start_url=https://x.awsapps.com/start\n[profile old]\nsso_start_url=https://x.awsapps.com/start\n\
        sso_region=eu-west-2\nsso_account_id=123\nsso_role_name=Reader\n";
    for (profile, file, portal) in [
        ("new", "0ad374308c5a4e22f723adf10145eafad7c4031c", "https://portal.sso.eu-west-1.amazonaws.com"),
        ("old", "3947de8b16688092197fa616c34e01335f21d256", "https://portal.sso.eu-west-2.amazonaws.com"),
    ] {
        let home = Home::new(config, "").with("AWS_PROFILE", profile);
        let AwsSource::Sso(sso) = home.source() else { panic!() };
        assert_eq!((sso.portal.as_str(), sso.account.as_str(), sso.role.as_str()), (portal, "123", "Reader"));
        let told = sso.signed_in().unwrap_err().to_string();
        assert!(told.contains(&format!("`aws sso login --profile {profile}`")) && told.contains(file), "{told}");
        let cache = home.folder.path().join(".aws/sso/cache");
        fs::create_dir_all(&cache).unwrap();
        let kept = r#"{"accessToken": "secret-token", "expiresAt": "2026-11-30T12:00:00UTC", "region": "r"}"#;
        fs::write(cache.join(format!("{file}.json")), kept).unwrap();
        let signed_in = sso.signed_in().unwrap();
        assert_eq!((signed_in.token.reveal(), signed_in.until_ms), ("secret-token", 1_796_040_000_000));
        fs::write(cache.join(format!("{file}.json")), r#"{"accessToken": "secret-token"}"#).unwrap();
        let told = format!("{:?}", sso.signed_in().unwrap_err());
        assert!(!told.contains("secret-token"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_gives_keys_with_their_end_or_is_told_without_what_it_printed() {
    let run = |printed: &str| {
        let home = Home::new(&format!("[default]\ncredential_process = printf '%s' '{printed}'\n"), "");
        let AwsSource::Process(process) = home.source() else { panic!() };
        process.run()
    };
    let keys = run(r#"{"Version":1,"AccessKeyId":"P","SecretAccessKey":"Q","SessionToken":"R","Expiration":"2026-11-30T12:00:00Z"}"#).unwrap();
    assert_eq!((keys.access_key.reveal(), keys.until_ms), ("P", Some(1_796_040_000_000)));
    assert_eq!(run(r#"{"Version":1,"AccessKeyId":"P","SecretAccessKey":"Q"}"#).unwrap().until_ms, None);
    for printed in [
        r#"{"Version":2,"AccessKeyId":"P","SecretAccessKey":"hidden"}"#,
        "hidden",
        r#"{"Version":1,"AccessKeyId":"P","SecretAccessKey":"hidden","Expiration":"soon"}"#,
    ] {
        let told = format!("{:?}", run(printed).unwrap_err());
        assert!(told.contains("Printed") && !told.contains("hidden"), "{told}");
    }
}

#[test]
fn settings_within_settings_remarks_and_quoted_names_mean_what_awss_programs_have_them_mean() {
    let config = "[profile \"my one\"]\ns3 =\n  region = wrong\nregion = right ; a remark\n  output = json\n[profile other]\nregion=other\n";
    let profiles = Home::new(config, "");
    let lookup = |name: &str| profiles.environment.variable(name).map(str::to_owned);
    let profile = Profiles::read(&profiles.environment, &lookup).get("my one").unwrap();
    assert_eq!((profile["region"].as_str(), profile["output"].as_str()), ("right", "json"));
    assert!(!profile.contains_key("s3"));
}

#[test]
fn a_token_of_a_file_is_one_line_of_what_a_header_carries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("token");
    assert!(read_token(&path).unwrap_err().to_string().contains("cannot be read"));
    fs::write(&path, "abc.def\n").unwrap();
    assert_eq!(read_token(&path).unwrap().reveal(), "abc.def");
    for wrong in ["", "hid\nden", "h\u{201c}"] {
        fs::write(&path, wrong).unwrap();
        assert!(matches!(read_token(&path), Err(AwsError::TokenForm { .. })), "{wrong:?}");
    }
}
