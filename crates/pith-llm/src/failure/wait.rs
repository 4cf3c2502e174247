//! How long a server wants to be left alone, wherever it says so: in its headers, or in the body of its refusal
//! (spec/providers.md 4.2, 5).

use std::time::Duration;

use serde_json::Value;

/// The wait that an answer asks for; of several, the longest. `now` is in Unix milliseconds: a header may name a date.
pub fn wait_asked(headers: &[(String, String)], body: &str, now: i64) -> Option<Duration> {
    let header = |name: &str| headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.trim());
    let precise =
        header("retry-after-ms").and_then(|text| text.parse::<f64>().ok()).and_then(|ms| seconds(ms / 1000.0));
    let usual = header("retry-after").and_then(|text| match text.parse::<f64>() {
        Ok(number) => seconds(number),
        Err(_) => until(text, now),
    });
    let in_body = serde_json::from_str::<Value>(body).ok().and_then(|body| in_fields(&body, 0));
    precise.or(usual).into_iter().chain(in_body.or_else(|| in_words(body))).max()
}

fn seconds(number: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number).ok()
}

/// `retry_after_seconds`, `retryDelay` and the like, at any depth that errors have.
fn in_fields(value: &Value, depth: u8) -> Option<Duration> {
    if depth > 6 {
        return None;
    }
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter_map(|(key, value)| match (key.as_str(), value) {
                ("retry_after_seconds" | "retry_after" | "retryAfter" | "retry_after_s", Value::Number(number)) => {
                    number.as_f64().and_then(seconds)
                }
                ("retry_after_ms" | "retryAfterMs", Value::Number(number)) => {
                    number.as_f64().and_then(|ms| seconds(ms / 1000.0))
                }
                ("retryDelay" | "retry_delay", Value::String(text)) => span(text),
                _ => in_fields(value, depth + 1),
            })
            .max(),
        Value::Array(items) => items.iter().filter_map(|item| in_fields(item, depth + 1)).max(),
        _ => None,
    }
}

/// "Please try again in 1.2s."
fn in_words(text: &str) -> Option<Duration> {
    let text = text.to_lowercase();
    let (_, after) =
        ["try again in ", "retry in ", "retry after "].iter().find_map(|phrase| text.split_once(phrase))?;
    span(after)
}

/// `1.2s`, `20ms`, `1m30s`, `6 seconds`: what stands at the beginning of the text.
fn span(text: &str) -> Option<Duration> {
    let mut rest = text.trim_start();
    let mut total = None;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let Ok(number) = number.trim_end_matches('.').parse::<f64>() else { return total };
        let after = after.trim_start();
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        let factor = match unit {
            "ms" | "milliseconds" => 0.001,
            "s" | "sec" | "second" | "seconds" => 1.0,
            "m" | "min" | "minute" | "minutes" => 60.0,
            "h" | "hour" | "hours" => 3600.0,
            _ => return total,
        };
        total = Some(total.unwrap_or_default() + seconds(number * factor)?);
        rest = after;
    }
}

/// The time until a date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn until(date: &str, now: i64) -> Option<Duration> {
    let mut parts = date.split_once(',')?.1.split_ascii_whitespace();
    let day: i64 = parts.next()?.parse().ok()?;
    let month = parts.next()?;
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = i64::try_from(months.iter().position(|name| *name == month)?).ok()? + 1;
    let year: i64 = parts.next()?.parse().ok()?;
    let mut clock = parts.next()?.splitn(3, ':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1..=31).contains(&day) || !(1970..=9999).contains(&year) {
        return None;
    }
    // Days since 1970 with the year beginning in March, so that a leap day comes last.
    let shifted = if month > 2 { year } else { year - 1 };
    let in_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + in_year - 719_468;
    let at = ((days * 24 + hour) * 60 + minute) * 60 + second;
    Some(u64::try_from(at * 1000 - now).map_or(Duration::ZERO, Duration::from_millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(headers: &[(&str, &str)], body: &str) -> Option<Duration> {
        let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        wait_asked(&headers, body, 784_111_777_000)
    }

    #[test]
    fn a_wait_is_found_wherever_it_stands() {
        let (s, ms) = (Duration::from_secs, Duration::from_millis);
        assert_eq!(asked(&[("retry-after", "7")], ""), Some(s(7)));
        assert_eq!(asked(&[("retry-after-ms", "250"), ("retry-after", "9")], ""), Some(ms(250)));
        assert_eq!(asked(&[("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT")], ""), Some(s(60)));
        assert_eq!(asked(&[("retry-after", "Sat, 05 Nov 1994 08:50:37 GMT")], ""), Some(s(0)));
        assert_eq!(asked(&[], r#"{"error":{"message":"slow","retry_after_seconds":59}}"#), Some(s(59)));
        let details = r#"{"error":{"details":[{"@type":"RetryInfo","retryDelay":"34.5s"}]}}"#;
        assert_eq!(asked(&[], details), Some(ms(34_500)));
        assert_eq!(asked(&[], "Rate limit reached. Please try again in 1m2.5s."), Some(ms(62_500)));
        assert_eq!(asked(&[], "Please try again in 6 seconds"), Some(s(6)));
        assert_eq!(asked(&[("retry-after", "3")], r#"{"retry_after_seconds":5}"#), Some(s(5)));
    }

    #[test]
    fn what_is_no_wait_is_none() {
        for odd in ["-1", "soon", "NaN", "1e400", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 99", ", 6 Nov 1 1:1:1"] {
            assert_eq!(asked(&[("retry-after", odd)], ""), None, "{odd}");
        }
        assert_eq!(asked(&[], "try again in a moment"), None);
    }
}
