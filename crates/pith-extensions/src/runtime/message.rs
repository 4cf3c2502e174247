//! What reaches a runtime's thread from outside.

use std::{rc::Rc, sync::Arc};

use rquickjs::{Ctx, Value};
use tokio::sync::oneshot;

use super::{failure::CallFailure, given_up::GivenUp, options::Budget, realm::Realm};

/// Makes a JavaScript value on the runtime's thread from what was prepared elsewhere.
pub(crate) type Make = Box<dyn for<'js> FnOnce(&Ctx<'js>, &Rc<Realm>) -> rquickjs::Result<Value<'js>> + Send>;

/// How a call ends: JSON, or nothing when the function returned nothing.
pub type CallResult = Result<Option<String>, CallFailure>;

/// What a function is given.
#[derive(Debug, Clone)]
pub struct Arguments {
    /// A JSON array.
    pub json: String,
    /// One more, as it is: what is large, the same for several runtimes, and perhaps not looked at.
    pub text: Option<Arc<str>>,
}

impl From<String> for Arguments {
    fn from(json: String) -> Self {
        Self { json, text: None }
    }
}

impl From<&str> for Arguments {
    fn from(json: &str) -> Self {
        json.to_owned().into()
    }
}

pub(crate) enum Message {
    /// Call a function that JavaScript has exposed.
    Call { entry: String, args: Arguments, budget: Budget, given_up: GivenUp, reply: oneshot::Sender<CallResult> },
    /// Asynchronous work is done; an error inside is thrown into the promise.
    Done { promise: u64, value: Make },
    /// Something happened that a function waits for.
    Event { listener: u64, value: Make },
    /// Collect garbage and say how many bytes are in use.
    Measure { reply: oneshot::Sender<usize> },
    /// End.
    Stop,
}
