//! Why a local model could not be loaded or asked.

use std::path::PathBuf;

/// A failure of the model in the process. The words are for people and end up in the answer's `errorMessage`.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// The file could not be read.
    #[error("could not read the model file `{path}`")]
    Read {
        /// The model file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The file does not begin as a GGUF file does.
    #[error("`{path}` is not a GGUF model file")]
    NotGguf {
        /// The file.
        path: PathBuf,
    },
    /// The file breaks off or contradicts itself.
    #[error("the model file `{path}` is damaged: {what}")]
    Damaged {
        /// The model file.
        path: PathBuf,
        /// The first thing that is wrong.
        what: String,
    },
    /// The architecture is none that this crate computes.
    #[error(
        "`{path}` holds a model of architecture `{architecture}`; models of `llama` and `qwen2` can run in the process"
    )]
    Architecture {
        /// The model file.
        path: PathBuf,
        /// What the file says.
        architecture: String,
    },
    /// The architecture is known, but the file asks for something that is not.
    #[error("the model `{path}` needs {feature}, which is not supported")]
    Feature {
        /// The model file.
        path: PathBuf,
        /// What it needs.
        feature: String,
    },
    /// The file's tokenizer could not be built.
    #[error("the tokenizer of `{path}` could not be read: {reason}")]
    Tokenizer {
        /// The model file.
        path: PathBuf,
        /// What the tokenizer said.
        reason: String,
    },
    /// The file's chat template failed on this conversation.
    #[error("the chat template of the model failed: {reason}")]
    Template {
        /// What the template engine said.
        reason: String,
    },
    /// The payload is not one that this wire prepared.
    #[error("the payload for the local model is malformed")]
    Payload {
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// The prompt does not fit.
    #[error("the prompt is too long: {tokens} tokens exceed the context window of {window} tokens")]
    ContextTooLong {
        /// Tokens of the prompt.
        tokens: usize,
        /// Tokens that fit.
        window: usize,
    },
    /// A matrix product failed.
    #[error("the model could not be computed: {reason}")]
    Compute {
        /// What failed.
        reason: String,
    },
    /// The thread that holds the model could not be started, or is gone.
    #[error("the thread of the local model is gone: {reason}")]
    Thread {
        /// Why.
        reason: String,
    },
}

impl From<candle_core::Error> for LocalError {
    fn from(error: candle_core::Error) -> Self {
        Self::Compute { reason: error.to_string() }
    }
}
