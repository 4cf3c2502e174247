//! What chat templates call that is no part of the template language.

use minijinja::{Environment, Error, ErrorKind, Value, syntax::SyntaxConfig};

use super::json::spaced;

/// Adds functions, filters and the methods of Python's strings, lists and maps.
pub(super) fn install(environment: &mut Environment<'_>, now_ms: i64) {
    // As the templates' authors render them: lines of tags leave nothing behind.
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
    environment.add_function("raise_exception", |reason: String| -> Result<Value, Error> {
        Err(Error::new(ErrorKind::InvalidOperation, reason))
    });
    environment.add_function("strftime_now", move |format: String| format_time(&format, now_ms));
    environment.add_filter("tojson", |value: Value| -> Result<Value, Error> {
        let value =
            serde_json::to_value(&value).map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))?;
        Ok(Value::from_safe_string(spaced(&value)))
    });
}

/// The date in a format of `strftime`, as far as templates use it: `%d %b %Y` and their like, in UTC.
fn format_time(format: &str, now_ms: i64) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day) = date(now_ms.div_euclid(86_400_000));
    let minutes = now_ms.div_euclid(60_000).rem_euclid(1440);
    let name = MONTHS.get(month as usize - 1).copied().unwrap_or_default();
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('Y') => out.push_str(&year.to_string()),
            Some('m') => out.push_str(&format!("{month:02}")),
            Some('d') => out.push_str(&format!("{day:02}")),
            Some('B') => out.push_str(name),
            Some('b') => out.push_str(name.get(..3).unwrap_or_default()),
            Some('H') => out.push_str(&format!("{:02}", minutes / 60)),
            Some('M') => out.push_str(&format!("{:02}", minutes % 60)),
            Some(other) => out.extend(['%', other]),
            None => out.push('%'),
        }
    }
    out
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar; years begin in March here.
fn date(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_strftime_does() {
        assert_eq!(format_time("%d %b %Y", 0), "01 Jan 1970");
        assert_eq!(format_time("%Y-%m-%d %H:%M", 951_782_400_000 + 3_660_000), "2000-02-29 01:01");
        assert_eq!(format_time("%B %q %", 1_735_603_200_000), "December %q %");
    }
}
