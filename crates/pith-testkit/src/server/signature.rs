//! The signature of a request to AWS, computed again from what arrived: written on its own, and not with the code that it
//! tests.

use ring::{digest, hmac};

use super::Received;

/// Why a signature is not right.
pub(super) fn fault(received: &Received, secret: &str) -> Option<String> {
    let Some(authorization) = received.header("authorization") else { return Some("it is not signed".into()) };
    let field = |name: &str| {
        let rest = authorization.split_once(&format!("{name}="))?.1;
        rest.split([',', ' ']).next()
    };
    let (Some(credential), Some(names), Some(given)) =
        (field("Credential"), field("SignedHeaders"), field("Signature"))
    else {
        return Some(format!("the signature lacks a part: {authorization}"));
    };
    let scope: Vec<&str> = credential.split('/').skip(1).collect();
    let (&[day, region, service, "aws4_request"], Some(date)) = (scope.as_slice(), received.header("x-amz-date"))
    else {
        return Some(format!("the scope of the signature is not right: {credential}"));
    };
    if !date.starts_with(day) || !names.split(';').any(|name| name == "host") {
        return Some(format!("the day or the host is not covered: {authorization}"));
    }
    let mut lines = String::new();
    for name in names.split(';') {
        let Some(value) = received.header(name) else { return Some(format!("`{name}` is signed and not sent")) };
        lines.push_str(&format!("{name}:{}\n", value.trim()));
    }
    let path = received.line.split_once(' ').map_or("/", |(_, path)| path);
    let path: Vec<String> = path.split('/').map(encoded).collect();
    let canonical = format!("POST\n{}\n\n{lines}\n{names}\n{}", path.join("/"), sha256(&received.bytes));
    let text = format!("AWS4-HMAC-SHA256\n{date}\n{}\n{}", scope.join("/"), sha256(canonical.as_bytes()));
    let mut key = format!("AWS4{secret}").into_bytes();
    for part in [day, region, service, "aws4_request"] {
        key = mac(&key, part);
    }
    let right = hex(&mac(&key, &text));
    (right != given).then(|| format!("the signature is {given}, and should be {right} for:\n{canonical}"))
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text.as_bytes()).as_ref().to_vec()
}

fn sha256(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A part of a path, encoded once more.
fn encoded(part: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    part.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
