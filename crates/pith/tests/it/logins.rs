//! Signing in by an extension: in a terminal, by `pith auth`, and what requests carry afterwards.

use pith_testkit::{Reply, World};
use serde_json::{Value, json};

use crate::on_screen::OnScreen;
use crate::program::{PITH, world};

const CORP: &str = r#"
const models = ["a", "b"].map((id) => ({ id, name: id, reasoning: false, input: ["text"], contextWindow: 1000, maxTokens: 100,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } }));
export default (pi: any) => pi.registerProvider("corp", {
    api: "openai-completions", baseUrl: "BASE", models,
    oauth: {
        name: "Corp (SSO)",
        async login(callbacks: any) {
            callbacks.onAuth({ url: "corp:none", instructions: "Agree there." });
            const where = await callbacks.onSelect({ message: "Region", options: [{ id: "eu", label: "Europe" }, { id: "us", label: "America" }] });
            const code = await callbacks.onPrompt({ message: "Code" });
            callbacks.onProgress("Exchanging…");
            return { access: `${code}-${where}`, refresh: "r1", expires: 1, only: "b" };
        },
        refreshToken: async (credentials: any) => ({ ...credentials, access: `${credentials.access}-new`, expires: Date.now() + 3600000 }),
        getApiKey: (credentials: any) => credentials.access,
        modifyModels: (all: any[], credentials: any) => all.filter((model) => model.provider !== "corp" || model.id === credentials.only),
    },
});"#;

fn stored(world: &World) -> Value {
    serde_json::from_str(&world.read("agent/auth.json")).unwrap()
}

#[test]
fn an_extension_signs_in_and_its_requests_carry_what_that_gave() {
    let (world, server) = world([Reply::text("hello from corp")]);
    world.write("agent/extensions/corp.ts", CORP.replace("BASE", &server.base_url()));
    let ran = world.run(PITH, ["-p", "--model", "corp/b", "hi"]);
    assert!(ran.code == Some(1) && ran.stderr.contains("/login corp"), "{ran:?}");

    let mut screen = OnScreen::begin(&world);
    screen.say("/login");
    screen.shows("→ Corp (SSO) (corp, by an extension)");
    screen.press("\r");
    screen.shows("Agree on this page: corp:none\nAgree there.");
    screen.shows("Region\n→ Europe\n  America");
    screen.press("\r");
    screen.shows("Code\n?");
    screen.say("c0");
    screen.shows("Signed in to `corp`");
    // Models are those of whoever has signed in.
    screen.say("/model corp/b");
    screen.shows("model corp/b");
    screen.say("hi");
    screen.shows("hello from corp");
    screen.leave();

    let [request] = server.requests().try_into().unwrap();
    assert_eq!(request.header("authorization"), Some("Bearer c0-eu-new"));
    let stored = stored(&world)["corp"].clone();
    assert_eq!(
        (&stored["type"], &stored["access"], &stored["only"]),
        (&json!("oauth"), &json!("c0-eu-new"), &json!("b"))
    );
    let listed = world.run(PITH, ["--list-models", "corp"]).stdout;
    assert!(listed.contains(" b ") && !listed.contains(" a "), "{listed}");

    let ran = world.run(PITH, ["auth", "print-api-key", "--provider", "corp"]);
    assert_eq!(ran.stdout, "c0-eu-new\n", "{ran:?}");
    let ran = world.run(PITH, ["auth", "check", "--provider", "corp", "--json"]);
    assert!(ran.stdout.contains("\"authType\":\"oauth\""), "{ran:?}");
    let ran = world.run(PITH, ["auth", "logout", "corp"]);
    assert_eq!(ran.stdout, "What was stored for `corp` is forgotten.\n", "{ran:?}");
    let ran = world.run(PITH, ["auth", "check", "--provider", "corp"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "not_ready\n"));
}

#[test]
fn what_an_extension_signed_in_to_is_not_asked_without_it() {
    let (world, server) = world([]);
    world.write("agent/extensions/corp.ts", CORP.replace("BASE", &server.base_url()));
    let signed_in = json!({ "corp": { "type": "oauth", "access": "t", "refresh": "r", "expires": 4e12, "only": "a" } });
    world.write("agent/auth.json", signed_in.to_string());
    assert_eq!(world.run(PITH, ["auth", "print-api-key", "--provider", "corp"]).stdout, "t\n");
    std::fs::remove_file(world.root().join("agent/extensions/corp.ts")).unwrap();
    let ran = world.run(PITH, ["auth", "print-api-key", "--provider", "corp"]);
    assert!(ran.code == Some(1) && ran.stdout.is_empty(), "{ran:?}");
    assert!(ran.stderr.contains("by an extension that is not loaded"), "{ran:?}");
    assert_eq!(stored(&world), signed_in);
}
