//! From a payload to an answer: reads what is new of the prompt, then writes token by token.

use pith_types::StopReason;
use serde_json::json;

use super::{answer::Answer, resident::Resident};
use crate::{
    LocalError,
    decode::{CLOSE_TAG, Call, Echo, Form, OPEN_TAG, Progress, Sampler, Sight, Tools, Watch, repeats},
    prompt::{Conversation, Payload},
    tokens::Utf8,
};

/// Tokens that are read in one go; an abort waits for no more than this.
const CHUNK: usize = 64;
/// Prompt beginnings shorter than this are read faster than loaded.
const WORTH_KEEPING: usize = 96;
/// Room for an answer that a prompt must leave.
const LEAST_ROOM: usize = 16;
/// Draws are the same from run to run.
const SEED: u64 = 0x5eed;

/// Whether to give up, asked between tokens and chunks.
pub(super) type Stopped<'a> = dyn Fn(&Answer) -> bool + 'a;

/// Answers; nothing when it was stopped.
///
/// # Errors
/// When the prompt does not fit, or the model fails.
pub(super) fn answer(
    resident: &mut Resident,
    payload: &Payload,
    answer: &mut Answer,
    now_ms: i64,
    stopped: &Stopped<'_>,
) -> Result<Option<StopReason>, LocalError> {
    let conversation = payload.conversation();
    let tokens = resident.vocabulary.encode(&resident.template.render(&conversation, true, now_ms)?)?;
    if tokens.len() + LEAST_ROOM > resident.window {
        return Err(LocalError::ContextTooLong { tokens: tokens.len(), window: resident.window });
    }
    answer.start();
    if resident.window < resident.full_window {
        answer.note("context_window_reduced", json!({"window": resident.window, "full": resident.full_window}));
    }
    let bounds = bounds(resident, &conversation, &payload.kept, &tokens, now_ms);
    if !read_prompt(resident, &tokens, &bounds, answer, stopped)? {
        return Ok(None);
    }
    let room = resident.window - tokens.len();
    let limit = payload.max_tokens.and_then(|limit| usize::try_from(limit).ok()).map_or(room, |limit| limit.min(room));
    resident.cache.reserve(tokens.len() + limit.min(1024));
    let tools = Tools::new(&payload.callable());
    let mut writer = Writer {
        watch: Watch::new(!tools.is_empty()),
        tools,
        call: None,
        turn_off: None,
        utf8: Utf8::default(),
        sampler: Sampler::new(payload.temperature, SEED),
        said: Vec::new(),
    };
    if payload.must_call() && !writer.tools.is_empty() {
        writer.open(resident, answer)?;
    }
    writer.write(resident, answer, limit, stopped)
}

/// Where in the prompt the turns end after which states are worth keeping.
fn bounds(resident: &Resident, conversation: &Conversation, kept: &[usize], tokens: &[u32], now_ms: i64) -> Vec<usize> {
    let mut bounds: Vec<usize> = kept
        .iter()
        .filter_map(|count| {
            let turns = conversation.turns.iter().take(*count).cloned().collect();
            let part = Conversation { turns, tools: conversation.tools.clone() };
            let pieces = resident.template.render(&part, false, now_ms).ok()?;
            Some(common(&resident.vocabulary.encode(&pieces).ok()?, tokens))
        })
        .filter(|bound| (WORTH_KEEPING..tokens.len()).contains(bound))
        .collect();
    bounds.dedup();
    bounds
}

fn common(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Reads what neither memory nor disk has of the prompt; false when it was stopped.
fn read_prompt(
    resident: &mut Resident,
    tokens: &[u32],
    bounds: &[usize],
    answer: &mut Answer,
    stopped: &Stopped<'_>,
) -> Result<bool, LocalError> {
    let mut kept = common(resident.cache.tokens(), tokens).min(tokens.len() - 1);
    let shape = &resident.network.shape;
    if let Some(state) =
        resident.prefixes.as_ref().and_then(|prefixes| prefixes.find(shape, tokens, kept + WORTH_KEEPING / 2))
    {
        kept = state.len();
        resident.cache = state;
    }
    resident.cache.cut(kept);
    resident.cache.reserve(tokens.len());
    answer.usage(|usage| usage.cache_read = kept as u64);
    while resident.cache.len() < tokens.len() {
        if stopped(answer) {
            return Ok(false);
        }
        let at = resident.cache.len();
        let bound = bounds.iter().copied().find(|bound| *bound > at).unwrap_or(tokens.len());
        let chunk = &tokens[at..bound.min(at + CHUNK)];
        resident.pass.read(&resident.network, &resident.workers, &mut resident.cache, chunk)?;
        answer.usage(|usage| usage.input += chunk.len() as u64);
        let at = resident.cache.len();
        if let Some(prefixes) = resident.prefixes.as_ref().filter(|_| bounds.contains(&at))
            && !prefixes.has(&tokens[..at])
            && let Err(error) = prefixes.store(&resident.cache)
        {
            tracing::debug!(%error, "the state of the system prompt was not stored");
        }
    }
    Ok(true)
}

/// What an answer needs while it is written.
struct Writer {
    tools: Tools,
    watch: Watch,
    call: Option<Call>,
    /// Where the replacement that is being written comes nearest to a change.
    turn_off: Option<TurnOff>,
    utf8: Utf8,
    sampler: Sampler,
    said: Vec<u32>,
}

/// A place within a replacement where another token was nearly as likely.
struct TurnOff {
    call: Call,
    /// Tokens that had been read and said.
    read: usize,
    said: usize,
    /// The other token, and by how much its score was lower.
    token: u32,
    lower: f32,
}

/// How to go on after a token.
enum Step {
    /// Read these tokens, then choose the next.
    Read(Vec<u32>),
    End(StopReason),
}

impl Writer {
    /// Begins a call in the model's place.
    fn open(&mut self, resident: &mut Resident, answer: &mut Answer) -> Result<(), LocalError> {
        let tokens = resident.vocabulary.encode_text(&format!("{OPEN_TAG}\n"))?;
        self.call = Call::begin(Form::Tag, "", &self.tools, &resident.vocabulary)?;
        answer.usage(|usage| usage.output += tokens.len() as u64);
        self.said.extend(&tokens);
        resident.pass.read(&resident.network, &resident.workers, &mut resident.cache, &tokens)
    }

    fn write(
        &mut self,
        resident: &mut Resident,
        answer: &mut Answer,
        limit: usize,
        stopped: &Stopped<'_>,
    ) -> Result<Option<StopReason>, LocalError> {
        loop {
            if stopped(answer) {
                return Ok(None);
            }
            if self.said.len() >= limit {
                return Ok(Some(self.cut_short(answer)));
            }
            let token = self.choose(resident)?;
            answer.usage(|usage| usage.output += 1);
            if self.call.is_none() && resident.vocabulary.ends(token) {
                return Ok(Some(self.finish(answer)));
            }
            self.said.push(token);
            let step = self.take(token, resident, answer)?;
            if repeats(&self.said) {
                answer.note("repetition_cut", json!({"tokens": self.said.len()}));
                if self.call.take().is_some() {
                    answer.drop_call();
                }
                return Ok(Some(StopReason::Stop));
            }
            match step {
                Step::End(reason) => return Ok(Some(reason)),
                Step::Read(tokens) => {
                    let (pass, network) = (&mut resident.pass, &resident.network);
                    pass.read(network, &resident.workers, &mut resident.cache, &tokens)?;
                }
            }
        }
    }

    fn choose(&mut self, resident: &mut Resident) -> Result<u32, LocalError> {
        let logits = resident.pass.logits(&resident.network, &resident.workers)?;
        let known = resident.vocabulary.len().min(logits.len());
        let logits = &mut logits[..known];
        let Some(call) = &mut self.call else { return Ok(self.sampler.text(logits, &self.said)) };
        let mask = call.mask()?;
        let allowed = |token: u32| mask.is_allowed(token);
        let token = self
            .sampler
            .bound(logits, allowed)
            .ok_or_else(|| LocalError::Compute { reason: "no token may follow in a call".to_owned() })?;
        if call.echo() == Echo::Open {
            // Another way to cut the same text into tokens leads nowhere else.
            let bytes = resident.vocabulary.bytes(token);
            let differs = |other: u32| {
                let other = resident.vocabulary.bytes(other);
                !other.starts_with(bytes) && !bytes.starts_with(other)
            };
            if let Some((other, lower)) = self.sampler.instead(logits, token, |other| allowed(other) && differs(other))
                && self.turn_off.as_ref().is_none_or(|known| lower < known.lower)
            {
                let (read, said) = (resident.cache.len(), self.said.len());
                self.turn_off = Some(TurnOff { call: call.kept(), read, said, token: other, lower });
            }
        }
        Ok(token)
    }

    /// Goes back to where a replacement that changes nothing comes nearest to a change, and takes that way.
    fn turn_off(&mut self, resident: &mut Resident, answer: &mut Answer) -> Option<u32> {
        let TurnOff { call, read, said, token, .. } = self.turn_off.take()?;
        answer.note("replacement_changed", json!({"tokens": self.said.len() - said}));
        resident.cache.cut(read);
        self.said.truncate(said);
        self.said.push(token);
        self.call = Some(call);
        Some(token)
    }

    fn take(&mut self, mut token: u32, resident: &mut Resident, answer: &mut Answer) -> Result<Step, LocalError> {
        let Some(call) = &mut self.call else {
            let text = self.utf8.push(resident.vocabulary.bytes(token));
            return self.look(&text, token, resident, answer);
        };
        call.push(token, &resident.vocabulary)?;
        match call.echo() {
            Echo::Open => {}
            Echo::None => self.turn_off = None,
            Echo::Whole => {
                if let Some(other) = self.turn_off(resident, answer) {
                    token = other;
                    if let Some(call) = &mut self.call {
                        call.push(token, &resident.vocabulary)?;
                    }
                }
            }
        }
        let vocabulary = &resident.vocabulary;
        let Some(call) = &mut self.call else { return Ok(Step::Read(vec![token])) };
        let mut read = vec![token];
        for forced in call.forced(vocabulary) {
            call.push(forced, vocabulary)?;
            self.said.push(forced);
            answer.usage(|usage| usage.output += 1);
            read.push(forced);
        }
        tell(call, answer);
        if !call.complete() {
            return Ok(Step::Read(read));
        }
        let form = call.form;
        if let Some(done) = call.finish(answer.next_id()) {
            answer.call_ends(done);
        }
        self.call = None;
        if form == Form::Object || twice(answer) {
            return Ok(Step::End(StopReason::ToolUse));
        }
        let broken = read.last().is_some_and(|token| vocabulary.bytes(*token).ends_with(b"\n"));
        read.extend(vocabulary.encode_text(if broken { CLOSE_TAG.trim_start() } else { CLOSE_TAG })?);
        self.watch = Watch::new(true);
        Ok(Step::Read(read))
    }

    /// Looks what the text outside of calls has become.
    fn look(&mut self, text: &str, token: u32, resident: &Resident, answer: &mut Answer) -> Result<Step, LocalError> {
        let after_call = answer.calls().next().is_some();
        for sight in self.watch.push(text) {
            match sight {
                // After a call only another one may follow.
                Sight::Text(_) if after_call => return Ok(Step::End(StopReason::ToolUse)),
                Sight::Call(Form::Object, _) if after_call => return Ok(Step::End(StopReason::ToolUse)),
                Sight::Text(text) => answer.text(text),
                Sight::Call(form, json) => match Call::begin(form, &json, &self.tools, &resident.vocabulary)? {
                    Some(call) => self.call = Some(call),
                    None => answer.text(json),
                },
            }
        }
        if let Some(call) = &mut self.call {
            tell(call, answer);
        }
        Ok(Step::Read(vec![token]))
    }

    /// The model has ended its answer.
    fn finish(&mut self, answer: &mut Answer) -> StopReason {
        if answer.calls().next().is_some() {
            return StopReason::ToolUse;
        }
        self.flush(answer);
        StopReason::Stop
    }

    /// The limit has ended it.
    fn cut_short(&mut self, answer: &mut Answer) -> StopReason {
        match self.call.take() {
            Some(call) => {
                if let Some(cut) = call.finish(answer.next_id()) {
                    answer.call_ends(cut);
                }
            }
            None if answer.calls().next().is_none() => self.flush(answer),
            None => {}
        }
        StopReason::Length
    }

    fn flush(&mut self, answer: &mut Answer) {
        let rest = self.utf8.finish();
        for sight in self.watch.push(&rest) {
            if let Sight::Text(text) = sight {
                answer.text(text);
            }
        }
        if let Some(text) = self.watch.finish() {
            answer.text(text);
        }
    }
}

fn tell(call: &mut Call, answer: &mut Answer) {
    for news in call.progress() {
        match news {
            Progress::Name(name) => answer.call_begins(name),
            Progress::Arguments(delta) => answer.call_grows(delta),
        }
    }
}

/// Whether the last call says the same as one before it in this answer.
fn twice(answer: &Answer) -> bool {
    let calls: Vec<_> = answer.calls().map(|call| (&call.name, &call.arguments)).collect();
    calls.split_last().is_some_and(|(last, before)| before.contains(last))
}
