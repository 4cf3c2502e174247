//! Lines that were drawn for a terminal, as part of a page: colors and emphasis stay, everything else that a terminal would
//! obey goes.

use std::collections::HashMap;

use super::{secrets::mask, text::escape};

/// What was drawn of calls, by their ids.
pub type DrawnCalls = HashMap<String, Vec<String>>;

/// The lines as a block.
pub(super) fn render(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| self::line(line)).collect();
    format!("<pre class=\"drawn\">{}</pre>", lines.join("\n"))
}

fn line(line: &str) -> String {
    let pieces = pieces(line);
    let plain: String = pieces.iter().map(|(_, text)| *text).collect();
    let masked = mask(plain.trim_end());
    if masked != plain.trim_end() {
        // A secret may begin in one color and end in another.
        return escape(&masked);
    }
    let mut out = String::new();
    for (look, text) in pieces {
        match look.css() {
            css if css.is_empty() => out.push_str(&escape(text)),
            css => out.push_str(&format!("<span style=\"{css}\">{}</span>", escape(text))),
        }
    }
    out.trim_end().to_owned()
}

/// How a piece looks.
#[derive(Debug, Clone, Default)]
struct Look {
    text: Option<String>,
    paper: Option<String>,
    bold: bool,
    dim: bool,
    italic: bool,
    underlined: bool,
    struck: bool,
    inverse: bool,
}

impl Look {
    fn css(&self) -> String {
        let (text, paper) = match self.inverse {
            true => (
                Some(self.paper.as_deref().unwrap_or("var(--paper)")),
                Some(self.text.as_deref().unwrap_or("var(--text)")),
            ),
            false => (self.text.as_deref(), self.paper.as_deref()),
        };
        let mut css = String::new();
        let mut add = |name: &str, value: &str| css.push_str(&format!("{name}:{value};"));
        text.iter().for_each(|color| add("color", color));
        paper.iter().for_each(|color| add("background", color));
        let switches = [
            (self.bold, "font-weight", "bold"),
            (self.dim, "opacity", ".65"),
            (self.italic, "font-style", "italic"),
            (self.underlined, "text-decoration", "underline"),
            (self.struck, "text-decoration", "line-through"),
        ];
        switches.iter().filter(|(on, ..)| *on).for_each(|(_, name, value)| add(name, value));
        css
    }

    /// Takes the numbers of a sequence in.
    fn obey(&mut self, numbers: &str) {
        let mut numbers = numbers.split([';', ':']).map(|number| number.parse::<u16>().unwrap_or_default());
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Self::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                3 => self.italic = true,
                4 => self.underlined = true,
                7 => self.inverse = true,
                9 => self.struck = true,
                22 => (self.bold, self.dim) = (false, false),
                23 => self.italic = false,
                24 => self.underlined = false,
                27 => self.inverse = false,
                29 => self.struck = false,
                30..=37 => self.text = Some(palette(number - 30)),
                90..=97 => self.text = Some(palette(number - 90 + 8)),
                40..=47 => self.paper = Some(palette(number - 40)),
                100..=107 => self.paper = Some(palette(number - 100 + 8)),
                38 => self.text = color(&mut numbers),
                48 => self.paper = color(&mut numbers),
                39 => self.text = None,
                49 => self.paper = None,
                _ => {}
            }
        }
    }
}

/// A color that further numbers tell.
fn color(numbers: &mut impl Iterator<Item = u16>) -> Option<String> {
    match numbers.next()? {
        5 => numbers.next().map(palette),
        2 => {
            let mut part = || numbers.next().map(|number| number.min(255));
            Some(format!("#{:02x}{:02x}{:02x}", part()?, part()?, part()?))
        }
        _ => None,
    }
}

/// A color of the palette of 256: sixteen names, a cube, and grays.
fn palette(number: u16) -> String {
    const NAMED: [&str; 16] = [
        "#555", "#c33", "#2a8a3a", "#a67c00", "#36c", "#a3a", "#088", "#999", "#777", "#e55", "#3ab54a", "#d7a400",
        "#58f", "#c5c", "#2bb", "#bbb",
    ];
    let step = |level: u16| if level == 0 { 0 } else { 55 + 40 * level };
    match number {
        16..=231 => {
            let cube = number - 16;
            format!("#{:02x}{:02x}{:02x}", step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
        232..=255 => {
            let gray = 8 + 10 * (number - 232);
            format!("#{gray:02x}{gray:02x}{gray:02x}")
        }
        named => NAMED.get(usize::from(named)).copied().unwrap_or("inherit").to_owned(),
    }
}

/// The texts between the sequences, and how each looks.
fn pieces(line: &str) -> Vec<(Look, &str)> {
    let (mut look, mut pieces, mut rest) = (Look::default(), Vec::new(), line);
    while !rest.is_empty() {
        let (text, escape) = rest.split_at(rest.find('\u{1b}').unwrap_or(rest.len()));
        if !text.is_empty() {
            pieces.push((look.clone(), text));
        }
        let (sequence, after) = escape.split_at(sequence_length(escape));
        if let Some(numbers) = sequence.strip_prefix("\u{1b}[").and_then(|rest| rest.strip_suffix('m')) {
            look.obey(numbers);
        }
        rest = after;
    }
    pieces
}

/// Bytes of the sequence at the beginning.
fn sequence_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let end = match bytes.get(1) {
        None => bytes.len(),
        Some(b'[') => {
            let last = bytes.iter().skip(2).position(|byte| (0x40..=0x7e).contains(byte));
            last.map_or(bytes.len(), |at| at + 3)
        }
        Some(b']' | b'_' | b'P' | b'^') => {
            let bell = text.find('\u{7}').map(|at| at + 1);
            let string = text.find("\u{1b}\\").map(|at| at + 2);
            bell.into_iter().chain(string).min().unwrap_or(bytes.len())
        }
        Some(_) => 1 + text.chars().nth(1).map_or(0, char::len_utf8),
    };
    end.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        line(text)
    }

    #[test]
    fn colors_and_emphasis_stay_and_everything_else_goes() {
        assert_eq!(
            shown("\u{1b}[1;31mred\u{1b}[0m <b> \u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{7}\u{1b}[2J!"),
            "<span style=\"color:#c33;font-weight:bold;\">red</span> &lt;b&gt; link!"
        );
        assert_eq!(shown("\u{1b}[38;2;0;16;255mx"), "<span style=\"color:#0010ff;\">x</span>");
        assert_eq!(shown("\u{1b}[48;5;196mx\u{1b}[49my"), "<span style=\"background:#ff0000;\">x</span>y");
        assert_eq!(shown("\u{1b}[7mx"), "<span style=\"color:var(--paper);background:var(--text);\">x</span>");
        assert_eq!(shown("\u{1b}[3"), "");
    }

    #[test]
    fn a_secret_is_masked_whatever_its_color() {
        let key = format!("sk-ant-\u{1b}[1mapi03-{}", "a1B2".repeat(12));
        assert!(!shown(&key).contains("a1B2a1B2"), "{}", shown(&key));
    }
}
