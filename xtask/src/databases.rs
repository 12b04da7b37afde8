//! `cargo xtask databases`: compares what a check says of a database with what the database does.
//!
//! A database runs on one disk with a real service time and is captured; a job is fitted. On other disks `check` predicts the
//! transactions per second from the job, and the database itself shows them. Results are kept in target/databases and not measured again.

use crate::source;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};
use testkit::slow_disk::{SlowDisk, SlowDiskOptions};

const HELP: &str = "\
cargo xtask databases [--write]
Databases on six disks with a real service time: captured on the first one, predicted for the others. Loads: writes, reads, rate (pgbench)
and mariadb (sysbench). About an hour; results are kept in target/databases and resumed. --write puts the table into
docs/explanation/databases.md. Run it as root on a quiet machine, after `cargo build --release -p plimsoll`.";

const DISK_BYTES: u64 = 4 << 30;
/// Buffers and page cache together hold a third of the rows.
const MEMORY_BYTES: u64 = 384 << 20;
const CLIENTS: &str = "16";
const SECONDS: &str = "40";

struct Disk {
    name: &'static str,
    slots: u32,
    service_us: u64,
    mb_per_s: u64,
    flush_us: u64,
}

const fn disk(
    name: &'static str,
    slots: u32,
    service_us: u64,
    mb_per_s: u64,
    flush_us: u64,
) -> Disk {
    Disk { name, slots, service_us, mb_per_s, flush_us }
}

/// The first one is captured. A slot transfers `mb_per_s`.
const DISKS: [Disk; 6] = [
    disk("4 at once, 1 ms", 4, 1_000, 200, 400),
    disk("4 at once, 4 ms", 4, 4_000, 200, 400),
    disk("1 at once, 1 ms", 1, 1_000, 200, 400),
    disk("4 at once, 1 ms, 2 MB/s each", 4, 1_000, 2, 400),
    disk("4 at once, 1 ms, flush 8 ms", 4, 1_000, 200, 8_000),
    disk("16 at once, 500 us", 16, 500, 200, 400),
];

struct Load {
    name: &'static str,
    about: &'static str,
    database: &'static dyn Database,
    /// What its benchmark does, in its words.
    words: &'static [&'static str],
    /// Whether clients ask for the rate of the capture, and not for all that there is.
    is_paced: bool,
    /// The part of its transactions that writes. Others leave no commit that a capture could show.
    writing: f64,
}

const fn load(name: &'static str, words: &'static [&'static str], about: &'static str) -> Load {
    Load { name, about, database: &PostgreSql, words, is_paced: false, writing: 1.0 }
}

const LOADS: [Load; 4] = [
    load("writes", &["-b", "tpcb-like"], "pgbench on PostgreSQL 15, TPC-B-like, as fast as it can"),
    Load {
        writing: 0.1,
        ..load(
            "reads",
            &["-b", "select-only@9", "-b", "tpcb-like@1"],
            "pgbench, nine of ten transactions only read; the table counts the tenth that writes",
        )
    },
    Load {
        is_paced: true,
        ..load(
            "rate",
            &["-b", "tpcb-like", "-R", "100"],
            "pgbench, TPC-B-like, limited to 100 transactions/s",
        )
    },
    Load {
        database: &MariaDb,
        ..load("mariadb", &[], "sysbench oltp_read_write on MariaDB 10.11")
    },
];

trait Database: Sync {
    fn name(&self) -> &'static str;
    fn install(&self, server: &Server) -> Result<(), String>;
    /// Fills the started server with rows.
    fn fill(&self, server: &Server) -> Result<(), String>;
    fn start(&self, server: &Server) -> Result<(), String>;
    fn stop(&self, server: &Server) -> Result<String, String>;
    /// The transactions of the load that the server has committed so far; none if it counts others with them.
    fn committed(&self) -> Result<Option<u64>, String>;
    fn work(&self, server: &Server, load: &Load, seconds: &str) -> Result<Reported, String>;
}

struct Reported {
    per_second: f64,
    latency_ms: f64,
}

fn folder() -> PathBuf {
    source::root().join("target/databases")
}

fn memory_group() -> PathBuf {
    PathBuf::from("/sys/fs/cgroup/memory/plimsoll-databases")
}

fn done(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// Sets the queue of the device: readahead as of a plain disk (a loop device has 2.5 MiB), and no writeback throttling. That holds buffered
/// writes back while reads take more than 2 ms, also those of a log; direct I/O, by which a check measures, does not know it.
fn set_queue(device: &Path) -> Result<(), String> {
    let name = device.file_name().unwrap_or_default().to_string_lossy();
    for (setting, value) in [("read_ahead_kb", "128"), ("wbt_lat_usec", "0")] {
        let path = format!("/sys/block/{name}/queue/{setting}");
        fs::write(&path, value).map_err(|e| format!("cannot write {path}: {e}"))?;
    }
    Ok(())
}

/// A server on a mounted disk; stopped and unmounted on drop.
struct Server {
    disk: SlowDisk,
    mount: PathBuf,
    database: &'static dyn Database,
}

impl Server {
    /// Puts a copy of the prepared file system on the disk.
    fn up(of: &Disk, database: &'static dyn Database, is_new: bool) -> Result<Self, String> {
        let (image, prepared) = (PathBuf::from(IMAGE), prepared(database));
        let copy = if is_new { Ok(()) } else { fs::copy(&prepared, &image).map(drop) };
        copy.map_err(|e| format!("cannot copy {}: {e}", prepared.display()))?;
        let options = SlowDiskOptions {
            size_bytes: DISK_BYTES,
            slots: of.slots,
            service_ns: of.service_us * 1_000,
            bytes_per_s: of.mb_per_s * 1_000_000,
            flush_ns: of.flush_us * 1_000,
            ..SlowDiskOptions::default()
        };
        let disk =
            SlowDisk::up(&image, &folder().join("below"), options).map_err(|e| e.to_string())?;
        if is_new {
            done(Command::new("mkfs.ext4").args(["-q", "-E", "nodiscard"]).arg(disk.device()))?;
        }
        set_queue(disk.device())?;
        let mount = folder().join("mount");
        fs::create_dir_all(&mount).map_err(|e| format!("cannot make {}: {e}", mount.display()))?;
        done(Command::new("mount").arg(disk.device()).arg(&mount))?;
        Ok(Self { disk, mount, database })
    }

    fn data(&self) -> String {
        self.mount.join("data").display().to_string()
    }

    /// A program as a user, with the memory of the test.
    fn program(&self, user: &str, program: &Path, words: &[&str]) -> Command {
        let tasks = memory_group().join("cgroup.procs");
        let mut command = Command::new("sh");
        let script = "echo $$ >\"$0\"; user=$1; shift; exec runuser -u \"$user\" -- \"$@\"";
        command.args(["-c", script]);
        command.arg(tasks).arg(user).arg(program).args(words).current_dir("/tmp");
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.database.stop(self));
        for _ in 0..20 {
            if done(Command::new("umount").arg(&self.mount)).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(500));
        }
    }
}

const IMAGE: &str = "/dev/shm/plimsoll-databases.img";

fn prepared(database: &dyn Database) -> PathBuf {
    folder().join(format!("{}.img", database.name()))
}

fn prepare(database: &'static dyn Database) -> Result<(), String> {
    if prepared(database).exists() {
        return Ok(());
    }
    let fast = disk("fast", 16, 50, 1000, 50);
    let server = Server::up(&fast, database, true)?;
    let data = server.data();
    fs::create_dir_all(&data).map_err(|e| format!("cannot make {data}: {e}"))?;
    database.install(&server)?;
    database.start(&server)?;
    database.fill(&server)?;
    drop(server);
    fs::copy(IMAGE, prepared(database)).map(drop).map_err(|e| format!("cannot copy {IMAGE}: {e}"))
}

/// Runs the load on a disk, and captures it if it is the first one.
fn measured(load: &Load, of: &Disk) -> Result<Value, String> {
    let server = Server::up(of, load.database, false)?;
    load.database.start(&server)?;
    load.database.work(&server, load, "15")?;
    let mut watch: Option<Child> = None;
    let before = load.database.committed()?;
    if of.name == DISKS[0].name {
        let mut command = Command::new(source::release());
        command.arg("capture").arg(server.disk.device()).args(["--for", SECONDS, "--quiet", "-o"]);
        drop(fs::remove_file(capture(load)));
        watch = Some(command.arg(capture(load)).spawn().map_err(|e| format!("no capture: {e}"))?);
        thread::sleep(Duration::from_secs(1));
    }
    let database = load.database;
    let counting = thread::spawn(move || {
        let Some(mut watch) = watch else { return Ok(None) };
        watch.wait().map_err(|e| format!("the capture failed: {e}"))?;
        database.committed()
    });
    let reported = database.work(&server, load, SECONDS)?;
    let after = counting.join().map_err(|_| "the count failed")??;
    let committed = before.zip(after).map(|(before, after)| after - before);
    Ok(
        json!({ "per_second": reported.per_second, "latency_ms": reported.latency_ms, "committed": committed }),
    )
}

/// What a check of the disk says of the fitted job.
fn predicted(load: &Load, of: &Disk) -> Result<Value, String> {
    let job = folder().join(format!("{}.toml", load.name));
    if !job.exists() {
        let mut fit = Command::new(source::release());
        fit.args(["capture", "fit"]).arg(capture(load)).arg("-o").arg(&job);
        let captured = fs::read_to_string(file(load, 0, "measured")).map_err(|e| format!("{e}"))?;
        let captured: Value = serde_json::from_str(&captured).map_err(|e| format!("{e}"))?;
        if let Some(committed) = captured["committed"].as_u64() {
            fit.args(["--transactions", &committed.to_string()]);
        }
        done(&mut fit)?;
    }
    let server = Server::up(of, load.database, false)?;
    let mut check = Command::new(source::release());
    check.arg("check").arg(&server.mount).arg("--for").arg(&job);
    check.args(["--budget", "40s", "--json", "--store"]).arg(folder().join("results.db"));
    let output = check.output().map_err(|e| format!("no check: {e}"))?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok(document["findings"][0]["sessions"].clone())
}

fn capture(load: &Load) -> PathBuf {
    folder().join(format!("{}.capture", load.name))
}

/// A result that is kept, or else measured and kept.
fn kept(file: &Path, measure: impl FnOnce() -> Result<Value, String>) -> Result<(), String> {
    if file.exists() {
        return Ok(());
    }
    let found = measure()?;
    eprintln!("{}: {found}", file.display());
    fs::write(file, format!("{found:#}\n")).map_err(|e| format!("cannot write: {e}"))
}

fn file(load: &Load, number: usize, what: &str) -> PathBuf {
    folder().join(format!("{}-{number}-{what}.json", load.name))
}

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let is_written = match words {
        [] => false,
        ["--write"] => true,
        _ => return Err(HELP.to_owned()),
    };
    fs::create_dir_all(folder()).map_err(|e| format!("cannot make the folder: {e}"))?;
    let group = memory_group();
    fs::create_dir_all(&group).map_err(|e| format!("cannot make {}: {e}", group.display()))?;
    let limit = fs::write(group.join("memory.limit_in_bytes"), MEMORY_BYTES.to_string());
    limit.map_err(|e| format!("cannot limit the memory: {e}"))?;
    for load in &LOADS {
        prepare(load.database)?;
        for (number, disk) in DISKS.iter().enumerate() {
            kept(&file(load, number, "measured"), || measured(load, disk))?;
            kept(&file(load, number, "predicted"), || predicted(load, disk))?;
        }
    }
    let page = page();
    print!("{page}");
    if is_written {
        let path = source::root().join("docs/explanation/databases.md");
        fs::write(&path, page).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// How far a prediction may be off to be counted as right.
const OFF_MAX: f64 = 0.15;

fn page() -> String {
    let mut text = "\
# What will a database do on another disk?

`check --for JOB` predicts transactions per second if the job was fitted to a capture of the database. `cargo xtask databases` compares the
prediction with the rate of the database itself: 16 clients, with a fifth to a third of the data in memory. The load was captured on the first
disk; checks of 40 s predict all six disks. *Disk* has the I/Os that the disk serves at once, and their service time. A flush takes 400 us if not
stated. In brackets: 95 % intervals.
"
    .to_owned();
    let (mut others, mut right) = (0, 0);
    for load in &LOADS {
        text += &format!(
            "\n{}: {}\n\n| disk | transactions/s | predicted | ratio |\n| --- | --- | --- | --- |\n",
            load.name, load.about
        );
        for (number, disk) in DISKS.iter().enumerate() {
            let known = |what: &str| -> Option<Value> {
                serde_json::from_str(&fs::read_to_string(file(load, number, what)).ok()?).ok()
            };
            let actual = known("measured").and_then(|of| of["per_second"].as_f64());
            let found = known("predicted").unwrap_or_default();
            let rate = if load.is_paced { &found["today"] } else { &found["reached"] };
            let rate = &rate["per_second"];
            let (Some(actual), Some(predicted)) = (actual, rate["value"].as_f64()) else {
                continue;
            };
            let actual = actual * load.writing;
            let end = |name: &str| rate[name].as_f64().unwrap_or_default();
            let (low, high, ratio) = (end("low"), end("high"), predicted / actual);
            text += &format!(
                "| {} | {actual:.0} | {predicted:.0} ({low:.0} - {high:.0}) | {ratio:.2} |\n",
                disk.name
            );
            others += usize::from(number > 0);
            right += usize::from(number > 0 && (ratio - 1.0).abs() <= OFF_MAX);
        }
    }
    text += &format!(
        "
Of {others} predictions for the other disks, {right} are at most {:.0} % off. Not predicted:

- The limit of the CPUs: the two of this machine are slower than the last disk.
- The kernel's writeback throttling, switched off here (`wbt_lat_usec` 0). On a disk slower than 2 ms, it halved PostgreSQL's rate. It does not
  slow a check, which uses direct I/O.
- Lock waits on a faster disk, which are shorter than in the capture.

The fit of MariaDB used the transactions that the server counted (`--transactions`, from `Com_commit`); the capture alone shows 12 % fewer.
",
        OFF_MAX * 100.0
    );
    text
}

const PORT: &str = "5877";
/// Rows of a scale of 60 are 900 MB.
const SCALE: &str = "60";

struct PostgreSql;

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

const SOCKET: &str = "--socket=/tmp/plimsoll-mariadb.sock";
/// Rows and their indexes are 900 MB; the pool holds a fifth.
const ROWS: [&str; 2] = ["--tables=4", "--table-size=1000000"];

struct MariaDb;

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
