//! One request of any method and its answer, by the clients that follow no redirect; or a request that asks to go on in
//! another protocol, and what both sides say in that.

use reqwest::{
    Method, StatusCode, Url,
    header::{HeaderMap, HeaderName, HeaderValue, USER_AGENT},
};
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Http, HttpResponse, Use, body, failed};
use crate::transport::{Exchange, TransportError, host_of};

/// What was asked to go on in another protocol.
pub enum Upgraded {
    /// The server goes on in it: the answer's headers, and what is said from then on.
    Agreed {
        /// By name, as they came.
        headers: Vec<(String, String)>,
        /// Both directions.
        stream: Box<dyn Duplex>,
    },
    /// Or answers otherwise.
    Refused(HttpResponse),
}

/// Bytes in both directions.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

impl Http {
    /// Sends the request and hands back the answer as it comes, whatever its status. Dropping the future, or the body,
    /// gives it up.
    pub async fn exchange(&self, exchange: Exchange) -> Result<HttpResponse, TransportError> {
        let host = host_of(&exchange.url);
        let response = self.sent(exchange, Use::Single).await?;
        let (status, headers) = head(&response);
        Ok(HttpResponse { status, headers, body: body(response, host, self.options.idle_timeout) })
    }

    /// Sends the request, whose headers ask to go on in another protocol.
    pub async fn upgrade(&self, exchange: Exchange) -> Result<Upgraded, TransportError> {
        let host = host_of(&exchange.url);
        let response = self.sent(exchange, Use::Upgrade).await?;
        let (status, headers) = head(&response);
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            let body = body(response, host, self.options.idle_timeout);
            return Ok(Upgraded::Refused(HttpResponse { status, headers, body }));
        }
        let stream = response.upgrade().await.map_err(|error| failed(&error, &host))?;
        Ok(Upgraded::Agreed { headers, stream: Box::new(stream) })
    }

    async fn sent(&self, exchange: Exchange, to: Use) -> Result<reqwest::Response, TransportError> {
        let host = host_of(&exchange.url);
        let invalid = |reason: String| TransportError::Invalid { host: host.clone(), reason };
        let url = Url::parse(&exchange.url).map_err(|error| invalid(format!("the address is not a URL: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(invalid("the address must begin with `http://` or `https://`".into()));
        }
        let method = Method::from_bytes(exchange.method.as_bytes())
            .map_err(|_| invalid(format!("`{}` is not a method", exchange.method)))?;
        let mut headers = HeaderMap::new();
        for (name, value) in &exchange.headers {
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| invalid(format!("`{name}` is not a header's name")))?;
            let bytes = value.chars().map(|c| u8::try_from(u32::from(c))).collect::<Result<Vec<u8>, _>>();
            let value = bytes.ok().and_then(|bytes| HeaderValue::from_bytes(&bytes).ok());
            let value = value
                .ok_or_else(|| invalid(format!("the header `{name}` holds characters that no header may have")))?;
            headers.append(header, value);
        }
        if !headers.contains_key(USER_AGENT)
            && let Ok(agent) = HeaderValue::from_str(&self.options.user_agent)
        {
            headers.insert(USER_AGENT, agent);
        }
        let mut request = self.client(&url, &host, to)?.request(method, url).headers(headers);
        if let Some(body) = exchange.body {
            request = request.body(body);
        }
        let sent = request.send();
        let response = match self.options.idle_timeout {
            None => sent.await,
            Some(limit) => tokio::time::timeout(limit, sent)
                .await
                .map_err(|_| TransportError::Timeout { host: host.clone(), waited: limit })?,
        };
        response.map_err(|error| failed(&error, &host))
    }
}

fn head(response: &reqwest::Response) -> (u16, Vec<(String, String)>) {
    let latin = |value: &HeaderValue| value.as_bytes().iter().map(|byte| char::from(*byte)).collect::<String>();
    let headers = response.headers().iter().map(|(name, value)| (name.as_str().to_owned(), latin(value))).collect();
    (response.status().as_u16(), headers)
}
