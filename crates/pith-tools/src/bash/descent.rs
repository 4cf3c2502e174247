//! Finds processes that a command started and that left its process group, as `setsid` makes them.
//!
//! Linux tells who started whom in `/proc`. Elsewhere nothing is found, and only the group itself is ended.

use nix::{
    sys::signal::{Signal, kill, killpg},
    unistd::Pid,
};

/// Processes of one ancestor, each with the time of its start, since numbers are given anew.
#[derive(Debug, Default)]
pub(super) struct Strays(Vec<Process>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Process {
    id: i32,
    parent: i32,
    group: i32,
    /// In clock ticks since the system's start.
    started: u64,
}

/// The descendants of a group's leader that are in other groups.
pub(super) fn outside_of_group(leader: Pid) -> Strays {
    Strays(select(&all(), leader.as_raw()))
}

/// Whether some process of the group still does something; dead ones that nobody has waited for do not count.
pub(super) fn is_group_alive(leader: Pid) -> bool {
    // Without a list of processes the answer to an empty signal must do, which dead ones give as well.
    killpg(leader, None).is_ok() && {
        let all = all();
        all.is_empty() || all.iter().any(|process| process.group == leader.as_raw())
    }
}

impl Strays {
    /// Signals those that are still the same processes.
    pub(super) fn signal(&self, signal: Signal) {
        for process in self.0.iter().filter(|process| process.is_same()) {
            let _ = kill(Pid::from_raw(process.id), signal);
        }
    }

    pub(super) fn any_left(&self) -> bool {
        self.0.iter().any(Process::is_same)
    }
}

impl Process {
    fn is_same(&self) -> bool {
        look(self.id).is_some_and(|now| now.started == self.started)
    }
}

fn select(all: &[Process], leader: i32) -> Vec<Process> {
    let mut family = vec![leader];
    let mut at = 0;
    while let Some(&ancestor) = family.get(at) {
        family.extend(all.iter().filter(|process| process.parent == ancestor).map(|process| process.id));
        at += 1;
    }
    all.iter().filter(|process| process.group != leader && family.contains(&process.id)).copied().collect()
}

fn all() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(look).collect()
}

fn look(id: i32) -> Option<Process> {
    parse(id, &std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// Reads a `stat` line. The program's name stands in parentheses and may hold any character, so fields count from its end.
fn parse(id: i32, stat: &str) -> Option<Process> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    // A dead process that nobody has waited for yet is as good as gone.
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    let (parent, group) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Process { id, parent, group, started: fields.nth(16)?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_line_is_read_past_any_name() {
        let stat = "77 (a) b (c) S 5 6 6 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 4242 9 10";
        assert_eq!(parse(77, stat), Some(Process { id: 77, parent: 5, group: 6, started: 4242 }));
        assert_eq!(parse(77, "77 (a) Z 5 6 6 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 4242 9 10"), None);
        assert_eq!(parse(77, "77"), None);
    }

    #[test]
    fn descendants_in_other_groups_are_strays() {
        let process = |id, parent, group| Process { id, parent, group, started: 1 };
        let all =
            [process(10, 1, 10), process(11, 10, 10), process(12, 11, 12), process(13, 12, 12), process(14, 1, 14)];
        let strays: Vec<i32> = select(&all, 10).iter().map(|process| process.id).collect();
        assert_eq!(strays, [12, 13]);
    }
}
