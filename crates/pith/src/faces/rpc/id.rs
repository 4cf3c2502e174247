//! What a client calls a command by. It comes back letter for letter, also where it is a number that no type of this program
//! holds. Pure.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// An id as it was written.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Id(Box<RawValue>);

/// The one field of a line that is kept as it is.
#[derive(Deserialize)]
struct Written {
    id: Option<Box<RawValue>>,
}

impl Id {
    /// The id in a line with these fields, if it has one.
    pub(super) fn of(line: &[u8], fields: &Map<String, Value>) -> Option<Self> {
        let written = || serde_json::from_slice::<Written>(line).ok()?.id.map(Self);
        match fields.get("id")? {
            Value::Null => Self::from_value(&Value::Null),
            // A line that names its id twice means the last one, as its fields do.
            value => written().or_else(|| Self::from_value(value)),
        }
    }

    /// The id that a field holds.
    pub(super) fn from_value(value: &Value) -> Option<Self> {
        to_raw_value(value).ok().map(Self)
    }
}
