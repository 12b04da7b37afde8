//! A database's I/O roles with their activities and latency limits; the texts of the built-in profiles.
//!
//! The texts are TOML, read by `job::profile`; this crate only contains them.

use crate::{CacheMode, JobLoad, LatencyLimit, Requirement, Stream};
use base::Nanos;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The name users write, such as `postgres`.
    pub name: String,
    pub title: String,
    /// The roles, most important first.
    pub roles: Vec<Role>,
}

/// One kind of I/O of a database.
#[derive(Clone, Debug, PartialEq)]
pub struct Role {
    pub name: String,
    pub activity: Option<Activity>,
    /// One line in the words of the user's profile; empty: the activity and the I/O say what it is.
    pub title: String,
    pub kind: RoleKind,
    /// Its stream; the study fills in target and pace.
    pub stream: Stream,
    /// The job that the role was made from, if it is a whole job instead of one kind of I/O.
    pub job: Option<JobLoad>,
    pub latency_limit: LatencyLimit,
    /// Its share of the measuring budget, relative to the others.
    pub weight: f64,
    /// Whether `check` measures it by default, or only with `--roles all`.
    pub measured: bool,
    /// Where the numbers come from.
    pub source: String,
}

/// The latency limit of a job's role if the user gives none: that of the data role of `generic-oltp`.
const JOB_LATENCY_LIMIT: LatencyLimit =
    LatencyLimit { quantile: 0.99, latency_ns: Nanos::millis(20) };
/// The latency limit of the transactions of sessions, as long as they wait for the storage: users of an interactive program notice a
/// second (Nielsen, Usability Engineering, 1993).
const TRANSACTION_LATENCY_LIMIT: LatencyLimit =
    LatencyLimit { quantile: 0.99, latency_ns: Nanos::secs(1) };
/// The depth of a whole job at full load; its streams divide it in the ratio of their rates.
const JOB_DEPTH: u32 = 64;

impl Profile {
    /// A profile with one role, which is a whole job.
    pub fn of_job(name: &str, job: JobLoad) -> Self {
        let sessions = job.sessions();
        let stream = Stream {
            depth: sessions.map_or(JOB_DEPTH, |found| found.count),
            read_percent: job.read_percent(),
            ..Stream::new(name, name)
        };
        // A transaction ends with its commit.
        let kind = if sessions.is_some() { RoleKind::Commit } else { RoleKind::Load };
        let limit = sessions.map_or(JOB_LATENCY_LIMIT, |_| TRANSACTION_LATENCY_LIMIT);
        let role = Role { job: Some(job), ..Role::new(kind, stream, limit) };
        Self { name: name.to_owned(), title: String::new(), roles: vec![role] }
    }

    /// If a role is a job and the requirement has no rate, sets it to the job's rate times `load_min` (1 if absent).
    #[must_use]
    pub fn requirement(&self, mut requirement: Requirement) -> Requirement {
        let Some(job) = self.roles.iter().find_map(|role| role.job.as_ref()) else {
            return requirement;
        };
        let times = requirement.load_min.unwrap_or(1.0);
        if let Some(sessions) = job.sessions() {
            let rate = sessions.cycle.rate.map(|rate| rate * times);
            requirement.commits_min = requirement.commits_min.or(rate);
        } else if requirement.iops_min.is_none() {
            requirement.iops_min = Some(job.rate_at(times));
        }
        requirement
    }

    /// The clauses of a requirement by which a measured role is judged, such as `iops>=N`.
    pub fn judged_clauses(&self) -> Vec<&'static str> {
        let mut clauses: Vec<&str> = Vec::new();
        for role in self.roles.iter().filter(|role| role.measured) {
            let of_job = role.job.as_ref().map(|_| LOAD_CLAUSE);
            clauses.extend([role.kind.clause()].into_iter().chain(of_job));
        }
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    }

    /// The clauses of this requirement by which no measured role is judged.
    pub fn unjudged_clauses(&self, requirement: &Requirement) -> Vec<&'static str> {
        let judged = self.judged_clauses();
        let required = [
            (requirement.iops_min, RoleKind::Load.clause()),
            (requirement.commits_min, RoleKind::Commit.clause()),
            (requirement.mibps_min, RoleKind::Bulk.clause()),
            (requirement.load_min, LOAD_CLAUSE),
        ];
        let required = required.into_iter().filter(|(rate, _)| rate.is_some());
        required.map(|(_, clause)| clause).filter(|clause| !judged.contains(clause)).collect()
    }
}

/// The clause that requires a multiple of a job's rate.
const LOAD_CLAUSE: &str = "load>=Nx";

impl RoleKind {
    /// The clause that requires a rate of such a role.
    pub fn clause(self) -> &'static str {
        match self {
            Self::Load => "iops>=N",
            Self::Commit => "commits>=N",
            Self::Bulk => "mib/s>=N",
        }
    }
}

impl Role {
    /// A role with the name of its stream, of which its operations say what it is.
    pub fn new(kind: RoleKind, stream: Stream, latency_limit: LatencyLimit) -> Self {
        Self {
            name: stream.name.clone(),
            activity: None,
            title: String::new(),
            kind,
            stream,
            job: None,
            latency_limit,
            weight: 1.0,
            measured: true,
            source: String::new(),
        }
    }

    /// Rounds the sizes of direct I/O up to whole blocks of the target.
    pub fn fit_to(&mut self, unit_bytes: u64) {
        self.stream.fit_to(unit_bytes);
        if let Some(job) = &mut self.job {
            let all = job.streams.iter_mut().chain(&mut job.background);
            all.for_each(|stream| stream.fit_to(unit_bytes));
        }
    }

    /// Whether it is a job with the sessions of a database.
    pub fn has_sessions(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.sessions().is_some())
    }

    /// Whether one of its streams goes through the page cache on purpose.
    pub fn uses_page_cache(&self) -> bool {
        let cached = |stream: &Stream| stream.cache != CacheMode::Direct;
        match &self.job {
            Some(job) => job.streams.iter().chain(&job.background).any(cached),
            None => cached(&self.stream),
        }
    }

    /// The names of the streams that run; those in the background come last.
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

base::words! {
    #[derive(Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum RoleKind {
        /// The highest load of I/Os within the latency limit (open loop).
        Load = "load",
        /// The highest load of commits, with one log writer and with shared flushes (open loop).
        Commit = "commit",
        /// The highest load of large transfers, in MiB/s (open loop).
        Bulk = "bulk",
    }
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

base::words! {
    /// An activity of a database. `report` has its name in each language.
    pub enum Activity as "activity" {
        /// Writes of the transaction log that a commit waits for.
        Commit = "commit",
        /// A commit of the pages of a key-value store.
        StoreCommit = "store-commit",
        Data = "data",
        Scan = "scan",
        /// Scans, and backups that read as they do.
        ScanAndBackup = "scan-and-backup",
        ReadAhead = "read-ahead",
        BulkLoad = "bulk-load",
        Backup = "backup",
        /// Writes of a restore.
        Restore = "restore",
        /// Writes of changed pages at a checkpoint.
        Checkpoint = "checkpoint",
        /// Writes of changed pages in the background.
        LazyWriter = "lazy-writer",
        /// Writes of pages to a buffer before their place.
        Doublewrite = "doublewrite",
        /// Zeroing of new files.
        NewFiles = "new-files",
        CheckDatabase = "check-database",
        RebuildIndex = "rebuild-index",
        ShowFragmentation = "show-fragmentation",
        /// Appends of producers.
        Append = "append",
        /// Appends that are flushed one by one.
        AppendFlushed = "append-flushed",
        /// Reads of consumers that lag.
        CatchUp = "catch-up",
        /// Appends beside reads of consumers that lag.
        AppendAndCatchUp = "append-and-catch-up",
    }
}
