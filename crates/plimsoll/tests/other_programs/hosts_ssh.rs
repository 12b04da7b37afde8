//! Several hosts that `mpirun` reaches by ssh: network namespaces with an sshd and a host name each. They share one kernel and
//! one clock, so the measured offset must be 0 within its stated error.
//!
//! Needs root, `ip`, sshd, Open MPI and `PLIMSOLL_MPI`; skipped if one of them is missing.

use crate::drive::{TestPlace, ended, until};
use std::path::Path;
use std::process::{Command, Stdio};

const HOSTS: usize = 3;
/// The network of the namespaces; nothing routes to it.
const NETWORK: &str = "10.231.77";

#[track_caller]
fn done(words: &str) {
    let mut parts = words.split_whitespace();
    let output = Command::new(parts.next().expect("a program")).args(parts).output();
    let output = output.expect("the tool was found");
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A bridge and the namespaces on it, removed on drop.
struct Namespaces {
    number: u32,
}

impl Namespaces {
    /// `None` if the kernel has no bridges or namespaces.
    fn up(place: &TestPlace) -> Option<Self> {
        let made = Self { number: std::process::id() % 10_000 };
        let bridge = made.bridge();
        let probe = format!("ip link add {bridge} type bridge && unshare --net --uts true");
        let probe = Command::new("sh").args(["-c", &probe]).output();
        if !probe.is_ok_and(|ended| ended.status.success()) {
            testkit::skip("hosts by ssh need bridges and network namespaces");
            return None;
        }
        done(&format!("ip link set {bridge} up"));
        let folder = place.dir.path().display();
        for key in ["key", "hostkey"] {
            let key = format!("{folder}/{key}");
            let ended = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f", &key])
                .status();
            assert!(ended.is_ok_and(|status| status.success()), "no key");
        }
        std::fs::create_dir_all("/run/sshd").expect("root may make it");
        for host in 0..HOSTS {
            let (space, wire) = (made.space(host), made.wire(host));
            done(&format!("ip netns add {space}"));
            done(&format!("ip link add {wire} type veth peer name eth0 netns {space}"));
            done(&format!("ip link set {wire} master {bridge} up"));
            done(&format!("ip -n {space} addr add {} dev eth0", address(host) + "/24"));
            done(&format!("ip -n {space} link set eth0 up"));
            done(&format!("ip -n {space} link set lo up"));
            let config = format!(
                "Port 22\nListenAddress {}\nHostKey {folder}/hostkey\nAuthorizedKeysFile {folder}/key.pub\n\
                 PermitRootLogin yes\nStrictModes no\nUsePAM no\nPidFile {folder}/sshd{host}.pid\n",
                address(host)
            );
            place.write(&format!("sshd{host}.conf"), config);
            let sshd =
                format!("hostname db{host}; exec /usr/sbin/sshd -f {folder}/sshd{host}.conf");
            // sshd continues in the background.
            let begun = made.inside(host, &sshd).stdin(Stdio::null()).status();
            assert!(begun.is_ok_and(|status| status.success()), "sshd could not be started");
            let started = place.dir.join(format!("sshd{host}.pid"));
            until("sshd listens", || started.exists());
        }
        Some(made)
    }

    /// A shell command in a namespace with its own host name. `ip netns exec` would keep the mounts of other tests.
    fn inside(&self, host: usize, script: &str) -> Command {
        let mut command = Command::new("nsenter");
        let space = format!("--net=/run/netns/{}", self.space(host));
        command.args([&space, "unshare", "--uts", "sh", "-c", script]);
        command
    }

    fn bridge(&self) -> String {
        format!("plb{}", self.number)
    }

    fn space(&self, host: usize) -> String {
        format!("plimsoll-{}-{host}", self.number)
    }

    fn wire(&self, host: usize) -> String {
        format!("plv{}-{host}", self.number)
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for host in 0..HOSTS {
            let space = self.space(host);
            let processes = Command::new("ip").args(["netns", "pids", &space]).output();
            let processes = processes.map(|out| String::from_utf8_lossy(&out.stdout).into_owned());
            for process in processes.unwrap_or_default().split_whitespace() {
                let _ = Command::new("sh").args(["-c", &format!("kill {process}")]).status();
            }
            let _ = Command::new("ip").args(["netns", "del", &space]).status();
        }
        let _ = Command::new("ip").args(["link", "del", &self.bridge()]).status();
    }
}

fn address(host: usize) -> String {
    format!("{NETWORK}.{}", host + 1)
}

/// The binary with MPI, if all requirements are met.
fn binary() -> Option<String> {
    if !testkit::other_programs() {
        return None;
    }
    let tools = ["ip", "nsenter", "ssh", "ssh-keygen", "mpirun", "unshare"];
    let missing = tools.into_iter().find(|name| testkit::tool(name).is_none());
    let missing = missing.or((!Path::new("/usr/sbin/sshd").exists()).then_some("sshd"));
    let missing = missing.or((!testkit::lab::is_root()).then_some("root"));
    let binary = std::env::var("PLIMSOLL_MPI").ok();
    match (missing, binary) {
        (None, Some(binary)) => Some(binary),
        (missing, _) => {
            let missing = missing.unwrap_or("a binary with MPI (PLIMSOLL_MPI)");
            testkit::skip(&format!("hosts by ssh need {missing}"));
            None
        }
    }
}

#[test]
fn hosts_that_ssh_reaches_measure_together_under_their_own_names() {
    let Some(binary) = binary() else { return };
    let place = TestPlace::new("hosts-ssh");
    let Some(made) = Namespaces::up(&place) else { return };
    let folder = place.dir.path().display().to_string();
    let ssh = format!(
        "#!/bin/sh\nexec ssh -q -i {folder}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \"$@\"\n"
    );
    let agent = place.write("agent", ssh);
    done(&format!("chmod +x {agent}"));
    let hosts: String = (0..HOSTS).map(|host| format!("{} slots=1\n", address(host))).collect();
    place.write("hosts", hosts);
    let job = "[job]\nduration = \"3s\"\n[target.t]\npath = \"null\"\nsize = \"1GiB\"\n[stream.s]\nrate = 200\ndepth = 4\n";
    place.write("job.toml", job);
    let network = format!("{NETWORK}.0/24");
    let script = format!(
        "hostname db0; exec mpirun --allow-run-as-root --mca plm_rsh_agent {agent} --mca oob_tcp_if_include {network} \
         --mca btl self,tcp --mca btl_tcp_if_include {network} --hostfile hosts -n {HOSTS} {binary} run job.toml --json \
         --store {folder}/results.db"
    );
    let mut command = made.inside(0, &script);
    let output = command.current_dir(place.dir.path()).stdin(Stdio::null()).output();
    let ended = ended(output.expect("nsenter was found"));
    ended.must_be(0, &["run"]);
    let record = ended.json();
    let hosts = record["hosts"]["hosts"].as_array().expect("the record has its hosts");
    let names: Vec<&str> = hosts.iter().filter_map(|host| host["name"].as_str()).collect();
    assert_eq!(names, ["db0", "db1", "db2"]);
    for host in &hosts[1..] {
        let offset_ns = host["clock_offset_ns"].as_i64().expect("a number").unsigned_abs();
        let bound_ns = host["clock_bound_ns"].as_u64().expect("a number");
        assert!(
            offset_ns <= bound_ns,
            "one clock, but {offset_ns} ns apart, at most {bound_ns} stated"
        );
    }
    let iops = record["trials"][0]["streams"][0]["iops"]["value"].as_f64().expect("a number");
    assert!((iops / 600.0 - 1.0).abs() < 0.02, "three hosts offer 200 each: {iops}");
    for host in 1..HOSTS {
        assert!(place.dir.join(format!("results-db{host}.db")).exists(), "db{host} has no part");
    }
}
