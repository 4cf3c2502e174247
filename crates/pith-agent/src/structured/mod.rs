//! Answers as values: an agent is asked for a type, and gives a value of it.
//!
//! Comes in: a prompt, and a type with a JSON Schema. Goes out: a value, or why there is none. The model gives it by calling
//! a tool that ends the run; where its provider can bind decoding to a schema, it is asked to. What is not valid is shown
//! to the model with what is wrong, a bounded number of times.

mod schema;
mod tool;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use pith_llm::ToolChoice;
use pith_types::{Content, ThinkingLevel, ToolResultMessage};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::{Agent, AgentError, Prompt, RunEnd, RunOutcome, Tool, TurnView, agent::Extras};

use tool::AnswerTool;

/// How a value is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What the tool is called that takes the value; `answer` unless set. No tool of the agent may be called so.
    pub name: String,
    /// What the model is told of it.
    pub description: String,
    /// How many more times the model may try when what it gave was not valid, or was nothing; two unless set.
    pub repairs: usize,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            name: "answer".into(),
            description: "Gives the final answer. Call it once, when the work is done.".into(),
            repairs: 2,
        }
    }
}

/// Why there is no value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The run did not begin.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The run ended for another reason than a valid or invalid value: it was aborted, or the model or the code around the
    /// run failed.
    #[error("the run ended before there was an answer: {reason}")]
    Ended {
        /// How.
        outcome: Box<RunOutcome>,
        /// What the agent says of it.
        reason: String,
    },
    /// Whatever the model tried was not valid.
    #[error("no valid answer after {attempts} attempts; the last one: {reason}")]
    NotValid {
        /// How often it tried.
        attempts: usize,
        /// What was wrong with the last attempt.
        reason: String,
    },
}

impl Agent {
    /// Runs a prompt whose answer is a value of `T`. The agent's tools can be used on the way; the run ends with the first
    /// valid value. Question, calls and results are part of the transcript like any others.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use pith_agent::{Agent, AgentOptions};
    /// # use pith_llm::{Client, Offline, scripted::{Answer, Scripted}};
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Verdict { passed: bool }
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// # let model = Scripted::default();
    /// # model.push(Answer::call("a", "answer", serde_json::json!({"passed": true})));
    /// # let client = Client::new(vec![Arc::new(model.clone())], Arc::new(Offline), Arc::new(|| 0));
    /// # let agent = Agent::new(AgentOptions::new(client, model.model()));
    /// let verdict: Verdict = agent.prompt_for("Review this change: …").await.unwrap();
    /// assert!(verdict.passed);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the run does not begin, ends otherwise, or the model gives no valid value.
    pub async fn prompt_for<T>(&self, prompt: impl Into<Prompt>) -> Result<T, AskError>
    where
        T: DeserializeOwned + JsonSchema + Send + 'static,
    {
        self.prompt_for_with(prompt, Ask::default()).await
    }

    /// Like [`prompt_for`](Self::prompt_for), asked in another way.
    ///
    /// # Errors
    /// Those of [`prompt_for`](Self::prompt_for).
    pub async fn prompt_for_with<T>(&self, prompt: impl Into<Prompt>, ask: Ask) -> Result<T, AskError>
    where
        T: DeserializeOwned + JsonSchema + Send + 'static,
    {
        let tool = Arc::new(AnswerTool::<T>::new(&ask));
        let mut prompt = prompt.into();
        let failed = Arc::new(AtomicUsize::new(0));
        let reminder = format!("Give your answer by calling the tool `{}`.", ask.name);
        loop {
            let outcome = self.start_prompt_with(prompt, self.extras(&tool, &ask, &failed))?.await;
            if let Some(value) = tool.take() {
                return Ok(value);
            }
            if outcome.end != RunEnd::Completed {
                let reason = self.error_message().unwrap_or_else(|| "it was stopped".to_owned());
                return Err(AskError::Ended { outcome: Box::new(outcome), reason });
            }
            // A run that was ended because of invalid calls has counted them; one without a call is an attempt too.
            let wrong = last_wrong(&outcome, &ask.name);
            let attempts = match &wrong {
                Some(_) => failed.load(Ordering::Relaxed),
                None => failed.fetch_add(1, Ordering::Relaxed) + 1,
            };
            if attempts > ask.repairs {
                let reason = wrong.unwrap_or_else(|| format!("the model did not call `{}`", ask.name));
                return Err(AskError::NotValid { attempts, reason });
            }
            prompt = reminder.as_str().into();
        }
    }

    /// What a run gets besides what the agent has.
    fn extras<T>(&self, tool: &Arc<AnswerTool<T>>, ask: &Ask, failed: &Arc<AtomicUsize>) -> Extras
    where
        T: DeserializeOwned + Send + 'static,
    {
        let (answer, failed, name, repairs) = (Arc::clone(tool), Arc::clone(failed), ask.name.clone(), ask.repairs);
        let until = move |turn: &TurnView<'_>| {
            let wrong = turn.tool_results.iter().filter(|result| result.tool_name == name && result.is_error).count();
            let failed = failed.fetch_add(wrong, Ordering::Relaxed) + wrong;
            answer.has_value() || failed > repairs
        };
        // Nothing else could be called; models that reason cannot be forced everywhere.
        let forced = self.tools().is_empty() && self.thinking_level() == ThinkingLevel::Off;
        Extras {
            tools: vec![Arc::clone(tool) as Arc<dyn Tool>],
            tool_choice: forced.then(|| ToolChoice::Tool(ask.name.clone())),
            until: Some(Arc::new(until)),
        }
    }
}

/// What was wrong with the last answer's call, if it made one.
fn last_wrong(outcome: &RunOutcome, name: &str) -> Option<String> {
    outcome.answer()?.tool_calls().find(|call| call.name == name)?;
    let results = outcome.messages.iter().filter_map(|message| message.as_tool_result());
    let wrong = |result: &ToolResultMessage| result.tool_name == name && result.is_error;
    let result = results.rev().find(|result| result.tool_name == name).filter(|result| wrong(result))?;
    Some(result.content.iter().filter_map(Content::as_text).collect())
}
