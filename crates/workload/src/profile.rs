//! A database's I/O roles with their latency limits; the texts of the built-in profiles.
//!
//! The texts are TOML, read by `job::profile`; this crate only contains them.

use crate::{JobLoad, LatencyLimit, Requirement, Stream, WordChoice};
use base::Nanos;
use serde::{Deserialize, Serialize};

/// A database's I/O roles.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The name users write, such as `postgres`.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// The roles, most important first.
    pub roles: Vec<Role>,
}

/// One kind of I/O a database does.
#[derive(Clone, Debug, PartialEq)]
pub struct Role {
    /// A short name, such as `log` or `data`.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// What kind of answer the role wants.
    pub kind: RoleKind,
    /// What it does; target and pace are filled in by the study.
    pub stream: Stream,
    /// The job that the role was made from, where it is a whole job and not one kind of I/O.
    pub job: Option<JobLoad>,
    /// The latency it must keep.
    pub latency_limit: LatencyLimit,
    /// Its share of the measuring budget, relative to the others.
    pub weight: f64,
    /// Whether `check` measures it, or only names it for people who want it (`--roles all`).
    pub measured: bool,
    /// Where the numbers come from.
    pub source: String,
}

/// The latency limit of a job's role where the user gives none: that of the data role of `generic-oltp`.
const JOB_LATENCY_LIMIT: LatencyLimit =
    LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(20) };
/// What may be outstanding at full load where a whole job runs; its streams divide it as they divide the rate.
const JOB_DEPTH: u32 = 64;

impl Profile {
    /// The profile whose one role is a whole job.
    pub fn of_job(name: &str, job: JobLoad) -> Self {
        let stream = Stream {
            depth: JOB_DEPTH,
            read_percent: job.read_percent(),
            ..Stream::new(name, name)
        };
        let role = Role {
            name: name.to_owned(),
            title: "all streams of the job".to_owned(),
            kind: RoleKind::Load,
            stream,
            job: Some(job),
            latency_limit: JOB_LATENCY_LIMIT,
            weight: 1.0,
            measured: true,
            source: String::new(),
        };
        Self { name: name.to_owned(), title: "a job".to_owned(), roles: vec![role] }
    }

    /// Without a rate of their own, the roles that are jobs need the rate of the job, times what the requirement asks.
    #[must_use]
    pub fn requirement(&self, mut requirement: Requirement) -> Requirement {
        let job = self.roles.iter().find_map(|role| role.job.as_ref());
        if let (Some(job), None) = (job, requirement.iops_min) {
            let times = requirement.load_min.unwrap_or(1.0);
            requirement.iops_min = Some(job.rate_at(times));
        }
        requirement
    }
}

impl Role {
    /// Grows direct I/O to whole blocks of the target.
    pub fn fit_to(&mut self, unit_bytes: u64) {
        self.stream.fit_to(unit_bytes);
        if let Some(job) = &mut self.job {
            let all = job.streams.iter_mut().chain(&mut job.background);
            all.for_each(|stream| stream.fit_to(unit_bytes));
        }
    }

    /// The names of the streams that run, those of the role before those beside it.
    pub fn stream_names(&self) -> Vec<String> {
        match &self.job {
            Some(job) => {
                let all = job.streams.iter().chain(&job.background);
                all.map(|stream| stream.name.clone()).collect()
            }
            None => vec![self.name.clone()],
        }
    }
}

/// What kind of answer a role wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoleKind {
    /// The highest load of I/Os within the latency limit (open loop).
    Load,
    /// The highest load of commits, one log writer at work, and with shared flushes (open loop).
    Commit,
    /// The highest load of large transfers, in MiB/s (open loop).
    Bulk,
}

impl WordChoice for RoleKind {
    const WORDS: &'static [(&'static str, Self)] =
        &[("load", Self::Load), ("commit", Self::Commit), ("bulk", Self::Bulk)];
}

/// The built-in profiles: name and text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("sqlserver-oltp", include_str!("../profiles/sqlserver-oltp.toml")),
    ("sqlserver-dw", include_str!("../profiles/sqlserver-dw.toml")),
    ("postgres", include_str!("../profiles/postgres.toml")),
    ("mysql-innodb", include_str!("../profiles/mysql-innodb.toml")),
    ("oracle-oltp", include_str!("../profiles/oracle-oltp.toml")),
    ("1c", include_str!("../profiles/1c.toml")),
    ("mongodb", include_str!("../profiles/mongodb.toml")),
    ("etcd", include_str!("../profiles/etcd.toml")),
    ("kafka", include_str!("../profiles/kafka.toml")),
    ("generic-oltp", include_str!("../profiles/generic-oltp.toml")),
];
