//! The question whether a project is trusted, put to the person (spec/coding-agent.md 2.2.5).

use async_trait::async_trait;
use pith_resources::{TrustAnswer, TrustQuestion};

use super::console::Console;
use crate::trust::TrustAsker;

#[async_trait]
impl TrustAsker for Console {
    async fn ask(&self, question: &TrustQuestion) -> Option<TrustAnswer> {
        put(self, question).await
    }
}

/// Asks; nothing when the person does not want to answer.
pub(super) async fn put(console: &Console, question: &TrustQuestion) -> Option<TrustAnswer> {
    let answers: Vec<TrustAnswer> = question.answers().collect();
    let guarded: Vec<String> = question.guarded.iter().map(|path| format!("  {}", path.display())).collect();
    let what = if guarded.is_empty() { "nothing yet".to_owned() } else { format!("\n{}", guarded.join("\n")) };
    let title = format!(
        "Do you trust `{}`? Its own settings, prompts and skills count only then, and can make the model do things: {what}",
        question.folder.display()
    );
    let shown = answers.iter().map(|answer| words(*answer, question)).collect();
    console.choose(&title, shown).await.and_then(|place| answers.get(place).copied())
}

fn words(answer: TrustAnswer, question: &TrustQuestion) -> String {
    match answer {
        TrustAnswer::Trust => "Trust it".to_owned(),
        TrustAnswer::TrustParent => {
            let parent = question.folder.parent().unwrap_or(&question.folder);
            format!("Trust everything in `{}`", parent.display())
        }
        TrustAnswer::TrustOnce => "Trust it in this session".to_owned(),
        TrustAnswer::Refuse => "Do not trust it".to_owned(),
        TrustAnswer::RefuseOnce => "Do not trust it in this session".to_owned(),
    }
}
