//! The models Pith can fetch, read from `models.json` beside this file.
//!
//! Names go in, entries come out. Adding a model means adding an entry to the data file.

use serde::Deserialize;

use super::StoreError;

/// What is known of every model that can be fetched.
#[derive(Debug, Clone, Deserialize)]
pub struct Catalog {
    models: Vec<CatalogModel>,
}

/// One model: what it is, the file it is made of, and where that file can be had.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CatalogModel {
    /// The name after `local/`.
    pub id: String,
    /// Other names of the same model; `local` marks the default.
    pub aliases: Vec<String>,
    /// Name and quantization for people.
    pub label: String,
    /// The architecture that the file declares.
    pub family: String,
    /// Tokens the model was trained to attend to.
    pub context_window: u64,
    /// SPDX expression of the weights' license.
    pub license: String,
    /// The file's name in the cache folder.
    pub file: String,
    /// The file's exact length.
    pub bytes: u64,
    /// The file's SHA-256, in lower-case hex.
    pub sha256: String,
    /// Where the file stands on Hugging Face, if it does.
    pub hugging_face: Option<HuggingFaceFile>,
    /// The packages of the Python package index whose members, joined in this order, are the file; empty if none hold it.
    #[serde(default)]
    pub wheels: Vec<WheelPart>,
}

/// A file in a repository on Hugging Face.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuggingFaceFile {
    /// `owner/name`.
    pub repo: String,
    /// The path inside the repository.
    pub file: String,
}

/// A consecutive piece of a model file, held by one wheel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelPart {
    /// The package's name on the index.
    pub package: String,
    /// The only version that holds these bytes.
    pub version: String,
    /// The member of the wheel.
    pub member: String,
    /// The member's unpacked length.
    pub bytes: u64,
}

impl Catalog {
    /// The alias that stands for the model taken when none is named.
    pub const DEFAULT: &str = "local";

    /// The models that this build knows.
    ///
    /// # Errors
    /// The data file does not parse; a test keeps that from being shipped.
    pub fn built_in() -> Result<Self, StoreError> {
        serde_json::from_str(include_str!("models.json")).map_err(StoreError::Catalog)
    }

    /// A catalog of the given models.
    pub fn new(models: Vec<CatalogModel>) -> Self {
        Self { models }
    }

    /// Every model, in the order in which they are listed.
    pub fn models(&self) -> &[CatalogModel] {
        &self.models
    }

    /// The model of this id or alias.
    pub fn find(&self, name: &str) -> Option<&CatalogModel> {
        self.models.iter().find(|model| model.id == name || model.aliases.iter().any(|alias| alias == name))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_default_model_is_found_by_its_alias() {
        let catalog = Catalog::built_in().unwrap();
        assert_eq!(catalog.find(Catalog::DEFAULT).unwrap().id, "qwen2.5-coder-1.5b");
        assert!(catalog.find("smollm2-135m").is_some());
        assert!(catalog.find("gpt-5").is_none());
    }

    #[test]
    fn the_parts_of_each_model_add_up_to_the_model() {
        for model in Catalog::built_in().unwrap().models() {
            assert_eq!(model.wheels.iter().map(|part| part.bytes).sum::<u64>(), model.bytes, "{}", model.id);
            assert_eq!(model.sha256.len(), 64);
            assert!(model.sha256.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c)));
        }
    }

    #[test]
    fn no_two_models_share_a_name_or_a_file() {
        let catalog = Catalog::built_in().unwrap();
        let mut names: Vec<&str> = Vec::new();
        for model in catalog.models() {
            names.push(&model.id);
            names.push(&model.file);
            names.extend(model.aliases.iter().map(String::as_str));
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
