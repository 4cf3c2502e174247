//! A loaded model, with what it read last.

use std::path::{Path, PathBuf};

use super::{memory, prefixes::Prefixes, requantize};
use crate::{
    LocalError, LocalOptions,
    gguf::{Header, identity},
    model::{LONGEST_CONTEXT, file_context},
    net::{KvCache, Network, Pass},
    template::Template,
    tokens::Vocabulary,
    weights::Workers,
};

/// However short memory is, this many tokens are tried.
const LEAST_WINDOW: usize = 2048;

/// What calls stand between, in templates that know of calls.
const CALL_TAGS: [&str; 2] = ["<tool_call>", "</tool_call>"];
/// Rows that differ by less than this part of their (squared) length differ by rounding only.
const ALIKE: f32 = 0.05;

/// A model, ready to read and write.
pub(super) struct Resident {
    path: PathBuf,
    pub(super) network: Network,
    pub(super) vocabulary: Vocabulary,
    pub(super) template: Template,
    pub(super) workers: Workers,
    pub(super) pass: Pass,
    pub(super) cache: KvCache,
    pub(super) prefixes: Option<Prefixes>,
    /// Tokens of prompt and answer together.
    pub(super) window: usize,
    /// What the window would be with more memory.
    pub(super) full_window: usize,
}

impl Resident {
    /// Loads the model.
    ///
    /// # Errors
    /// When the file is missing, damaged, or of another architecture.
    pub(super) fn load(path: &Path, options: &LocalOptions) -> Result<Self, LocalError> {
        let header = Header::read(path)?;
        let full_window = file_context(&header)?.min(LONGEST_CONTEXT);
        let workers = Workers::new(options.threads.unwrap_or_else(default_threads))?;
        let prefixes = match &options.cache_folder {
            Some(folder) => Some(Prefixes::new(folder.join("states"), identity(path)?, options.state_bytes)),
            None => None,
        };
        let (weights, _temporary) = if requantize::needed(&header) {
            let (place, temporary) = requantize::side_file(&header, options.cache_folder.as_deref())?;
            (Header::read(&place)?, temporary)
        } else {
            (Header::read(path)?, None)
        };
        let network = Network::load(&weights, &workers)?;
        let mut vocabulary = Vocabulary::load(&header)?;
        if vocabulary.len() > network.shape.vocabulary {
            return Err(header.damaged("its tokenizer has more tokens than its network"));
        }
        if let Some(tags) = vocabulary.named(CALL_TAGS)
            && !told_apart(&network, tags)?
        {
            vocabulary.spell_out(tags);
        }
        let template =
            Template::new(header.text("tokenizer.chat_template"), vocabulary.begin_name(), vocabulary.end_name());
        let window = memory::window(full_window, network.shape.kv_bytes(), memory::available(), LEAST_WINDOW);
        let cache = KvCache::new(&network.shape);
        Ok(Self {
            path: path.to_owned(),
            network,
            vocabulary,
            template,
            workers,
            pass: Pass::default(),
            cache,
            prefixes,
            window,
            full_window,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether a network can tell two tokens apart. Some models name tokens that they never saw in training: those still have
/// the values that all of them began with, and a prompt with them says nothing to the model.
fn told_apart(network: &Network, tokens: [u32; 2]) -> Result<bool, LocalError> {
    let mut rows = [vec![0.0; network.shape.width], vec![0.0; network.shape.width]];
    for (token, row) in tokens.into_iter().zip(&mut rows) {
        network.embedding.row(token as usize, row)?;
    }
    let [first, second] = &rows;
    let size: f32 = first.iter().map(|value| value * value).sum();
    let apart: f32 = first.iter().zip(second).map(|(a, b)| (a - b) * (a - b)).sum();
    Ok(apart > size * ALIKE)
}

/// One thread per physical core, less one for everything else.
fn default_threads() -> usize {
    num_cpus::get_physical().saturating_sub(1).max(1)
}
