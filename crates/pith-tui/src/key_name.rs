//! Names of keys, `ctrl+shift+p`, and what terminals send for them. Pure.

const MODIFIERS: [(&str, u32); 4] = [("ctrl", 4), ("shift", 1), ("alt", 2), ("super", 8)];

/// One spelling for each key: modifiers in one order, small letters, no second names.
pub fn key_name(name: &str) -> String {
    let (mut bits, mut rest) = (0, name.trim());
    while let Some((head, tail)) = rest.split_once('+').filter(|(_, tail)| !tail.is_empty()) {
        let Some((_, bit)) = MODIFIERS.iter().find(|(modifier, _)| head.eq_ignore_ascii_case(modifier)) else { break };
        bits |= bit;
        rest = tail;
    }
    let key = rest.to_lowercase();
    let key = match key.as_str() {
        "esc" => "escape",
        "return" => "enter",
        other => other,
    };
    with_modifiers(bits, key)
}

/// What a key that was sent is called; the first is its own name.
pub fn names_of_key(sent: &str) -> Vec<String> {
    let mut characters = sent.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(one), None, None) => single(one).into_iter().map(|name| key_name(&name)).collect(),
        (Some('\u{1b}'), Some(one), None) => alternate(one).into_iter().map(|name| key_name(&name)).collect(),
        _ => sequence(sent).into_iter().collect(),
    }
}

fn with_modifiers(bits: u32, key: &str) -> String {
    let on = MODIFIERS.iter().filter(|(_, bit)| bits & bit != 0).map(|(name, _)| *name);
    on.chain([key]).collect::<Vec<_>>().join("+")
}

fn single(key: char) -> Vec<String> {
    let names: &[&str] = match key {
        '\u{0}' => &["ctrl+space"],
        '\u{8}' => &["backspace", "ctrl+h"],
        '\t' => &["tab", "ctrl+i"],
        '\n' => &["ctrl+j", "enter"],
        '\r' => &["enter", "ctrl+m"],
        '\u{1b}' => &["escape", "ctrl+["],
        '\u{1c}' => &["ctrl+\\"],
        '\u{1d}' => &["ctrl+]"],
        '\u{1e}' => &["ctrl+^", "ctrl+6"],
        '\u{1f}' => &["ctrl+-", "ctrl+_", "ctrl+/"],
        '\u{7f}' => &["backspace"],
        ' ' => &["space"],
        _ => &[],
    };
    if !names.is_empty() {
        return names.iter().map(|name| (*name).to_owned()).collect();
    }
    match key {
        '\u{1}'..='\u{1a}' => {
            char::from_u32(u32::from(key) + 96).map(|letter| format!("ctrl+{letter}")).into_iter().collect()
        }
        'A'..='Z' => vec![format!("shift+{}", key.to_ascii_lowercase())],
        other => vec![other.to_string()],
    }
}

/// Escape, and a character directly behind it.
fn alternate(key: char) -> Vec<String> {
    let names = single(key).into_iter();
    names
        .map(|name| name.strip_prefix("ctrl+").map_or_else(|| format!("alt+{name}"), |key| format!("ctrl+alt+{key}")))
        .collect()
}

fn sequence(sent: &str) -> Option<String> {
    let inner = sent.strip_prefix("\u{1b}[").or_else(|| sent.strip_prefix("\u{1b}O"))?;
    let last = inner.chars().next_back()?;
    if inner.chars().any(char::is_control) {
        return None;
    }
    let numbers: Vec<u32> = inner
        .strip_suffix(last)?
        .split(';')
        // What stands behind a colon says more than a name does.
        .map(|part| part.split(':').next().and_then(|number| number.parse().ok()).unwrap_or(1))
        .collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or(1);
    // Caps Lock and Num Lock are no part of a name.
    let bits = |at: usize| number(at).saturating_sub(1) & 15;
    Some(match last {
        'u' => with_modifiers(bits(1), &code(number(0))?),
        '~' if number(0) == 27 && numbers.len() == 3 => with_modifiers(bits(1), &code(number(2))?),
        '~' => with_modifiers(bits(1), numbered(number(0))?),
        'Z' => "shift+tab".to_owned(),
        letter => with_modifiers(bits(1), lettered(letter)?),
    })
}

fn code(code: u32) -> Option<String> {
    Some(match code {
        9 => "tab".to_owned(),
        13 => "enter".to_owned(),
        27 => "escape".to_owned(),
        32 => "space".to_owned(),
        127 => "backspace".to_owned(),
        _ => char::from_u32(code).filter(|key| !key.is_control())?.to_lowercase().to_string(),
    })
}

fn numbered(number: u32) -> Option<&'static str> {
    Some(match number {
        1 | 7 => "home",
        2 => "insert",
        3 => "delete",
        4 | 8 => "end",
        5 => "pageup",
        6 => "pagedown",
        11 => "f1",
        12 => "f2",
        13 => "f3",
        14 => "f4",
        15 => "f5",
        17 => "f6",
        18 => "f7",
        19 => "f8",
        20 => "f9",
        21 => "f10",
        23 => "f11",
        24 => "f12",
        _ => return None,
    })
}

fn lettered(letter: char) -> Option<&'static str> {
    Some(match letter {
        'A' => "up",
        'B' => "down",
        'C' => "right",
        'D' => "left",
        'E' => "clear",
        'F' => "end",
        'H' => "home",
        'P' => "f1",
        'Q' => "f2",
        'R' => "f3",
        'S' => "f4",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(sent: &str) -> String {
        names_of_key(sent).into_iter().next().unwrap_or_default()
    }

    #[test]
    fn names_are_spelt_in_one_way() {
        let names = ["Shift+Ctrl+P", "alt+Return", "ESC", "ctrl++", "pageUp", "ctrl+alt+x"].map(key_name);
        assert_eq!(names, ["ctrl+shift+p", "alt+enter", "escape", "ctrl++", "pageup", "ctrl+alt+x"]);
    }

    #[test]
    fn what_terminals_send_is_named() {
        let sent = [
            "\u{10}",
            "\u{1b}\u{10}",
            "\u{1b}x",
            "\u{1b}[112;6u",
            "\u{1b}[27;5;49~",
            "\u{1b}[15~",
            "\u{1b}[1;5A",
            "\u{1b}OP",
        ];
        let names = ["ctrl+p", "ctrl+alt+p", "alt+x", "ctrl+shift+p", "ctrl+1", "f5", "ctrl+up", "f1"];
        assert_eq!(sent.map(first), names);
        assert_eq!(names_of_key("\u{1f}"), ["ctrl+-", "ctrl+_", "ctrl+/"]);
        assert_eq!([first("\u{1b}[Z"), first("A"), first("\u{1b}[200~x\u{1b}[201~")], ["shift+tab", "shift+a", ""]);
    }
}
