#![allow(clippy::indexing_slicing, reason = "tests")]

use candle_core::quantized::{GgmlDType, gguf_file::Value};

use super::{Family, KvCache, Network, Pass, Shape};
use crate::{
    LocalError,
    gguf::{
        Header,
        synthetic::{Outcome, Synthetic},
    },
    weights::Workers,
};

/// A network with its cache.
struct Loaded {
    network: Network,
    workers: Workers,
    cache: KvCache,
    pass: Pass,
}

impl Loaded {
    fn new(synthetic: &Synthetic) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let header = Header::read(&synthetic.write(folder.path())?)?;
        let workers = Workers::new(1)?;
        let network = Network::load(&header, &workers)?;
        let cache = KvCache::new(&network.shape);
        Ok(Self { network, workers, cache, pass: Pass::default() })
    }

    fn read(&mut self, tokens: &[u32], chunk: usize) -> Outcome<Vec<f32>> {
        for chunk in tokens.chunks(chunk) {
            self.pass.read(&self.network, &self.workers, &mut self.cache, chunk)?;
        }
        Ok(self.pass.logits(&self.network, &self.workers)?.to_vec())
    }
}

fn tokens(count: usize) -> Vec<u32> {
    (0..count as u32).map(|n| (n * 37 + 11) % 250).collect()
}

fn all() -> Vec<Synthetic> {
    let tied = Synthetic { tied: true, ..Synthetic::new("llama", GgmlDType::Q8_0) };
    let mut all: Vec<Synthetic> = ["llama", "qwen2"]
        .into_iter()
        .flat_map(|family| [GgmlDType::F32, GgmlDType::Q8_0].map(|dtype| Synthetic::new(family, dtype)))
        .collect();
    all.push(tied);
    all
}

fn close(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn chunks_give_what_one_go_gives() -> Outcome {
    for synthetic in all() {
        let tokens = tokens(90);
        let whole = Loaded::new(&synthetic)?.read(&tokens, 90)?;
        for chunk in [1, 7, 64] {
            assert!(close(&Loaded::new(&synthetic)?.read(&tokens, chunk)?, &whole), "{chunk}");
        }
    }
    Ok(())
}

#[test]
fn reading_again_after_a_cut_gives_what_a_fresh_start_gives() -> Outcome {
    for synthetic in all() {
        let mut loaded = Loaded::new(&synthetic)?;
        loaded.read(&[tokens(40), vec![1, 2, 3, 4, 5]].concat(), 64)?;
        loaded.cache.cut(40);
        let ending = [9, 8, 7];
        let got = loaded.read(&ending, 64)?;
        let fresh = Loaded::new(&synthetic)?.read(&[tokens(40), ending.to_vec()].concat(), 64)?;
        assert!(close(&got, &fresh));
    }
    Ok(())
}

#[test]
fn what_was_saved_loads_equal_and_what_was_damaged_does_not() -> Outcome {
    let synthetic = Synthetic::new("qwen2", GgmlDType::F32);
    let mut loaded = Loaded::new(&synthetic)?;
    loaded.read(&tokens(33), 64)?;
    let bytes = loaded.cache.to_bytes();
    let shape = loaded.network.shape.clone();
    let again = KvCache::from_bytes(&shape, &bytes).ok_or("not loaded")?;
    assert!(again == loaded.cache);
    for at in [0, 9, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(KvCache::from_bytes(&shape, &damaged).is_none(), "{at}");
    }
    assert!(KvCache::from_bytes(&shape, &bytes[..bytes.len() - 5]).is_none());
    assert!(KvCache::from_bytes(&shape, &[]).is_none());
    let other = Shape { layers: 3, ..shape };
    assert!(KvCache::from_bytes(&other, &bytes).is_none());
    Ok(())
}

#[test]
fn a_token_beyond_the_vocabulary_leaves_the_cache_as_it_was() -> Outcome {
    let mut loaded = Loaded::new(&Synthetic::new("llama", GgmlDType::F32))?;
    loaded.read(&tokens(5), 64)?;
    let before = loaded.cache.clone();
    assert!(loaded.read(&[1, 9999], 64).is_err());
    assert!(loaded.cache == before);
    Ok(())
}

/// The same network, written down as it is defined, without buffers, blocks or a cache.
fn plain(loaded: &Loaded, tokens: &[u32]) -> Outcome<Vec<f32>> {
    let Loaded { network, workers, .. } = loaded;
    let shape = &network.shape;
    let row = |matrix: &crate::weights::Matrix, x: &[f32]| -> Outcome<Vec<f32>> {
        let mut acts = crate::weights::Acts::default();
        acts.fill(1, x.len(), |out| out.copy_from_slice(x));
        let mut out = Vec::new();
        matrix.product(workers, &mut acts, &mut out)?;
        Ok(out)
    };
    let linear = |linear: &super::load::Linear, x: &[f32]| -> Outcome<Vec<f32>> {
        let out = row(&linear.matrix, x)?;
        Ok(out.iter().enumerate().map(|(i, v)| v + linear.bias.as_ref().map_or(0.0, |bias| bias[i])).collect())
    };
    let norm = |x: &[f32], weight: &[f32]| -> Vec<f32> {
        let mean = x.iter().map(|v| v * v).sum::<f32>() / x.len() as f32;
        x.iter().zip(weight).map(|(v, w)| v / (mean + shape.epsilon).sqrt() * w).collect()
    };
    let turn = |x: &mut [f32], position: usize| {
        for head in x.chunks_mut(shape.head) {
            for pair in 0..shape.head / 2 {
                let (i, j) = match shape.family {
                    Family::Llama => (2 * pair, 2 * pair + 1),
                    Family::Qwen2 => (pair, pair + shape.head / 2),
                };
                let angle = position as f32 * shape.rope_base.powf(-2.0 * pair as f32 / shape.head as f32);
                (head[i], head[j]) =
                    (head[i] * angle.cos() - head[j] * angle.sin(), head[i] * angle.sin() + head[j] * angle.cos());
            }
        }
    };
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for token in tokens {
        let mut x = vec![0.0; shape.width];
        network.embedding.row(*token as usize, &mut x)?;
        rows.push(x);
    }
    for layer in &network.layers {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (position, x) in rows.iter_mut().enumerate() {
            let normed = norm(x, &layer.attention_norm);
            let mut query = linear(&layer.query, &normed)?;
            let mut key = linear(&layer.key, &normed)?;
            turn(&mut query, position);
            turn(&mut key, position);
            keys.push(key);
            values.push(linear(&layer.value, &normed)?);
            let mut mixed = Vec::new();
            for (head, query) in query.chunks(shape.head).enumerate() {
                let at = head / (shape.heads / shape.kv_heads) * shape.head;
                let scores: Vec<f32> = keys
                    .iter()
                    .map(|key| {
                        let dot: f32 = query.iter().zip(&key[at..]).map(|(a, b)| a * b).sum();
                        (dot / (shape.head as f32).sqrt()).exp()
                    })
                    .collect();
                let sum: f32 = scores.iter().sum();
                mixed.extend((0..shape.head).map(|i| {
                    scores.iter().zip(&values).map(|(score, value)| score / sum * value[at + i]).sum::<f32>()
                }));
            }
            for (x, add) in x.iter_mut().zip(linear(&layer.attention_out, &mixed)?) {
                *x += add;
            }
            let normed = norm(x, &layer.feed_norm);
            let up = linear(&layer.up, &normed)?;
            let hidden: Vec<f32> =
                linear(&layer.gate, &normed)?.iter().zip(up).map(|(g, u)| g / (1.0 + (-g).exp()) * u).collect();
            for (x, add) in x.iter_mut().zip(linear(&layer.down, &hidden)?) {
                *x += add;
            }
        }
    }
    let last = rows.last().ok_or("no tokens")?;
    row(network.output.as_ref().unwrap_or(&network.embedding), &norm(last, &network.norm))
}

#[test]
fn the_pass_computes_the_network_as_it_is_defined() -> Outcome {
    for family in ["llama", "qwen2"] {
        let mut loaded = Loaded::new(&Synthetic::new(family, GgmlDType::F32))?;
        let tokens = tokens(70);
        let wanted = plain(&loaded, &tokens)?;
        let got = loaded.read(&tokens, 64)?;
        for (got, wanted) in got.iter().zip(&wanted) {
            assert!((got - wanted).abs() < 0.02, "{family}: {got} {wanted}");
        }
    }
    Ok(())
}

fn refused(synthetic: Synthetic) -> Outcome<LocalError> {
    let folder = tempfile::tempdir()?;
    let header = Header::read(&synthetic.write(folder.path())?)?;
    Shape::of(&header).err().ok_or_else(|| "it was not refused".into())
}

#[test]
fn what_cannot_be_computed_is_refused_by_name() -> Outcome {
    let mut gemma = Synthetic::new("llama", GgmlDType::F32);
    gemma.extra.push(("general.architecture".to_owned(), Value::String("gemma3".to_owned())));
    assert!(matches!(refused(gemma)?, LocalError::Architecture { architecture, .. } if architecture == "gemma3"));
    let mut scaled = Synthetic::new("qwen2", GgmlDType::F32);
    scaled.extra.push(("qwen2.rope.scaling.type".to_owned(), Value::String("yarn".to_owned())));
    assert!(matches!(refused(scaled)?, LocalError::Feature { feature, .. } if feature.contains("yarn")));
    let mut experts = Synthetic::new("llama", GgmlDType::F32);
    experts.extra.push(("llama.expert_count".to_owned(), Value::U32(8)));
    assert!(matches!(refused(experts)?, LocalError::Feature { .. }));
    Ok(())
}

#[test]
fn a_damaged_file_is_told_from_one_that_is_none() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = Synthetic::new("llama", GgmlDType::F32).write(folder.path())?;
    let bytes = std::fs::read(&path)?;
    for keep in [10, 200, bytes.len() - 1000] {
        std::fs::write(&path, &bytes[..keep])?;
        assert!(matches!(Header::read(&path), Err(LocalError::Damaged { .. })), "{keep}");
    }
    for other in [&b""[..], b"GG", b"<!doctype html>"] {
        std::fs::write(&path, other)?;
        assert!(matches!(Header::read(&path), Err(LocalError::NotGguf { .. })));
    }
    assert!(matches!(Header::read(&folder.path().join("none")), Err(LocalError::Read { .. })));
    Ok(())
}
