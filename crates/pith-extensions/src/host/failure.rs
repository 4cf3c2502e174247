//! A runtime's failures in the words of the doors.

use pith_app::extension::ExtensionError;

use crate::runtime::CallFailure;

/// What the app is told.
pub(super) fn extension_error(failure: CallFailure) -> ExtensionError {
    match failure {
        CallFailure::Threw { message, stack, .. } => {
            ExtensionError::new(message).with_stack(Some(stack).filter(|stack| !stack.is_empty()))
        }
        silent @ (CallFailure::TimedOut { .. } | CallFailure::GivenUp) => ExtensionError::no_answer(silent.to_string()),
        stopped @ CallFailure::Stopped(_) => ExtensionError::stopped(stopped.to_string()),
    }
}
