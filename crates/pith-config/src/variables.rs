//! The variables that Pith reads, in one table. Documentation is made from it; each is read where its thing is governed.
//! Keys of providers have a table of their own: [`crate::credentials::PROVIDER_KEYS`].

/// A variable and what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it governs, for the reference page.
    pub meaning: &'static str,
}

const fn variable(name: &'static str, meaning: &'static str) -> Variable {
    Variable { name, meaning }
}

/// Every variable that has an effect, or is accepted so that scripts written for Pi keep working.
pub const VARIABLES: &[Variable] = &[
    variable("PITH_DIR", "the agent folder: settings, models, keys, sessions; default `~/.pi/agent`"),
    variable("PI_CODING_AGENT_DIR", "the same, when `PITH_DIR` is not set"),
    variable("PI_CODING_AGENT_SESSION_DIR", "the folder of session files; `--session-dir` goes before it"),
    variable("PI_OFFLINE", "`1`, `true` or `yes`: nothing is fetched by itself"),
    variable("PI_CACHE_RETENTION", "`none`, `short` or `long`: how long providers keep the beginning of a prompt"),
    variable("PI_TELEMETRY", "accepted and without effect: nothing is ever reported"),
    variable("PI_SKIP_VERSION_CHECK", "accepted and without effect: no version is ever asked for"),
    variable("PITH_THREADS", "threads of a local model; default physical cores minus one"),
    variable("XDG_CACHE_HOME", "the folder above `pith/models` and `pith/states`, when it is absolute"),
    variable("HF_ENDPOINT", "the server that local models are fetched from; default `https://huggingface.co`"),
    variable("HF_TOKEN", "the key sent to that server"),
    variable("HTTPS_PROXY", "the proxy of requests to `https` addresses"),
    variable("HTTP_PROXY", "the proxy of requests to `http` addresses"),
    variable("NO_PROXY", "hosts that are asked without a proxy"),
];
