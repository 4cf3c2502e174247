//! One pass through the network: a chunk of tokens in, keys and values added, the last token's logits out.

use half::slice::HalfFloatSliceExt as _;

use super::{
    KvCache, Network, attention,
    load::{Layer, Linear},
    math,
    rope::Rope,
};
use crate::{
    LocalError,
    weights::{Acts, Workers},
};

/// The buffers of a pass, kept from one to the next.
#[derive(Default)]
pub(crate) struct Pass {
    stream: Vec<f32>,
    acts: Acts,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    mixed: Vec<f32>,
    gate: Vec<f32>,
    up: Vec<f32>,
    out: Vec<f32>,
    logits: Vec<f32>,
    rope: Rope,
}

impl Pass {
    /// Reads a chunk of tokens that follow those in the cache. After an error the cache is as it was.
    ///
    /// # Errors
    /// When a token is none of the vocabulary, or a product fails.
    pub(crate) fn read(
        &mut self,
        network: &Network,
        workers: &Workers,
        cache: &mut KvCache,
        tokens: &[u32],
    ) -> Result<(), LocalError> {
        let result = workers.enter(|| self.layers(network, workers, cache, tokens));
        match result {
            Ok(()) => cache.commit(tokens),
            Err(_) => cache.settle(),
        }
        result
    }

    /// What the network expects after the last token that [`Self::read`] was given: one number per token.
    ///
    /// # Errors
    /// When a product fails.
    pub(crate) fn logits(&mut self, network: &Network, workers: &Workers) -> Result<&mut [f32], LocalError> {
        let shape = &network.shape;
        let last = self.stream.len().saturating_sub(shape.width);
        let (stream, acts, logits) = (&self.stream[last..], &mut self.acts, &mut self.logits);
        acts.fill(1, shape.width, |out| math::norm(stream, &network.norm, shape.epsilon, out));
        let output = network.output.as_ref().unwrap_or(&network.embedding);
        workers.enter(|| output.product(workers, acts, logits))?;
        Ok(logits)
    }

    fn layers(
        &mut self,
        network: &Network,
        workers: &Workers,
        cache: &mut KvCache,
        tokens: &[u32],
    ) -> Result<(), LocalError> {
        let shape = &network.shape;
        let (count, from) = (tokens.len(), cache.len());
        self.stream.resize(count * shape.width, 0.0);
        for (token, row) in tokens.iter().zip(self.stream.chunks_exact_mut(shape.width)) {
            network.embedding.row(*token as usize, row)?;
        }
        self.rope.prepare(shape, network.rope_factors.as_deref(), from, count);
        for (number, layer) in network.layers.iter().enumerate() {
            self.attention(network, workers, cache, layer, number, from)?;
            self.feed(network, workers, layer)?;
        }
        Ok(())
    }

    fn attention(
        &mut self,
        network: &Network,
        workers: &Workers,
        cache: &mut KvCache,
        layer: &Layer,
        number: usize,
        from: usize,
    ) -> Result<(), LocalError> {
        let shape = &network.shape;
        let count = self.stream.len() / shape.width;
        self.normed(&layer.attention_norm, shape.width, shape.epsilon);
        linear(workers, &layer.key, &mut self.acts, &mut self.key)?;
        linear(workers, &layer.value, &mut self.acts, &mut self.value)?;
        // Behind the last layer only the last token is looked at: of the others it needs no more than keys and values.
        let first = if number + 1 == network.layers.len() { count.saturating_sub(1) } else { 0 };
        if first > 0 {
            self.stream.drain(..first * shape.width);
            self.normed(&layer.attention_norm, shape.width, shape.epsilon);
        }
        linear(workers, &layer.query, &mut self.acts, &mut self.query)?;
        let (queries, keys) = (shape.heads * shape.head, shape.kv_heads * shape.head);
        for (nth, row) in self.query.chunks_exact_mut(queries).enumerate() {
            self.rope.apply(shape, first + nth, row);
        }
        for (nth, row) in self.key.chunks_exact_mut(keys).enumerate() {
            self.rope.apply(shape, nth, row);
        }
        let lanes = cache.layer(number, shape.kv_heads);
        for (row, rows) in [&self.key, &self.value].into_iter().enumerate() {
            for row_of in rows.chunks_exact(keys) {
                for (head, values) in row_of.chunks_exact(shape.head).enumerate() {
                    let lane = &mut lanes[2 * head + row];
                    let at = lane.len();
                    lane.resize(at + shape.head, half::f16::ZERO);
                    lane[at..].convert_from_f32_slice(values);
                }
            }
        }
        let (query, mixed) = (&self.query, &mut self.mixed);
        mixed.resize(query.len(), 0.0);
        attention::attend(workers, shape, lanes, query, from + first, mixed);
        self.acts.fill(count - first, queries, |out| out.copy_from_slice(&self.mixed));
        linear(workers, &layer.attention_out, &mut self.acts, &mut self.out)?;
        math::add(&mut self.stream, &self.out);
        Ok(())
    }

    fn feed(&mut self, network: &Network, workers: &Workers, layer: &Layer) -> Result<(), LocalError> {
        let shape = &network.shape;
        let count = self.stream.len() / shape.width;
        self.normed(&layer.feed_norm, shape.width, shape.epsilon);
        linear(workers, &layer.gate, &mut self.acts, &mut self.gate)?;
        linear(workers, &layer.up, &mut self.acts, &mut self.up)?;
        let (gate, up) = (&self.gate, &self.up);
        self.acts.fill(count, shape.hidden, |out| math::gated(gate, up, out));
        linear(workers, &layer.down, &mut self.acts, &mut self.out)?;
        math::add(&mut self.stream, &self.out);
        Ok(())
    }

    fn normed(&mut self, weight: &[f32], width: usize, epsilon: f32) {
        let stream = &self.stream;
        self.acts.fill(stream.len() / width, width, |out| {
            for (row, out) in stream.chunks_exact(width).zip(out.chunks_exact_mut(width)) {
                math::norm(row, weight, epsilon, out);
            }
        });
    }
}

fn linear(workers: &Workers, linear: &Linear, acts: &mut Acts, out: &mut Vec<f32>) -> Result<(), LocalError> {
    linear.matrix.product(workers, acts, out)?;
    if let Some(bias) = &linear.bias {
        for row in out.chunks_exact_mut(bias.len()) {
            math::add(row, bias);
        }
    }
    Ok(())
}
