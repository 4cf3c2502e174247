//! Answers as values: asked for by type, validated, and asked for again a bounded number of times.

use pith_agent::{Agent, AgentOptions, Ask, AskError, RunEnd, ToolOutput};
use pith_llm::ToolChoice;
use pith_llm::scripted::{Answer, Scripted};
use pith_types::{Content, Message, ToolCall, transcript::current_tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::support::{agent, agent_with, calls, line, options, scripted, tags};

/// What a review comes to.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Verdict {
    passed: bool,
    severity: Severity,
    reasons: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Low,
    High,
}

fn verdict() -> Verdict {
    Verdict { passed: false, severity: Severity::High, reasons: vec!["no tests".into()] }
}

fn good() -> Value {
    json!({"passed": false, "severity": "high", "reasons": ["no tests"]})
}

fn gives(arguments: Value) -> Answer {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    let call = ToolCall { id: "a".into(), name: "answer".into(), arguments, ..ToolCall::default() };
    Answer::blocks(vec![Content::ToolCall(call)])
}

async fn asked(answers: impl IntoIterator<Item = Answer>) -> (Result<Verdict, AskError>, Scripted, Agent) {
    let scripted = scripted(answers);
    let agent = agent(&scripted);
    (agent.prompt_for("Review this.").await, scripted, agent)
}

#[tokio::test]
async fn a_valid_call_is_the_value_and_ends_the_run() {
    let (value, scripted, agent) = asked([gives(good())]).await;
    assert_eq!(value.unwrap(), verdict());
    assert_eq!(scripted.calls().len(), 1);
    assert_eq!(tags(&agent.messages()), ["system", "user:Review this.", "assistant:", "a:Taken."]);
    let Message::System(system) = &scripted.calls()[0].messages[0] else { panic!("the tool is declared") };
    let parameters = &system.tools_added.as_ref().unwrap()[0].parameters;
    assert_eq!(parameters["properties"]["passed"]["type"], "boolean");
    assert!(parameters["$defs"]["Severity"].is_object());
}

#[tokio::test]
async fn slips_are_mended_and_what_is_not_valid_is_shown_to_the_model() {
    let (value, scripted, _) = asked([
        gives(json!({"passed": "false", "severity": "grave", "reasons": "no tests"})),
        gives(json!({"passed": "false", "severity": "high", "reasons": "no tests"})),
    ])
    .await;
    assert_eq!(value.unwrap(), verdict());
    let Message::ToolResult(result) = scripted.calls()[1].messages.last().unwrap().clone() else {
        panic!("the model sees what was wrong")
    };
    assert!(result.is_error && result.content[0].as_text().unwrap().contains("severity"));
}

#[tokio::test]
async fn an_answer_in_words_is_asked_for_again() {
    let (value, scripted, agent) = asked(["It is bad.".into(), gives(good())]).await;
    assert_eq!(value.unwrap(), verdict());
    assert_eq!(scripted.calls().len(), 2);
    assert_eq!(tags(&agent.messages())[3], "user:Give your answer by calling the tool `answer`.");
}

#[tokio::test]
async fn the_number_of_repairs_is_bounded_whatever_is_wrong() {
    let bad = || gives(json!({"passed": 7}));
    for answers in [
        vec![bad(), bad(), bad(), bad()],
        vec!["a".into(), "b".into(), "c".into(), "d".into()],
        vec!["a".into(), bad(), "c".into(), bad()],
    ] {
        let (value, scripted, agent) = asked(answers).await;
        let Err(AskError::NotValid { attempts: 3, reason }) = value else { panic!("{value:?}") };
        assert!(reason.contains("answer"), "{reason}");
        assert_eq!(scripted.calls().len(), 3);
        assert!(!agent.is_streaming());
    }
}

#[tokio::test]
async fn a_run_that_fails_or_is_queued_to_go_on_is_told_apart() {
    let (value, ..) = asked([]).await;
    let Err(AskError::Ended { outcome, reason }) = value else { panic!("{value:?}") };
    assert_eq!(outcome.end, RunEnd::ModelFailed);
    assert!(reason.contains("no more answers"), "{reason}");

    let scripted = scripted([gives(good()), "more".into()]);
    let agent = agent(&scripted);
    agent.follow_up("and then?");
    assert_eq!(agent.prompt_for::<Verdict>("Review this.").await.unwrap(), verdict());
    assert!(agent.has_queued(), "the value ends the run; what is queued stays queued");
}

#[tokio::test]
async fn the_agents_own_tools_work_on_the_way_and_the_next_run_takes_the_question_back() {
    let look = line("look", |_, _| async { Ok(ToolOutput::text("a file")) });
    let scripted = scripted([calls("look", &["l"]), gives(good()), "bye".into()]);
    let agent = agent_with(&scripted, vec![look]);
    assert_eq!(agent.prompt_for::<Verdict>("Review this.").await.unwrap(), verdict());
    let names =
        |agent: &Agent| -> Vec<String> { current_tools(&agent.messages()).into_iter().map(|tool| tool.name).collect() };
    assert_eq!(names(&agent), ["look", "answer"]);
    agent.prompt("Thanks.").await.unwrap();
    assert_eq!(names(&agent), ["look"]);
}

#[tokio::test]
async fn values_that_are_no_objects_can_be_asked_for_under_another_name() {
    let call = ToolCall { id: "n".into(), name: "count".into(), ..ToolCall::default() };
    let Value::Object(arguments) = json!({"value": 4}) else { panic!("an object") };
    let scripted = scripted([Answer::blocks(vec![Content::ToolCall(ToolCall { arguments, ..call })])]);
    let ask = Ask { name: "count".into(), ..Ask::default() };
    assert_eq!(agent(&scripted).prompt_for_with::<u8>("How many?", ask).await.unwrap(), 4);
}

#[tokio::test]
async fn only_a_model_that_could_do_nothing_else_is_forced_to_call() {
    let forced = |tools| async move {
        let scripted = scripted([gives(good())]);
        let agent = Agent::new(AgentOptions { tools, ..options(&scripted) });
        agent.prompt_for::<Verdict>("Review this.").await.unwrap();
        scripted.calls()[0].tool_choice.clone()
    };
    assert_eq!(forced(vec![]).await, Some(ToolChoice::Tool("answer".into())));
    assert_eq!(forced(vec![line("look", |_, _| async { Ok(ToolOutput::default()) })]).await, None);
}
