//! The rows.

use super::{Effect, Key, Kind, Section, Whose};

use Effect::{Never, NotYet};
use Kind::{Each, Either, Entries, Object, Switch, Text, Texts, Whole, Word};

const LEVEL: Kind = Word(&["off", "minimal", "low", "medium", "high", "xhigh", "max"]);
const QUEUE: Kind = Word(&["one-at-a-time", "all"]);
const COUNT: Kind = Kind::from(0);
const SMALL: Kind = Whole(0, u32::MAX as u64);
const AUTO: Kind = Word(&["auto"]);

const fn key(name: &'static str, kind: Kind, default: &'static str, meaning: &'static str) -> Key {
    Key { name, kind, default, whose: Whose::Both, effect: Effect::Full, meaning }
}

impl Key {
    const fn of_the_person(self) -> Self {
        Self { whose: Whose::Person, ..self }
    }

    const fn with(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }
}

/// The table, by section.
pub static SECTIONS: &[Section] = &[
    Section {
        title: "Models",
        keys: &[
            key("defaultProvider", Text, "", "Provider of the model that a new session starts with."),
            key("defaultModel", Text, "", "Id of that model."),
            key("defaultThinkingLevel", LEVEL, "\"medium\"", "How much models are asked to reason."),
            key("modelThinkingLevels", Each(&LEVEL), "", "The same for single models, by `provider/id`."),
            key("thinkingBudgets", Each(&COUNT), "", "Tokens of thinking, by level."),
            key("enabledModels", Texts, "", "Patterns of the models to choose from, as `--models` takes them."),
            key("hideThinkingBlock", Switch, "false", "Whether thinking is hidden on the screen.").with(NotYet),
            key("showCacheMissNotices", Switch, "false", "Whether large misses of the prompt cache are told.")
                .with(NotYet),
            key("cacheWarming", Word(&["off", "streaming", "idle"]), "\"idle\"", "When prompt caches are kept warm.")
                .of_the_person()
                .with(NotYet),
        ],
    },
    Section {
        title: "Tools and commands",
        keys: &[
            key(
                "defaultTools",
                Texts,
                "",
                "Tools of a new session: names, or `+name` and `-name` to change the usual ones.",
            ),
            key("shellPath", Text, "", "The shell that runs commands; found by itself when absent."),
            key("shellCommandPrefix", Text, "", "Put before every command, on a line of its own."),
            key(
                "shellEnv",
                Either(&Word(&["noKeys", "all"]), &Object),
                "\"noKeys\"",
                "Variables that commands see: all but providers' keys, all, or lists `keep` and `drop` over the first.",
            ),
            key("npmCommand", Texts, "", "The command that looks up and installs packages.").with(NotYet),
            key("codemode.mode", Word(&["on", "only"]), "\"on\"", "How the tool `codemode` shows tools.").with(NotYet),
            key("codemode.inlineBudget", COUNT, "3000", "Tokens that its description may spend on tools.").with(NotYet),
        ],
    },
    Section {
        title: "Resources",
        keys: &[
            key(
                "skills",
                Texts,
                "[]",
                "More skill files and folders, and `!glob`, `+path`, `-path` for what is not wanted.",
            ),
            key("prompts", Texts, "[]", "The same for prompt templates."),
            key(
                "enableSkillCommands",
                Switch,
                "true",
                "Whether completion offers `/skill:name`; typed ones always work.",
            ),
            key("extensions", Texts, "[]", "More extension files and folders."),
            key(
                "extensionRights",
                Object,
                "",
                "What extensions may do, by file name, path or `*`: lists of patterns for `read`, `write`, `run`, `reach`, `env`; what has no list is allowed, and a project can only narrow.",
            ),
            key(
                "extensionDeadlines",
                Each(&Kind::from(1)),
                "",
                "Milliseconds of its own that an extension has: by event, or `load`, `stream` for events that come with every piece of an answer, `shutdown`, `event` for all others.",
            )
            .of_the_person(),
            key("themes", Texts, "[]", "More theme files and folders.").with(NotYet),
            key("packages", Entries, "[]", "Packages that bring resources.").with(NotYet),
            key(
                "defaultProjectTrust",
                Word(&["ask", "always", "never"]),
                "\"ask\"",
                "What holds for a project that nothing was decided about.",
            )
            .of_the_person(),
        ],
    },
    Section {
        title: "Limits",
        keys: &[
            key(
                "limits.contextFilesPercent",
                Whole(0, 100),
                "50",
                "Percent of the model's window that all context files together may take.",
            ),
            key("limits.attachmentPercent", Whole(0, 100), "50", "Percent of it that one attached text may take."),
            key(
                "limits.outputFileBytes",
                COUNT,
                "268435456",
                "Bytes of a command's whole output that are kept in a file when it is too long to be shown.",
            ),
            key(
                "limits.backgroundLogBytes",
                COUNT,
                "16777216",
                "Bytes that are kept of what background processes write after their command.",
            ),
        ],
    },
    Section {
        title: "Conversation",
        keys: &[
            key("sessionDir", Text, "", "Folder of session files; a project's counts even when it is not trusted."),
            key("sessionShareDestination", Word(&["auto", "gist", "radius"]), "\"auto\"", "Where shared sessions go.")
                .with(NotYet),
            key(
                "sessionImages",
                Word(&["inline", "beside"]),
                "\"inline\"",
                "Where pictures of more than 64 KB are kept: in the session file, or once in a folder beside it.",
            ),
            key("steeringMode", QUEUE, "\"one-at-a-time\"", "How waiting steering messages are handed over."),
            key("followUpMode", QUEUE, "\"one-at-a-time\"", "How waiting follow-up messages are handed over."),
            key("compaction.enabled", Switch, "true", "Whether long conversations are summarized by themselves."),
            key("compaction.reserveTokens", COUNT, "16384", "Tokens kept free for the answer."),
            key("compaction.keepRecentTokens", COUNT, "20000", "Recent tokens that are not summarized."),
            key(
                "compaction.modelOverrides",
                Each(&Each(&COUNT)),
                "",
                "Both numbers for single models, by `provider/id`.",
            ),
            key("branchSummary.reserveTokens", COUNT, "16384", "Tokens kept free when a branch is summarized."),
            key("branchSummary.skipPrompt", Switch, "false", "Whether nobody is asked about a summary.").with(NotYet),
            key("images.autoResize", Switch, "true", "Whether large pictures are made smaller."),
            key("images.blockImages", Switch, "false", "Whether no picture is ever sent."),
        ],
    },
    Section {
        title: "Network",
        keys: &[
            key("httpProxy", Text, "", "Proxy of all requests.").of_the_person(),
            key("proxyLoopback", Switch, "false", "Whether requests to this machine itself go through the proxy too.")
                .of_the_person(),
            key(
                "httpIdleTimeoutMs",
                Either(&COUNT, &Word(&["disabled"])),
                "300000",
                "How long a server may be silent, in milliseconds; `0` or `\"disabled\"` for no limit.",
            ),
            key(
                "transport",
                Word(&["auto", "sse", "websocket", "websocket-cached"]),
                "\"auto\"",
                "Preferred transport.",
            )
            .with(NotYet),
            key(
                "websocketConnectTimeoutMs",
                Either(&COUNT, &Word(&["disabled"])),
                "15000",
                "How long a connection may take to open, in milliseconds.",
            )
            .with(NotYet),
            key("retry.enabled", Switch, "true", "Whether failed answers are asked for again."),
            key("retry.maxRetries", SMALL, "3", "How often at most."),
            key(
                "retry.baseDelayMs",
                COUNT,
                "2000",
                "Wait before the first repetition, in milliseconds; doubled each time.",
            ),
            key("retry.maxAgentDelayMs", COUNT, "60000", "Longest wait, in milliseconds."),
            key("retry.provider.timeoutMs", COUNT, "", "How long a request may take, in milliseconds.").with(NotYet),
            key(
                "retry.provider.maxRetries",
                SMALL,
                "0",
                "How often a request is sent again before it counts as failed.",
            )
            .with(NotYet),
            key(
                "retry.provider.maxRetryDelayMs",
                COUNT,
                "60000",
                "Longest wait that a provider may ask for, in milliseconds; 0 for any.",
            ),
        ],
    },
    Section {
        title: "Screen",
        keys: &[
            key("theme", Text, "\"dark\"", "Colors of what extensions draw: `dark`, `light`, or a theme of a file."),
            key("quietStartup", Either(&Switch, &Word(&["header"])), "false", "How much is said at the start.")
                .with(NotYet),
            key("tuiMode", Word(&["regular", "fullscreen"]), "\"fullscreen\"", "How the screen is drawn.").with(NotYet),
            key(
                "fullscreenExitOutput",
                Word(&["transcript", "resume-hint"]),
                "\"transcript\"",
                "What stays when it ends.",
            )
            .with(NotYet),
            key("fullscreenScrollbar", Word(&["auto", "always", "hidden"]), "\"auto\"", "When there is a scrollbar.")
                .with(NotYet),
            key("fullscreenCopyOnSelect", Switch, "true", "Whether selected text is copied.").with(NotYet),
            key(
                "fullscreenWheelScrollLines",
                Either(&Whole(1, 100), &AUTO),
                "\"auto\"",
                "Lines of a turn of the wheel.",
            )
            .with(NotYet),
            key("editorPaddingX", Whole(0, 3), "0", "Columns beside the editor.").with(NotYet),
            key("outputPad", Whole(0, 1), "1", "Columns beside the conversation.").with(NotYet),
            key("autocompleteMaxVisible", Whole(3, 20), "5", "Lines of completions.").with(NotYet),
            key("showHardwareCursor", Switch, "false", "Whether the terminal draws the cursor.").with(NotYet),
            key("externalEditor", Text, "", "Program that edits long messages.").with(NotYet),
            key(
                "doubleEscapeAction",
                Word(&["tree", "fork", "none"]),
                "\"tree\"",
                "What escape does when pressed twice.",
            )
            .with(NotYet),
            key(
                "treeFilterMode",
                Word(&["default", "no-tools", "user-only", "labeled-only", "all"]),
                "\"default\"",
                "What the tree shows at first.",
            )
            .with(NotYet),
            key("terminal.showImages", Switch, "true", "Whether pictures are shown.").with(NotYet),
            key("terminal.imageWidthCells", Kind::from(1), "60", "Columns of a picture.").with(NotYet),
            key("terminal.clearOnShrink", Switch, "false", "Whether rows that become free are cleared.").with(NotYet),
            key("terminal.showTerminalProgress", Switch, "false", "Whether progress is shown in the terminal's tab.")
                .with(NotYet),
            key("terminal.hyperlinks", Either(&Switch, &AUTO), "\"auto\"", "Whether links can be clicked.")
                .with(NotYet),
            key(
                "terminal.images",
                Either(&Switch, &Word(&["kitty", "iterm2", "auto"])),
                "\"auto\"",
                "How pictures are drawn; `false` for not at all.",
            )
            .with(NotYet),
            key("terminal.trueColor", Either(&Switch, &AUTO), "\"auto\"", "Whether all colors can be shown.")
                .with(NotYet),
            key("markdown.codeBlockIndent", Text, "\"  \"", "What stands before lines of code.").with(NotYet),
            key("markdown.mermaid", Word(&["off", "final", "streaming"]), "\"streaming\"", "When diagrams are drawn.")
                .with(NotYet),
            key("warnings.anthropicExtraUsage", Switch, "true", "Whether paid extra usage is warned of.").with(NotYet),
        ],
    },
    Section {
        title: "Kept for Pi",
        keys: &[
            key("$schema", Text, "", "Where editors find the form of this file.").with(Never),
            key("lastChangelogVersion", Text, "", "The version whose changes were shown last.").with(Never),
            key("extensionChangelogVersions", Object, "", "The same for extensions.").with(Never),
            key("collapseChangelog", Switch, "false", "Whether changes are shown in short.").with(Never),
            key("selfUpdateCommand", Texts, "", "The command that updates the program.").of_the_person().with(Never),
            key("enableInstallTelemetry", Switch, "true", "Whether installations are reported.").with(Never),
            key("enableAnalytics", Switch, "false", "Whether use is reported.").with(Never),
            key("trackingId", Text, "", "Under which name.").with(Never),
            key("deviceId", Text, "", "On which device.").of_the_person().with(Never),
        ],
    },
];
