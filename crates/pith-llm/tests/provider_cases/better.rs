//! What is right where the recorded outcome is a weakness (spec/providers.md §5).

use serde_json::Value;

use crate::Failure;

/// Puts what is right into a recorded variant; `fixtures/providers/better.json` lists the changes, each with its reason.
/// A pointer's `-1` is the last item of a list; what is dropped is dropped last.
pub(crate) fn better(api: &str, variant: &Value) -> Result<Value, Failure> {
    let list: Value = serde_json::from_str(include_str!("../fixtures/providers/better.json"))?;
    let mut better = variant.clone();
    let fits = |change: &&Value| change["api"] == api && change["variant"] == variant["variant"];
    for change in list.as_array().into_iter().flatten().filter(fits) {
        for (pointer, value) in change["set"].as_object().ok_or("a change has no `set`")? {
            *place(&mut better, pointer).ok_or_else(|| format!("{change} does not fit"))? = value.clone();
        }
        for pointer in change["drop"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let (list, item) = pointer.rsplit_once('/').ok_or("a pointer without a part")?;
            let list = place(&mut better, list).and_then(Value::as_array_mut).ok_or("what is dropped is in no list")?;
            let at = if item == "-1" { list.len().checked_sub(1) } else { item.parse().ok() };
            list.remove(at.filter(|at| *at < list.len()).ok_or("what is dropped is not there")?);
        }
    }
    Ok(better)
}

fn place<'a>(value: &'a mut Value, pointer: &str) -> Option<&'a mut Value> {
    let mut place = value;
    for part in pointer.split('/').skip(1) {
        let index = match &*place {
            Value::Array(items) if part == "-1" => Some(items.len().checked_sub(1)?),
            Value::Array(_) => Some(part.parse().ok()?),
            _ => None,
        };
        place = match index {
            Some(index) => place.as_array_mut()?.get_mut(index)?,
            None => place.as_object_mut()?.entry(part).or_insert(Value::Null),
        };
    }
    Some(place)
}
