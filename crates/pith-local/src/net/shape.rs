//! The sizes and constants of a network, from its file's metadata.

use crate::{LocalError, gguf::Header};

/// A family of networks; they differ in which halves of a head are rotated together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// Neighbors are rotated: the converter of these files has interleaved the heads.
    Llama,
    /// A value is rotated with the one half a head further on.
    Qwen2,
}

/// Sizes and constants.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shape {
    pub(crate) family: Family,
    pub(crate) layers: usize,
    pub(crate) width: usize,
    pub(crate) hidden: usize,
    pub(crate) heads: usize,
    pub(crate) kv_heads: usize,
    pub(crate) head: usize,
    /// How many values of a head are rotated.
    pub(crate) rotated: usize,
    pub(crate) rope_base: f32,
    /// What positions are divided by (linear scaling).
    pub(crate) rope_divisor: f32,
    pub(crate) epsilon: f32,
    /// Tokens that the network was trained to see.
    pub(crate) context: usize,
    pub(crate) vocabulary: usize,
}

impl Shape {
    /// Reads the shape.
    ///
    /// # Errors
    /// When the architecture is another, asks for what is not computed here, or contradicts itself.
    pub(crate) fn of(header: &Header) -> Result<Self, LocalError> {
        let architecture =
            header.text("general.architecture").ok_or_else(|| header.damaged("it names no architecture"))?;
        let family = match architecture {
            "llama" => Family::Llama,
            "qwen2" => Family::Qwen2,
            other => {
                return Err(LocalError::Architecture { path: header.path.clone(), architecture: other.to_owned() });
            }
        };
        let key = |name: &str| format!("{architecture}.{name}");
        let need = |name: &str| {
            header
                .whole(&key(name))
                .filter(|size| (1..=1 << 24).contains(size))
                .ok_or_else(|| header.damaged(format!("its `{}` is missing or impossible", key(name))))
        };
        if header.whole(&key("expert_count")).is_some_and(|count| count > 0) {
            return Err(header.unsupported("a mixture of experts"));
        }
        let (width, heads) = (need("embedding_length")?, need("attention.head_count")?);
        let kv_heads = header.whole(&key("attention.head_count_kv")).unwrap_or(heads);
        let head = header.whole(&key("attention.key_length")).unwrap_or(width / heads);
        if kv_heads == 0 || heads % kv_heads != 0 || head == 0 || head > 1024 {
            return Err(header.damaged("its attention heads do not divide evenly"));
        }
        if header.whole(&key("attention.value_length")).is_some_and(|value| value != head) {
            return Err(header.unsupported("values of another length than keys"));
        }
        let rotated = header.whole(&key("rope.dimension_count")).unwrap_or(head);
        if rotated > head || !rotated.is_multiple_of(2) {
            return Err(header.damaged("it rotates more values than a head has"));
        }
        let vocabulary = header
            .tensor("token_embd.weight")
            .and_then(|place| place.shape.first().copied())
            .ok_or_else(|| header.damaged("it has no token embeddings"))?;
        Ok(Self {
            family,
            layers: need("block_count")?,
            width,
            hidden: need("feed_forward_length")?,
            heads,
            kv_heads,
            head,
            rotated,
            rope_base: header.real(&key("rope.freq_base")).unwrap_or(10_000.0),
            rope_divisor: divisor(
                header,
                &key("rope.scaling.type"),
                &key("rope.scaling.factor"),
                &key("rope.scale_linear"),
            )?,
            epsilon: header
                .real(&key("attention.layer_norm_rms_epsilon"))
                .ok_or_else(|| header.damaged("it names no epsilon for its norms"))?,
            context: need("context_length")?,
            vocabulary,
        })
    }

    /// Bytes of keys and values per token.
    pub(crate) fn kv_bytes(&self) -> usize {
        self.layers * self.kv_heads * self.head * 2 * size_of::<half::f16>()
    }
}

fn divisor(header: &Header, kind: &str, factor: &str, old: &str) -> Result<f32, LocalError> {
    let factor = header.real(factor).or_else(|| header.real(old)).filter(|factor| *factor > 0.0);
    match header.text(kind) {
        Some("linear") | None => Ok(factor.unwrap_or(1.0)),
        Some("none") => Ok(1.0),
        Some(other) => Err(header.unsupported(format!("rotary positions scaled by `{other}`"))),
    }
}
