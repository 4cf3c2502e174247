//! `/model`: whom to ask.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;
use pith_types::Model;

pub(super) const SLASH: Slash = Slash {
    name: "model",
    argument: "[NAME]",
    help: "Choose the model",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let (Reply::Models(models), Reply::State(state)) =
        (talk.app.send(Command::Models).await?, talk.app.send(Command::State).await?)
    else {
        return Ok(read());
    };
    let name = |model: &Model| format!("{}/{}", model.provider, model.id);
    let wanted = words.to_lowercase();
    let exact = |model: &Model| model.id.to_lowercase() == wanted || name(model).to_lowercase() == wanted;
    let fits = |model: &Model| wanted.split_whitespace().all(|word| name(model).to_lowercase().contains(word));
    let exact_ones: Vec<_> = models.iter().filter(|model| exact(model)).cloned().collect();
    let found: Vec<_> =
        if exact_ones.is_empty() { models.into_iter().filter(|model| fits(model)).collect() } else { exact_ones };
    let chosen = match found.as_slice() {
        [] => {
            talk.say(format!("No model that can be asked matches `{words}`."));
            None
        }
        [one] if !words.is_empty() => Some(one),
        several => {
            let now = name(&state.model);
            let shown = several.iter().map(|model| {
                let mark = if name(model) == now { " (now)" } else { "" };
                format!("{}{mark}", name(model))
            });
            talk.console.choose("Which model?", shown.collect()).await.and_then(|place| several.get(place))
        }
    };
    if let Some(model) = chosen {
        talk.app.send(Command::SetModel { provider: model.provider.clone(), id: model.id.clone() }).await?;
    }
    Ok(read())
}
