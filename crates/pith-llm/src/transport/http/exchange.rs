//! One request of any method and its answer, by the client that follows no redirect.

use reqwest::{
    Method, Url,
    header::{HeaderMap, HeaderName, HeaderValue, USER_AGENT},
};

use super::{Http, HttpResponse, body, failed};
use crate::transport::{Exchange, TransportError, host_of};

impl Http {
    /// Sends the request and hands back the answer as it comes, whatever its status. Dropping the future, or the body,
    /// gives it up.
    pub async fn exchange(&self, exchange: Exchange) -> Result<HttpResponse, TransportError> {
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
        let mut request = self.client(&url, &host, false)?.request(method, url).headers(headers);
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
        let response = response.map_err(|error| failed(&error, &host))?;
        let latin = |value: &HeaderValue| value.as_bytes().iter().map(|byte| char::from(*byte)).collect::<String>();
        let headers = response.headers().iter().map(|(name, value)| (name.as_str().to_owned(), latin(value))).collect();
        let status = response.status().as_u16();
        Ok(HttpResponse { status, headers, body: body(response, host, self.options.idle_timeout) })
    }
}
