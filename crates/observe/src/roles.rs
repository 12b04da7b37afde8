//! The role of a file in a database, by its path or by its access pattern.
//!
//! Takes paths and shares; gives a [`FileRole`]. The rules are those of the databases' own documentation: PostgreSQL (Database File
//! Layout), SQL Server (Database Files and Filegroups), MySQL and MariaDB (InnoDB on-disk structures, Aria), Oracle (Optimal Flexible
//! Architecture), MongoDB (WiredTiger), 1C:Enterprise.

base::words! {
    /// The roles, in the order of their numbers.
    #[derive(PartialOrd, Ord)]
    pub enum FileRole as "role of a file" {
        /// Transactions: write-ahead, redo and binary logs.
        Log = "log",
        /// Tables, indexes and related files.
        Data = "data",
        /// Sorts, temporary tables.
        Temp = "temp",
        Backup = "backup",
        /// Everything else.
        Other = "other",
    }
}

/// A rule: a part of a path that identifies a role.
enum PathRule {
    Folder(&'static str),
    Begins(&'static str),
    Ends(&'static str),
    Both(&'static str, &'static str),
    Holds(&'static str),
}

use PathRule::{Begins, Both, Ends, Folder, Holds};

/// In the order in which they are tried, all in lower case. Temporary files and backups take precedence over suffixes.
const RULES: &[(FileRole, &[PathRule])] = &[
    (FileRole::Other, &[Begins(crate::files::JOURNAL)]),
    (
        FileRole::Temp,
        &[
            // PostgreSQL.
            Folder("pgsql_tmp"),
            // SQL Server: data and log of tempdb.
            Begins("tempdb"),
            Begins("templog"),
            Both("temp", ".ndf"),
            // MySQL and MariaDB.
            Folder("#innodb_temp"),
            Begins("ibtmp"),
            Begins("#sql"),
            // Oracle.
            Folder("tempfile"),
            Both("temp", ".dbf"),
            // 1C:Enterprise.
            Both("v8_", ".tmp"),
        ],
    ),
    (
        FileRole::Backup,
        &[
            Ends(".bak"),
            Ends(".trn"),
            Ends(".bkp"),
            Ends(".dmp"),
            Ends(".dump"),
            Ends(".backup"),
            // 1C:Enterprise.
            Ends(".dt"),
            Folder("backupset"),
            Folder("autobackup"),
            Folder("backup"),
            Folder("backups"),
        ],
    ),
    (
        FileRole::Log,
        &[
            // PostgreSQL.
            Folder("pg_wal"),
            Folder("pg_xlog"),
            // SQL Server.
            Ends(".ldf"),
            // MySQL and MariaDB.
            Folder("#innodb_redo"),
            Begins("ib_logfile"),
            Begins("aria_log"),
            Begins("binlog."),
            // MariaDB prepends the host name.
            Holds("-bin."),
            Begins("tc.log"),
            // Oracle.
            Folder("onlinelog"),
            Folder("archivelog"),
            Both("redo", ".log"),
            Both("redo", ".rdo"),
            // MongoDB.
            Begins("wiredtigerlog."),
            // 1C:Enterprise.
            Folder("1cv8log"),
        ],
    ),
    (
        FileRole::Data,
        &[
            // PostgreSQL.
            Folder("base"),
            Folder("global"),
            Folder("pg_tblspc"),
            Folder("pg_xact"),
            Folder("pg_multixact"),
            // SQL Server.
            Ends(".mdf"),
            Ends(".ndf"),
            // MySQL and MariaDB.
            Begins("ibdata"),
            // Undo: MySQL and MariaDB, and tablespaces that a user of MySQL made.
            Begins("undo_0"),
            Begins("undo0"),
            Ends(".ibu"),
            Ends(".ibd"),
            Ends(".dblwr"),
            Ends(".myd"),
            Ends(".myi"),
            Ends(".mad"),
            Ends(".mai"),
            // Oracle.
            Folder("datafile"),
            Ends(".dbf"),
            Ends(".ctl"),
            // MongoDB.
            Ends(".wt"),
            // 1C:Enterprise.
            Ends(".1cd"),
        ],
    ),
    (FileRole::Temp, &[Folder("tmp"), Ends(".tmp")]),
];

/// The role of a file by its path; `None` if no rule matches.
pub fn of_path(path: &str) -> Option<FileRole> {
    let path = path.replace('\\', "/").to_lowercase();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    // PostgreSQL keeps temporary tables beside the others: t3_16384.
    let own = name.strip_prefix('t').and_then(|rest| rest.split_once('_'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if folders.split('/').any(|folder| folder == "base")
        && own.is_some_and(|(a, b)| digits(a) && digits(b))
    {
        return Some(FileRole::Temp);
    }
    let fits = |rule: &PathRule| match rule {
        Folder(folder) => folders.split('/').any(|one| one == *folder),
        Begins(start) => name.starts_with(start),
        Ends(end) => name.ends_with(end),
        Both(start, end) => name.starts_with(start) && name.ends_with(end),
        Holds(part) => name.contains(part),
    };
    RULES.iter().find(|(_, rules)| rules.iter().any(fits)).map(|(role, _)| *role)
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FileBehaviour {
    /// The share of reads among its I/Os, 0 to 1.
    pub read_share: f64,
    /// The share of writes that continue an earlier write, 0 to 1.
    pub sequential_write_share: f64,
    /// The share of writes that are durable at once: with FUA, or with a flush before the next write, 0 to 1.
    pub durable_write_share: f64,
    pub write_bytes_mean: f64,
}

/// The role of a file without a matching rule, by its access pattern. A log is written sequentially and durably; a backup is
/// written sequentially in large pieces; a file with other reads and writes is data.
pub fn of_behaviour(file: &FileBehaviour) -> FileRole {
    const MOST: f64 = 0.5;
    const LARGE_BYTES: f64 = 131_072.0;
    let written = file.read_share < 0.1;
    let in_sequence = file.sequential_write_share >= MOST;
    match (written, in_sequence) {
        (true, true) if file.durable_write_share >= MOST => FileRole::Log,
        (true, true) if file.write_bytes_mean >= LARGE_BYTES => FileRole::Backup,
        (_, false) => FileRole::Data,
        _ => FileRole::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_databases_have_their_roles() {
        for (role, paths) in [
            (
                FileRole::Log,
                &[
                    "/var/lib/postgresql/15/main/pg_wal/000000010000000000000001",
                    r"D:\MSSQL\Log\Sales_log.ldf",
                    "/var/lib/mysql/#innodb_redo/#ib_redo12",
                    "/var/lib/mysql/ib_logfile0",
                    "/var/lib/mysql/binlog.000004",
                    "/var/lib/mysql/mysql-bin.000004",
                    "/var/lib/mysql/db1-relay-bin.000004",
                    "/var/lib/mysql/aria_log.00000001",
                    "/u02/oradata/ORCL/redo01.log",
                    "/data/db/journal/WiredTigerLog.0000000002",
                    "/srv/1C/reg_1541/0f/1Cv8Log/20261123000000.lgp",
                ][..],
            ),
            (
                FileRole::Data,
                &[
                    "/var/lib/postgresql/15/main/base/16384/16397",
                    r"D:\MSSQL\Data\Sales.mdf",
                    "/var/lib/mysql/shop/orders.ibd",
                    "/var/lib/mysql/ibdata1",
                    "/var/lib/mysql/undo001",
                    "/var/lib/mysql/undo_001",
                    "/var/lib/mysql/#ib_16384_0.dblwr",
                    "/u02/oradata/ORCL/users01.dbf",
                    "/data/db/collection-7--123.wt",
                    "/srv/1C/bases/trade/1Cv8.1CD",
                ],
            ),
            (
                FileRole::Temp,
                &[
                    "/var/lib/postgresql/15/main/base/pgsql_tmp/pgsql_tmp814.0",
                    "/var/lib/postgresql/15/main/base/16384/t3_16409",
                    r"E:\MSSQL\tempdb.mdf",
                    r"E:\MSSQL\templog.ldf",
                    "/var/lib/mysql/ibtmp1",
                    "/var/lib/mysql/#innodb_temp/temp_1.ibt",
                    "/tmp/#sql-temptable-1a2b-5-0.MAD",
                    "/u02/oradata/ORCL/temp01.dbf",
                    "/tmp/v8_4F_12.tmp",
                ],
            ),
            (
                FileRole::Backup,
                &[r"F:\Backup\Sales.bak", "/backup/base.tar", "/srv/copies/trade.dt"],
            ),
        ] {
            for path in paths {
                assert_eq!(of_path(path), Some(role), "{path}");
            }
        }
        assert_eq!(of_path("/var/log/syslog"), None);
    }

    #[test]
    fn behaviour_stands_in_for_a_rule() {
        let of = |read_share, sequential_write_share, durable_write_share, write_bytes_mean| {
            of_behaviour(&FileBehaviour {
                read_share,
                sequential_write_share,
                durable_write_share,
                write_bytes_mean,
            })
        };
        assert_eq!(of(0.0, 0.9, 0.95, 16_384.0), FileRole::Log);
        assert_eq!(of(0.0, 0.9, 0.0, 1_048_576.0), FileRole::Backup);
        assert_eq!(of(0.7, 0.0, 0.1, 8_192.0), FileRole::Data);
        assert_eq!(of(0.5, 0.9, 0.0, 8_192.0), FileRole::Other);
    }
}
