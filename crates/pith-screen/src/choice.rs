//! One of several, chosen by number or by a part of its text: the list as it is shown, and what a typed line means. Pure.

/// Options shown at once; the others are found by typing.
const SHOWN: usize = 20;

/// A list to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    title: String,
    options: Vec<String>,
}

/// What a typed line means to a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pick {
    /// This option, from 0.
    Chosen(usize),
    /// None of them.
    Cancelled,
    /// Not clear yet: what to show before the next line.
    Again(String),
}

impl Choice {
    /// A list under a title.
    pub fn new(title: impl Into<String>, options: Vec<String>) -> Self {
        Self { title: title.into(), options }
    }

    /// The title and the options with their numbers.
    pub fn list(&self) -> String {
        format!("{}\n{}", self.title, self.rows(&(0..self.options.len()).collect::<Vec<_>>()))
    }

    /// What the line means: nothing is a way out, a number is that option, anything else a part of its text; several words
    /// must all occur.
    pub fn pick(&self, line: &str) -> Pick {
        let line = line.trim();
        if line.is_empty() {
            return Pick::Cancelled;
        }
        if let Some(index) = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1))
            && index < self.options.len()
        {
            return Pick::Chosen(index);
        }
        let wanted = line.to_lowercase();
        if let Some(index) = self.options.iter().position(|option| option.to_lowercase() == wanted) {
            return Pick::Chosen(index);
        }
        let fits = |option: &String| {
            let option = option.to_lowercase();
            wanted.split_whitespace().all(|word| option.contains(word))
        };
        let found: Vec<usize> =
            self.options.iter().enumerate().filter(|(_, option)| fits(option)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => Pick::Again(format!(
                "Nothing here matches `{line}`. A number, a part of the text, or nothing to leave.\n"
            )),
            [one] => Pick::Chosen(*one),
            several => Pick::Again(self.rows(several)),
        }
    }

    fn rows(&self, indices: &[usize]) -> String {
        let digits = self.options.len().to_string().len();
        let row = |index: &usize| {
            let option = self.options.get(*index).map_or("", String::as_str);
            format!("{:>digits$}  {}\n", index + 1, option.replace('\n', " "))
        };
        let mut rows: String = indices.iter().take(SHOWN).map(row).collect();
        if let Some(more) = indices.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            rows.push_str(&format!("… and {more} more; type a part of the text to find one\n"));
        }
        rows
    }
}

/// What a typed line means to a question that is answered by yes or no. Nothing means no.
pub fn yes_or_no(line: &str) -> Option<bool> {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "" | "n" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(options: &[&str]) -> Choice {
        Choice::new("Which?", options.iter().map(|option| (*option).to_owned()).collect())
    }

    #[test]
    fn an_option_is_chosen_by_number_by_name_or_by_a_part_that_only_it_has() {
        let choice = choice(&["mock/m1", "mock/think-1", "home/m1"]);
        assert_eq!(choice.list(), "Which?\n1  mock/m1\n2  mock/think-1\n3  home/m1\n");
        assert_eq!(choice.pick("2"), Pick::Chosen(1));
        assert_eq!(choice.pick(" MOCK/M1 "), Pick::Chosen(0));
        assert_eq!(choice.pick("think"), Pick::Chosen(1));
        assert_eq!(choice.pick("m1 home"), Pick::Chosen(2));
        assert_eq!(choice.pick(""), Pick::Cancelled);
    }

    #[test]
    fn what_fits_several_is_shown_with_the_same_numbers() {
        let choice = choice(&["alpha one", "beta", "alpha two"]);
        assert_eq!(choice.pick("alpha"), Pick::Again("1  alpha one\n3  alpha two\n".to_owned()));
        assert!(matches!(choice.pick("gamma"), Pick::Again(text) if text.contains("`gamma`")));
        assert!(matches!(choice.pick("0"), Pick::Again(_)));
        assert!(matches!(choice.pick("4"), Pick::Again(_)));
    }

    #[test]
    fn a_long_list_shows_its_beginning_and_says_how_to_find_the_rest() {
        let many: Vec<String> = (0..300).map(|n| format!("item {n}")).collect();
        let list = Choice::new("Which?", many).list();
        assert_eq!(list.lines().count(), 22);
        assert!(list.ends_with("… and 280 more; type a part of the text to find one\n"));
        assert!(list.contains("\n  1  item 0\n"));
    }

    #[test]
    fn yes_is_said_and_no_is_assumed() {
        assert_eq!(
            ["y", "YES", "n", "", "maybe"].map(yes_or_no),
            [Some(true), Some(true), Some(false), Some(false), None]
        );
    }
}
