//! Why no model could be chosen.

/// A name that leads to no model, or to several.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// There is no model at all that could be asked.
    #[error("no model is configured")]
    NoModels,
    /// A provider without a model does not say whom to ask.
    #[error("`--provider` needs `--model` beside it")]
    ProviderAlone {
        /// The provider's models.
        known: Vec<String>,
    },
    /// No provider of that id.
    #[error("unknown provider: `{provider}`")]
    UnknownProvider {
        /// As given.
        provider: String,
        /// The provider that was probably meant.
        near: Option<String>,
    },
    /// Nothing of that name anywhere.
    #[error("unknown model: `{model}`")]
    UnknownModel {
        /// As given.
        model: String,
        /// The models that were probably meant, as `provider/id`.
        near: Vec<String>,
    },
    /// The model is known, but what follows the colon is no thinking level.
    #[error("`{level}` is no thinking level of `{model}`")]
    UnknownLevel {
        /// The model, as `provider/id`.
        model: String,
        /// What was given.
        level: String,
        /// The level that was probably meant.
        near: Option<&'static str>,
    },
    /// Several providers have it.
    #[error("model `{model}` is ambiguous")]
    Ambiguous {
        /// As given.
        model: String,
        /// The candidates, as `provider/id`.
        candidates: Vec<String>,
    },
}

impl ModelError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::NoModels => None,
            Self::ProviderAlone { known } => Some(format!("it has {}", quoted(known))),
            Self::UnknownProvider { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            Self::UnknownModel { near, .. } if !near.is_empty() => Some(format!("did you mean {}?", quoted(near))),
            Self::UnknownProvider { .. } | Self::UnknownModel { .. } => {
                Some("`pith --list-models` shows the models that can be used".to_owned())
            }
            Self::UnknownLevel { near, .. } => {
                let meant = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                let levels = pith_types::ThinkingLevel::ALL.map(|level| level.as_str().to_owned());
                Some(format!("{meant}levels are {}", quoted(&levels)))
            }
            Self::Ambiguous { candidates, .. } => Some(format!("say which: {}", quoted(candidates))),
        }
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
