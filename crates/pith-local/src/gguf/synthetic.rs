//! Tiny models with random weights, written by the tests that need them.

use std::{
    fs::File,
    io::BufWriter,
    path::{Path, PathBuf},
};

use candle_core::{
    Device, Tensor,
    quantized::{
        GgmlDType, QTensor,
        gguf_file::{self, Value},
    },
};

/// Anything that goes wrong in a test.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Names of the control tokens, after the 256 bytes.
pub(crate) const CONTROLS: [&str; 3] = ["<|im_start|>", "<|im_end|>", "<|odd|>"];

/// What to write.
#[derive(Clone)]
pub(crate) struct Synthetic {
    pub(crate) architecture: &'static str,
    pub(crate) dtype: GgmlDType,
    pub(crate) layers: usize,
    pub(crate) context: usize,
    pub(crate) tied: bool,
    pub(crate) extra: Vec<(String, Value)>,
}

impl Synthetic {
    pub(crate) const WIDTH: usize = 64;
    pub(crate) const HIDDEN: usize = 96;
    pub(crate) const HEADS: usize = 4;
    pub(crate) const KV_HEADS: usize = 2;
    pub(crate) const HEAD: usize = 16;
    /// A multiple of eight, more than there are tokens, as in real files.
    pub(crate) const VOCABULARY: usize = 264;

    pub(crate) fn new(architecture: &'static str, dtype: GgmlDType) -> Self {
        Self { architecture, dtype, layers: 2, context: 512, tied: false, extra: Vec::new() }
    }

    /// Writes the file into the folder.
    pub(crate) fn write(&self, folder: &Path) -> Outcome<PathBuf> {
        let path = folder.join(format!("{}-{:?}-{}.gguf", self.architecture, self.dtype, self.layers));
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let mut tensors: Vec<(String, QTensor)> = Vec::new();
        let mut matrix = |name: String, rows: usize, cols: usize, dtype: GgmlDType| -> Outcome {
            let values: Vec<f32> = (0..rows * cols).map(|_| random.next() / (cols as f32).sqrt()).collect();
            let tensor = Tensor::from_vec(values, (rows, cols), &Device::Cpu)?;
            tensors.push((name, QTensor::quantize(&tensor, dtype)?));
            Ok(())
        };
        matrix("token_embd.weight".to_owned(), Self::VOCABULARY, Self::WIDTH, self.dtype)?;
        if !self.tied {
            matrix("output.weight".to_owned(), Self::VOCABULARY, Self::WIDTH, self.dtype)?;
        }
        let kv = Self::KV_HEADS * Self::HEAD;
        for layer in 0..self.layers {
            for (name, rows, cols) in [
                ("attn_q", Self::HEADS * Self::HEAD, Self::WIDTH),
                ("attn_k", kv, Self::WIDTH),
                ("attn_v", kv, Self::WIDTH),
                ("attn_output", Self::WIDTH, Self::HEADS * Self::HEAD),
                ("ffn_gate", Self::HIDDEN, Self::WIDTH),
                ("ffn_up", Self::HIDDEN, Self::WIDTH),
                ("ffn_down", Self::WIDTH, Self::HIDDEN),
            ] {
                matrix(format!("blk.{layer}.{name}.weight"), rows, cols, self.dtype)?;
            }
        }
        let mut vector = |name: String, size: usize, around: f32| -> Outcome {
            let values: Vec<f32> = (0..size).map(|_| around + random.next() * 0.1).collect();
            tensors.push((name, QTensor::quantize(&Tensor::from_vec(values, size, &Device::Cpu)?, GgmlDType::F32)?));
            Ok(())
        };
        vector("output_norm.weight".to_owned(), Self::WIDTH, 1.0)?;
        for layer in 0..self.layers {
            vector(format!("blk.{layer}.attn_norm.weight"), Self::WIDTH, 1.0)?;
            vector(format!("blk.{layer}.ffn_norm.weight"), Self::WIDTH, 1.0)?;
            if self.architecture == "qwen2" {
                vector(format!("blk.{layer}.attn_q.bias"), Self::HEADS * Self::HEAD, 0.0)?;
                vector(format!("blk.{layer}.attn_k.bias"), kv, 0.0)?;
                vector(format!("blk.{layer}.attn_v.bias"), kv, 0.0)?;
            }
        }
        let metadata = self.metadata();
        let metadata: Vec<(&str, &Value)> = metadata.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let tensors: Vec<(&str, &QTensor)> = tensors.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        gguf_file::write(&mut BufWriter::new(File::create(&path)?), &metadata, &tensors)?;
        Ok(path)
    }

    fn metadata(&self) -> Vec<(String, Value)> {
        let whole = |value: usize| Value::U32(value as u32);
        let text = |value: &str| Value::String(value.to_owned());
        let names = (0..=255u8).map(byte_name).chain(CONTROLS.map(str::to_owned));
        let kinds = (0..256 + CONTROLS.len()).map(|token| Value::I32(if token < 256 { 1 } else { 3 }));
        let own = [
            ("block_count", whole(self.layers)),
            ("context_length", whole(self.context)),
            ("embedding_length", whole(Self::WIDTH)),
            ("feed_forward_length", whole(Self::HIDDEN)),
            ("attention.head_count", whole(Self::HEADS)),
            ("attention.head_count_kv", whole(Self::KV_HEADS)),
            ("attention.layer_norm_rms_epsilon", Value::F32(1e-5)),
        ];
        let mut all = vec![
            ("general.architecture".to_owned(), text(self.architecture)),
            ("tokenizer.ggml.model".to_owned(), text("gpt2")),
            ("tokenizer.ggml.pre".to_owned(), text("gpt-2")),
            ("tokenizer.ggml.tokens".to_owned(), Value::Array(names.map(Value::String).collect())),
            ("tokenizer.ggml.token_type".to_owned(), Value::Array(kinds.collect())),
            ("tokenizer.ggml.merges".to_owned(), Value::Array(vec![text("a b")])),
            ("tokenizer.ggml.eos_token_id".to_owned(), whole(257)),
            ("tokenizer.ggml.bos_token_id".to_owned(), whole(256)),
            ("tokenizer.ggml.add_bos_token".to_owned(), Value::Bool(false)),
        ];
        all.extend(own.map(|(key, value)| (format!("{}.{key}", self.architecture), value)));
        for (key, value) in &self.extra {
            all.retain(|(known, _)| known != key);
            all.push((key.clone(), value.clone()));
        }
        all
    }
}

/// The printable name of a byte in the GPT-2 scheme.
fn byte_name(byte: u8) -> String {
    let code = match byte {
        0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff => u32::from(byte),
        0..=0x20 => 0x100 + u32::from(byte),
        0x7f..=0xa0 => 0x121 + u32::from(byte) - 0x7f,
        0xad => 0x143,
    };
    char::from_u32(code).map(String::from).unwrap_or_default()
}

/// Numbers around zero, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * 1.7
    }
}
