//! How much memory there is for keys and values.

use std::fs;

/// Bytes that can still be used without swapping, where the system says.
pub(super) fn available() -> Option<u64> {
    let about = fs::read_to_string("/proc/meminfo").ok()?;
    let line = about.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Tokens whose keys and values take at most three quarters of `available`, but never fewer than `least`.
pub(super) fn window(wanted: usize, per_token: usize, available: Option<u64>, least: usize) -> usize {
    let Some(available) = available else { return wanted };
    let fitting = usize::try_from(available / 4 * 3 / per_token.max(1) as u64).unwrap_or(usize::MAX);
    wanted.min(fitting.max(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_memory_shortens_the_window_down_to_a_floor() {
        assert_eq!(window(32_768, 28_672, Some(8 << 30), 2048), 32_768);
        assert_eq!(window(32_768, 28_672, Some(400 << 20), 2048), 10_971);
        assert_eq!(window(32_768, 28_672, Some(1 << 20), 2048), 2048);
        assert_eq!(window(1000, 28_672, Some(0), 2048), 1000);
        assert_eq!(window(32_768, 28_672, None, 2048), 32_768);
    }
}
