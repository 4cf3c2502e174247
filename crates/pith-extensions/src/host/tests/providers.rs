//! Providers that extensions bring: their models, their keys, and answers that they make themselves.

use std::sync::Arc;
use std::time::Duration;

use pith_app::App;
use pith_app::event::AppEvent;
use pith_types::{AssistantMessage, Content, Model, StopReason};

use super::World;

/// A provider `own` with a stream of its own, whose body is given.
fn with_stream(body: &str) -> String {
    format!(
        r#"import {{ createAssistantMessageEventStream, type Context }} from "@earendil-works/pi-ai";
        const blank = (model: any) => ({{
            role: "assistant", content: [] as any[], api: model.api, provider: model.provider, model: model.id,
            usage: {{ input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: {{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }} }},
            stopReason: "pending", timestamp: Date.now(),
        }});
        export default function (pi: any) {{
            pi.registerProvider("own", {{
                api: "own-api", baseUrl: "http://own.invalid", apiKey: "k-123",
                models: [{{ id: "m", name: "M", reasoning: false, input: ["text"], cost: {{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }}, contextWindow: 1000, maxTokens: 100 }}],
                streamSimple(model: any, context: any, options: any) {{
                    const stream = createAssistantMessageEventStream();
                    const message = blank(model);
                    (async () => {{ {body} }})();
                    return stream;
                }},
            }});
            pi.on("before_provider_request", (e: any) => e.payload?.ask ? {{ ask: e.payload.ask + "!" }} : undefined);
        }}"#
    )
}

fn model(id: &str) -> Model {
    Model { id: id.into(), provider: "own".into(), api: "own-api".into(), ..Model::default() }
}

fn text(answer: &AssistantMessage) -> String {
    answer.content.iter().filter_map(Content::as_text).collect()
}

async fn with_model(world: &World) -> App {
    world
        .app_with(|mut parts| {
            parts.model = Arc::new(model("m"));
            parts
        })
        .await
}

#[tokio::test]
async fn an_answer_of_an_extension_is_one_like_any_other() {
    let world = World::new();
    world.extension(
        "own.ts",
        &with_stream(
            r#"const payload: any = await options.onPayload({ ask: "hey" }, model);
            stream.push({ type: "start", partial: message });
            message.content.push({ type: "thinking", thinking: "hm", thinkingSignature: "s" });
            stream.push({ type: "thinking_start", contentIndex: 0, partial: message });
            stream.push({ type: "thinking_delta", contentIndex: 0, delta: "hm", partial: message });
            stream.push({ type: "thinking_end", contentIndex: 0, content: "hm", partial: message });
            const text = `${payload.ask} ${context.messages.at(-1).content.at?.(-1)?.text ?? context.messages.at(-1).content} ${context.systemPrompt.length > 0}`;
            message.content.push({ type: "text", text });
            stream.push({ type: "text_start", contentIndex: 1, partial: message });
            for (const part of text) stream.push({ type: "text_delta", contentIndex: 1, delta: part, partial: message });
            stream.push({ type: "text_end", contentIndex: 1, content: text, partial: message });
            message.stopReason = "stop";
            stream.push({ type: "done", reason: "stop", message });
            stream.end();"#,
        ),
    );
    let app = with_model(&world).await;
    let deltas = Arc::new(std::sync::Mutex::new(0));
    let count = Arc::clone(&deltas);
    app.show_to(move |event: &AppEvent| {
        if let AppEvent::Agent(pith_agent::AgentEvent::MessageUpdate(_)) = event {
            *count.lock().unwrap() += 1;
        }
    });
    let answer = app.ask("question").await.unwrap().unwrap();
    assert_eq!(text(&answer), "hey! question true");
    assert_eq!((answer.provider.as_str(), answer.model.as_str(), answer.usage.total_tokens), ("own", "m", 3));
    assert_eq!(answer.stop_reason, StopReason::Stop);
    assert_eq!(*deltas.lock().unwrap(), 3 + 2 + "hey! question true".len());
    assert!(world.errors().is_empty(), "{:?}", world.errors());
}

#[tokio::test]
async fn an_answer_that_fails_or_never_ends_is_a_failed_one() {
    for (body, error) in [
        ("throw new Error('unheard'); ", None),
        ("stream.push({ type: 'start', partial: message }); stream.end();", Some("ended without an answer")),
        ("stream.push({ type: 'dance' });", Some("`dance` is no event of an answer")),
        (
            "stream.push({ type: 'error', reason: 'error', error: { ...message, stopReason: 'error', errorMessage: 'no luck' } });",
            Some("no luck"),
        ),
        ("stream.push({ type: 'done', message: { ...message, content: 7 } });", Some("cannot be read")),
    ] {
        let world = World::new();
        world.extension("own.ts", &with_stream(body));
        let app = with_model(&world).await;
        match error {
            Some(error) => {
                let answer = app.ask("go").await.unwrap().unwrap();
                assert_eq!(answer.stop_reason, StopReason::Error, "{body}");
                assert!(answer.error_message.as_deref().unwrap_or_default().contains(error), "{answer:?}");
            }
            // Nobody hears of it: the person has to abort, and can.
            None => {
                let asked = tokio::spawn({
                    let app = app.clone();
                    async move { app.ask("go").await }
                });
                while app.is_idle() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                app.abort();
                let answer = asked.await.unwrap().unwrap();
                assert!(answer.is_none_or(|answer| answer.stop_reason == StopReason::Aborted));
            }
        }
    }
}

#[tokio::test]
async fn an_abort_reaches_the_stream_and_keeps_what_has_come() {
    let world = World::new();
    world.extension(
        "own.ts",
        &with_stream(
            r#"stream.push({ type: "start", partial: message });
            message.content.push({ type: "text", text: "half" });
            stream.push({ type: "text_start", contentIndex: 0, partial: message });
            stream.push({ type: "text_delta", contentIndex: 0, delta: "half", partial: message });
            await new Promise((resolve) => options.signal.addEventListener("abort", resolve));
            message.stopReason = "aborted"; message.errorMessage = "as you wish";
            stream.push({ type: "error", reason: "aborted", error: message });"#,
        ),
    );
    let app = with_model(&world).await;
    let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
    app.show_to(move |event: &AppEvent| {
        if let AppEvent::Agent(pith_agent::AgentEvent::MessageUpdate(pith_llm::StreamEvent::TextDelta { .. })) = event {
            begun.send(()).unwrap();
        }
    });
    let asked = tokio::spawn({
        let app = app.clone();
        async move { app.ask("go").await }
    });
    has_begun.recv().await.unwrap();
    app.abort();
    let answer = asked.await.unwrap().unwrap().unwrap();
    assert_eq!((text(&answer).as_str(), answer.stop_reason), ("half", StopReason::Aborted));
    assert_eq!(answer.error_message.as_deref(), Some("as you wish"));
}

#[tokio::test]
async fn what_a_factory_registers_counts_only_when_it_succeeds_and_can_be_taken_back() {
    let world = World::new();
    let provider = |name: &str| {
        format!(
            r#"pi.registerProvider("{name}", {{ baseUrl: "http://a.invalid", apiKey: "k", api: "openai-completions", models: [{{ id: "m" }}] }});"#
        )
    };
    world.extension("a.ts", &format!("export default (pi: any) => {{ {} throw new Error('no'); }}", provider("fails")));
    world.extension(
        "b.ts",
        &format!(
            r#"export default (pi: any) => {{
                {}
                pi.registerCommand("off", {{ handler: async () => pi.unregisterProvider("stays") }});
                pi.registerCommand("on", {{ handler: async () => {{ {} }} }});
                pi.registerCommand("nameless", {{ handler: async () => pi.registerProvider("", {{}}) }});
                pi.registerCommand("bare", {{ handler: async () => pi.registerProvider("x", {{ streamSimple() {{}} }}) }});
            }}"#,
            provider("stays"),
            provider("late")
        ),
    );
    let (app, _, errors) = world.open().await;
    assert_eq!(errors.len(), 1);
    let names = || world.providers.now().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(), ["stays"]);
    super::run(&app, "/off").await;
    assert!(names().is_empty());
    super::run(&app, "/on").await;
    assert_eq!(names(), ["late"]);
    super::run(&app, "/nameless").await;
    super::run(&app, "/bare").await;
    assert_eq!(names(), ["late"]);
    let errors = world.errors().join("\n");
    assert!(errors.contains("a provider needs a name") && errors.contains("no `api`"), "{errors}");
}

#[tokio::test]
async fn models_that_have_to_be_asked_for_are_there_at_the_start() {
    let world = World::new();
    world.extension(
        "a.ts",
        r#"export default (pi: any) => pi.registerProvider("live", {
            baseUrl: "http://a.invalid", apiKey: "k", api: "openai-completions",
            refreshModels: async () => [{ id: "fresh" }, { id: "picture", type: "image" }],
        });"#,
    );
    world.app().await;
    let models = world.providers.models("live", Vec::new(), &Default::default(), &mut |told| panic!("{told}"));
    assert_eq!(models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["fresh"]);
}

#[tokio::test]
async fn a_stream_that_loops_for_ever_ends_the_answer_and_its_extension_is_named() {
    let mut world = World::new();
    world.limits.slice = Duration::from_secs(2);
    world.extension("own.ts", &with_stream("await null; for (;;);"));
    let app = with_model(&world).await;
    let answer = app.ask("go").await.unwrap().unwrap();
    let error = answer.error_message.unwrap_or_default();
    assert_eq!(answer.stop_reason, StopReason::Error);
    assert!(error.contains("own.ts") && error.contains("without pause"), "{error}");
}

#[tokio::test]
async fn models_for_pictures_and_classes_are_listed_and_asked() {
    let world = World::new();
    world.extension(
        "own.ts",
        r#"export default (pi: any) => pi.registerProvider("own", {
            api: "own-images", baseUrl: "http://own.invalid", apiKey: "k",
            models: [{ type: "image", id: "paints", name: "Paints", input: ["text"], output: ["image"] },
                { type: "classifier", id: "sorts", name: "Sorts", api: "own-classes", input: ["text"] }],
            images: { "own-images": { generateImages: async (model: any, context: any, options: any) => ({
                api: model.api, provider: model.provider, model: model.id, stopReason: "stop", timestamp: 1,
                output: [{ type: "text", text: context.input[0].text + options.metadata.a + (options.signal instanceof AbortSignal) }] }) } },
            classifiers: { "own-classes": { classify: async () => { throw new Error("not today"); } } },
        })"#,
    );
    // Another extension finds them, and asks them.
    world.extension(
        "user.ts",
        r#"export default (pi: any) => pi.registerCommand("go", { handler: async (args: string, ctx: any) => {
            const models = ctx.modelRegistry;
            const [paints] = models.getModelsOfType("image");
            const sorts = models.findOfType("classifier", "own", "sorts");
            const picture = await models.generateImages(paints, { input: [{ type: "text", text: "a cat" }] }, { metadata: { a: 1 } });
            const classes = await models.classify(sorts, { state: {}, questions: {} });
            const nobody = await models.generateImages({ ...paints, provider: "nobody" }, { input: [] });
            ctx.ui.notify(JSON.stringify([paints.baseUrl, paints.provider, picture.output[0].text, classes.errorMessage, classes.answers,
                nobody.errorMessage, models.getAll().length]));
        } })"#,
    );
    let app = world.app().await;
    super::world::run(&app, "/go").await;
    let expected = r#"["http://own.invalid","own","a cat1true","not today",{},"Unknown provider: nobody",0]"#;
    assert_eq!(world.seen().last().map(String::as_str), Some(expected), "{:?}", world.errors());
}
