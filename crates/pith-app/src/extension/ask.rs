//! The waiting for a person's answer.

use tokio_util::sync::CancellationToken;

use super::dialogs::{Dialog, DialogAnswer, Dialogs};

/// Asks, and waits as long as the question may take. Nothing when the person gave no answer, when the time is over, or when
/// `given_up` fires.
pub async fn ask_in_time(dialogs: &dyn Dialogs, dialog: Dialog, given_up: &CancellationToken) -> Option<DialogAnswer> {
    let (timeout, over) = (dialog.timeout(), given_up.child_token());
    // Whoever is asked hears of every end.
    let _over = over.clone().drop_guard();
    let late = async {
        match timeout {
            Some(time) => tokio::time::sleep(time).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        answer = dialogs.ask(dialog, over.clone()) => answer,
        () = over.cancelled() => None,
        () = late => None,
    }
}
