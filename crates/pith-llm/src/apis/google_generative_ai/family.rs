//! What a model can, told by its name: the service says it nowhere.

/// A model's name in parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family<'a> {
    name: &'a str,
}

impl<'a> Family<'a> {
    pub(super) fn of(id: &'a str) -> Self {
        let name = id.rsplit('/').next().unwrap_or(id);
        Self { name: name.strip_prefix("google-").unwrap_or(name) }
    }

    /// The number of its generation, for names that begin like this one.
    fn generation(self, prefix: &str) -> Option<u32> {
        let rest = self.name.strip_prefix(prefix)?;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        rest.get(..digits)?.parse().ok()
    }

    fn gemini_from(self, generation: u32) -> bool {
        self.generation("gemini-").is_some_and(|own| own >= generation)
    }

    /// Calls and results have ids.
    pub(super) fn has_call_ids(self) -> bool {
        self.gemini_from(3) || self.name.starts_with("claude-") || self.name.starts_with("gpt-oss-")
    }

    /// A result may hold pictures.
    pub(super) fn takes_images_in_results(self) -> bool {
        self.generation("gemini-").is_none_or(|own| own >= 3)
    }

    /// Arguments can be bound to their schema.
    pub(super) fn binds_arguments(self) -> bool {
        self.gemini_from(3)
    }

    /// Thinking is asked for in words rather than tokens.
    pub(super) fn thinks_by_level(self) -> bool {
        self.gemini_from(3)
            || self.generation("gemma-").is_some_and(|own| own >= 4)
            || matches!(self.name, "gemini-flash-latest" | "gemini-flash-lite-latest")
    }

    /// Tokens of thinking for minimal, low, medium and high, where they are known to be worth it.
    pub(super) fn budgets(self) -> Option<[u64; 4]> {
        match self.name {
            name if name.starts_with("gemini-2.5-pro") => Some([128, 2048, 8192, 32_768]),
            name if name.starts_with("gemini-2.5-flash-lite") => Some([512, 2048, 8192, 24_576]),
            name if name.starts_with("gemini-2.5-flash") => Some([128, 2048, 8192, 24_576]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    #[test]
    fn generations_are_told_by_their_number() {
        for (id, ids, images, strict, level) in [
            ("gemini-2.5-pro", false, false, false, false),
            ("gemini-3.8-flash", true, true, true, true),
            ("models/gemini-12-pro", true, true, true, true),
            ("gemini-flash-latest", false, true, false, true),
            ("gemini-pro-latest", false, true, false, false),
            ("gemma-3-27b", false, true, false, false),
            ("gemma-4-27b", false, true, false, true),
            ("claude-sonnet-4", true, true, false, false),
            ("gpt-oss-120b", true, true, false, false),
        ] {
            let family = Family::of(id);
            assert_eq!(
                [
                    family.has_call_ids(),
                    family.takes_images_in_results(),
                    family.binds_arguments(),
                    family.thinks_by_level()
                ],
                [ids, images, strict, level],
                "{id}"
            );
        }
    }
}
