//! The parts of the system prompt that come from flags and files.

use pith_app::prompt::{ContextText, PromptParts};
use pith_resources::{append_prompts, context_files, system_prompt};

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;

/// Reads them; what is doubtful is reported.
pub(super) fn instructions(args: &Args, setup: &Setup, report: Report) -> PromptParts {
    let (paths, environment, trusted) = (&setup.paths, &setup.environment, setup.trusted);
    let mut told = Vec::new();
    let files = if args.no_context_files {
        Vec::new()
    } else {
        context_files(paths.agent_dir(), environment.current_dir(), &mut told)
    };
    if args.verbose {
        for file in &files {
            report.note(&format!("context file `{}`: {} bytes", file.path.display(), file.text.len()));
        }
    }
    let text = |file: pith_resources::ContextFile| ContextText {
        path: file.path.to_string_lossy().into_owned(),
        text: file.text,
    };
    let parts = PromptParts {
        custom: system_prompt(args.system_prompt.as_deref(), trusted, paths, environment, &mut told),
        addendum: append_prompts(&args.append_system_prompt, trusted, paths, environment, &mut told),
        context_files: files.into_iter().map(text).collect(),
        cwd: environment.current_dir().to_string_lossy().into_owned(),
        ..PromptParts::default()
    };
    told.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
    parts
}
