//! Faults that other agents had, as calls of the tools with the right outcome.

use std::{collections::BTreeMap, io};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::Value;

use crate::test_support::World;

const CASES: &str = include_str!("../tests/fixtures/faults.json");

#[derive(Deserialize)]
struct Case {
    id: String,
    files: BTreeMap<String, Bytes>,
    tool: String,
    arguments: Value,
    /// Whether the call is to fail.
    #[serde(default)]
    fails: bool,
    /// The whole text of the result.
    is: Option<String>,
    /// What has to be in it.
    #[serde(default)]
    says: Vec<String>,
    /// Files as they are to be afterwards.
    #[serde(default)]
    after: BTreeMap<String, Bytes>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Bytes {
    Text(String),
    Base64(String),
}

impl Bytes {
    fn get(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::Base64(text) => STANDARD.decode(text).unwrap_or_default(),
        }
    }
}

#[tokio::test]
async fn faults_of_others_are_not_repeated() -> io::Result<()> {
    let cases: Vec<Case> = serde_json::from_str(CASES)?;
    assert!(cases.len() > 40);
    for case in cases {
        let world = World::new()?;
        case.files.iter().try_for_each(|(path, bytes)| world.write(path, bytes.get()))?;
        let outcome = world.call(&case.tool, case.arguments).await;
        let text = if case.fails { outcome.error() } else { outcome.text() };
        if let Some(whole) = &case.is {
            assert_eq!(text, *whole, "{}", case.id);
        }
        case.says.iter().for_each(|part| assert!(text.contains(part), "{}: no `{part}` in {text}", case.id));
        for (path, bytes) in &case.after {
            assert_eq!(world.read(path)?, bytes.get(), "{}: {}", case.id, String::from_utf8_lossy(&world.read(path)?));
        }
    }
    Ok(())
}
