//! Words for what the operating system refused, always with its error code, since models know the codes.

use std::{io, path::Path};

use pith_agent::ToolError;

/// What a call answers when the run was aborted (spec/coding-agent.md 4.0.6).
pub(crate) const ABORTED: &str = "Operation aborted";

/// "cannot read `a.txt`: no such file or directory (ENOENT)".
pub(crate) fn refused(action: &str, path: &Path, fault: &io::Error) -> ToolError {
    ToolError::new(format!("cannot {action} `{}`: {}", path.display(), reason(fault)))
}

/// The system's own words with the error's code, for example "no such file or directory (ENOENT)".
pub(crate) fn reason(fault: &io::Error) -> String {
    #[cfg(unix)]
    if let Some(code) = fault.raw_os_error() {
        let errno = nix::errno::Errno::from_raw(code);
        return format!("{} ({errno:?})", errno.desc().to_lowercase());
    }
    fault.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_action_path_reason_and_code() {
        let Err(fault) = std::fs::read("/no/such/place") else { return };
        let error = refused("read", Path::new("/no/such/place"), &fault);
        assert_eq!(error.to_string(), "cannot read `/no/such/place`: no such file or directory (ENOENT)");
    }
}
