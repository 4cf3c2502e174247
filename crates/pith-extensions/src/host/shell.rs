//! What an extension's answer to `user_bash` means.

use pith_app::extension::ExtensionError;
use pith_tools::CommandRun;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Answer {
    result: Run,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    output: String,
    #[serde(default)]
    exit_code: Option<i32>,
    #[serde(default)]
    cancelled: bool,
    #[serde(default)]
    truncated: bool,
    #[serde(default)]
    full_output_path: Option<String>,
}

/// The command's end.
pub(super) fn run_of(answer: Value) -> Result<CommandRun, ExtensionError> {
    let Answer { result } = serde_json::from_value(answer)
        .map_err(|error| ExtensionError::new(format!("its result of the command cannot be read: {error}")))?;
    Ok(CommandRun {
        output: result.output,
        exit_code: result.exit_code,
        cancelled: result.cancelled,
        truncated: result.truncated,
        full_output_path: result.full_output_path,
    })
}
