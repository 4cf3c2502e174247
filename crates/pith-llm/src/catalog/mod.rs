//! What is known of vendors and their models without asking anybody: windows, limits, prices, levels of thinking, quirks.
//!
//! The list of models is a text in the program (`models.txt`, made by `cargo run -p xtask -- catalog`). Going through it
//! makes nothing but places in that text; a [`Model`] is made of one when it is wanted. Keys are no matter of this room.

mod records;
mod vendors;

pub use records::{Record, records, records_of};
pub use vendors::{VENDORS, Vendor, vendor};

use pith_types::Model;

/// The model of exactly that provider and id.
pub fn model(provider: &str, id: &str) -> Option<Model> {
    records_of(provider).find(|record| record.id == id).map(|record| record.model())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_model_is_whole_and_known_once() {
        let apis: Vec<_> = crate::apis::all().iter().map(|api| api.id().to_owned()).collect();
        let mut seen = HashSet::new();
        for record in records() {
            let name = format!("{}/{}", record.provider, record.id);
            let model = record.model();
            assert_eq!((model.provider.as_str(), model.id.as_str()), (record.provider, record.id), "{name}");
            assert!(model.context_window > 0 && model.max_tokens > 0 && !model.input.is_empty(), "{name}");
            assert!(vendor(record.provider).is_some(), "no vendor has {name}");
            assert!(apis.contains(&model.api), "{name}: {}", model.api);
            assert!(seen.insert(name.clone()), "{name} is there twice");
        }
        assert!(seen.len() > 1600, "{}", seen.len());
    }

    #[test]
    fn the_usual_model_of_every_vendor_is_known() {
        for vendor in VENDORS {
            assert!(model(vendor.id, vendor.usual_model).is_some(), "{}/{}", vendor.id, vendor.usual_model);
        }
    }

    #[test]
    fn no_model_brings_a_header_that_names_another_program() {
        for record in records() {
            let headers = record.model().headers.unwrap_or_default();
            let named = headers.keys().find(|name| !name.eq_ignore_ascii_case("NVCF-POLL-SECONDS"));
            assert_eq!(named, None, "{}/{}", record.provider, record.id);
        }
    }
}
