//! Keys from passwords: PBKDF2 and scrypt, at once or on a thread of their own.
//!
//! Neither can be broken off, so what would take longer than anybody waits is refused.

use std::{num::NonZeroU32, rc::Rc};

use ring::pbkdf2;
use rquickjs::{Ctx, Function, Object};

use crate::runtime::{Bytes, Realm, SystemError};

/// Rounds of PBKDF2 at most, over all blocks of the key: some ten seconds.
const MOST_ROUNDS: u64 = 20_000_000;

/// What scrypt's cost, block size and lanes may be when they are multiplied: some ten seconds.
const MOST_WORK: u64 = 1 << 24;

/// Bytes of key at most.
const MOST_KEY: usize = 1 << 20;

pub(super) fn add<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, area: &Object<'js>) -> rquickjs::Result<()> {
    let now = |ctx: Ctx<'js>, job: Object<'js>| Job::read(&ctx, &job)?.run().map_err(|error| error.throw(&ctx));
    area.set("derive", Function::new(ctx.clone(), now)?)?;
    let waiter = Rc::clone(realm);
    let later = move |ctx: Ctx<'js>, job: Object<'js>| {
        let job = Job::read(&ctx, &job)?;
        waiter.promise(&ctx, async move {
            let done = tokio::task::spawn_blocking(move || job.run()).await;
            done.unwrap_or_else(|_| Err(SystemError::of("the key could not be derived")))
        })
    };
    area.set("deriveLater", Function::new(ctx.clone(), later)?)
}

/// A key that is to be made: `{ digest, iterations }` for PBKDF2, `{ cost, blockSize, parallelization, memory }` for scrypt,
/// and `password`, `salt` and `length` for both.
struct Job {
    password: Vec<u8>,
    salt: Vec<u8>,
    length: usize,
    how: How,
}

enum How {
    Pbkdf2 { digest: String, iterations: u32 },
    Scrypt { cost: u64, block: u32, lanes: u32, memory: f64 },
}

impl Job {
    fn read(ctx: &Ctx<'_>, job: &Object<'_>) -> rquickjs::Result<Self> {
        let how = match job.get::<_, Option<String>>("digest")? {
            Some(digest) => How::Pbkdf2 { digest, iterations: job.get::<_, f64>("iterations")? as u32 },
            None => How::Scrypt {
                cost: job.get::<_, f64>("cost")? as u64,
                block: job.get::<_, f64>("blockSize")? as u32,
                lanes: job.get::<_, f64>("parallelization")? as u32,
                memory: job.get("memory")?,
            },
        };
        let length = job.get::<_, f64>("length")? as usize;
        if length > MOST_KEY {
            return Err(too_much("key").throw(ctx));
        }
        let Bytes(password) = job.get("password")?;
        let Bytes(salt) = job.get("salt")?;
        Ok(Self { password, salt, length, how })
    }

    fn run(self) -> Result<Bytes, SystemError> {
        let mut out = vec![0; self.length];
        match self.how {
            How::Pbkdf2 { digest, iterations } => {
                let (algorithm, size) = match digest.as_str() {
                    "sha1" => (pbkdf2::PBKDF2_HMAC_SHA1, 20),
                    "sha256" => (pbkdf2::PBKDF2_HMAC_SHA256, 32),
                    "sha384" => (pbkdf2::PBKDF2_HMAC_SHA384, 48),
                    "sha512" => (pbkdf2::PBKDF2_HMAC_SHA512, 64),
                    _ => return Err(SystemError::of(format!("PBKDF2 with `{digest}` is not offered here"))),
                };
                let blocks = self.length.div_ceil(size) as u64;
                if u64::from(iterations).saturating_mul(blocks) > MOST_ROUNDS {
                    return Err(too_much("number of iterations"));
                }
                let Some(iterations) = NonZeroU32::new(iterations) else {
                    return Err(SystemError::of("at least one iteration is needed"));
                };
                pbkdf2::derive(algorithm, iterations, &self.salt, &self.password, &mut out);
            }
            How::Scrypt { cost, block, lanes, memory } => {
                let invalid = |more: &str| {
                    SystemError::coded("ERR_CRYPTO_INVALID_SCRYPT_PARAMS", format!("Invalid scrypt params{more}"))
                };
                if cost < 2 || !cost.is_power_of_two() || block == 0 || lanes == 0 {
                    return Err(invalid(""));
                }
                let work = cost.saturating_mul(block.into()).saturating_mul(lanes.into());
                let room = (cost as f64 + f64::from(lanes) + 2.0) * f64::from(block) * 128.0;
                if room > memory {
                    return Err(invalid(": error:030000AC:digital envelope routines::memory limit exceeded"));
                }
                if work > MOST_WORK {
                    return Err(too_much("cost of scrypt"));
                }
                let params = scrypt::Params::new(cost.trailing_zeros() as u8, block, lanes).map_err(|_| invalid(""))?;
                // A key without bytes is one; the algorithm is asked for none.
                if !out.is_empty() {
                    scrypt::scrypt(&self.password, &self.salt, &params, &mut out).map_err(|_| invalid(""))?;
                }
            }
        }
        Ok(Bytes(out))
    }
}

fn too_much(what: &str) -> SystemError {
    SystemError::coded("ERR_OUT_OF_RANGE", format!("the {what} is larger than extensions are given time for"))
}
