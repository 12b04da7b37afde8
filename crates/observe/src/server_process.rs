//! What a process is for: the kind of a backend of PostgreSQL from its command line, the unit or container from its cgroup.

/// The processes of PostgreSQL that serve no client, as their titles name them.
const OWN: &[&str] = &[
    "checkpointer",
    "background writer",
    "walwriter",
    "autovacuum launcher",
    "autovacuum worker",
    "archiver",
    "startup",
    "walsender",
    "walreceiver",
    "wal summarizer",
    "parallel worker",
    "io worker",
    "slotsync worker",
    "logical replication launcher",
    "logical replication worker",
    "stats collector",
    "logger",
];

/// The kind of a backend of PostgreSQL, or the database and user of its client; `None` for other programs.
///
/// `command_line` is that of /proc, which PostgreSQL overwrites: `postgres: 15/main: alice shop [local] idle`.
pub fn backend(command_line: &str) -> Option<String> {
    let shown = command_line.trim_end_matches('\0').strip_prefix("postgres: ")?;
    let shown = match shown.split_once(": ") {
        // The name of the cluster.
        Some((cluster, rest)) if !cluster.contains(' ') => rest,
        _ => shown,
    };
    if let Some(own) = OWN.iter().find(|own| shown.starts_with(**own)) {
        return Some((*own).to_owned());
    }
    let mut words = shown.split_whitespace();
    let (user, database, host) = (words.next()?, words.next()?, words.next()?);
    let is_client = host == "[local]" || host.ends_with(')');
    is_client.then(|| format!("{user}@{database}"))
}

/// The container or the unit of systemd of a process, from the text of its cgroup; `None` where there is none.
pub fn unit(cgroup: &str) -> Option<String> {
    // `0::/system.slice/ssh.service`; version 1 has a line for each controller, that of systemd with the unit.
    let paths = cgroup.lines().filter_map(|line| line.splitn(3, ':').nth(2));
    let path = paths.max_by_key(|path| path.len())?;
    let parts: Vec<&str> = path.split('/').collect();
    let container = parts.iter().rev().find_map(|part| {
        let id = part.trim_end_matches(".scope").rsplit('-').next()?;
        let is_id = id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_id.then(|| id[..12].to_owned())
    });
    let unit = || parts.iter().rev().find(|part| part.ends_with(".service"));
    container.or_else(|| unit().map(|unit| (*unit).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_postgresql_name_what_a_process_does() {
        for (line, found) in [
            ("postgres: checkpointer \0\0\0", Some("checkpointer")),
            ("postgres: 15/main: walwriter ", Some("walwriter")),
            ("postgres: autovacuum worker shop", Some("autovacuum worker")),
            ("postgres: alice shop [local] idle in transaction", Some("alice@shop")),
            ("postgres: 15/main: alice shop 10.0.0.7(5432) SELECT", Some("alice@shop")),
            ("postgres: alice shop fe80::1(5432) SELECT waiting", Some("alice@shop")),
            ("/usr/lib/postgresql/15/bin/postgres\0-D\0/data", None),
            ("mariadbd", None),
        ] {
            assert_eq!(backend(line).as_deref(), found, "{line}");
        }
    }

    #[test]
    fn a_cgroup_names_a_container_before_a_unit() {
        let id = "0123456789abcdef".repeat(4);
        for (text, found) in [
            (
                "0::/system.slice/system-postgresql.slice/postgresql@15-main.service\n".to_owned(),
                Some("postgresql@15-main.service"),
            ),
            (format!("0::/system.slice/docker-{id}.scope"), Some("0123456789ab")),
            (format!("12:memory:/docker/{id}\n1:name=systemd:/docker/{id}"), Some("0123456789ab")),
            (
                format!("0::/kubepods.slice/pod1.slice/cri-containerd-{id}.scope"),
                Some("0123456789ab"),
            ),
            ("0::/user.slice/user-0.slice/session-3.scope".to_owned(), None),
            ("0::/".to_owned(), None),
        ] {
            assert_eq!(unit(&text).as_deref(), found, "{text}");
        }
    }
}
