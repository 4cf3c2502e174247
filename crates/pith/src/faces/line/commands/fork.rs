//! `/fork`: a session from one of the messages.

use pith_app::{Command, Reply};
use pith_session::ForkPosition;

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "fork",
    argument: "",
    help: "Begin a session that ends before one of your messages",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let Reply::ForkPoints(points) = talk.app.send(Command::ForkPoints).await? else { return Ok(read()) };
    if points.is_empty() {
        talk.say("There is no message of yours yet.");
        return Ok(read());
    }
    let texts = points.iter().map(|point| point.text.clone()).collect();
    let Some(point) = talk.console.choose("Before which message?", texts).await.and_then(|place| points.get(place))
    else {
        return Ok(read());
    };
    Ok(talk.replaced(
        talk.app.send(Command::Fork { entry: point.entry_id.clone(), position: ForkPosition::Before }).await?,
    ))
}
