//! AWS Signature Version 4, for a POST without a query whose whole body is known.
//!
//! A signature names the time, the region and the headers that it covers; here these are all that the request has, and the
//! host.

use sha2::{Digest as _, Sha256};

use crate::{Secret, Signing};

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
const BLOCK: usize = 64;

/// The headers of a request to a service of AWS, with the signature. The names of those that come in are lower-case; `now`
/// is in Unix milliseconds.
pub fn signed(
    signing: &Signing,
    service: &str,
    url: &str,
    mut headers: Vec<(String, Secret)>,
    body: &[u8],
    now: i64,
) -> Vec<(String, Secret)> {
    let stamp = stamp(now);
    let (host, path) = split(url);
    headers.push(("x-amz-date".into(), Secret::new(stamp.clone())));
    if let Some(token) = &signing.session_token {
        headers.push(("x-amz-security-token".into(), token.clone()));
    }
    // The transport names the host.
    let named = [("host".to_owned(), Secret::new(host))];
    let covered: Vec<_> = headers.iter().chain(&named).collect();
    let authorization = authorization(signing, service, &stamp, path, &covered, body);
    headers.push(("authorization".into(), Secret::new(authorization)));
    headers
}

/// A part of a path, or a value of a form, with everything but the unreserved characters percent-encoded.
pub fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Host and path of a URL.
fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, "/"),
    }
}

/// The value of the header `authorization`.
fn authorization(
    signing: &Signing,
    service: &str,
    stamp: &str,
    path: &str,
    headers: &[&(String, Secret)],
    body: &[u8],
) -> String {
    let mut covered: Vec<(&str, &str)> =
        headers.iter().map(|(name, value)| (name.as_str(), value.reveal().trim())).collect();
    covered.sort_unstable();
    let names = covered.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
    let lines: String = covered.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    // The path is encoded once more, as the service does.
    let path: Vec<String> = path.split('/').map(encoded).collect();
    let canonical = format!("POST\n{}\n\n{lines}\n{names}\n{}", path.join("/"), hex(&Sha256::digest(body)));
    let day = stamp.get(..8).unwrap_or_default();
    let region = &signing.region;
    let scope = format!("{day}/{region}/{service}/aws4_request");
    let text = format!("{ALGORITHM}\n{stamp}\n{scope}\n{}", hex(&Sha256::digest(canonical.as_bytes())));
    let signature = hex(&hmac(&key(signing, service, day), text.as_bytes()));
    let access = signing.access_key.reveal();
    format!("{ALGORITHM} Credential={access}/{scope}, SignedHeaders={names}, Signature={signature}")
}

fn key(signing: &Signing, service: &str, day: &str) -> [u8; 32] {
    let secret = format!("AWS4{}", signing.secret_key.reveal());
    let parts = [day, &signing.region, service, "aws4_request"];
    let first = hmac(secret.as_bytes(), parts[0].as_bytes());
    parts[1..].iter().fold(first, |key, part| hmac(&key, part.as_bytes()))
}

fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let padded = |pad: u8| block.map(|byte| byte ^ pad);
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The time as `20150830T123600Z`.
fn stamp(now: i64) -> String {
    let seconds = now.div_euclid(1000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years that begin in March, so that a leap day comes last; counted in eras of 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signing() -> Signing {
        Signing {
            region: "us-east-1".into(),
            access_key: Secret::new("AKIDEXAMPLE"),
            secret_key: Secret::new("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            session_token: None,
        }
    }

    /// `post-vanilla` of the test suite that AWS publishes.
    #[test]
    fn the_published_example_gives_the_published_signature() {
        let headers = [
            ("host".to_owned(), Secret::new("example.amazonaws.com")),
            ("x-amz-date".to_owned(), Secret::new("20150830T123600Z")),
        ];
        let got =
            authorization(&signing(), "service", "20150830T123600Z", "/", &headers.iter().collect::<Vec<_>>(), b"");
        assert_eq!(
            got,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
             SignedHeaders=host;x-amz-date, \
             Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
        );
    }

    #[test]
    fn the_time_is_written_as_the_service_reads_it() {
        assert_eq!(stamp(1_440_938_160_000), "20150830T123600Z");
        assert_eq!(stamp(1_709_164_800_000), "20240229T000000Z");
        assert_eq!(stamp(0), "19700101T000000Z");
    }

    #[test]
    fn a_signature_covers_the_token_and_shows_no_secret() {
        let signing = Signing { session_token: Some(Secret::new("tok")), ..signing() };
        let given = vec![("content-type".into(), Secret::new("application/json"))];
        let signed = signed(&signing, "bedrock", "https://h/model/a%3A1/converse-stream", given, b"", 0);
        let names: Vec<&str> = signed.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["content-type", "x-amz-date", "x-amz-security-token", "authorization"]);
        let authorization = signed[3].1.reveal();
        assert!(authorization.contains("SignedHeaders=content-type;host;x-amz-date;x-amz-security-token"));
        assert!(!authorization.contains("wJalr"));
    }
}
