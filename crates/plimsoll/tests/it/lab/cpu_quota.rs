//! A CPU quota of a real control group, and another program that uses the CPUs: the record names both.

use crate::drive::{TestPlace, ended};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Child, Command};
use testkit::place::skip;

/// A control group that gives its processes a tenth of a CPU; removed on drop.
struct CpuGroup(PathBuf);

impl CpuGroup {
    /// Of either version, where this machine lets it.
    fn new() -> Option<Self> {
        let name = format!("plimsoll-cpu-{}", std::process::id());
        for root in ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup"] {
            let folder = PathBuf::from(root).join(&name);
            if std::fs::create_dir(&folder).is_err() {
                continue;
            }
            let group = Self(folder);
            // A new group has the usual period of 100 ms.
            let limits = [("cpu.cfs_quota_us", "10000"), ("cpu.max", "10000 100000")];
            if limits.iter().any(|(file, text)| std::fs::write(group.0.join(file), text).is_ok()) {
                return Some(group);
            }
        }
        skip("no control group for CPU time can be made here");
        None
    }
}

impl Drop for CpuGroup {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.0);
    }
}

/// A busy loop, ended on drop.
struct Hog(Child);

impl Drop for Hog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_cpu_quota_and_a_busy_program_are_named_with_their_shares() {
    let Some(group) = CpuGroup::new() else { return };
    let place = TestPlace::new("cpu-quota");
    let shell = std::fs::canonicalize("/bin/sh").expect("there is a shell");
    let program = place.folder("bin") + "/hogshell";
    std::fs::copy(shell, &program).expect("there is room");
    let hog = Command::new(&program).args(["-c", "while :; do :; done"]).spawn();
    let _hog = Hog(hog.expect("the loop starts"));
    let enter = format!("echo $$ > {}", group.0.join("cgroup.procs").display());
    // The null engine needs nothing but CPU time.
    let job = "[target.t]\npath = \"null\"\nsize = \"1GiB\"\n[stream.x]\ntarget = \"t\"\nread = \"100%\"\nduration = \"4s\"\n";
    place.write("job.toml", job);
    let run = place.command_after(&enter, &["run", "job.toml", "--json"]).output();
    let output = run.expect("the binary was built for this test");
    let record = ended(output).json();
    let (machine, share) = (&record["machine"], |of: &Value| of.as_f64().expect("a share"));
    let quota = &machine["quota"];
    // Where others leave hardly any CPU time, the quota is never used up, and the loop is not among the largest.
    let programs = machine["programs"].as_array().expect("programs");
    let hog_share = 1.0 / std::thread::available_parallelism().expect("CPUs").get() as f64;
    let others = share(&machine["foreign_share"]) - hog_share;
    if others > 0.2 {
        skip("other programs use the CPUs as well");
        return;
    }
    let name = group.0.file_name().expect("a name").to_string_lossy();
    assert!(quota["group"].as_str().is_some_and(|group| group.ends_with(&*name)), "{machine}");
    assert_eq!(share(&quota["cpus"]), 0.1, "{machine}");
    let [periods, throttled] = [&quota["periods"], &quota["throttled"]].map(share);
    assert!(periods >= 10.0 && throttled > 0.0 && throttled <= periods, "{machine}");
    assert!(share(&quota["throttled_share"]) > 0.001, "{machine}");
    let warnings = record["warnings"].as_array().expect("warnings");
    let kinds: Vec<&Value> = warnings.iter().map(|warning| &warning["kind"]).collect();
    assert!(kinds.iter().any(|kind| **kind == "cpu-throttled"), "{kinds:?}");
    let hogs: Vec<&Value> = programs.iter().filter(|one| one["name"] == "hogshell").collect();
    assert!(matches!(hogs[..], [hog] if share(&hog["share"]) > 0.02), "{machine}");
    assert!(share(&machine["foreign_share"]) > share(&machine["own_share"]), "{machine}");
}
