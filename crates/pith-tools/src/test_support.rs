//! A temporary working directory in which the built-in tools run, for this crate's tests.
#![allow(clippy::panic, reason = "tests")]

use std::{
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use pith_agent::{ToolContext, ToolError, ToolOutput};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{ToolSettings, catalogue};

pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) settings: ToolSettings,
    pub(crate) cancel: CancellationToken,
    pub(crate) updates: Arc<Mutex<Vec<ToolOutput>>>,
}

pub(crate) struct Outcome(pub(crate) Result<ToolOutput, ToolError>);

impl World {
    /// Two folders: `work`, in which tools run, and `tmp`, for what they keep.
    pub(crate) fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().canonicalize()?;
        fs::create_dir(root.join("work"))?;
        fs::create_dir(root.join("tmp"))?;
        let mut settings = ToolSettings::new(root.join("work"), root.join("tmp"));
        settings.environment = [("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())].into();
        Ok(Self { folder, settings, cancel: CancellationToken::new(), updates: Arc::default() })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.settings.cwd.join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(self.folder.path()))?;
        fs::write(path, contents)
    }

    pub(crate) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        fs::read(self.path(name))
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        let Some(built_in) = catalogue::find(tool) else { panic!("no tool `{tool}`") };
        let Value::Object(mut arguments) = arguments else { panic!("arguments are an object") };
        let tool = (built_in.build)(Arc::new(self.settings.clone()));
        tool.mend_arguments(&mut arguments);
        let updates = Arc::clone(&self.updates);
        let context = ToolContext {
            call_id: "call".to_owned(),
            cancel: self.cancel.clone(),
            update: Arc::new(move |output| updates.lock().into_iter().for_each(|mut all| all.push(output.clone()))),
        };
        Outcome(match tool.prepare_arguments(arguments) {
            Ok(arguments) => tool.execute(arguments, context).await,
            Err(error) => Err(error),
        })
    }
}

impl Outcome {
    /// The result as such; panics when the call failed without one.
    pub(crate) fn output(self) -> ToolOutput {
        self.0.unwrap_or_else(|error| panic!("the call failed: {error}"))
    }

    /// The text of a success.
    pub(crate) fn text(self) -> String {
        let output = self.output();
        assert!(!output.is_error, "the call failed: {:?}", output.content);
        text_of(&output)
    }

    /// The text of a failure, in whichever of the two forms it came.
    pub(crate) fn error(self) -> String {
        match self.0 {
            Err(error) => error.to_string(),
            Ok(output) if output.is_error => text_of(&output),
            Ok(output) => panic!("the call did not fail: {:?}", output.content),
        }
    }
}

pub(crate) fn text_of(output: &ToolOutput) -> String {
    output.content.iter().filter_map(|block| block.as_text()).collect()
}
