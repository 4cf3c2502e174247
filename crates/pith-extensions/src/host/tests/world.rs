//! Where the tests play: extensions of a temporary folder at the doors of an app with a scripted model.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use pith_app::event::AppEvent;
use pith_app::extension::{Dialog, DialogAnswer, Dialogs, Level, Screen, UiChange, UiMode};
use pith_app::input::Draft;
use pith_app::models::Brought;
use pith_app::sign_in::LoginData;
use pith_app::{App, AppParts, Command};
use pith_llm::scripted::Scripted;
use pith_llm::transport::http::HttpOptions;
use pith_llm::{Client, Offline};
use pith_session::{NewSession, Session, Stamps};
use pith_testkit::FixedClock;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::Cache;
use crate::host::{Deadlines, Extensions, LoadError, Place, Places, Surroundings};
use crate::runtime::{Io, Limits, ProcessFacts};

struct Still;

impl Stamps for Still {
    fn now_ms(&self) -> i64 {
        FixedClock::START
    }

    fn random_bytes(&self) -> [u8; 16] {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let count = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed).to_be_bytes();
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&count[4..]);
        bytes
    }
}

/// A person that answers as told, and what was shown.
#[derive(Default)]
pub(super) struct Person {
    pub(super) screen: Mutex<Option<Arc<dyn Screen>>>,
    pub(super) answers: Mutex<Vec<Option<DialogAnswer>>>,
    pub(super) seen: Mutex<Vec<String>>,
}

#[async_trait]
impl Dialogs for Person {
    fn mode(&self) -> UiMode {
        UiMode::Rpc
    }

    async fn ask(&self, dialog: Dialog, _: CancellationToken) -> Option<DialogAnswer> {
        self.seen.lock().unwrap().push(format!("{} {}", dialog.kind(), dialog.title()));
        let answer = self.answers.lock().unwrap().pop();
        match answer {
            Some(answer) => answer,
            None => std::future::pending().await,
        }
    }

    fn screen(&self) -> Option<Arc<dyn Screen>> {
        self.screen.lock().unwrap().clone()
    }

    fn show(&self, change: UiChange) {
        let line = match change {
            UiChange::Notify { message, level } => match level {
                Some(Level::Info) | None => message,
                Some(level) => format!("{level:?} {message}"),
            },
            UiChange::Reset => return,
            other => format!("{other:?}"),
        };
        self.seen.lock().unwrap().push(line);
    }
}

pub(super) struct World {
    pub(super) folder: tempfile::TempDir,
    pub(super) model: Scripted,
    pub(super) person: Arc<Person>,
    pub(super) log: Arc<Mutex<Vec<String>>>,
    pub(super) deadlines: Deadlines,
    pub(super) limits: Limits,
    pub(super) providers: Brought,
    /// What is stored of a login, whoever it is of.
    pub(super) logins: Arc<Mutex<Option<LoginData>>>,
}

impl World {
    pub(super) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            model: Scripted::default(),
            person: Arc::default(),
            log: Arc::default(),
            deadlines: Deadlines::default(),
            limits: Limits::default(),
            providers: Brought::default(),
            logins: Arc::default(),
        }
    }

    /// Writes an extension.
    pub(super) fn extension(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join("extensions").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(super) fn extensions(&self) -> Extensions {
        let root = self.folder.path().canonicalize().unwrap();
        let user = Place { listed: Vec::new(), folder: root.join("extensions") };
        Extensions::new(Surroundings {
            places: Arc::new(move || Places { user: user.clone(), ..Places::default() }),
            rights: Arc::new(|| Box::new(|_: &Path| Vec::new())),
            models: Arc::new(pith_app::models::Registry::default),
            access: None,
            providers: self.providers.clone(),
            logins: {
                let logins = Arc::clone(&self.logins);
                Arc::new(move |_| logins.lock().unwrap().clone())
            },
            settings: Arc::new(|| json!({ "theme": "dark" })),
            keep_setting: {
                let kept = root.join("kept");
                Arc::new(move |key, value| {
                    std::fs::write(&kept, format!("{key}={value}")).map_err(|error| error.to_string())
                })
            },
            outlet: Arc::new(()),
            limits: self.limits,
            deadlines: self.deadlines.clone(),
            cache: Cache::none(),
            io: Io::new(),
            http: HttpOptions::default(),
            process: ProcessFacts {
                cwd: root.clone(),
                env: [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into(),
                executable: "/bin/pith".into(),
                home: root.clone(),
                temporary: root.clone(),
            },
            agent_dir: root,
            trusted: Arc::new(|| true),
            dialogs: Arc::clone(&self.person) as Arc<dyn Dialogs>,
        })
    }

    /// The app with everything that loads, and what did not.
    pub(super) async fn open(&self) -> (App, Extensions, Vec<LoadError>) {
        self.open_with(|parts| parts).await
    }

    async fn open_with(&self, change: impl FnOnce(AppParts) -> AppParts) -> (App, Extensions, Vec<LoadError>) {
        let extensions = self.extensions();
        let (loaded, errors) = extensions.load().await;
        let new = NewSession { cwd: self.folder.path().to_owned(), ..NewSession::default() };
        let session = Session::in_memory(new, Arc::new(Still));
        let client =
            Client::new(vec![Arc::new(self.model.clone())], Arc::new(Offline), Arc::new(FixedClock::default()))
                .with_more(Arc::new(self.providers.clone()));
        let tools: Vec<_> = loaded.iter().flat_map(|extension| extension.tools()).collect();
        let parts = AppParts {
            extensions: loaded,
            extension_source: Arc::new(extensions.clone()),
            dialogs: Arc::clone(&self.person) as Arc<dyn Dialogs>,
            available: tools.clone(),
            tools,
            ..AppParts::new(client, self.model.model(), session)
        };
        let app = App::new(change(parts));
        let log = Arc::clone(&self.log);
        app.show_to(move |event: &AppEvent| {
            if let AppEvent::ExtensionError { event, error, .. } = event {
                log.lock().unwrap().push(format!("{event}: {error}"));
            }
        });
        app.announce_session().await;
        (app, extensions, errors)
    }

    /// The app; everything loads.
    pub(super) async fn app(&self) -> App {
        self.app_with(|parts| parts).await
    }

    /// The app with other parts; everything loads.
    pub(super) async fn app_with(&self, change: impl FnOnce(AppParts) -> AppParts) -> App {
        let (app, _, errors) = self.open_with(change).await;
        assert!(errors.is_empty(), "{errors:?}");
        app
    }

    pub(super) fn seen(&self) -> Vec<String> {
        self.person.seen.lock().unwrap().clone()
    }

    pub(super) fn errors(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }
}

/// Runs a command, and waits for it.
pub(super) async fn run(app: &App, line: &str) {
    app.send(Command::Submit(Draft::prompt(line))).await.unwrap();
}
