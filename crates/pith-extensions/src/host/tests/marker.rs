//! The second half of the marker experiment: what a prompt holds when `before_agent_start` reads it, and how often the
//! hooks run.

use pith_app::input::Draft;
use pith_app::prompt::{ContextText, PromptParts, PromptSkill};
use pith_app::resources::Reading;
use pith_app::{App, AppParts, Command};
use pith_llm::scripted::Answer;
use serde_json::json;

use super::world::World;

const PROBE: &str = r#"
export default function (pi: any) {
    const counts: any = { start: 0, context: 0 };
    let found = "";
    pi.registerTool({ name: "step", label: "Step", description: "A step", parameters: { type: "object", properties: {} },
        async execute() { return { content: [{ type: "text", text: "done" }] }; } });
    pi.registerTool({ name: "read", label: "Read", description: "Reads", parameters: { type: "object", properties: {} },
        async execute() { return { content: [] }; } });
    pi.on("before_agent_start", (event: any) => {
        counts.start += 1;
        found = ["MARKER-AGENTS", "MARKER-SKILL-DESCRIPTION", "MARKER-SKILL-BODY"].filter((m) => event.systemPrompt.includes(m)).join(" ");
    });
    pi.on("context", () => { counts.context += 1; });
    pi.registerCommand("found", { handler: async (a: string, ctx: any) => ctx.ui.notify(`${found}; ${counts.start} ${counts.context}`) });
}"#;

#[tokio::test]
async fn the_prompt_holds_context_files_and_descriptions_and_the_hooks_run_once_a_run_and_once_a_request() {
    let world = World::new();
    world.extension("probe.ts", PROBE);
    for turn in 0..4 {
        world.model.push(Answer::call(&format!("c{turn}"), "step", json!({})));
    }
    world.model.push("Done.");
    let prompt = PromptParts {
        context_files: vec![ContextText { path: "/p/AGENTS.md".into(), text: "MARKER-AGENTS".into() }],
        skills: vec![PromptSkill {
            name: "probe".into(),
            description: "MARKER-SKILL-DESCRIPTION".into(),
            location: "/p/skills/probe/SKILL.md".into(),
        }],
        cwd: "/p".into(),
        ..PromptParts::default()
    };
    let app: App = world
        .app_with(|parts| AppParts {
            reading: Reading { prompt: prompt.clone(), ..Reading::default() },
            resources: std::sync::Arc::new(prompt),
            ..parts
        })
        .await;
    app.ask("go").await.unwrap();
    app.send(Command::Submit(Draft::prompt("/found"))).await.unwrap();
    assert_eq!(world.seen(), ["MARKER-AGENTS MARKER-SKILL-DESCRIPTION; 1 5"]);
    assert_eq!(world.model.calls().len(), 5);
}
