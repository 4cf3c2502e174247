//! Where things are. Derived once from the environment; pure afterwards, nothing here touches the disk.

use std::path::{Path, PathBuf};

use crate::Environment;

/// The folders and files of this person, project and machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    agent: PathBuf,
    project: PathBuf,
    cache: PathBuf,
    session_dir_variable: Option<PathBuf>,
}

/// Why places are not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathsError {
    /// Neither a home nor a variable says where the agent folder is.
    #[error("no home directory is known; set `PITH_DIR` to the folder for settings and sessions")]
    NoAgentDir,
}

impl Paths {
    /// Derives the places: the agent folder is `PITH_DIR`, else `PI_CODING_AGENT_DIR`, else `~/.pi/agent`.
    ///
    /// # Errors
    /// When there is neither a home nor one of the variables.
    pub fn new(environment: &Environment) -> Result<Self, PathsError> {
        let named = environment.variable("PITH_DIR").or_else(|| environment.variable("PI_CODING_AGENT_DIR"));
        let agent = match (named, environment.home()) {
            (Some(named), _) => environment.resolve(named),
            (None, Some(home)) => home.join(".pi").join("agent"),
            (None, None) => return Err(PathsError::NoAgentDir),
        };
        let cache = environment.cache_base().map_or_else(|| agent.join("cache"), |base| base.join("pith"));
        let session_dir_variable =
            environment.variable("PI_CODING_AGENT_SESSION_DIR").map(|dir| environment.resolve(dir));
        Ok(Self { agent, project: environment.current_dir().to_owned(), cache, session_dir_variable })
    }

    /// The agent folder: what belongs to the person.
    pub fn agent_dir(&self) -> &Path {
        &self.agent
    }

    /// The working directory: where the project is.
    pub fn project_dir(&self) -> &Path {
        &self.project
    }

    /// `.pi` in the working directory: what belongs to the project.
    pub fn project_config_dir(&self) -> PathBuf {
        self.project.join(".pi")
    }

    /// The person's settings.
    pub fn settings_file(&self) -> PathBuf {
        self.agent.join("settings.json")
    }

    /// The project's settings.
    pub fn project_settings_file(&self) -> PathBuf {
        self.project_config_dir().join("settings.json")
    }

    /// The person's providers and models.
    pub fn models_file(&self) -> PathBuf {
        self.agent.join("models.json")
    }

    /// The person's keys.
    pub fn auth_file(&self) -> PathBuf {
        self.agent.join("auth.json")
    }

    /// The decisions about project folders.
    pub fn trust_file(&self) -> PathBuf {
        self.agent.join("trust.json")
    }

    /// The folder of downloaded models.
    pub fn model_cache(&self) -> PathBuf {
        self.cache.join("models")
    }

    /// The folder of saved states of local models.
    pub fn state_cache(&self) -> PathBuf {
        self.cache.join("states")
    }

    /// The folder above the default session folders of all projects.
    pub fn sessions_root(&self) -> PathBuf {
        self.agent.join("sessions")
    }

    /// The folder of session files (spec/extensions-sessions-screen.md 3.1.2): the value of `--session-dir`, else
    /// `PI_CODING_AGENT_SESSION_DIR`, else the setting `sessionDir`, else a folder of this working directory's own.
    /// A folder that was named is flat: it holds the sessions of every project that names it.
    pub fn session_dir(&self, flag: Option<PathBuf>, setting: Option<PathBuf>) -> PathBuf {
        flag.or_else(|| self.session_dir_variable.clone())
            .or(setting)
            .unwrap_or_else(|| self.sessions_root().join(session_folder_name(&self.project)))
    }
}

/// The name of a working directory's session folder: `/home/u/p` → `--home-u-p--`. Not reversible, so two projects may
/// share one; whoever lists sessions compares the header's directory.
pub fn session_folder_name(directory: &Path) -> String {
    let text = directory.to_string_lossy();
    let text = text.strip_prefix(['/', '\\']).unwrap_or(&text);
    format!("--{}--", text.replace(['/', '\\', ':'], "-"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn environment() -> Environment {
        Environment::new("/home/u/p", Some(PathBuf::from("/home/u")))
    }

    #[test]
    fn the_agent_folder_follows_pith_dir_then_pi_coding_agent_dir_then_home() {
        let env = environment();
        assert_eq!(Paths::new(&env).unwrap().agent_dir(), Path::new("/home/u/.pi/agent"));
        let env = env.with_variable("PI_CODING_AGENT_DIR", "~/pi");
        assert_eq!(Paths::new(&env).unwrap().agent_dir(), Path::new("/home/u/pi"));
        let env = env.with_variable("PITH_DIR", "/etc/pith");
        assert_eq!(Paths::new(&env).unwrap().agent_dir(), Path::new("/etc/pith"));
    }

    #[test]
    fn without_home_and_variable_there_is_an_error_that_says_what_to_set() {
        let error = Paths::new(&Environment::new("/w", None)).unwrap_err();
        assert!(error.to_string().contains("`PITH_DIR`"));
        let env = Environment::new("/w", None).with_variable("PITH_DIR", "/a");
        assert_eq!(Paths::new(&env).unwrap().model_cache(), Path::new("/a/cache/models"));
    }

    #[test]
    fn the_session_folder_follows_flag_variable_setting_default() {
        let paths = Paths::new(&environment()).unwrap();
        assert_eq!(paths.session_dir(None, None), Path::new("/home/u/.pi/agent/sessions/--home-u-p--"));
        assert_eq!(paths.session_dir(None, Some("/s".into())), Path::new("/s"));
        let paths = Paths::new(&environment().with_variable("PI_CODING_AGENT_SESSION_DIR", "v")).unwrap();
        assert_eq!(paths.session_dir(None, Some("/s".into())), Path::new("/home/u/p/v"));
        assert_eq!(paths.session_dir(Some("/f".into()), Some("/s".into())), Path::new("/f"));
    }

    #[test]
    fn separators_and_colons_of_the_directory_become_hyphens() {
        assert_eq!(session_folder_name(Path::new("/home/u/p")), "--home-u-p--");
        assert_eq!(session_folder_name(Path::new(r"C:\Users\u")), "--C--Users-u--");
        assert_eq!(session_folder_name(Path::new("/")), "----");
    }

    #[test]
    fn caches_go_below_an_absolute_xdg_cache_home() {
        let of = |env: Environment| Paths::new(&env).unwrap();
        assert_eq!(of(environment()).model_cache(), Path::new("/home/u/.cache/pith/models"));
        let named = of(environment().with_variable("XDG_CACHE_HOME", "/c"));
        assert_eq!(named.model_cache(), Path::new("/c/pith/models"));
        assert_eq!(named.state_cache(), Path::new("/c/pith/states"));
        let relative = of(environment().with_variable("XDG_CACHE_HOME", "c"));
        assert_eq!(relative.model_cache(), Path::new("/home/u/.cache/pith/models"));
    }
}
