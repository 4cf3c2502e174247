//! What the wires send and make of what they get, against recordings: those in `fixtures/providers`, and those in the
//! folder that `PITH_PROVIDER_CASES` names.
//!
//! `<api>.requests.json` holds transcripts with the requests that they gave, `<api>.streams.json` holds answers with the
//! events that they gave. Wording is free; an unknown option is a failure. Where ours is better on purpose,
//! `fixtures/providers/better.json` says what is right.

mod better;
mod matching;
mod play;
mod recordings;
mod requests;
mod server;
mod streams;

type Failure = Box<dyn std::error::Error>;

/// The same tests for every wire.
macro_rules! wires {
    ($($name:ident => $api:literal),* $(,)?) => {
        /// The wires that are tested here.
        pub(crate) const WIRES: &[&str] = &[$($api),*];

        $(mod $name {
            use super::{Failure, requests, streams};

            #[test]
            fn every_recorded_request_is_made() -> Result<(), Failure> {
                requests::every_recorded_request_is_made($api)
            }

            #[test]
            fn the_same_request_gives_the_same_bytes() -> Result<(), Failure> {
                requests::the_same_request_gives_the_same_bytes($api)
            }

            #[tokio::test]
            async fn every_recorded_answer_gives_its_events() -> Result<(), Failure> {
                streams::every_recorded_answer_gives_its_events($api).await
            }

            #[tokio::test]
            async fn an_answer_may_be_cut_into_pieces_at_every_byte() -> Result<(), Failure> {
                streams::an_answer_may_be_cut_into_pieces_at_every_byte($api).await
            }

            #[tokio::test]
            async fn an_abort_ends_the_answer_at_once_with_what_came() -> Result<(), Failure> {
                streams::an_abort_ends_the_answer_at_once_with_what_came($api).await
            }

            #[tokio::test]
            async fn a_key_that_the_server_repeats_is_not_shown() -> Result<(), Failure> {
                streams::a_key_that_the_server_repeats_is_not_shown($api).await
            }
        })*
    };
}

wires! {
    anthropic_messages => "anthropic-messages",
    azure_openai_responses => "azure-openai-responses",
    bedrock_converse_stream => "bedrock-converse-stream",
    google_generative_ai => "google-generative-ai",
    google_vertex => "google-vertex",
    mistral_conversations => "mistral-conversations",
    openai_completions => "openai-completions",
    openai_responses => "openai-responses",
}
