//! The `grep` tool: searches contents (spec/coding-agent.md 4.6), with ripgrep's own libraries in the process.

mod hits;
mod legacy;
mod show;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use grep_matcher::LineTerminator;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use self::{hits::Hits, show::show};
use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare_plain,
    shared::{
        blocking::unless_aborted,
        failure::{ABORTED, refused},
        firsts::{Firsts, key, path_of},
        folder,
        listing::wanted,
        open::open_regular,
        walk::{Seen, Walk, Walked},
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "grep",
    snippet: "search file contents by a regular expression, without what ignore files name",
    guidelines: &[],
    by_default: false,
    build: |settings| Arc::new(Grep::new(settings)),
};

/// Matches shown when the model names no limit.
const USUAL_LIMIT: usize = 100;

/// Lines around a match at most; more would be the whole file.
const WIDEST_CONTEXT: usize = 1000;

struct Grep {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arguments {
    pattern: String,
    path: Option<String>,
    glob: Option<String>,
    #[serde(default)]
    ignore_case: bool,
    #[serde(default)]
    literal: bool,
    context: Option<f64>,
    limit: Option<f64>,
}

/// What is looked for.
struct Search {
    matcher: RegexMatcher,
    /// What ends a line for the pattern: it stands before a CRLF as well, unless the pattern names the carriage return.
    line_end: LineTerminator,
    limit: usize,
    context: usize,
}

impl Grep {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let (text, flag, number) =
            (json!({ "type": "string" }), json!({ "type": "boolean" }), json!({ "type": "number" }));
        let properties = json!({
            "pattern": text, "path": text, "glob": text, "ignoreCase": flag, "literal": flag, "context": number,
            "limit": number,
        });
        let description = "Search file contents for a regular expression, or a literal text; glob narrows the files. \
            Leaves out what ignore files name. At most 100 matches, or limit.";
        Self { declaration: declare_plain(BUILT_IN.name, description, &["pattern"], properties), settings }
    }
}

#[async_trait]
impl Tool for Grep {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let arguments: Arguments = arguments::parse(BUILT_IN.name, arguments)?;
        let settings = Arc::clone(&self.settings);
        unless_aborted(&context.cancel, move |cancel| grep(&arguments, &settings, cancel)).await
    }
}

fn grep(arguments: &Arguments, settings: &ToolSettings, cancel: &CancellationToken) -> Result<ToolOutput, ToolError> {
    let search = Search::new(arguments)?;
    let (root, metadata) = folder::start(arguments.path.as_deref(), settings)?;
    if metadata.is_dir() {
        let glob = arguments.glob.as_deref().filter(|glob| !glob.is_empty());
        return search.folder(&root, glob.map(|glob| overrides(glob, &root)).transpose()?, cancel);
    }
    search.file(&root)
}

/// A glob that is relative to the folder; names at any depth when it has no slash.
fn overrides(glob: &str, root: &Path) -> Result<Override, ToolError> {
    let wrong = |fault: ignore::Error| ToolError::new(format!("`{glob}` is no file pattern: {fault}"));
    let relative = match glob.strip_prefix('!') {
        Some(glob) => format!("!{}", glob.trim_start_matches("./")),
        None => glob.trim_start_matches("./").to_owned(),
    };
    let mut builder = OverrideBuilder::new(root);
    builder.add(&relative).map_err(wrong)?;
    builder.build().map_err(wrong)
}

impl Search {
    /// # Errors
    /// When the pattern is no regular expression.
    fn new(arguments: &Arguments) -> Result<Self, ToolError> {
        let Arguments { pattern, ignore_case, literal, context, limit, .. } = arguments;
        let build = |line_end: LineTerminator| {
            let mut builder = RegexMatcherBuilder::new();
            builder.multi_line(true).case_insensitive(*ignore_case).fixed_strings(*literal);
            match line_end.is_crlf() {
                true => builder.crlf(true),
                false => builder.line_terminator(Some(line_end.as_byte())),
            };
            builder.build(pattern).map(|matcher| (matcher, line_end))
        };
        // Who looks for carriage returns themselves gets them as part of their lines.
        let built = build(LineTerminator::crlf()).or_else(|_| build(LineTerminator::byte(b'\n')));
        let (matcher, line_end) =
            built.map_err(|fault| ToolError::new(format!("`{pattern}` is no regular expression: {fault}")))?;
        let context = context.map_or(0, |context| (context as usize).min(WIDEST_CONTEXT));
        Ok(Self { matcher, line_end, limit: wanted(*limit, USUAL_LIMIT), context })
    }

    /// Searches one file after another; each thread has one of its own.
    fn searcher(&self) -> Searcher {
        SearcherBuilder::new()
            .line_terminator(self.line_end)
            .line_number(true)
            .binary_detection(BinaryDetection::convert(0))
            .before_context(self.context)
            .after_context(self.context)
            .build()
    }

    /// One more than may be shown says whether there are more.
    fn enough(&self) -> usize {
        self.limit.saturating_add(1)
    }

    /// Searches the bytes of a file as UTF-8, as ripgrep does; one in an older encoding once more as the text that it is.
    fn search(&self, searcher: &mut Searcher, file: &File, hits: &mut Hits) -> io::Result<()> {
        let mut watched = legacy::Watched::new(file);
        searcher.search_reader(&self.matcher, &mut watched, &mut *hits)?;
        if watched.is_no_utf_8()
            && !hits.is_binary
            && let Some(text) = legacy::text(file)?
        {
            *hits = Hits::up_to(self.enough());
            searcher.search_slice(&self.matcher, text.as_bytes(), hits)?;
        }
        Ok(())
    }

    fn file(&self, path: &Path) -> Result<ToolOutput, ToolError> {
        let file = open_regular(path)?;
        let mut hits = Hits::up_to(self.enough());
        let searched = self.search(&mut self.searcher(), &file, &mut hits);
        searched.map_err(|fault| refused("read", path, &fault))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(show([(name, hits)], self.limit, self.context, Walked { unreadable: 0 }))
    }

    fn folder(&self, root: &Path, glob: Option<Override>, cancel: &CancellationToken) -> Result<ToolOutput, ToolError> {
        let found = Mutex::new(Firsts::new(self.enough()));
        let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
        let walk = Walk { root, ignore_file: ".rgignore", glob, cancel };
        let walked = walk.visit(|| {
            let mut searcher = self.searcher();
            move |entry: &ignore::DirEntry| {
                if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                    return Seen::Fine;
                }
                let key = key(entry.path().strip_prefix(root).unwrap_or(entry.path()));
                if !lock().wants(&key) {
                    return Seen::Fine;
                }
                let mut hits = Hits::up_to(self.enough());
                let searched = File::open(entry.path()).and_then(|file| self.search(&mut searcher, &file, &mut hits));
                if hits.matches > 0 {
                    lock().add(key, hits.matches, hits);
                }
                if searched.is_ok() { Seen::Fine } else { Seen::Unreadable }
            }
        });
        if cancel.is_cancelled() {
            return Err(ToolError::new(ABORTED));
        }
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let files = found.into_sorted().map(|(key, hits)| (path_of(key), hits));
        Ok(show(files, self.limit, self.context, walked))
    }
}
