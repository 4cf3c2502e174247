//! Pictures in the result of a failed call, for APIs that take none there: they follow behind the results.

use pith_types::{Content, ToolResultMessage};

/// A failed result without its pictures, and the pictures with a caption.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitImages {
    /// The result's content, with a remark in place of the pictures.
    pub content: Vec<Content>,
    /// Says whose pictures follow.
    pub caption: String,
    /// The pictures.
    pub images: Vec<Content>,
}

/// Takes the pictures out of a failed result; nothing to do for any other.
pub fn split_error_images(result: &ToolResultMessage) -> Option<SplitImages> {
    if !result.is_error {
        return None;
    }
    let (images, mut content): (Vec<Content>, Vec<Content>) =
        result.content.iter().cloned().partition(|block| matches!(block, Content::Image { .. }));
    if images.is_empty() {
        return None;
    }
    content.push(Content::text("(the picture follows after the tool results)"));
    let caption = format!("Pictures from the failed call {} of {}:", result.tool_call_id, result.tool_name);
    Some(SplitImages { content, caption, images })
}
