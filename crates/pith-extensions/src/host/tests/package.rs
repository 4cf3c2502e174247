//! What the package of the agent exports and the program does: skills, context files, trust, pictures, the clipboard.

use super::world::{World, run};

/// A command that says what its lines come to.
fn says(imports: &str, lines: &str) -> String {
    format!(
        "import assert from \"node:assert/strict\"; import fs from \"node:fs\"; import {{ {imports} }} from \"@earendil-works/pi-coding-agent\";\n\
         export default (pi: any) => pi.registerCommand(\"try\", {{ handler: async (_: string, ctx: any) => {{\n\
         const say = (value: unknown) => ctx.ui.notify(JSON.stringify(value)); const agent = getAgentDir();\n{lines}\n}} }});"
    )
}

pub(super) async fn said(imports: &str, lines: &str) -> Vec<String> {
    let world = World::new();
    world.extension("one.ts", &says(&format!("getAgentDir, {imports}"), lines));
    let app = world.app().await;
    run(&app, "/try").await;
    assert!(world.errors().is_empty(), "{:?}", world.errors());
    world.seen()
}

#[tokio::test]
async fn skills_and_context_files_are_found_where_an_extension_says() {
    let lines = r#"
        const write = (path: string, text: string) => (fs.mkdirSync(`${agent}/${path}/..`, { recursive: true }), fs.writeFileSync(`${agent}/${path}`, text));
        write("skills/two/SKILL.md", "---\nname: two\ndescription: second\ndisable-model-invocation: true\n---\n");
        write("proj/.pi/skills/one/SKILL.md", "---\nname: one\ndescription: first\n---\nbody");
        write("more/one/SKILL.md", "---\nname: one\ndescription: again\n---\nbody");
        write("proj/AGENTS.md", "near");
        const { skills, diagnostics } = loadSkills({ cwd: `${agent}/proj`, agentDir: agent, skillPaths: ["../more"], includeDefaults: true });
        say(skills.map((skill: any) => [skill.name, skill.sourceInfo.scope, skill.disableModelInvocation]));
        say(diagnostics.map((one: any) => [one.type, one.collision?.name]));
        say(loadSkillsFromDir({ dir: `${agent}/more`, source: "mine" }).skills.map((skill: any) => [skill.description, skill.sourceInfo.source]));
        say(loadSkills({ cwd: agent, agentDir: agent, skillPaths: [], includeDefaults: false }).skills);
        say(loadProjectContextFiles({ cwd: `${agent}/proj`, agentDir: agent }).at(-1).content);"#;
    let expected = [
        r#"[["two","user",true],["one","project",false]]"#,
        r#"[["collision","one"]]"#,
        r#"[["again","mine"]]"#,
        "[]",
        "\"near\"",
    ];
    assert_eq!(said("loadSkills, loadSkillsFromDir, loadProjectContextFiles", lines).await, expected);
}

#[tokio::test]
async fn decisions_about_projects_are_read_and_saved() {
    let lines = r#"
        fs.mkdirSync(`${agent}/proj/.pi/skills`, { recursive: true });
        const store = new ProjectTrustStore(agent);
        const inner = `${agent}/proj`;
        say([hasTrustRequiringProjectResources(inner), hasTrustRequiringProjectResources(`${agent}/extensions`), store.get(inner)]);
        store.set(agent, true);
        say([store.get(inner), store.getEntry(inner).path === fs.realpathSync(agent)]);
        store.setMany([{ path: inner, decision: false }, { path: agent, decision: null }]);
        say([store.get(inner), store.get(agent)]);"#;
    let expected = ["[true,false,null]", "[true,true]", "[false,null]"];
    assert_eq!(said("hasTrustRequiringProjectResources, ProjectTrustStore", lines).await, expected);
}

#[tokio::test]
async fn pictures_are_made_to_fit_and_turned_into_png() {
    // Two red pixels beside each other.
    let lines = r#"
        const bitmap = Buffer.from("Qk0+AAAAAAAAADYAAAAoAAAAAgAAAAEAAAABABgAAAAAAAgAAAATCwAAEwsAAAAAAAAAAAAAAAD/AAD/AAA=", "base64");
        const png = await convertToPng(bitmap.toString("base64"), "image/bmp");
        say(png.mimeType);
        const { data, ...fitted } = await resizeImage(Buffer.from(png.data, "base64"), "image/png", { maxWidth: 1 });
        say(fitted);
        say([await resizeImage(new Uint8Array([1, 2, 3]), "image/png"), await convertToPng("AAAA", "image/jpeg")]);"#;
    let fitted =
        r#"{"mimeType":"image/png","originalWidth":2,"originalHeight":1,"width":1,"height":1,"wasResized":true}"#;
    assert_eq!(said("convertToPng, resizeImage", lines).await, ["\"image/png\"", fitted, "[null,null]"]);
}

#[tokio::test]
async fn where_nothing_takes_a_text_that_is_said() {
    let lines = "await copyToClipboard('x').catch((error: Error) => say(error.message.slice(0, 21)));";
    assert_eq!(said("copyToClipboard", lines).await, ["\"there is no clipboard\""]);
}
