//! The sessions of this folder, as a list to choose from.

use std::path::PathBuf;
use std::time::SystemTime;

use pith_session::listing::{Summary, summaries};

use super::console::Console;
use crate::setup::Setup;

/// Asks which; nothing when there is none, or the person wants none.
pub(crate) async fn choose_session(console: &Console, setup: &Setup) -> Option<PathBuf> {
    let cwd = setup.environment.current_dir();
    let mut found = summaries(&setup.session_dir);
    found.retain(|one| one.is_of(cwd));
    if found.is_empty() {
        console.say("There is no session of this folder yet.");
        return None;
    }
    let now = SystemTime::now();
    let rows = found.iter().map(|one| row(one, now)).collect();
    console.choose("Which session?", rows).await.and_then(|place| found.get(place)).map(|one| one.path.clone())
}

/// How long ago, how much, and how it begins; the id last, so that it can be found by it.
fn row(one: &Summary, now: SystemTime) -> String {
    let age = ago(now.duration_since(one.modified).unwrap_or_default().as_secs());
    let title = if one.title().is_empty() { "(nothing was said)" } else { one.title() };
    format!("{age:>4}  {:>4} messages  {title}  {}", one.messages, one.header.id)
}

/// How long ago, in the largest unit.
fn ago(seconds: u64) -> String {
    match seconds {
        0..60 => "now".to_owned(),
        60..3600 => format!("{}m", seconds / 60),
        3600..86_400 => format!("{}h", seconds / 3600),
        _ => format!("{}d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_short() {
        assert_eq!([5, 61, 7200, 200_000].map(ago), ["now", "1m", "2h", "2d"]);
    }
}
