//! Extensions that come and go while the program runs.

use std::path::PathBuf;

use crate::app::App;
use crate::event::AppEvent;
use crate::extension::{
    Account, CommandInfo, Completion, Exhibit, ExhibitView, Extension, ExtensionError, Fault, MarkdownView,
    PromptOptions, ShortcutInfo, ShutdownReason,
};

impl App {
    /// The slash commands of the extensions, in their order.
    pub fn extension_commands(&self) -> Vec<CommandInfo> {
        self.inner.fanout.extensions().iter().flat_map(|extension| extension.commands()).collect()
    }

    /// Whether a text that is entered is a command of an extension.
    pub fn is_extension_command(&self, text: &str) -> bool {
        let name = text.strip_prefix('/').map(|rest| rest.split(' ').next().unwrap_or_default());
        name.is_some_and(|name| self.extension_commands().iter().any(|command| command.name == name))
    }

    /// What the arguments of a command of an extension may be, for a line like `/name begun`; a failure is told.
    pub async fn complete_command(&self, line: &str) -> Vec<Completion> {
        let Some((name, typed)) = line.strip_prefix('/').and_then(|rest| rest.split_once(' ')) else {
            return Vec::new();
        };
        let extensions = self.inner.fanout.extensions();
        let Some(owner) = extensions.iter().find(|extension| extension.has_command(name)) else { return Vec::new() };
        match owner.complete_command(name, typed).await {
            Ok(found) => found,
            Err(error) => {
                self.report_failure(&**owner, "completion", error).await;
                Vec::new()
            }
        }
    }

    /// What the extensions are and did so far, in their order.
    pub fn accounts(&self) -> Vec<Account> {
        self.inner.fanout.extensions().iter().filter_map(|extension| extension.account()).collect()
    }

    /// The keys of the extensions, in their order. Of the same key the last one counts.
    pub fn shortcuts(&self) -> Vec<ShortcutInfo> {
        self.inner.fanout.extensions().iter().flat_map(|extension| extension.shortcuts()).collect()
    }

    /// Does what a key of an extension is for, named as the extension spells it; a failure is told.
    pub async fn run_shortcut(&self, key: &str) {
        let extensions = self.inner.fanout.extensions();
        let mut newest_first = extensions.iter().rev();
        let owner = newest_first.find(|extension| extension.shortcuts().iter().any(|shortcut| shortcut.key == key));
        let Some(owner) = owner else { return };
        if let Err(error) = owner.run_shortcut(key).await {
            self.report_failure(&**owner, "shortcut", error).await;
        }
    }

    /// Whether an extension shows this in its own way.
    pub fn is_exhibited(&self, exhibit: &Exhibit) -> bool {
        self.inner.fanout.extensions().iter().any(|extension| extension.exhibits(exhibit))
    }

    /// The lines of something that an extension shows in its own way. The first one that wants to does; nothing where it is
    /// to be shown as usual. A failure is told.
    pub async fn exhibited(&self, exhibit: &Exhibit, view: &ExhibitView) -> Option<Vec<String>> {
        let extensions = self.inner.fanout.extensions();
        for owner in extensions.iter().filter(|extension| extension.exhibits(exhibit)) {
            match owner.exhibit(exhibit, view).await {
                Ok(None) => {}
                Ok(lines) => return lines,
                Err(error) => {
                    self.report_failure(&**owner, "render", error).await;
                    return None;
                }
            }
        }
        None
    }

    /// Whether extensions change texts of this kind on their way to the screen.
    pub fn transforms_markdown(&self, message_type: &str) -> bool {
        self.inner.fanout.extensions().iter().any(|extension| extension.transforms_markdown(message_type))
    }

    /// A text as extensions want it shown: each sees what those before it made of it. A failure is told.
    pub async fn transformed_markdown(&self, text: &str, view: &MarkdownView) -> String {
        let mut shown = text.to_owned();
        let extensions = self.inner.fanout.extensions();
        for extension in extensions.iter().filter(|extension| extension.transforms_markdown(view.message_type)) {
            match extension.transform_markdown(&shown, view).await {
                Ok(Some(changed)) => shown = changed,
                Ok(None) => {}
                Err(error) => self.report_failure(&**extension, "markdown", error).await,
            }
        }
        shown
    }

    /// Tells a failure, unless the extension was stopped: that was told when it was.
    async fn report_failure(&self, extension: &dyn Extension, event: &str, error: ExtensionError) {
        if error.fault == Fault::Stopped {
            return;
        }
        let text = error.to_string();
        self.report_extension(extension.name().to_owned(), event.to_owned(), text, error.stack).await;
    }

    /// Tells that an extension failed where nobody waited for it.
    pub async fn report_extension(&self, extension: String, event: String, error: String, stack: Option<String>) {
        self.inner.fanout.tell(AppEvent::ExtensionError { extension, event, error, stack }).await;
    }

    /// Tells the extensions that the program ends, and gives up what they ask the person. To be called once, at the end.
    pub async fn leave(&self) {
        self.inner.fanout.tell(AppEvent::SessionShutdown { reason: ShutdownReason::Quit, target: None }).await;
        self.inner.prompts.give_up();
    }

    /// The system prompt as it would be sent now.
    pub fn system_prompt(&self) -> String {
        self.inner.prompter.text()
    }

    /// What the system prompt is built from.
    pub fn prompt_options(&self) -> PromptOptions {
        self.inner.prompter.options()
    }
}

impl App {
    /// Tells the extensions that the session they know is over, lets them go and gathers them anew; for a reload their code
    /// is read anew as well. To be called before the start of what comes next is told.
    pub(crate) async fn renew_extensions(&self, reason: ShutdownReason, target: Option<PathBuf>) {
        let inner = &self.inner;
        inner.fanout.tell(AppEvent::SessionShutdown { reason, target }).await;
        inner.prompts.give_up();
        // One after the other, so that the last who loads is also the last who says what is in force.
        let renewing = inner.renewing.lock().await;
        let Some(gathered) = inner.extension_source.gather(reason == ShutdownReason::Reload).await else { return };
        for extension in inner.fanout.replace_extensions(gathered.extensions).iter() {
            extension.detach().await;
        }
        for extension in inner.fanout.extensions().iter() {
            extension.attach(self.downgrade());
        }
        self.tools_changed();
        drop(renewing);
        for diagnostic in gathered.diagnostics {
            inner.fanout.tell(AppEvent::Diagnostic(diagnostic)).await;
        }
    }
}
