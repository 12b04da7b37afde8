//! A database's I/O roles with their latency limits; the texts of the built-in profiles.
//!
//! The texts are TOML, read by `job::profile`; this crate only contains them.

use crate::{LatencyLimit, Stream, WordChoice};
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
    /// The latency it must keep.
    pub latency_limit: LatencyLimit,
    /// Its share of the measuring budget, relative to the others.
    pub weight: f64,
    /// Whether `check` measures it, or only names it for people who want it (`--roles all`).
    pub measured: bool,
    /// Where the numbers come from.
    pub source: String,
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
