//! Room on the disk: how much there is, how to name an amount, and which errors mean that there is none.

use std::fmt;
use std::io;
use std::path::Path;

/// Kept free beyond what a download needs, so that it does not take the last block from everything else.
pub(super) const MARGIN: u64 = 64 * 1024 * 1024;

/// An amount of bytes, shown in decimal units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bytes(pub(super) u64);

impl fmt::Display for Bytes {
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..1_000 => write!(f, "{} bytes", self.0),
            1_000..1_000_000 => write!(f, "{:.1} kB", self.0 as f64 / 1e3),
            1_000_000..1_000_000_000 => write!(f, "{:.1} MB", self.0 as f64 / 1e6),
            _ => write!(f, "{:.2} GB", self.0 as f64 / 1e9),
        }
    }
}

/// The bytes that this user may still write on the file system of `folder`; `None` where that cannot be asked.
#[cfg(unix)]
pub(super) fn free(folder: &Path) -> Option<u64> {
    let stat = nix::sys::statvfs::statvfs(folder).ok()?;
    // The fields' widths differ between systems.
    #[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "u32 on some systems, u64 on others")]
    Some((stat.blocks_available() as u64).saturating_mul(stat.fragment_size() as u64))
}

/// The bytes that this user may still write on the file system of `folder`; `None` where that cannot be asked.
#[cfg(not(unix))]
pub(super) fn free(_folder: &Path) -> Option<u64> {
    None
}

/// Whether a write failed because the disk, the quota or the largest allowed file is full.
pub(super) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_shown_in_the_unit_that_fits() {
        assert_eq!(Bytes(999).to_string(), "999 bytes");
        assert_eq!(Bytes(98_362_432).to_string(), "98.4 MB");
        assert_eq!(Bytes(1_117_320_768).to_string(), "1.12 GB");
    }

    #[cfg(unix)]
    #[test]
    fn a_full_disk_a_full_quota_and_too_large_a_file_are_the_same_to_us() {
        use nix::errno::Errno;
        for errno in [Errno::ENOSPC, Errno::EDQUOT, Errno::EFBIG] {
            assert!(is_full(&io::Error::from_raw_os_error(errno as i32)), "{errno}");
        }
        assert!(!is_full(&io::Error::from_raw_os_error(Errno::EACCES as i32)));
    }
}
