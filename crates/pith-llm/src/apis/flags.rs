//! Reads a model's `compat` as the flags of one wire.

use pith_types::Model;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The flags. One whose value cannot be used is left out; the others count.
pub(super) fn flags<T: DeserializeOwned + Default>(model: &Model) -> T {
    let Some(compat) = &model.compat else { return T::default() };
    serde_json::from_value(Value::Object(compat.clone())).unwrap_or_else(|_| {
        let usable = compat.iter().filter(|(key, value)| {
            let alone = Map::from_iter([((*key).clone(), (*value).clone())]);
            serde_json::from_value::<T>(Value::Object(alone)).is_ok()
        });
        let usable = usable.map(|(key, value)| (key.clone(), value.clone())).collect();
        serde_json::from_value(Value::Object(usable)).unwrap_or_default()
    })
}
