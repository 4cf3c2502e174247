//! What lies on disk for a model: skills, context files, decisions about trust, settings. Looked up where the extension says, as far as it
//! may read there.

use std::path::{Path, PathBuf};

use pith_app::lookup;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Question, read};
use crate::rights::Right;
use crate::runtime::HostError;

pub(super) fn answer(question: &Question<'_>) -> Answer {
    Some(match question.method {
        "skills.at" => skills(question),
        "context.files" => context_files(question),
        "trust.needed" => trust_needed(question),
        "trust.decide" => decide(question),
        "settings.file" => settings(question),
        "settings.change" => change_settings(question),
        _ => return None,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Places {
    #[serde(default)]
    paths: Vec<PathBuf>,
    cwd: PathBuf,
    #[serde(default)]
    agent_dir: PathBuf,
}

fn may(question: &Question<'_>, right: Right) -> Result<(), HostError> {
    question.gate.check(right).map_err(|denied| HostError::new(denied.to_string()))
}

fn home<'a>(question: &'a Question<'_>) -> &'a Path {
    &question.shared.surroundings.process.home
}

fn skills(question: &Question<'_>) -> Result<Value, HostError> {
    let Places { paths, cwd, .. } = read(question.args.clone())?;
    for path in &paths {
        may(question, Right::Read(path.clone()))?;
    }
    let found = lookup::skills(&paths, &cwd, home(question)).map_err(|error| HostError::new(error.to_string()))?;
    let skill = |skill: &lookup::Skill| {
        json!({
            "name": skill.name,
            "description": skill.description,
            "filePath": skill.path,
            "baseDir": skill.folder(),
            "disableModelInvocation": skill.only_by_command,
        })
    };
    let shadowed = |(name, path, by): &(String, PathBuf, PathBuf)| json!({ "name": name, "path": path, "by": by });
    Ok(json!({
        "skills": found.skills.iter().map(skill).collect::<Vec<_>>(),
        "doubts": found.doubts.iter().map(|(message, path)| json!({ "message": message, "path": path })).collect::<Vec<_>>(),
        "shadowed": found.shadowed.iter().map(shadowed).collect::<Vec<_>>(),
    }))
}

fn context_files(question: &Question<'_>) -> Result<Value, HostError> {
    let Places { cwd, agent_dir, .. } = read(question.args.clone())?;
    let files = lookup::context_files(&agent_dir, &cwd);
    for (path, _) in &files {
        may(question, Right::Read(path.clone()))?;
    }
    Ok(files.into_iter().map(|(path, content)| json!({ "path": path, "content": content })).collect())
}

fn trust_needed(question: &Question<'_>) -> Result<Value, HostError> {
    let Places { cwd, .. } = read(question.args.clone())?;
    may(question, Right::Read(cwd.clone()))?;
    Ok(lookup::needs_trust(&cwd, home(question)).into())
}

#[derive(Deserialize)]
struct Decisions {
    file: PathBuf,
    decisions: Vec<(PathBuf, Option<bool>)>,
}

fn decide(question: &Question<'_>) -> Result<Value, HostError> {
    let Decisions { file, decisions } = read(question.args.clone())?;
    may(question, Right::Write(file.clone()))?;
    lookup::decide_trust(&file, &decisions).map_err(HostError::new)?;
    Ok(Value::Null)
}

#[derive(Deserialize)]
struct Settings {
    file: PathBuf,
    #[serde(default)]
    changes: Vec<(Vec<String>, Option<Value>)>,
}

fn settings(question: &Question<'_>) -> Result<Value, HostError> {
    let Settings { file, .. } = read(question.args.clone())?;
    may(question, Right::Read(file.clone()))?;
    lookup::settings(&file).map(Value::Object).map_err(HostError::new)
}

fn change_settings(question: &Question<'_>) -> Result<Value, HostError> {
    let Settings { file, changes } = read(question.args.clone())?;
    may(question, Right::Write(file.clone()))?;
    lookup::change_settings(&file, &changes).map_err(HostError::new)?;
    Ok(Value::Null)
}
