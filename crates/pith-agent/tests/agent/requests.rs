//! What reaches the model: the thinking level, the options, ids that were mended.

use pith_agent::{Agent, AgentOptions, Prompt};
use pith_llm::CallOptions;
use pith_types::{Content, SystemMessage, ThinkingLevel, UserContent};

use super::support::{agent, calls, line, options, scripted, tags};

#[tokio::test]
async fn every_answer_carries_the_level_that_was_asked_for() {
    let scripted = scripted(["ok".into()]);
    let call = CallOptions { session_id: Some("s".into()), ..CallOptions::default() };
    let agent = Agent::new(AgentOptions { thinking_level: ThinkingLevel::High, call, ..options(&scripted) });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.answer().unwrap().thinking_level, Some(ThinkingLevel::High));
    assert_eq!(scripted.calls()[0].session_id.as_deref(), Some("s"));
}

#[tokio::test]
async fn calls_without_an_id_of_their_own_are_given_one_and_all_run() {
    let echo = line("t", |_, context| async move { Ok(pith_agent::ToolOutput::text(context.call_id)) });
    let scripted = scripted([calls("t", &["same", "same", ""]), calls("t", &["same"]), "ok".into()]);
    let agent = Agent::new(AgentOptions { tools: vec![echo], ..options(&scripted) });
    let outcome = agent.prompt("go").await.unwrap();
    let results = ["same:same", "same_2:same_2", "call_1:call_1", "assistant:", "same_3:same_3", "assistant:ok"];
    assert_eq!(tags(&outcome.messages)[2..], results);
}

#[tokio::test]
async fn a_prompt_is_a_text_a_text_with_images_a_message_or_several() {
    let scripted = scripted(["a".into(), "b".into(), "c".into()]);
    let agent = agent(&scripted);
    let image = Content::Image { data: "AAAA".into(), mime_type: "image/png".into() };
    agent.prompt(Prompt::with_images("look", vec![image])).await.unwrap();
    agent.prompt(Prompt::Messages(Vec::new())).await.unwrap();
    agent.prompt(SystemMessage { content: UserContent::from("rule"), ..SystemMessage::default() }).await.unwrap();
    assert_eq!(tags(&agent.messages()), ["user:look", "assistant:a", "assistant:b", "system", "assistant:c"]);
    assert_eq!(agent.system_prompt(), "rule");
}
