//! What the wires send and make of what they get, against recordings (`fixtures/providers`).
//!
//! `<api>.requests.json` holds transcripts with the requests that they gave, `<api>.streams.json` holds answers with the
//! events that they gave. Wording is free; an unknown option is a failure. Where ours is better on purpose, `better` in
//! the two drivers says what is right.

mod matching;
mod requests;
mod streams;

type Failure = Box<dyn std::error::Error>;
