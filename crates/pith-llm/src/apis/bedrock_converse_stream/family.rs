//! What is known of a model by its name: whose it is, and of which generation.

use pith_types::Model;

use super::address::region;
use crate::Request;

/// Whose model it is, as far as requests differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Anthropic's, by version; none when the name does not tell it.
    Claude(Option<Version>),
    /// OpenAI's open ones.
    GptOss,
    /// OpenAI's others.
    Gpt,
    Other,
}

/// Major and minor.
pub(super) type Version = (u8, u8);

/// From this version on, Claude chooses itself how much to think.
const ADAPTIVE: Version = (4, 6);
/// From this version on, thinking that does not fit the conversation any more may be dropped.
const BINDING: Version = (4, 7);
/// From this version on, prompts are cached.
const CACHING: Version = (3, 7);
/// Earlier ones that do so too.
const CACHING_TOO: [&str; 2] = ["claude-3-5-haiku", "claude-3-5-sonnet-20241022"];

impl Family {
    pub(super) fn of(model: &Model) -> Self {
        let id = model.id.to_lowercase();
        // An inference profile of one's own says nothing in its id.
        let name = model.name.to_lowercase().replace([' ', '.'], "-");
        let named = [id.as_str(), name.as_str()].into_iter().find(|text| text.contains("claude"));
        if let Some(text) = named {
            return Self::Claude(version(text));
        }
        if id.contains("gpt-oss") {
            Self::GptOss
        } else if id.contains("openai.gpt") {
            Self::Gpt
        } else {
            Self::Other
        }
    }

    pub(super) fn is_claude(self) -> bool {
        matches!(self, Self::Claude(_))
    }

    pub(super) fn adaptive(self) -> bool {
        self.since(ADAPTIVE)
    }

    pub(super) fn binds_thinking(self) -> bool {
        self.since(BINDING)
    }

    pub(super) fn caches(self, model: &Model) -> bool {
        self.since(CACHING) || CACHING_TOO.iter().any(|known| model.id.contains(known))
    }

    fn since(self, version: Version) -> bool {
        matches!(self, Self::Claude(Some(own)) if own >= version)
    }
}

/// Whether the request goes to a region of the US government, which takes fewer fields.
pub(super) fn is_government(request: &Request) -> bool {
    request.model.id.starts_with("us-gov.") || region(request).starts_with("us-gov-")
}

/// The version in `claude-opus-4-6-v1`, `claude-3-7-sonnet-20250219`, `claude-sonnet-5`.
fn version(text: &str) -> Option<Version> {
    let (_, after) = text.split_once("claude")?;
    let mut numbers = after.split(['-', ':', '@', '/']).map(str::parse::<u32>);
    let major = numbers.by_ref().find_map(Result::ok).and_then(|number| u8::try_from(number).ok())?;
    // A date is no minor version.
    let minor = numbers.next().and_then(Result::ok).and_then(|number| u8::try_from(number).ok());
    Some((major, minor.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_family_and_the_version() {
        let family = |id: &str, name: &str| Family::of(&Model { id: id.into(), name: name.into(), ..Model::default() });
        assert_eq!(family("us.anthropic.claude-opus-4-6-v1", ""), Family::Claude(Some((4, 6))));
        assert_eq!(family("anthropic.claude-3-7-sonnet-20250219-v1:0", ""), Family::Claude(Some((3, 7))));
        assert_eq!(family("global.anthropic.claude-sonnet-4-20250514-v1:0", ""), Family::Claude(Some((4, 0))));
        assert_eq!(family("anthropic.claude-sonnet-5", ""), Family::Claude(Some((5, 0))));
        assert_eq!(family("arn:aws:bedrock:eu-west-1:1:profile/x", "Claude Opus 4.7"), Family::Claude(Some((4, 7))));
        assert_eq!(family("openai.gpt-oss-120b-1:0", ""), Family::GptOss);
        assert_eq!(family("us.openai.gpt-6-sol", ""), Family::Gpt);
        assert_eq!(family("amazon.nova-lite-v1:0", ""), Family::Other);
    }
}
