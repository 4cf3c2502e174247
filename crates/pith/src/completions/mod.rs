//! Completions for shells: the tables of flags and commands, written in each shell's own words. Pure.

mod bash;
mod fish;
mod powershell;
mod zsh;

use crate::flags::Flag;

/// A shell that completes.
pub(crate) struct Shell {
    /// As people call it.
    pub name: &'static str,
    /// The script.
    pub script: fn() -> String,
}

/// The shells.
pub(crate) const SHELLS: [Shell; 4] = [
    Shell { name: "bash", script: bash::script },
    Shell { name: "zsh", script: zsh::script },
    Shell { name: "fish", script: fish::script },
    Shell { name: "powershell", script: powershell::script },
];

/// What can stand after a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing of its own.
    Nothing,
    /// One of these.
    Words(&'static [&'static str]),
    /// A folder.
    Folder,
    /// A file or folder.
    Path,
    /// Something that only the person knows.
    Text,
}

fn takes(flag: &Flag) -> Takes {
    match flag.value_name() {
        _ if !flag.words.is_empty() => Takes::Words(flag.words),
        None => Takes::Nothing,
        Some("DIR") => Takes::Folder,
        Some(name) if name.contains("PATH") || name.contains("FILE") => Takes::Path,
        Some(_) => Takes::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{commands, flags};

    #[test]
    fn every_shell_knows_every_flag_and_command() {
        for shell in SHELLS {
            let script = (shell.script)();
            assert!(!script.contains("{{"), "{}: a place was left empty", shell.name);
            for flag in flags::served() {
                let name = if shell.name == "fish" { format!("-l {}", flag.long) } else { format!("--{}", flag.long) };
                assert!(script.contains(&name), "{}: {name}", shell.name);
            }
            for command in commands::all() {
                let mut words = std::iter::once(&command.name).chain(command.words);
                assert!(words.all(|word| script.contains(word)), "{}: {}", shell.name, command.name);
            }
        }
    }

    #[test]
    fn values_are_completed_by_what_they_are() {
        let of = |long: &str| flags::served().find(|flag| flag.long == long).map(takes);
        assert_eq!(of("session-dir"), Some(Takes::Folder));
        assert_eq!(of("session"), Some(Takes::Path));
        assert_eq!(of("model"), Some(Takes::Text));
        assert_eq!(of("no-session"), Some(Takes::Nothing));
        assert!(matches!(of("thinking"), Some(Takes::Words(words)) if words.contains(&"high")));
    }
}
