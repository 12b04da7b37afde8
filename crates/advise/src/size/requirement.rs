//! What a storage has to carry: [`SizeRequirement::read`] from a text, with all mistakes reported at once, or that of a job. The values
//! of requirements and of the file of disks as people write them.

use base::units::UnitError;
use base::{Bytes, number};
use workload::grid::order_of;
use workload::requirement::{RequirementError, with_typed_signs};
use workload::{JobLoad, LatencyLimit, Requirement, Stream};

#[derive(Clone, Debug, PartialEq)]
pub enum NeedError {
    Clause {
        clause: String,
        error: ValueError,
    },
    /// A clause with another sign than the one that its key has.
    Sign {
        clause: String,
        sign: &'static str,
    },
    /// A clause that checks have, too.
    Requirement(RequirementError),
    NoRate(String),
}

/// What a storage has to carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SizeRequirement {
    /// The name of its role; empty if there is one requirement only.
    pub role: String,
    pub iops: Option<f64>,
    pub mibps: Option<f64>,
    pub write: f64,
    /// The size of an operation; `None`: the smallest that was measured, and for throughput the one that moves most.
    pub block: Option<Bytes>,
    pub latency_limit: Option<LatencyLimit>,
    pub usable: Option<Bytes>,
    /// Whether operations are commits, each of which is durable before the next one.
    pub commits: bool,
    /// Whether places are random (else sequential); `None`: random for operations, either for throughput.
    pub random: Option<bool>,
}

impl SizeRequirement {
    /// The load of a whole job: its mean rate, mix and mean size at random places.
    pub fn of_job(name: &str, job: &JobLoad, latency_limit: LatencyLimit) -> Self {
        let rate = |stream: &Stream| stream.pace.rate_iops().unwrap_or_default();
        let bytes = |stream: &Stream| {
            let reads = stream.read_percent / 100.0;
            reads * stream.read_blocks.mean_bytes()
                + (1.0 - reads) * stream.write_blocks.mean_bytes()
        };
        let moved: f64 = job.streams.iter().map(|stream| rate(stream) * bytes(stream)).sum();
        Self {
            role: name.to_owned(),
            iops: Some(job.rate_iops()),
            write: 1.0 - job.read_percent() / 100.0,
            block: Some(Bytes((moved / job.rate_iops()).round() as u64)),
            latency_limit: Some(latency_limit),
            random: Some(true),
            ..Self::default()
        }
    }

    /// Whether it is throughput in blocks of any size.
    pub fn any_block(&self) -> bool {
        self.mibps.is_some() && self.block.is_none() && !self.commits
    }

    /// Whether its numbers are in MiB/s, not in operations.
    pub fn in_mibps(&self) -> bool {
        self.mibps.is_some() && self.iops.is_none()
    }

    /// Reads `iops>=8000, write=0.3, p99<=10ms, block=8k, usable>=2TiB, order=random`; `write` is a share or a percentage.
    pub fn read(role: &str, text: &str) -> Result<Self, Vec<NeedError>> {
        let mut requirement = Self { role: role.to_owned(), ..Self::default() };
        let (mut rest, mut problems) = (Vec::new(), Vec::new());
        for clause in number::clauses(text) {
            match requirement.read_clause(clause) {
                Some(read) => problems.extend(read.err()),
                None => rest.push(clause),
            }
        }
        match Requirement::read_of_size(&rest.join(",")) {
            Ok(found) => {
                (requirement.iops, requirement.mibps) = (found.iops_min, found.mibps_min);
                // A commit is a write of its own.
                if let Some(commits) = found.commits_min {
                    (requirement.iops, requirement.write, requirement.commits) =
                        (Some(commits), 1.0, true);
                }
                requirement.latency_limit = found.latency_limit;
            }
            Err(errors) => problems.extend(errors.into_iter().map(NeedError::Requirement)),
        }
        if requirement.iops.is_none() && requirement.mibps.is_none() && problems.is_empty() {
            problems.push(NeedError::NoRate(text.to_owned()));
        }
        if problems.is_empty() { Ok(requirement) } else { Err(problems) }
    }

    /// Reads a clause that checks do not have; `None` if it is none of these.
    fn read_clause(&mut self, clause: &str) -> Option<Result<(), NeedError>> {
        let typed = with_typed_signs(clause);
        let (key, rest) = typed.split_at(typed.find(['=', '<', '>'])?);
        let value = rest.trim_start_matches(['=', '<', '>']);
        let key = key.trim().to_ascii_lowercase();
        let expected = match key.as_str() {
            "write" | "writes" | "block" | "order" => "=",
            "usable" => ">=",
            _ => return None,
        };
        let clause = || clause.to_owned();
        if rest.strip_suffix(value) != Some(expected) {
            return Some(Err(NeedError::Sign { clause: clause(), sign: expected }));
        }
        let value = value.trim();
        let set = match key.as_str() {
            "block" => size(value).map(|block| self.block = Some(block)),
            "usable" => capacity(value).map(|usable| self.usable = Some(usable)),
            "order" => {
                order_of(value).map(|random| self.random = Some(random)).ok_or(ValueError::Order)
            }
            _ => share(value).map(|write| self.write = write),
        };
        Some(set.map_err(|error| NeedError::Clause { clause: clause(), error }))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueError {
    /// It is neither random nor sequential.
    Order,
    /// A share of writes that is not between 0 and 1.
    Share,
    Size(UnitError),
    /// It is no number above 0.
    Number(String),
    /// It is no whole number in the range of its key.
    Count(String),
    /// There is no usual rate at this many rpm.
    Turns(u32),
    Level(String),
}

/// The least number that is refused (ours: no price, rate or speed comes near it).
const NUMBER_END: f64 = 1e15;

/// Reads a share such as `0.3` or `30%`.
pub(super) fn share(text: &str) -> Result<f64, ValueError> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text, 1.0),
    };
    let value = number.parse::<f64>().ok().map(|value| value / scale);
    value.filter(|value| (0.0..=1.0).contains(value)).ok_or(ValueError::Share)
}

pub(super) fn size(text: &str) -> Result<Bytes, ValueError> {
    Bytes::with_unit(text).map_err(ValueError::Size)
}

pub(super) fn capacity(text: &str) -> Result<Bytes, ValueError> {
    Bytes::capacity(text).map_err(ValueError::Size)
}

/// Reads a number above 0, such as a price or a rate.
pub(super) fn number(text: &str) -> Result<f64, ValueError> {
    let value = text.replace('_', "").parse::<f64>().ok();
    let value = value.filter(|value| *value > 0.0 && *value < NUMBER_END);
    value.ok_or_else(|| ValueError::Number(text.to_owned()))
}

/// Reads a whole number from 1 to [`u32::MAX`].
pub(super) fn count(text: &str) -> Result<u32, ValueError> {
    let value = number(text)?;
    if value.fract() == 0.0 && value <= f64::from(u32::MAX) {
        Ok(value as u32)
    } else {
        Err(ValueError::Count(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::{BlockSizes, Pace};

    #[test]
    fn a_requirement_says_how_much_of_what() {
        let requirement =
            SizeRequirement::read("data", "iops>=8000,write=0.3,p99<=10ms, block=8k").unwrap();
        assert_eq!(
            (requirement.iops, requirement.write, requirement.block),
            (Some(8000.0), 0.3, Some(Bytes(8192)))
        );
        assert_eq!(requirement.latency_limit.unwrap().to_string(), "p99 <= 10 ms");
        assert_eq!(SizeRequirement::read("", "mibps>=400, write=30%").unwrap().write, 0.3);
        let log = SizeRequirement::read("", "commits>=500").unwrap();
        assert!(log.commits && log.write == 1.0 && !requirement.commits);
        let scan = SizeRequirement::read("", "mibps>=400, order=sequential").unwrap();
        assert_eq!((scan.random, requirement.random), (Some(false), None));
    }

    #[test]
    fn a_job_needs_its_rate_at_its_mean_size() {
        let stream = |name: &str, rate_iops, read_percent, kib| Stream {
            pace: Pace::Poisson { rate_iops },
            read_percent,
            read_blocks: BlockSizes::Fixed(Bytes::kib(kib)),
            write_blocks: BlockSizes::Fixed(Bytes::kib(kib)),
            ..Stream::new(name, "storage")
        };
        let job = JobLoad {
            streams: vec![stream("data", 300.0, 100.0, 8), stream("log", 100.0, 0.0, 16)],
            background: Vec::new(),
            file_depth: 0,
            curves: Vec::new(),
            peak_factor: 1.0,
        };
        let limit = "p99<=20ms".parse().unwrap();
        let requirement = SizeRequirement::of_job("prod", &job, limit);
        assert_eq!((requirement.iops, requirement.write), (Some(400.0), 0.25));
        assert_eq!(
            (requirement.block, requirement.latency_limit),
            (Some(Bytes::kib(10)), Some(limit))
        );
    }

    #[test]
    fn every_mistake_is_told() {
        let errors =
            SizeRequirement::read("", "write=3, p99<=10, speed>=4, usable>=lots").unwrap_err();
        assert_eq!(errors.len(), 4, "{errors:?}");
        assert!(SizeRequirement::read("", "write=0.3").is_err());
        let [NeedError::Requirement(odd)] = &SizeRequirement::read("", "blok=8k").unwrap_err()[..]
        else {
            panic!("one clause that no requirement has")
        };
        for known in ["block=", "write=", "usable>=", "order="] {
            assert!(odd.reason.contains(known) && !odd.reason.contains("load"), "{odd}");
        }
        assert!(SizeRequirement::read("", "iops>=3, order=backwards").is_err());
    }

    #[test]
    fn a_clause_with_another_sign_says_something_else_and_is_refused() {
        for (clause, sign) in [
            ("usable<=5TiB", ">="),
            ("usable=5TiB", ">="),
            ("block<=8k", "="),
            ("write>=0.3", "="),
            ("order>=random", "="),
        ] {
            let read = SizeRequirement::read("", &format!("iops>=1, {clause}"));
            assert_eq!(read, Err(vec![NeedError::Sign { clause: clause.to_owned(), sign }]));
        }
        let read = SizeRequirement::read("", "iops>=1, usable \u{2265} 5TiB, block = 8k");
        assert_eq!(read, SizeRequirement::read("", "iops>=1, usable>=5TiB, block=8k"));
    }

    #[test]
    fn a_capacity_goes_by_the_name_of_its_unit() {
        let usable = |text: &str| SizeRequirement::read("", &format!("iops>=1,usable>={text}"));
        assert_eq!(usable("5TiB").unwrap().usable, Some(Bytes(5 << 40)));
        assert_eq!(usable("5TB").unwrap().usable, Some(Bytes(5_000_000_000_000)));
        assert!(usable("5T").is_err());
    }
}
