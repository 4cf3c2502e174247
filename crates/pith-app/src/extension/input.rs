//! An input as extensions see it, and what they make of it.

use pith_types::Content;

use crate::input::{Delivery, Source};

/// What was put in, as extensions see it.
#[derive(Debug, Clone, Copy)]
pub struct InputView<'a> {
    /// The text, as the extensions before this one left it.
    pub text: &'a str,
    /// The images.
    pub images: &'a [Content],
    /// Where it came from.
    pub source: Source,
    /// How it is to be delivered.
    pub delivery: Delivery,
}

/// What an extension makes of an input.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum InputVerdict {
    /// Nothing.
    #[default]
    Continue,
    /// It goes on in another form.
    Transform {
        /// In place of the text.
        text: String,
        /// In place of the images, if given.
        images: Option<Vec<Content>>,
    },
    /// The extension has dealt with it; nothing is sent.
    Handled,
    /// It may not go on.
    Block {
        /// What the person is told.
        reason: String,
    },
}
