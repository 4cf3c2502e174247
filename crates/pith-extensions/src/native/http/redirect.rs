//! Where an answer sends a request, by the rules of the Fetch standard. Pure.

use pith_llm::transport::http::Exchange;
use url::Url;

/// What is done with an answer that sends the request elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Redirects {
    Follow,
    /// The answer itself is given.
    Manual,
    Refuse,
}

/// The request that follows; nothing when the answer sends it nowhere. The error is in words.
pub(super) fn next(sent: &Exchange, status: u16, location: Option<&str>) -> Option<Result<Exchange, String>> {
    let location = location.filter(|_| matches!(status, 301 | 302 | 303 | 307 | 308))?;
    let onward = Url::parse(&sent.url).ok().and_then(|from| Some((from.join(location).ok()?, from)));
    let Some((to, from)) = onward.filter(|(to, _)| matches!(to.scheme(), "http" | "https")) else {
        return Some(Err(format!("the server sent the request to `{location}`, which is no address")));
    };
    let mut onward = Exchange { url: to.to_string(), ..sent.clone() };
    let post = sent.method.eq_ignore_ascii_case("POST");
    let fetches = ["GET", "HEAD"].iter().any(|method| sent.method.eq_ignore_ascii_case(method));
    if matches!(status, 301 | 302) && post || status == 303 && !fetches {
        onward.method = "GET".into();
        onward.body = None;
        onward.headers.retain(|(name, _)| !name.to_ascii_lowercase().starts_with("content-"));
    }
    if to.origin() != from.origin() {
        let secret = ["authorization", "cookie", "proxy-authorization", "host"];
        onward.headers.retain(|(name, _)| !secret.contains(&name.to_ascii_lowercase().as_str()));
    }
    Some(Ok(onward))
}

/// The host that an address names, for the gate; empty when it names none.
pub(super) fn host(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// The usual words of a status.
pub(super) fn status_text(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        206 => "Partial Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        413 => "Payload Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Entity",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn post() -> Exchange {
        let headers = [("Authorization", "Bearer x"), ("Content-Type", "text/plain"), ("Accept", "*/*")];
        Exchange {
            method: "POST".into(),
            url: "https://a.example/x/y".into(),
            headers: headers.map(|(name, value)| (name.into(), value.into())).to_vec(),
            body: Some("body".into()),
        }
    }

    #[test]
    fn a_post_becomes_a_get_where_browsers_make_it_one() {
        let onward = next(&post(), 302, Some("../z")).unwrap().unwrap();
        assert_eq!((onward.method.as_str(), onward.url.as_str()), ("GET", "https://a.example/z"));
        assert!(onward.body.is_none());
        assert_eq!(onward.headers.len(), 2, "{:?}", onward.headers);
        let onward = next(&post(), 307, Some("z")).unwrap().unwrap();
        assert_eq!((onward.method.as_str(), onward.url.as_str()), ("POST", "https://a.example/x/z"));
        assert!(onward.body.is_some());
    }

    #[test]
    fn a_key_is_not_carried_to_another_origin() {
        let onward = next(&post(), 308, Some("https://b.example/")).unwrap().unwrap();
        assert!(!onward.headers.iter().any(|(name, _)| name == "Authorization"));
    }

    #[test]
    fn what_is_no_redirect_is_not_followed() {
        assert!(next(&post(), 200, Some("/z")).is_none());
        assert!(next(&post(), 302, None).is_none());
        assert!(next(&post(), 302, Some("file:///etc/passwd")).unwrap().is_err());
    }
}
