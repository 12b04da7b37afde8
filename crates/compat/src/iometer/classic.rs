//! Well-known specifications that Iometer does not install, selected by name without a configuration.

use super::{Line, Specification};

#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The name that users write; case, blanks and hyphens are ignored.
    pub name: &'static str,
    /// Where it comes from.
    pub meaning: &'static str,
    lines: &'static [Line],
}

const KIB: u64 = 1024;

const fn row(name: &'static str, meaning: &'static str, lines: &'static [Line]) -> Classic {
    Classic { name, meaning, lines }
}

pub const CLASSIC: &[Classic] = &[
    row("Default", "Iometer's own: 2 KiB, 67 % read, random", &[Line::new(2 * KIB, 100, 67, 100)]),
    row(
        "Database",
        "Intel and StorageReview: 8 KiB, 67 % read, random",
        &[Line::new(8 * KIB, 100, 67, 100)],
    ),
    row(
        "Database-1C",
        "as used for 1C:Enterprise: 8 KiB, 68 % read, random",
        &[Line::new(8 * KIB, 100, 68, 100)],
    ),
    row("Database-1C-4k", "the same with 4 KiB", &[Line::new(4 * KIB, 100, 68, 100)]),
    row(
        "FileServer",
        "Intel: 512 B to 64 KiB, 80 % read, random",
        &[
            Line::new(512, 10, 80, 100),
            Line::new(KIB, 5, 80, 100),
            Line::new(2 * KIB, 5, 80, 100),
            Line::new(4 * KIB, 60, 80, 100),
            Line::new(8 * KIB, 2, 80, 100),
            Line::new(16 * KIB, 4, 80, 100),
            Line::new(32 * KIB, 4, 80, 100),
            Line::new(64 * KIB, 10, 80, 100),
        ],
    ),
    row(
        "WebServer",
        "Intel: 512 B to 512 KiB, all reads, random",
        &[
            Line::new(512, 22, 100, 100),
            Line::new(KIB, 15, 100, 100),
            Line::new(2 * KIB, 8, 100, 100),
            Line::new(4 * KIB, 23, 100, 100),
            Line::new(8 * KIB, 15, 100, 100),
            Line::new(16 * KIB, 2, 100, 100),
            Line::new(32 * KIB, 6, 100, 100),
            Line::new(64 * KIB, 7, 100, 100),
            Line::new(128 * KIB, 1, 100, 100),
            Line::new(512 * KIB, 1, 100, 100),
        ],
    ),
    row(
        "Workstation",
        "StorageReview: 8 KiB, 80 % read, 80 % random",
        &[Line::new(8 * KIB, 100, 80, 80)],
    ),
    row("DecisionSupport", "1 MiB, all reads, random", &[Line::new(1024 * KIB, 100, 100, 100)]),
    row("MediaStreaming", "64 KiB, 98 % read, sequential", &[Line::new(64 * KIB, 100, 98, 0)]),
    row("VideoOnDemand", "512 KiB, all reads, random", &[Line::new(512 * KIB, 100, 100, 100)]),
    row("SqlLog", "64 KiB, all writes, sequential", &[Line::new(64 * KIB, 100, 0, 0)]),
    row("WebLog", "8 KiB, all writes, sequential", &[Line::new(8 * KIB, 100, 0, 0)]),
    row("OsPaging", "64 KiB, 90 % read, sequential", &[Line::new(64 * KIB, 100, 90, 0)]),
    row("Exchange", "4 KiB, 67 % read, random", &[Line::new(4 * KIB, 100, 67, 100)]),
    row(
        "MaxThroughput",
        "VMware's community: 32 KiB, all reads, sequential",
        &[Line::new(32 * KIB, 100, 100, 0)],
    ),
    row(
        "RealLife",
        "VMware's community: 8 KiB, 65 % read, 60 % random",
        &[Line::new(8 * KIB, 100, 65, 60)],
    ),
    row(
        "MaxThroughput-50",
        "VMware's community: 32 KiB, 50 % read, sequential",
        &[Line::new(32 * KIB, 100, 50, 0)],
    ),
    row(
        "Random-8k",
        "VMware's community: 8 KiB, 70 % read, random",
        &[Line::new(8 * KIB, 100, 70, 100)],
    ),
];

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase()
}

pub(super) fn find(name: &str) -> Option<Specification> {
    let found = CLASSIC.iter().find(|known| plain(known.name) == plain(name))?;
    Some(Specification { name: found.name.to_owned(), assignment: 0, lines: found.lines.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_each_are_all_of_its_ios() {
        for classic in CLASSIC {
            let sum: u32 = classic.lines.iter().map(|line| line.share).sum();
            assert_eq!(sum, 100, "{}", classic.name);
            assert!(classic.lines.iter().all(|line| line.size % 512 == 0), "{}", classic.name);
        }
        assert_eq!(find("file server").map(|s| s.lines.len()), Some(8));
        assert_eq!(find("none"), None);
    }
}
