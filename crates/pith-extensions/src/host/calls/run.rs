//! The run: is there one, its signal, its end.

use serde_json::{Value, json};

use super::{Answer, Question, Work, unknown};
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    let app = match question.method {
        "run.idle" | "run.current" | "run.watch" | "run.abort" | "run.pending" | "context.usage" | "shutdown" => {
            question.app()
        }
        _ => return None,
    };
    Some(app.map(|app| match question.method {
        "run.idle" => app.is_idle().into(),
        "run.pending" => app.has_pending().into(),
        "run.abort" => {
            app.abort();
            Value::Null
        }
        "shutdown" => {
            app.request_shutdown();
            Value::Null
        }
        "context.usage" => json!(app.window_use()),
        "run.current" => app.run_token().map_or(Value::Null, |_| format!("run:{}", app.run_number()).into()),
        _ => {
            let Some(token) = app.run_token() else { return Value::Bool(false) };
            if token.is_cancelled() {
                return Value::Bool(true);
            }
            let (run, package) = (question.text("run").to_owned(), question.package.clone());
            let shared = std::sync::Arc::clone(&question.shared);
            question.shared.begin(async move {
                let aborted = tokio::select! {
                    () = token.cancelled() => true,
                    () = app.settled() => false,
                };
                shared.tell_package(&package, "over", &json!([run, aborted]));
            });
            Value::Bool(false)
        }
    }))
}

pub(super) async fn work(work: Work<'_>) -> Result<Value, HostError> {
    match work.method {
        "run.waitForIdle" => {
            let app = work.app()?;
            work.on_app(async move { app.idle().await }).await.map(|()| Value::Null)
        }
        method => Err(unknown(method)),
    }
}
