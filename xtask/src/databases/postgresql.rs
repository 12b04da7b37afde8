//! `PostgreSQL` under pgbench.

use super::{CLIENTS, Database, Load, Reported, Server, done};
use std::path::Path;
use std::process::{Command, Stdio};

const PORT: &str = "5877";
/// Rows of a scale of 60 are 900 MB.
const SCALE: &str = "60";

pub(super) struct PostgreSql;

fn program(server: &Server, name: &str, words: &[&str]) -> Command {
    let bin = Path::new("/usr/lib/postgresql/15/bin").join(name);
    let mut command = server.program("postgres", &bin, words);
    command.env("PGHOST", "/tmp").env("PGPORT", PORT);
    command
}

impl Database for PostgreSql {
    fn name(&self) -> &'static str {
        "postgresql"
    }

    fn install(&self, server: &Server) -> Result<(), String> {
        let data = server.data();
        done(Command::new("chown").args(["postgres", &data]))?;
        done(&mut program(server, "initdb", &["-D", &data, "-A", "trust", "--no-sync"])).map(drop)
    }

    fn fill(&self, server: &Server) -> Result<(), String> {
        let words = ["-i", "-q", "-s", SCALE, "postgres"];
        done(&mut program(server, "pgbench", &words)).map(drop)
    }

    fn start(&self, server: &Server) -> Result<(), String> {
        let options = format!(
            "-p {PORT} -k /tmp -c listen_addresses= -c shared_buffers=64MB -c checkpoint_timeout=30s -c autovacuum=off"
        );
        let data = server.data();
        let words =
            ["-s", "-w", "-D", &data, "-l", "/tmp/plimsoll-pg.log", "-o", &options, "start"];
        let mut start = program(server, "pg_ctl", &words);
        let status = start.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            Ok(())
        } else {
            Err("PostgreSQL did not start".to_owned())
        }
    }

    fn stop(&self, server: &Server) -> Result<String, String> {
        let words = ["-s", "-w", "-D", &server.data(), "-m", "fast", "stop"];
        done(&mut program(server, "pg_ctl", &words))
    }

    /// Its counter does not tell transactions that only read apart.
    fn committed(&self) -> Result<Option<u64>, String> {
        Ok(None)
    }

    fn work(&self, server: &Server, load: &Load, seconds: &str) -> Result<Reported, String> {
        let mut words = vec!["-n", "-c", CLIENTS, "-j", "2", "-T", seconds];
        words.extend(load.words);
        words.push("postgres");
        let text = done(&mut program(server, "pgbench", &words))?;
        let number = |start: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(start))?;
            line.split_whitespace().next()?.parse::<f64>().ok()
        };
        let reported = number("tps = ").zip(number("latency average = "));
        let (per_second, latency_ms) = reported.ok_or_else(|| format!("pgbench: {text}"))?;
        Ok(Reported { per_second, latency_ms })
    }
}
