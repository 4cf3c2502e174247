//! Messages that extensions send.

use pith_app::input::{Delivery, Draft, Source};
use pith_app::{Command, CommandError, CustomDraft, DeliverAs, Reply, SendOptions};
use pith_types::{Content, UserContent};
use serde::Deserialize;
use serde_json::Value;

use super::{Answer, Question, Work, read, unknown};
use crate::runtime::HostError;

#[derive(Deserialize)]
struct Send {
    message: Custom,
    #[serde(default)]
    options: Options,
    /// Whether the caller wants to know when the run that it starts is over.
    #[serde(default)]
    wait: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Custom {
    custom_type: String,
    #[serde(default)]
    content: Option<UserContent>,
    #[serde(default)]
    display: bool,
    #[serde(default)]
    details: Option<Value>,
}

#[derive(Deserialize)]
struct SendUser {
    content: UserContent,
    #[serde(default)]
    options: Options,
    /// As with [`Send`].
    #[serde(default)]
    wait: bool,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    trigger_turn: Option<bool>,
    deliver_as: Option<String>,
    expand_prompt_templates: bool,
}

impl Send {
    fn parts(self) -> (CustomDraft, SendOptions) {
        let Self { message, options, .. } = self;
        let draft = CustomDraft {
            custom_type: message.custom_type,
            content: message.content.unwrap_or_else(|| String::new().into()),
            display: message.display,
            details: message.details,
        };
        let deliver_as = match options.deliver_as.as_deref() {
            Some("followUp") => Some(DeliverAs::FollowUp),
            Some("nextTurn") => Some(DeliverAs::NextTurn),
            Some("steer") => Some(DeliverAs::Steer),
            _ => None,
        };
        (draft, SendOptions { trigger_turn: options.trigger_turn, deliver_as })
    }
}

/// Whether the message is delivered already; what is not is work.
pub(super) fn answer(question: &Question<'_>) -> Answer {
    (question.method == "message.queue").then(|| {
        let (draft, options) = read::<Send>(question.args.clone())?.parts();
        Ok(question.app()?.queue_message(draft, options).is_none().into())
    })
}

pub(super) async fn work(mut work: Work<'_>) -> Result<Value, HostError> {
    let app = work.app()?;
    match work.method {
        "message.send" => {
            let send = work.read::<Send>()?;
            let wait = send.wait;
            let (draft, options) = send.parts();
            let sending = async move {
                let sent = app.send_message(draft, options).await;
                if wait && sent.is_ok() {
                    app.settled().await;
                }
                sent
            };
            work.on_app(sending).await?.map(|()| Value::Null).map_err(|error| HostError::new(error.to_string()))
        }
        "message.sendUser" => {
            let SendUser { content, options, wait } = work.read()?;
            let (text, images) = parts(content);
            let draft = Draft {
                text,
                images,
                delivery: match options.deliver_as.as_deref() {
                    Some("steer") => Delivery::Steer,
                    Some("followUp") => Delivery::FollowUp,
                    _ => Delivery::Prompt,
                },
                source: Source::Extension,
                literal: !options.expand_prompt_templates,
                ..Draft::default()
            };
            let sending = async move {
                let reply = app.send(Command::Submit(draft)).await?;
                if wait && matches!(reply, Reply::Started) {
                    app.settled().await;
                }
                Ok::<(), CommandError>(())
            };
            work.on_app(sending).await?.map(|()| Value::Null).map_err(|error| HostError::new(error.to_string()))
        }
        method => Err(unknown(method)),
    }
}

fn parts(content: UserContent) -> (String, Vec<Content>) {
    match content {
        UserContent::Text(text) => (text, Vec::new()),
        UserContent::Blocks(blocks) => {
            let text: Vec<&str> = blocks.iter().filter_map(Content::as_text).collect();
            let text = text.join("\n");
            (text, blocks.into_iter().filter(|block| block.as_text().is_none()).collect())
        }
    }
}
