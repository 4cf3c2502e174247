//! Holds the house to its plan (ARCHITECTURE.md): which room may know which, and what is absent where.
//!
//! Reads `cargo metadata` and the sources as text. It runs nothing of the product.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Every room: its level, and the rooms of ours that it may depend on. Arrows go to lower levels only.
const ROOMS: &[(&str, u8, &[&str])] = &[
    ("pith-types", 0, &[]),
    ("pith-tui", 0, &[]),
    ("pith-llm", 1, &["pith-types"]),
    ("pith-session", 1, &["pith-types"]),
    ("pith-config", 1, &["pith-types"]),
    ("pith-agent", 2, &["pith-types", "pith-llm"]),
    ("pith-local", 2, &["pith-types", "pith-llm"]),
    ("pith-resources", 2, &["pith-types", "pith-config"]),
    ("pith-tools", 3, &["pith-types", "pith-agent"]),
    (
        "pith-app",
        4,
        &[
            "pith-types",
            "pith-llm",
            "pith-session",
            "pith-config",
            "pith-agent",
            "pith-local",
            "pith-resources",
            "pith-tools",
        ],
    ),
    (
        "pith-extensions",
        5,
        &["pith-types", "pith-llm", "pith-agent", "pith-tools", "pith-session", "pith-tui", "pith-app"],
    ),
    ("pith-screen", 5, &["pith-types", "pith-app", "pith-tui"]),
    (
        "pith",
        6,
        &[
            "pith-types",
            "pith-tui",
            "pith-llm",
            "pith-session",
            "pith-config",
            "pith-agent",
            "pith-local",
            "pith-resources",
            "pith-tools",
            "pith-app",
            "pith-extensions",
            "pith-screen",
        ],
    ),
];

/// Stands beside the house: scripted servers, fixed clocks, temporary worlds. Only dev-dependencies name it.
const TESTKIT: &str = "pith-testkit";

/// Makes what is checked in; no part of the product.
const WORKSHOP: &str = "xtask";

/// What only these rooms may do: words that stand for an effect, and the rooms where they may stand.
const EFFECTS: &[(&str, &[&str])] = &[
    ("std::env::", &["pith", "pith-config"]),
    ("env::var", &["pith", "pith-config"]),
    ("current_dir()", &["pith", "pith-config"]),
    // `pith-local` marks a file of its cache as used, so that the oldest can go first.
    ("SystemTime::now", &["pith", "pith-config", "pith-local"]),
    ("Utc::now", &["pith", "pith-config"]),
    ("Timestamp::now", &["pith", "pith-config"]),
    ("println!", &["pith"]),
    ("eprintln!", &["pith"]),
    ("tokio::fs", &["pith", "pith-tools", "pith-local", "pith-session", "pith-config", "pith-resources"]),
    (
        "std::fs",
        &["pith", "pith-tools", "pith-local", "pith-session", "pith-config", "pith-resources", "pith-extensions"],
    ),
    ("process::Command", &["pith", "pith-tools", "pith-local", "pith-config", "pith-resources", "pith-extensions"]),
    ("crossterm", &["pith", "pith-tui"]),
    ("reqwest", &["pith-llm", "pith-local"]),
];

/// Names that say nothing of what is in the room.
const EMPTY_NAMES: &[&str] =
    &["core", "common", "util", "utils", "helper", "helpers", "manager", "service", "engine", "misc"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments and without its test modules, line by line.
fn product_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn is_test_file(path: &Path) -> bool {
    path.components().any(|c| matches!(c.as_os_str().to_str(), Some("tests" | "tests.rs" | "benches" | "examples")))
        || path.file_stem().is_some_and(|s| s.to_string_lossy().ends_with("_tests"))
}

#[test]
fn arrows_go_to_lower_levels_and_stand_in_the_table() {
    let rooms: BTreeMap<&str, (u8, &[&str])> = ROOMS.iter().map(|(n, l, d)| (*n, (*l, *d))).collect();
    for (name, (level, allowed)) in &rooms {
        for to in *allowed {
            assert!(rooms[to].0 < *level, "the table itself lets `{name}` point at `{to}`, which is not lower");
        }
    }
    let mut wrong = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        if name == TESTKIT || name == WORKSHOP {
            continue;
        }
        let Some((_, allowed)) = rooms.get(name) else {
            wrong.push(format!("`{name}` is not in the table of rooms"));
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let to = dependency["name"].as_str().unwrap();
            if !to.starts_with("pith") {
                continue;
            }
            let dev = dependency["kind"].as_str() == Some("dev");
            if !(allowed.contains(&to) || dev && (to == TESTKIT || to == name)) {
                wrong.push(format!("`{name}` depends on `{to}`{}", if dev { " in its tests" } else { "" }));
            }
        }
    }
    assert!(wrong.is_empty(), "edges that the table does not have:\n{}", wrong.join("\n"));
}

#[test]
fn effects_stand_only_in_the_rooms_that_may_have_them() {
    let mut wrong = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().unwrap().to_owned();
        if name == TESTKIT || name == WORKSHOP {
            continue;
        }
        let mut files = Vec::new();
        sources(&root().join("crates").join(&name).join("src"), &mut files);
        for file in files.iter().filter(|f| !is_test_file(f)) {
            let text = fs::read_to_string(file).unwrap();
            for (number, line) in product_lines(&text) {
                for (word, allowed) in EFFECTS {
                    if line.contains(word) && !allowed.contains(&name.as_str()) {
                        wrong.push(format!("{}:{}: `{word}`", file.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "effects in the wrong room:\n{}", wrong.join("\n"));
}

#[test]
fn the_run_decides_without_awaiting() {
    let mut files = Vec::new();
    sources(&root().join("crates/pith-agent/src/run"), &mut files);
    for file in files.iter().filter(|f| !is_test_file(f)) {
        let text = fs::read_to_string(file).unwrap();
        assert!(!product_lines(&text).any(|(_, l)| l.contains(".await") || l.contains("async ")), "{}", file.display());
    }
}

#[test]
fn every_file_says_what_it_is_for_and_no_name_is_empty() {
    let mut wrong = Vec::new();
    for package in packages() {
        let mut files = Vec::new();
        sources(&root().join("crates").join(package["name"].as_str().unwrap()).join("src"), &mut files);
        for file in files.iter().filter(|f| !is_test_file(f)) {
            let text = fs::read_to_string(file).unwrap();
            if !text.trim_start().starts_with("//!") {
                wrong.push(format!("{} has no `//!` at its head", file.display()));
            }
            let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
            let parent = file.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
            if EMPTY_NAMES.contains(&stem.as_str()) || EMPTY_NAMES.contains(&parent.as_str()) {
                wrong.push(format!("{} has a name that says nothing", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every package that `pith-agent` carries, itself included.
fn runtime_library(features: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "pith-agent", "--prefix", "none", "--edges", "normal", "--format", "{p}"])
        .args(features)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let package = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    String::from_utf8_lossy(&output.stdout).lines().map(package).collect()
}

#[test]
fn the_runtime_library_is_small_and_carries_no_http_and_no_terminal() {
    const HEAVY: [&str; 8] = ["reqwest", "hyper", "rustls", "native-tls", "openssl", "ring", "crossterm", "ratatui"];
    for (features, most) in [(&[][..], 110), (&["--no-default-features"], 55)] {
        let packages = runtime_library(features);
        assert!(packages.len() < most, "{} packages with {features:?}", packages.len());
        let name = |package: &String| package.split(' ').next().is_some_and(|name| HEAVY.contains(&name));
        let heavy: Vec<&String> = packages.iter().filter(|package| name(package)).collect();
        assert!(heavy.is_empty(), "`pith-agent` carries {heavy:?}");
    }
}

#[test]
fn the_map_and_the_architecture_name_only_what_is_there() {
    let root = root();
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/pi-map.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap_or_else(|e| panic!("could not read `{page}`: {e}"));
        for quoted in text.split('`').skip(1).step_by(2) {
            let path = quoted.trim_end_matches('/');
            let names_a_path = ["crates/", "docs/", "examples/", ".ci/"].iter().any(|start| path.starts_with(start));
            if names_a_path && !path.contains(['*', '<', ' ', '…']) {
                assert!(root.join(path).exists(), "`{page}` names `{path}`, which is not there");
            }
        }
    }
}
