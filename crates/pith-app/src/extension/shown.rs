//! What several extensions are shown one after another, with its JSON, which is made when the first asks for it and is the
//! same for all until somebody changes the value.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use serde::Serialize;

/// A value and its JSON. Copies share both.
#[derive(Clone)]
pub struct Shown<T> {
    value: Arc<T>,
    json: Arc<OnceLock<Arc<str>>>,
}

impl<T> Shown<T> {
    /// The JSON is made later, if at all.
    pub fn new(value: T) -> Self {
        Self { value: Arc::new(value), json: Arc::default() }
    }
}

impl<T: Serialize> Shown<T> {
    /// The value as JSON; `null` when it cannot be that.
    pub fn json(&self) -> Arc<str> {
        let made = || serde_json::to_string(&*self.value).unwrap_or_else(|_| "null".to_owned()).into();
        Arc::clone(self.json.get_or_init(made))
    }
}

impl<T: Clone> Shown<T> {
    /// The value itself.
    pub fn into_inner(self) -> T {
        Arc::unwrap_or_clone(self.value)
    }
}

impl<T> Deref for Shown<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Clone> DerefMut for Shown<T> {
    /// Whoever changes it changes this copy alone, and its JSON is made anew.
    fn deref_mut(&mut self) -> &mut T {
        self.json = Arc::default();
        Arc::make_mut(&mut self.value)
    }
}

impl<T> From<T> for Shown<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: PartialEq> PartialEq for Shown<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value) || self.value == other.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_json_is_made_once_and_anew_when_it_changes() {
        let shown = Shown::new(vec![1, 2]);
        let first = shown.json();
        assert_eq!(&*first, "[1,2]");
        let mut copy = shown.clone();
        assert!(Arc::ptr_eq(&first, &copy.json()), "a copy makes no other");
        copy.push(3);
        assert_eq!(&*copy.json(), "[1,2,3]");
        assert_eq!(&*shown.json(), "[1,2]");
        assert_ne!(shown, copy);
        assert_eq!(copy.into_inner(), [1, 2, 3]);
    }
}
