//! Settings, paths and credentials: everything that is read once about the person and the machine.
//!
//! [`Environment::from_process`] is the only place in this crate that looks at the process; everything else takes what
//! it needs as an argument. What is doubtful in a file is never swallowed: it goes into a list of [`Diagnostic`]s, with
//! path and position, and the rest of the program goes on. The crate knows nothing of conversations, tools or faces.

pub mod credentials;
mod diagnostic;
mod environment;
mod json;
pub mod models;
mod paths;
pub mod regular;
pub mod settings;
pub mod value;
pub mod variables;

pub use credentials::{Credentials, KeySource, RequestAuth};
pub use diagnostic::{Diagnostic, Level};
pub use environment::{Environment, EnvironmentError};
pub use json::{ConfigFileError, UpdateError, read_json, update_json};
pub use models::{ModelsFile, ProviderConfig};
pub use paths::{Paths, PathsError, session_folder_name};
pub use settings::{Settings, SettingsFiles};
