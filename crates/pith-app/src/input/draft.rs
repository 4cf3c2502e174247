//! What a person, or a program for them, puts in.

use pith_types::Content;

/// An input on its way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// What was typed.
    pub text: String,
    /// Images that came with it.
    pub images: Vec<Content>,
    /// What was piped in, as it came: text of any encoding, or an image. Put before everything else, parted from it by a
    /// blank line.
    pub piped: Option<Vec<u8>>,
    /// Files to put before the text, as they were named.
    pub files: Vec<String>,
    /// How to deliver it.
    pub delivery: Delivery,
    /// Where it came from.
    pub source: Source,
    /// Whether a leading slash is looked at; messages of extensions are taken as they are (3.2).
    pub literal: bool,
}

/// How an input is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Delivery {
    /// As a new prompt; refused while a run is active.
    #[default]
    Prompt,
    /// Into the active run, after the running turn's tools.
    Steer,
    /// When the active run would otherwise stop.
    FollowUp,
}

/// Where an input came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// A person, at the command line or at a screen.
    #[default]
    Interactive,
    /// A program that drives this one.
    Rpc,
    /// An extension.
    Extension,
}

impl Draft {
    /// A prompt of a text.
    pub fn prompt(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.images.is_empty() && self.files.is_empty() && self.piped.is_none()
    }
}
