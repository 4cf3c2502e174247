//! The services of AWS that give out keys, all on one port of this machine: roles (whose requests it wants signed), roles
//! for a token, keys for a sign-in, and the services of a container and of a machine. Written on its own, and not with the
//! code that it tests.

use std::{
    io::{self, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use serde_json::json;

use super::{Received, http, signature};

/// What the services know, and give.
#[derive(Debug, Clone)]
pub struct AwsGift {
    /// What requests for a role must be signed with.
    pub signed_with: String,
    /// The token that a web identity, a sign-in and a container have to show.
    pub token: String,
    /// The keys that all of them give: the name, the secret, and what says that they are temporary.
    pub keys: [String; 3],
    /// Whether everybody is refused.
    pub refuses: bool,
}

/// The services. They end with the process.
#[derive(Debug)]
pub struct AwsServer {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

/// When all keys end.
const UNTIL: &str = "2999-01-01T00:00:00Z";

/// The same in Unix milliseconds.
const UNTIL_MS: i64 = 32_472_144_000_000;

/// What the machine's service gives out first.
const MACHINE_TOKEN: &str = "the-machines-token";

impl AwsServer {
    /// Starts them on a free port.
    pub fn start(gift: AwsGift) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap_or_else(|error| panic!("no port is free: {error}"));
        let address = listener.local_addr().unwrap_or_else(|error| panic!("the port has no address: {error}"));
        let received = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&received);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                // A client may go away at any time.
                _ = serve(connection, &gift, &kept);
            }
        });
        Self { address, received }
    }

    /// The address of each of the services.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far, in order.
    pub fn requests(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(mut connection: TcpStream, gift: &AwsGift, kept: &Mutex<Vec<Received>>) -> io::Result<()> {
    let Some(received) = http::read(&connection)? else { return Ok(()) };
    kept.lock().unwrap_or_else(PoisonError::into_inner).push(received.clone());
    let (status, body) = answer(&received, gift).unwrap_or_else(|fault| (403, fault));
    let head = format!("HTTP/1.1 {status} {}\r\nconnection: close\r\n", http::reason(status));
    write!(connection, "{head}content-length: {}\r\n\r\n{body}", body.len())
}

/// Status and body, or why not.
fn answer(received: &Received, gift: &AwsGift) -> Result<(u16, String), String> {
    let (method, target) = received.line.split_once(' ').unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let [access, secret, session] = &gift.keys;
    let shows = |header: &str, token: &str| received.header(header) == Some(token);
    let of_machine = json!({"Code": "Success", "AccessKeyId": access, "SecretAccessKey": secret, "Token": session,
        "Expiration": UNTIL});
    match (method, path) {
        ("POST", "/") => Ok(role(received, gift)),
        _ if gift.refuses => Err(json!({"message": format!("no keys for {}", gift.token)}).to_string()),
        ("GET", "/federation/credentials") if shows("x-amz-sso_bearer_token", &gift.token) => {
            let keys = json!({"accessKeyId": access, "secretAccessKey": secret, "sessionToken": session,
                "expiration": UNTIL_MS});
            Ok((200, json!({"roleCredentials": keys}).to_string()))
        }
        ("GET", "/of-container") if shows("authorization", &gift.token) => Ok((200, of_machine.to_string())),
        ("PUT", "/latest/api/token") if received.header("x-aws-ec2-metadata-token-ttl-seconds").is_some() => {
            Ok((200, MACHINE_TOKEN.to_owned()))
        }
        ("GET", "/latest/meta-data/iam/security-credentials/") if shows("x-aws-ec2-metadata-token", MACHINE_TOKEN) => {
            Ok((200, "the-role\n".to_owned()))
        }
        ("GET", "/latest/meta-data/iam/security-credentials/the-role")
            if shows("x-aws-ec2-metadata-token", MACHINE_TOKEN) =>
        {
            Ok((200, of_machine.to_string()))
        }
        _ => Err(json!({"message": "who asks?"}).to_string()),
    }
}

/// The answer of the service that gives out roles.
fn role(received: &Received, gift: &AwsGift) -> (u16, String) {
    let form = String::from_utf8_lossy(&received.bytes).into_owned();
    let field = |name: &str| form.split('&').find_map(|field| field.strip_prefix(&format!("{name}=")));
    let action = field("Action").unwrap_or_default();
    let fault = match action {
        "AssumeRole" if gift.refuses => Some("not authorized to perform it".to_owned()),
        _ if gift.refuses => Some(format!("not authorized to perform it with {} &amp; nothing", gift.token)),
        "AssumeRole" => signature::fault(received, &gift.signed_with),
        "AssumeRoleWithWebIdentity" if received.header("authorization").is_some() => Some("it is signed".to_owned()),
        "AssumeRoleWithWebIdentity" => {
            (field("WebIdentityToken") != Some(&gift.token)).then(|| "whose token?".to_owned())
        }
        other => Some(format!("there is no action {other}")),
    };
    if let Some(fault) = fault {
        let error = format!("<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>{fault}</Message></Error>");
        return (403, format!("<ErrorResponse>\n  {error}\n</ErrorResponse>"));
    }
    let [access, secret, session] = &gift.keys;
    let keys = format!(
        "<Credentials><AccessKeyId>{access}</AccessKeyId><SecretAccessKey>{secret}</SecretAccessKey>\
         <SessionToken>{session}</SessionToken><Expiration>{UNTIL}</Expiration></Credentials>"
    );
    (200, format!("<{action}Response><{action}Result>{keys}</{action}Result></{action}Response>"))
}
