//! The tools that are offered, as extensions see and switch them.

use crate::app::App;
use crate::tools::AppTool;

impl App {
    /// The names of the offered tools.
    pub fn active_tools(&self) -> Vec<String> {
        self.inner.toolset.active()
    }

    /// Every tool there is.
    pub fn all_tools(&self) -> Vec<AppTool> {
        self.inner.toolset.all()
    }

    /// The tools that the program brings, also where an extension's stands in the place of one.
    pub fn built_in_tools(&self) -> Vec<AppTool> {
        self.inner.toolset.own()
    }

    /// Offers exactly these from the next request on; names that lead nowhere are left out.
    pub fn set_active_tools(&self, names: &[String]) {
        self.inner.toolset.set_active(names);
        self.offer_tools();
    }

    /// Asks the extensions for their tools again.
    pub fn tools_changed(&self) {
        let extensions = self.inner.fanout.extensions();
        self.inner.toolset.set_added(extensions.iter().flat_map(|extension| extension.tools()).collect());
        self.offer_tools();
    }

    fn offer_tools(&self) {
        self.inner.agent.set_tools(self.inner.toolset.tools());
        self.inner.prompter.want_tools(self.inner.toolset.in_prompt());
    }
}
