//! `MariaDB` under sysbench.

use super::{CLIENTS, Database, Load, Reported, Server, done};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const SOCKET: &str = "--socket=/tmp/plimsoll-mariadb.sock";
/// Rows and their indexes are 900 MB; the pool holds a fifth.
const ROWS: [&str; 2] = ["--tables=4", "--table-size=1000000"];

pub(super) struct MariaDb;

fn sysbench(server: &Server, words: &[&str]) -> Command {
    let mut all =
        vec!["oltp_read_write", "--db-driver=mysql", "--mysql-user=root", "--mysql-db=test"];
    all.push("--mysql-socket=/tmp/plimsoll-mariadb.sock");
    all.extend(ROWS);
    all.extend(words);
    server.program("root", Path::new("/usr/bin/sysbench"), &all)
}

fn admin(words: &[&str]) -> Result<String, String> {
    done(Command::new("mariadb-admin").args(["--no-defaults", SOCKET, "--user=root"]).args(words))
}

impl Database for MariaDb {
    fn name(&self) -> &'static str {
        "mariadb"
    }

    fn install(&self, server: &Server) -> Result<(), String> {
        let data = server.data();
        done(Command::new("chown").args(["mysql", &data]))?;
        let mut install = Command::new("mariadb-install-db");
        install.args(["--no-defaults", "--user=mysql", "--auth-root-authentication-method=normal"]);
        done(install.arg(format!("--datadir={data}"))).map(drop)
    }

    fn fill(&self, server: &Server) -> Result<(), String> {
        admin(&["create", "test"]).or_else(|_| admin(&["ping"]))?;
        done(&mut sysbench(server, &["--threads=2", "prepare"])).map(drop)
    }

    fn start(&self, server: &Server) -> Result<(), String> {
        let data = format!("--datadir={}", server.data());
        let mut words = vec!["--no-defaults", "--user=mysql", SOCKET, "--skip-networking", &data];
        words.extend(["--innodb-buffer-pool-size=192M", "--innodb-flush-log-at-trx-commit=1"]);
        words.push("--innodb-log-file-size=256M");
        let mut start = server.program("root", Path::new("/usr/sbin/mariadbd"), &words);
        let started = start.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        started.map_err(|e| format!("MariaDB did not start: {e}"))?;
        for _ in 0..300 {
            if admin(&["ping"]).is_ok() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(200));
        }
        Err("MariaDB did not answer".to_owned())
    }

    fn stop(&self, _: &Server) -> Result<String, String> {
        admin(&["shutdown"])
    }

    fn committed(&self) -> Result<Option<u64>, String> {
        let status = admin(&["extended-status"])?;
        let line = status.lines().find(|line| line.contains("| Com_commit "));
        let count = line.and_then(|line| line.split('|').nth(2)?.trim().parse().ok());
        count.map(Some).ok_or_else(|| "MariaDB does not tell its commits".to_owned())
    }

    fn work(&self, server: &Server, load: &Load, seconds: &str) -> Result<Reported, String> {
        let (threads, time) = (format!("--threads={CLIENTS}"), format!("--time={seconds}"));
        let mut words = vec![threads.as_str(), &time, "--rand-type=uniform"];
        words.extend(load.words);
        words.push("run");
        let text = done(&mut sysbench(server, &words))?;
        let line = |start: &str| text.lines().find_map(|line| line.trim().strip_prefix(start));
        let rate = line("transactions:").and_then(|line| line.split('(').nth(1));
        let rate = rate.and_then(|rate| rate.split_whitespace().next()?.parse().ok());
        let latency = line("avg:").and_then(|line| line.trim().parse().ok());
        let (per_second, latency_ms) =
            rate.zip(latency).ok_or_else(|| format!("sysbench: {text}"))?;
        Ok(Reported { per_second, latency_ms })
    }
}
