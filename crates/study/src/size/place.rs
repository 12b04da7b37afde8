//! Where the files of a database go: each kind to the layout that was measured to do its kind of I/O best.

use super::evidence::{Sample, carry};
use super::{SizeNeed, bare};
use crate::record::Record;
use workload::RoleKind;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Small random reads and writes.
    Data,
    /// Small writes one after the other, each of which somebody waits for.
    Log,
    /// Bursts of larger writes.
    Temporary,
    /// Long reads and writes in large blocks.
    Backup,
}

impl File {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Data, Self::Log, Self::Temporary, Self::Backup];

    /// As databases call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Log => "log",
            Self::Temporary => "tempdb",
            Self::Backup => "backup",
        }
    }

    /// Whether a role of a profile does its I/O.
    fn is(self, role: &str, kind: RoleKind) -> bool {
        let role = role.to_ascii_lowercase();
        match self {
            Self::Log => kind == RoleKind::Commit,
            Self::Temporary => role.contains("temp"),
            Self::Backup => role.contains("backup"),
            Self::Data => kind == RoleKind::Load && role.contains("data"),
        }
    }
}

/// Where a kind of file goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Which kind.
    pub file: File,
    /// The places that can be told apart by a number, best first: name, number.
    pub places: Vec<(String, f64)>,
    /// The unit of the numbers.
    pub unit: &'static str,
    /// What the numbers are, in words; why there are none, where there are none.
    pub by: String,
}

/// Where each kind goes, by the load lines of checks where there are some, else by the cells of studies.
pub fn placements(need: &SizeNeed, records: &[(String, Record)]) -> Vec<Placement> {
    let samples = super::evidence::samples(records);
    let one = |file: File| checked(file, records).unwrap_or_else(|| celled(file, need, &samples));
    File::ALL.into_iter().map(one).collect()
}

/// By the load lines of checks on different targets.
fn checked(file: File, records: &[(String, Record)]) -> Option<Placement> {
    let mut places: Vec<(String, f64)> = Vec::new();
    for (_, record) in records {
        for finding in record.roles() {
            let known = places.iter().any(|(place, _)| *place == record.target);
            if known || !file.is(&finding.role, finding.kind) {
                continue;
            }
            places.extend(finding.load_line.map(|line| (record.target.clone(), line.value)));
        }
    }
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let unit = if file == File::Log { "commits/s" } else { "IOPS" };
    let by = "load lines of checks".to_owned();
    (!places.is_empty()).then_some(Placement { file, places, unit, by })
}

/// By the cells that come nearest to its I/O.
fn celled(file: File, need: &SizeNeed, samples: &[Sample]) -> Placement {
    let mut subjects: Vec<&str> = Vec::new();
    for sample in samples.iter().filter(|sample| !bare(sample)) {
        if !subjects.contains(&sample.subject.as_str()) {
            subjects.push(&sample.subject);
        }
    }
    let of = |subject: &str| -> Vec<&Sample> {
        samples.iter().filter(|sample| sample.subject == subject).collect()
    };
    let number = |subject: &str| -> Option<f64> {
        let own = of(subject);
        let writes = own.iter().filter(|sample| sample.load.read_percent == 0.0);
        match file {
            File::Data => carry(need, &own).map(|carry| carry.iops.value),
            File::Log => {
                let alone = writes.filter(|s| s.load.depth * s.load.threads == 1);
                alone.min_by_key(|s| (s.load.block, s.load.random)).map(|s| s.iops.value)
            }
            File::Temporary => {
                let far = |s: &&&Sample| (s.load.block.0 as f64 / 65_536.0).ln().abs();
                let block = writes
                    .clone()
                    .min_by(|a, b| far(a).total_cmp(&far(b)))
                    .map(|sample| sample.load.block)?;
                let same = writes.filter(|s| s.load.block == block);
                same.map(|s| s.mibps.value).max_by(f64::total_cmp)
            }
            File::Backup => {
                let large = own.iter().filter(|s| !s.load.random).map(|s| s.load.block).max()?;
                let same = own.iter().filter(|s| s.load.block == large && !s.load.random);
                same.map(|s| s.mibps.value).max_by(f64::total_cmp)
            }
        }
    };
    let mut places: Vec<(String, f64)> = subjects
        .iter()
        .filter_map(|subject| Some(((*subject).to_owned(), number(subject)?)))
        .collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (unit, by) = match file {
        File::Data => ("IOPS", "what it carries of this need"),
        File::Log => ("IOPS", "its smallest writes, one at a time"),
        File::Temporary => ("MiB/s", "its writes of about 64 KiB"),
        File::Backup => ("MiB/s", "its largest sequential blocks"),
    };
    let by = if places.is_empty() {
        "nothing of the kind was measured".to_owned()
    } else {
        by.to_owned()
    };
    Placement { file, places, unit, by }
}
