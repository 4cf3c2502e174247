//! The tokenizer of a file, with the bytes of every token.

use std::{fs::File, io::BufReader, sync::OnceLock};

use llguidance::ParserFactory;
use shimmytok::{EncodeOptions, TokenType, Tokenizer};
use toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie};

use super::{
    Piece,
    piece::{Run, runs},
};
use crate::{LocalError, gguf::Header};

/// Names of tokens that end an answer in one model or another.
const ENDS: [&str; 8] = [
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end_of_text|>",
    "<|end|>",
    "<|end_of_turn|>",
    "</s>",
];

/// Between text and tokens.
pub(crate) struct Vocabulary {
    tokenizer: Tokenizer,
    bytes: Vec<Vec<u8>>,
    /// Control tokens by name, longest first.
    controls: Vec<(String, u32)>,
    ends: Vec<u32>,
    begin: Option<u32>,
    /// Spaces are part of the tokens' names (SentencePiece), and one is put before the text.
    spaced: bool,
    grammars: OnceLock<Result<ParserFactory, String>>,
}

impl Vocabulary {
    /// Reads the tokenizer.
    ///
    /// # Errors
    /// When the file cannot be read or has no tokenizer of a known kind.
    pub(crate) fn load(header: &Header) -> Result<Self, LocalError> {
        let file = File::open(&header.path).map_err(|source| LocalError::Read { path: header.path.clone(), source })?;
        let tokenizer = Tokenizer::from_reader(BufReader::with_capacity(1 << 18, file))
            .map_err(|error| LocalError::Tokenizer { path: header.path.clone(), reason: error.to_string() })?;
        let spaced = header.text("tokenizer.ggml.model").is_some_and(|model| model == "llama");
        let count = tokenizer.vocab_size();
        let mut bytes = Vec::with_capacity(count);
        let mut controls = Vec::new();
        for token in 0..count as u32 {
            let name = tokenizer.token_to_piece(token).unwrap_or_default();
            let kind = tokenizer.token_type(token);
            let control = matches!(kind, TokenType::Control | TokenType::UserDefined);
            bytes.push(match kind {
                TokenType::Control | TokenType::Undefined | TokenType::Unused => Vec::new(),
                TokenType::UserDefined => name.clone().into_bytes(),
                _ if spaced => spaced_bytes(&name),
                _ => mapped_bytes(&name),
            });
            if control && !name.is_empty() {
                controls.push((name, token));
            }
        }
        controls.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        let mut ends: Vec<u32> = ENDS
            .iter()
            .filter_map(|name| tokenizer.get_token(name))
            .chain([tokenizer.eos_token()])
            .chain(header.whole("tokenizer.ggml.eot_token_id").map(|token| token as u32))
            .filter(|token| (*token as usize) < count && tokenizer.is_special_token(*token))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        let begins = header.whole("tokenizer.ggml.add_bos_token").map_or(spaced, |add| add != 0);
        let begin = begins.then(|| tokenizer.bos_token());
        Ok(Self { tokenizer, bytes, controls, ends, begin, spaced, grammars: OnceLock::new() })
    }

    /// The tokens of these names, if each is one.
    pub(crate) fn named(&self, names: [&str; 2]) -> Option<[u32; 2]> {
        let token = |name: &str| self.controls.iter().find(|(known, _)| known == name).map(|(_, token)| *token);
        Some([token(names[0])?, token(names[1])?])
    }

    /// From now on these tokens are spelled out, even by templates.
    pub(crate) fn spell_out(&mut self, tokens: [u32; 2]) {
        self.controls.retain(|(_, token)| !tokens.contains(token));
    }

    /// How many tokens there are.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// What a token says; nothing for a control token.
    pub(crate) fn bytes(&self, token: u32) -> &[u8] {
        self.bytes.get(token as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether the token ends an answer. Any control token does: none has a place within one.
    pub(crate) fn ends(&self, token: u32) -> bool {
        self.bytes(token).is_empty() || self.ends.contains(&token)
    }

    /// The name of the token that begins a text, for templates.
    pub(crate) fn begin_name(&self) -> String {
        self.tokenizer.token_to_piece(self.tokenizer.bos_token()).unwrap_or_default()
    }

    /// The name of the token that ends a text, for templates.
    pub(crate) fn end_name(&self) -> String {
        self.tokenizer.token_to_piece(self.tokenizer.eos_token()).unwrap_or_default()
    }

    /// The tokens of a prompt.
    ///
    /// # Errors
    /// When the tokenizer refuses the text.
    pub(crate) fn encode(&self, pieces: &[Piece]) -> Result<Vec<u32>, LocalError> {
        let mut tokens = Vec::new();
        for run in runs(pieces, &self.controls) {
            match run {
                Run::Control(token) => tokens.push(token),
                Run::Text(text) => tokens.extend(self.encode_text(&text)?),
            }
        }
        if let Some(begin) = self.begin.filter(|begin| tokens.first() != Some(begin)) {
            tokens.insert(0, begin);
        }
        Ok(tokens)
    }

    /// The tokens of a text without control tokens.
    ///
    /// # Errors
    /// When the tokenizer refuses the text.
    pub(crate) fn encode_text(&self, text: &str) -> Result<Vec<u32>, LocalError> {
        let encode = |text: &str| {
            self.tokenizer
                .encode_with_options(text, &EncodeOptions::with_parse_special(false, false))
                .map_err(|error| LocalError::Compute { reason: error.to_string() })
        };
        let tokens = encode(text)?;
        if self.spaced {
            return Ok(tokens);
        }
        restore(text, tokens, |token| self.bytes(token), encode)
    }

    /// Where grammars over this vocabulary are made. Built when first asked for, since it costs a third of a second.
    ///
    /// # Errors
    /// When the vocabulary cannot be put into a trie.
    pub(crate) fn grammars(&self) -> Result<&ParserFactory, LocalError> {
        self.grammars
            .get_or_init(|| {
                let words: Vec<Vec<u8>> = (0..self.len() as u32)
                    .map(|token| match self.bytes(token) {
                        // The marker that llguidance keeps for tokens which no text can stand for.
                        [] => [&[TokTrie::SPECIAL_TOKEN_MARKER], format!("<[{token}]>").as_bytes()].concat(),
                        bytes => bytes.to_vec(),
                    })
                    .collect();
                let end = self.ends.first().copied().unwrap_or_default();
                let trie = TokTrie::from(&TokRxInfo::new(words.len() as u32, end), &words);
                let env: TokEnv = std::sync::Arc::new(ApproximateTokEnv::new(trie));
                let mut factory = ParserFactory::new_simple(&env).map_err(|error| error.to_string())?;
                factory.quiet();
                Ok(factory)
            })
            .as_ref()
            .map_err(|reason| LocalError::Compute { reason: reason.clone() })
    }
}

/// Puts back what the tokenizer lost. Its rules for some vocabularies leave out a lone line break or tab that stands before
/// a word; such a piece is a token of its own there, as it is when it is encoded alone.
fn restore<'a>(
    text: &str,
    tokens: Vec<u32>,
    bytes: impl Fn(u32) -> &'a [u8],
    encode: impl Fn(&str) -> Result<Vec<u32>, LocalError>,
) -> Result<Vec<u32>, LocalError> {
    if tokens.iter().map(|token| bytes(*token).len()).sum::<usize>() == text.len() {
        return Ok(tokens);
    }
    let mut whole = Vec::with_capacity(tokens.len() + 16);
    let mut rest = text;
    for token in tokens {
        let said = bytes(token);
        while !rest.as_bytes().starts_with(said)
            && let Some(lost) = rest.chars().next().filter(|c| c.is_whitespace())
        {
            let (lost, after) = rest.split_at(lost.len_utf8());
            whole.extend(encode(lost)?);
            rest = after;
        }
        whole.push(token);
        // A token may end within a character; the rest of it then begins the next token, and nothing is lost there.
        rest = rest.get(said.len()..).unwrap_or_default();
    }
    Ok(whole)
}

/// Bytes of a token where bytes are written as printable characters (the GPT-2 scheme).
fn mapped_bytes(name: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(name.len());
    for c in name.chars() {
        match unmapped(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Printable Latin-1 stands for itself; the other 68 bytes are written as U+0100 and up, in order.
fn unmapped(c: char) -> Option<u8> {
    let code = c as u32;
    match code {
        0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff => Some(code as u8),
        0x100..=0x120 => Some((code - 0x100) as u8),
        0x121..=0x142 => Some((code - 0x121 + 0x7f) as u8),
        0x143 => Some(0xad),
        _ => None,
    }
}

/// Bytes of a SentencePiece token: `▁` is a space, `<0x0A>` a byte.
fn spaced_bytes(name: &str) -> Vec<u8> {
    let byte = name.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
    match byte.filter(|digits| digits.len() == 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(byte) => vec![byte],
        None => name.replace('▁', " ").into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_printable_name() {
        let mut seen = [false; 256];
        for code in 0x21..=0x143 {
            if let Some(byte) = char::from_u32(code).and_then(unmapped) {
                assert!(!seen[byte as usize], "{code:x}");
                seen[byte as usize] = true;
            }
        }
        assert!(seen.iter().all(|seen| *seen));
        assert_eq!(mapped_bytes("ĠaĊ"), b" a\n");
        assert_eq!(spaced_bytes("▁a"), b" a");
        assert_eq!(spaced_bytes("<0x0A>"), b"\n");
    }

    #[test]
    fn a_line_break_that_the_tokenizer_lost_is_put_back() -> Result<(), LocalError> {
        // Tokens are single bytes here; the tokenizer has lost the second line break and the tab.
        let names: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
        let bytes = |token: u32| names.get(token as usize).map_or(&[][..], Vec::as_slice);
        let encode = |text: &str| Ok(text.bytes().map(u32::from).collect::<Vec<u32>>());
        let lossy = encode("a\nbc")?;
        assert_eq!(restore("a\n\nb\tc", lossy, bytes, encode)?, encode("a\n\nb\tc")?);
        Ok(())
    }
}
