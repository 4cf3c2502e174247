//! The built-in tools with what they know of this run, and which of them are offered.

use std::sync::Arc;

use pith_app::extension::Extension;
use pith_app::tools::{AppTool, Moment, ToolWishes, loadout};
use pith_session::Context;
use pith_tools::{ShellEnvironment, ToolLimits, ToolSettings, catalogue, child_environment};
use pith_types::transcript::current_tools;
use serde::Deserialize as _;
use serde_json::Value;

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;

/// What tools are built with.
pub(super) fn settings(setup: &Setup, moment: &Moment, report: Report) -> ToolSettings {
    let (environment, settings) = (&setup.environment, &setup.settings);
    let variables = environment.variables().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let policy = shell_environment(settings.shell_env.as_ref(), report);
    let mut children = child_environment(variables, &policy);
    // Variables of one's own choice from which models.json, auth.json and extensions take keys stay behind as well, unless
    // somebody wants them.
    let wanted = |name: &str| match &policy {
        ShellEnvironment::NoKeys => false,
        ShellEnvironment::All => true,
        ShellEnvironment::Lists { keep, .. } => keep.iter().any(|kept| kept == name),
    };
    let brought = setup.brought.now();
    let brought = brought.values().flat_map(pith_app::models::BroughtProvider::variables);
    let named = setup.models.key_variables().into_iter().chain(setup.keys.stored_key_variables()).chain(brought);
    for name in named.filter(|name| !wanted(name)) {
        children.remove(std::ffi::OsStr::new(&name));
    }
    for (name, value) in [("PI_CODING_AGENT", "true"), ("AI_AGENT", "pi")] {
        children.insert(name.into(), value.into());
    }
    ToolSettings {
        home: environment.home().map(ToOwned::to_owned),
        shell_path: settings.shell_path.as_ref().map(|path| environment.resolve(path)),
        command_prefix: settings.shell_command_prefix.clone(),
        bin_dir: Some(setup.paths.agent_dir().join("bin")),
        environment: children,
        resize_images: settings.images.auto_resize,
        limits: ToolLimits {
            output_file: settings.limits.output_file_bytes,
            background_log: settings.limits.background_log_bytes,
            attachment_percent: settings.limits.attachment_percent,
        },
        situation: moment.source(),
        ..ToolSettings::new(environment.current_dir(), std::env::temp_dir())
    }
}

/// Which variables commands see (setting `shellEnv`); a value that says nothing known counts as absent.
fn shell_environment(setting: Option<&Value>, report: Report) -> ShellEnvironment {
    let Some(setting) = setting else { return ShellEnvironment::default() };
    ShellEnvironment::deserialize(setting).unwrap_or_else(|_| {
        report.warning("setting `shellEnv`: expected `\"noKeys\"`, `\"all\"`, or an object of lists `keep` and `drop`; no keys are passed on");
        ShellEnvironment::default()
    })
}

/// What extensions bring; of several of one name the first counts.
pub(super) fn added(extensions: &[Arc<dyn Extension>]) -> Vec<AppTool> {
    let mut added: Vec<AppTool> = Vec::new();
    for tool in extensions.iter().flat_map(|extension| extension.tools()) {
        if added.iter().all(|other| other.name() != tool.name()) {
            added.push(tool);
        }
    }
    added
}

/// Every tool that can be declared: an extension's stands in the place of a built-in one of its name.
pub(super) fn available(settings: &Arc<ToolSettings>, extensions: &[Arc<dyn Extension>]) -> Vec<AppTool> {
    let added = added(extensions);
    let replaced = |tool: &AppTool| added.iter().any(|other| other.name() == tool.name());
    let own = AppTool::built_ins(settings).into_iter().filter(|tool| !replaced(tool));
    own.chain(added.iter().cloned()).collect()
}

/// The tools to declare; names that lead nowhere are reported.
///
/// # Errors
/// When the list of tools contradicts itself.
pub(super) fn offered(
    args: &Args,
    setup: &Setup,
    available: &[AppTool],
    history: &Context,
    report: Report,
) -> anyhow::Result<Vec<AppTool>> {
    let usual: Vec<&str> = catalogue::BUILT_INS.iter().filter(|tool| tool.by_default).map(|tool| tool.name).collect();
    let defaults = setup.settings.default_tools(&usual);
    let recorded: Vec<String> = current_tools(&history.messages).into_iter().map(|tool| tool.name).collect();
    let goes_on = history.messages.iter().any(|message| message.as_system().is_some());
    let wishes = ToolWishes {
        tools: args.tools.as_deref(),
        exclude: args.exclude_tools.as_deref(),
        none: args.no_tools,
        no_built_ins: args.no_builtin_tools,
        defaults: &defaults,
        recorded: goes_on.then_some(recorded.as_slice()),
    };
    let loadout = loadout(available, wishes)?;
    for (name, near) in loadout.unknown {
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        report.warning(&format!("there is no tool `{name}`{near}"));
    }
    Ok(loadout.tools)
}
