//! `/session`: what there is of the session.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "session",
    argument: "",
    help: "Show the session's file, counts, tokens and cost",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    let (Reply::Stats(stats), Reply::State(state)) =
        (talk.app.send(Command::Stats).await?, talk.app.send(Command::State).await?)
    else {
        return Ok(read());
    };
    let file = stats.session_file.as_ref().map_or_else(|| "in memory".to_owned(), |file| file.display().to_string());
    let name = state.session_name.map(|name| format!("name      {name}\n")).unwrap_or_default();
    let tokens = stats.tokens;
    let window = stats.context_usage.map_or_else(String::new, |usage| match usage.percent {
        Some(percent) => format!("\ncontext   {percent:.1}% of {}", usage.context_window),
        None => format!("\ncontext   not known yet, of {}", usage.context_window),
    });
    talk.say(format!(
        "{name}file      {file}\nid        {}\nmodel     {}/{}, thinking {}\nmessages  {} of yours, {} answers, {} tool calls\n\
         tokens    {} in, {} out, {} read from a cache, {} written to one\ncost      ${:.4}{window}",
        stats.session_id,
        state.model.provider,
        state.model.id,
        state.thinking_level.as_str(),
        stats.user_messages,
        stats.assistant_messages,
        stats.tool_calls,
        tokens.input,
        tokens.output,
        tokens.cache_read,
        tokens.cache_write,
        stats.cost,
    ));
    Ok(read())
}
