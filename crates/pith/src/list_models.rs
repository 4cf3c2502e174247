//! `--list-models`: the models that could be asked, as a table (spec/coding-agent.md 5.8.4).

use std::{fmt::Write as _, sync::Arc};

use pith_app::models::{Entry, Registry};
use pith_types::{InputKind, Model};

/// The table, or a line saying that it is empty. Pure.
pub(crate) fn table(registry: &Registry, search: Option<&str>) -> String {
    let mut models: Vec<Arc<Model>> =
        registry.ready().filter(|entry| matches(entry, search)).map(Entry::model).collect();
    if models.is_empty() {
        return match search {
            Some(search) => format!("No usable model matches `{search}`.\n"),
            None => {
                "No model can be used yet. Set the key of a provider, define a model in models.json, or fetch one with `pith model pull`.\n".to_owned()
            }
        };
    }
    models.sort_by(|a, b| (&a.provider, &a.id).cmp(&(&b.provider, &b.id)));
    let mut rows = vec![["provider", "model", "context", "max-out", "thinking", "images"].map(str::to_owned)];
    rows.extend(models.iter().map(|model| row(model)));
    layout(&rows)
}

fn row(model: &Model) -> [String; 6] {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    [
        model.provider.clone(),
        model.id.clone(),
        size(model.context_window),
        size(model.max_tokens),
        yes(model.reasoning),
        yes(model.input.contains(&InputKind::Image)),
    ]
}

/// Every word of the search must occur in the model's name, in order of its letters.
fn matches(entry: &Entry, search: Option<&str>) -> bool {
    let name = format!("{} {}", entry.full_name(), entry.name()).to_lowercase();
    search.is_none_or(|search| search.to_lowercase().split_whitespace().all(|word| in_order(word, &name)))
}

fn in_order(word: &str, name: &str) -> bool {
    let mut rest = name.chars();
    word.chars().all(|wanted| rest.any(|c| c == wanted))
}

/// `200K`, `8.2K`, `1M`.
fn size(tokens: u64) -> String {
    let (unit, letter) = if tokens >= 1_000_000 { (100_000, "M") } else { (100, "K") };
    if tokens < 1_000 {
        return tokens.to_string();
    }
    let tenths = (tokens + unit / 2) / unit;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole}{letter}"),
        (whole, tenth) => format!("{whole}.{tenth}{letter}"),
    }
}

fn layout(rows: &[[String; 6]]) -> String {
    let mut widths = [0; 6];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (tokens, shown) in
            [(200_000, "200K"), (8_192, "8.2K"), (1_000_000, "1M"), (1_048_576, "1M"), (512, "512"), (128_000, "128K")]
        {
            assert_eq!(size(tokens), shown);
        }
    }

    #[test]
    fn only_models_that_could_be_asked_are_listed_and_a_search_narrows_them() {
        let mut registry = Registry::default();
        for (id, ready) in [("m2", true), ("m1", true), ("hidden", false)] {
            let model = Model { provider: "mock".into(), id: id.into(), context_window: 200_000, ..Model::default() };
            registry.add(Arc::new(model), ready);
        }
        let table = super::table(&registry, None);
        let ids: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(ids, ["m1", "m2"]);
        assert_eq!(super::table(&registry, Some("mk2")).lines().count(), 2);
        assert!(super::table(&registry, Some("zzz")).starts_with("No usable model"));
    }
}
