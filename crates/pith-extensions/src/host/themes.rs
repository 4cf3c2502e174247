//! Themes: names of colors, and the colors that they are. Two are built in, others are files of the agent folder's `themes`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value, json};

const BUILT_IN: [&str; 2] = [include_str!("themes/dark.json"), include_str!("themes/light.json")];

const SYSTEM: &str = include_str!("themes/system.json");

/// Bytes of a theme's file at most.
const MOST: u64 = 256 << 10;

/// Names that lead to names that lead to a color.
const DEEPEST: usize = 16;

/// Tokens that may be absent, and what stands for them.
const STAND_FOR: [(&str, &str); 5] = [
    ("searchMatchBg", "selectedBg"),
    ("searchMatchText", "text"),
    ("scrollbarTrack", "muted"),
    ("scrollbarThumb", "text"),
    ("thinkingMax", "thinkingXhigh"),
];

/// The theme that an extension has chosen, for as long as the program runs.
#[derive(Default)]
pub(super) struct Themes {
    chosen: Mutex<Option<Value>>,
}

#[derive(Deserialize)]
struct File {
    name: String,
    #[serde(default)]
    appearance: Option<String>,
    #[serde(default)]
    vars: BTreeMap<String, Value>,
    colors: BTreeMap<String, Value>,
}

impl Themes {
    /// The one in force: chosen, else that of the settings, else the first that is built in.
    pub(super) fn now(&self, setting: Option<&str>, agent_dir: &Path) -> Value {
        let chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // A pair `light/dark` goes by the terminal, which is not asked here.
        let named =
            || setting.map(|name| name.rsplit('/').next().unwrap_or(name)).and_then(|name| find(name, agent_dir));
        chosen.or_else(named).or_else(|| find("dark", agent_dir)).unwrap_or_else(plain)
    }

    /// From now on this one.
    pub(super) fn choose(&self, theme: Value) {
        *self.chosen.lock().unwrap_or_else(PoisonError::into_inner) = Some(theme);
    }
}

/// The one without colors, for a screen that has none.
pub(super) fn plain() -> Value {
    json!({ "name": "plain", "colors": {} })
}

/// The terminal's own sixteen colors, for texts whose screen is not known; `dim` stands for the usual color, dimmed.
pub(super) fn system() -> Value {
    read(SYSTEM, None).unwrap_or_else(plain)
}

/// Name and path of every theme. What is no theme is passed over.
pub(super) fn list(agent_dir: &Path) -> Vec<Value> {
    let built_in = BUILT_IN.iter().filter_map(|text| read(text, None));
    let files = files(agent_dir).into_iter().filter_map(|path| of_file(&path));
    built_in.chain(files).map(|theme| json!({ "name": theme["name"], "path": theme.get("path") })).collect()
}

/// The theme of a name; nothing when there is none.
pub(super) fn find(name: &str, agent_dir: &Path) -> Option<Value> {
    let built_in = BUILT_IN.iter().filter_map(|text| read(text, None));
    let mut all = built_in.chain(files(agent_dir).into_iter().filter_map(|path| of_file(&path)));
    all.find(|theme| theme["name"] == name)
}

fn files(agent_dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(agent_dir.join("themes")).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn of_file(path: &Path) -> Option<Value> {
    let about = fs::metadata(path).ok()?;
    let text = (about.is_file() && about.len() <= MOST).then(|| fs::read_to_string(path).ok())??;
    read(&text, Some(path))
}

fn read(text: &str, path: Option<&Path>) -> Option<Value> {
    let File { name, appearance, vars, colors } = serde_json::from_str(text).ok()?;
    let mut resolved: Map<String, Value> =
        colors.iter().map(|(token, color)| (token.clone(), resolve(color, &vars))).collect();
    for (token, other) in STAND_FOR {
        if !resolved.contains_key(token)
            && let Some(color) = resolved.get(other).cloned()
        {
            resolved.insert(token.to_owned(), color);
        }
    }
    let mut theme = json!({ "name": name, "colors": resolved });
    if let Some(appearance) = appearance {
        theme["appearance"] = appearance.into();
    }
    if let Some(path) = path {
        theme["path"] = json!(path);
    }
    Some(theme)
}

/// The color behind a name; one that leads nowhere is the terminal's own.
fn resolve(color: &Value, vars: &BTreeMap<String, Value>) -> Value {
    let mut color = color;
    for _ in 0..DEEPEST {
        match color.as_str().and_then(|name| vars.get(name)) {
            Some(behind) => color = behind,
            None => break,
        }
    }
    match color.as_str() {
        Some(short) if short.len() == 4 && short.starts_with('#') => {
            let wide: String = short.chars().skip(1).flat_map(|digit| [digit, digit]).collect();
            format!("#{wide}").into()
        }
        _ => color.clone(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_theme_of_a_file_is_read_with_its_names_and_stands_beside_those_built_in() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("themes")).unwrap();
        let text = json!({
            "name": "mine", "vars": { "blue": "deep", "deep": "#00f", "round": "round" },
            "colors": { "accent": "blue", "text": "", "dim": 240, "error": "round" },
        });
        fs::write(folder.path().join("themes/mine.json"), text.to_string()).unwrap();
        fs::write(folder.path().join("themes/bad.json"), "{").unwrap();
        let names: Vec<Value> = list(folder.path()).into_iter().map(|theme| theme["name"].clone()).collect();
        assert_eq!(names, ["dark", "light", "mine"]);
        let mine = find("mine", folder.path()).unwrap();
        assert_eq!((&mine["colors"]["accent"], &mine["colors"]["dim"]), (&json!("#0000ff"), &json!(240)));
        assert_eq!(mine["colors"]["scrollbarThumb"], "");
        let themes = Themes::default();
        assert_eq!(themes.now(Some("mine"), folder.path())["name"], "mine");
        assert_eq!(themes.now(Some("gone"), folder.path())["name"], "dark");
        themes.choose(find("light", folder.path()).unwrap());
        assert_eq!(themes.now(Some("mine"), folder.path())["name"], "light");
    }

    #[test]
    fn those_built_in_have_every_color() {
        let colors = |name| find(name, Path::new("/nowhere")).unwrap()["colors"].as_object().unwrap().len();
        assert_eq!((colors("dark"), colors("light")), (56, 56));
        assert_eq!(system()["colors"].as_object().unwrap().len(), 56);
    }
}
