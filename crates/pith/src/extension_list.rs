//! Extensions in words for people: one list for `pith ext` and for the conversation.

use std::fmt::Write as _;

use pith_app::extension::{Account, RightUse};
use serde_json::Value;

/// A paragraph for each: where it is from, what it registers, what it cost and asked for, what went wrong.
pub(crate) fn described(accounts: &[Account]) -> String {
    let mut text = String::new();
    if accounts.is_empty() {
        text.push_str("there are no extensions\n");
    }
    accounts.iter().for_each(|account| describe(account, &mut text));
    text
}

fn describe(account: &Account, text: &mut String) {
    let of_source = |name: &str| account.source.get(name).and_then(Value::as_str).unwrap_or_default();
    let scope = of_source("scope");
    let _ = writeln!(text, "{} ({scope}, loaded in {:.1} ms)", account.name, account.load_ms);
    let mut line = |name: &str, what: Vec<String>| {
        if !what.is_empty() {
            let _ = writeln!(text, "  {name}: {}", what.join(", "));
        }
    };
    line("source", came_from(scope, of_source("source"), of_source("origin"), of_source("baseDir")));
    line("handlers", account.handlers.clone());
    line("tools", account.tools.clone());
    line("commands", account.commands.iter().map(|name| format!("/{name}")).collect());
    line("flags", account.flags.iter().map(|name| format!("--{name}")).collect());
    line("shortcuts", account.shortcuts.clone());
    line("providers", account.providers.clone());
    if account.events > 0 {
        let events = if account.events == 1 { "event" } else { "events" };
        line("time spent", vec![format!("{:.1} ms in {} {events}", account.spent_ms, account.events)]);
    }
    line("rights", account.rights.iter().map(right).collect());
    line("errors", account.errors.clone());
}

/// How it came to be loaded: by which way, and with which package.
fn came_from(scope: &str, source: &str, origin: &str, base: &str) -> Vec<String> {
    let way = match source {
        "" => return Vec::new(),
        "cli" => "named on the command line".to_owned(),
        "local" => format!("named by the {scope} setting `extensions`"),
        "auto" => format!("found in the {scope}'s folder `extensions`"),
        other => format!("installed as `{other}`"),
    };
    let package = (origin == "package").then(|| format!("package in {base}"));
    std::iter::once(way).chain(package).collect()
}

fn right(right: &RightUse) -> String {
    let times = if right.times > 1 { format!(" ({} times)", right.times) } else { String::new() };
    format!("{} {}{times}{}", right.kind, right.object, if right.granted { "" } else { " (denied)" })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_extension_is_told_with_its_way_here_and_what_it_cost() {
        let one = |times, granted| RightUse { kind: "run".into(), object: "git".into(), times, granted };
        let account = Account {
            name: "/x.ts".into(),
            source: json!({ "scope": "user", "source": "npm:x", "origin": "package", "baseDir": "/p" }),
            load_ms: 1.26,
            spent_ms: 2.0,
            events: 3,
            commands: vec!["hey".into()],
            rights: vec![one(2, true), one(1, false)],
            errors: vec!["input: no".into()],
            ..Account::default()
        };
        let expected = "/x.ts (user, loaded in 1.3 ms)\n  source: installed as `npm:x`, package in /p\n  commands: /hey\n  \
                        time spent: 2.0 ms in 3 events\n  rights: run git (2 times), run git (denied)\n  errors: input: no\n";
        assert_eq!(described(&[account]), expected);
        assert_eq!(described(&[]), "there are no extensions\n");
    }
}
