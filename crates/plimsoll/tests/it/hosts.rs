//! Several hosts under a real `mpirun`, all on this machine. `PLIMSOLL_MPI` names a binary that was built with the feature `mpi`;
//! without it, or without Open MPI, the tests are skipped.

use crate::drive::{CommandOutput, TestPlace, ended, names_in, until};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Options of mpirun on one small machine: a process that dies must not end the others, and processes need time to end after an
/// interrupt.
const MPIRUN: [&str; 7] = [
    "--allow-run-as-root",
    "--oversubscribe",
    "--enable-recovery",
    "--mca",
    "odls_base_sigkill_timeout",
    "5",
    "-n",
];

fn mpi() -> Option<(PathBuf, PathBuf)> {
    let binary = std::env::var_os("PLIMSOLL_MPI").map(PathBuf::from);
    let both = testkit::tool("mpirun").zip(binary);
    if both.is_none() {
        testkit::skip("no mpirun, or PLIMSOLL_MPI names no binary with the feature mpi");
    }
    both
}

/// A call of `count` processes in the directory of the test.
fn command(place: &TestPlace, count: usize, arguments: &[&str]) -> Option<Command> {
    let (mpirun, binary) = mpi()?;
    let like = place.command(arguments);
    let mut command = Command::new(mpirun);
    command.args(MPIRUN).arg(count.to_string()).arg(binary).args(arguments);
    command.current_dir(place.dir.path()).stdin(Stdio::null());
    for (name, value) in like.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    Some(command)
}

fn call(place: &TestPlace, count: usize, arguments: &[&str]) -> Option<CommandOutput> {
    let mut command = command(place, count, arguments)?;
    Some(ended(command.output().expect("mpirun can be started")))
}

fn start(place: &TestPlace, count: usize, arguments: &[&str]) -> Option<Child> {
    let mut command = command(place, count, arguments)?;
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command.spawn().expect("mpirun can be started"))
}

const RATE: &str = "[job]\nduration = \"2s\"\ninterval = \"500ms\"\n[target.t]\npath = \"null\"\nsize = \"1GiB\"\n\
    [stream.s]\ndepth = 8\nrate = 250\n";

fn hosts(record: &Value) -> &Vec<Value> {
    record["hosts"]["hosts"].as_array().expect("the record has its hosts")
}

#[test]
fn four_hosts_each_run_the_job_and_the_first_one_adds_them_up_also_later() {
    let place = TestPlace::new("hosts-sum");
    place.write("job.toml", RATE);
    let Some(ended) = call(&place, 4, &["run", "job.toml", "--json", "--seed", "7"]) else {
        return;
    };
    ended.must_be(0, &["run"]);
    let record = ended.json();
    assert_eq!(hosts(&record).len(), 4);
    let shares = record["hosts"]["shares"].as_array().unwrap();
    let sum: f64 = shares.iter().map(|share| share["iops"].as_f64().unwrap()).sum();
    let stream = &record["trials"][0]["streams"][0];
    let iops = stream["iops"]["value"].as_f64().unwrap();
    assert!((sum / iops - 1.0).abs() < 0.01, "{sum} of {iops}");
    assert!((iops / 1_000.0 - 1.0).abs() < 0.02, "four hosts offer 250 each: {iops}");
    assert!(record["hosts"]["start_spread_ns"].as_u64().is_some());
    assert!(record["hosts"]["interval_bytes"].as_u64().unwrap() < 8_192);
    assert!(hosts(&record).iter().all(|host| host["cpu_busy_share"].as_f64().is_some()));
    rebuilt_from_parts(&place, &record);
}

/// The store of each host, with its part of the result.
fn parts(place: &TestPlace) -> Vec<String> {
    let mut parts = names_in(&place.dir.path().display().to_string());
    parts.retain(|name| name.starts_with("results-") && name.ends_with(".db"));
    parts.sort();
    parts
}

/// A lost result is rebuilt from the parts of the four hosts.
fn rebuilt_from_parts(place: &TestPlace, whole: &Value) {
    let parts = parts(place);
    assert_eq!(parts.len(), 4, "{parts:?}");
    let merge = |store: &str, files: &[String]| {
        let files = files.iter().map(String::as_str);
        let words: Vec<&str> =
            ["results", "merge"].into_iter().chain(files).chain(["--store", store]).collect();
        place.expect(0, &words).stdout
    };
    let told = merge("again.db", &parts);
    assert!(told.ends_with("run 5: rebuilt from the parts of 4 of 4 hosts\n"), "{told}");
    let record = |store: &str, run: &str| {
        place.expect(0, &["results", "show", run, "--json", "--store", store]).json()
    };
    let rebuilt = record("again.db", "5");
    assert_eq!(rebuilt["state"], "done");
    let of = |record: &Value, key: &str| {
        record["trials"][0]["streams"][0][key]["value"].as_f64().expect("a figure")
    };
    let share = of(&rebuilt, "iops") / of(whole, "iops");
    assert!((share - 1.0).abs() < 0.02, "{share}");
    let ios = |record: &Value| {
        record["trials"][0]["streams"][0]["read"]["ios"].as_u64().expect("a count")
    };
    assert!(ios(&rebuilt).abs_diff(ios(whole)) <= 8, "{rebuilt:#}");
    assert_eq!(rebuilt["hosts"]["shares"].as_array().map(Vec::len), Some(4));
    // With the parts of only three hosts, the run has the figures of three; an existing run is not rebuilt.
    let told = merge("three.db", &parts[..3]);
    assert!(told.ends_with("run 4: rebuilt from the parts of 3 of 4 hosts\n"), "{told}");
    let again = merge("again.db", &parts);
    assert!(!again.contains("rebuilt"), "{again}");
    let last = merge("three.db", &parts[3..]);
    assert!(last.ends_with("run 6: rebuilt from the parts of 4 of 4 hosts\n"), "{last}");
}

#[test]
fn each_host_of_a_ramp_reads_a_separate_part_of_a_file() {
    let place = TestPlace::new("hosts-studies");
    place.folder("files");
    let words =
        ["ramp", "files", "--size", "64MiB", "--budget", "5s", "--json", "--depth-max", "8"];
    let Some(ended) = call(&place, 3, &words) else { return };
    let record = ended.json();
    assert_eq!(record["state"], "done", "{}", ended.stderr);
    assert_eq!(hosts(&record).len(), 3);
    let alone = place.expect(3, &["scale", "--hosts", "sim:ssd"]);
    alone.tells("only one process was started");
}

#[test]
fn a_soak_on_hosts_goes_on_where_it_was_interrupted() {
    let place = TestPlace::new("hosts-soak");
    place.folder("files");
    let words = ["soak", "files", "--size", "64MiB", "--roles", "data", "--load", "60"];
    let words = [&words[..], &["--time", "1h"]].concat();
    // The first progress line in a log comes after ten seconds.
    let pieces: Vec<String> = (0..2)
        .map_while(|_| {
            let child = start(&place, 3, &words)?;
            std::thread::sleep(Duration::from_secs(12));
            send(child.id(), "INT");
            let output = child.wait_with_output().expect("mpirun is ours");
            until("the hosts have ended", || processes(&place).is_empty());
            Some(String::from_utf8_lossy(&output.stderr).into_owned())
        })
        .collect();
    let [first, second] = &pieces[..] else { return };
    assert!(first.contains("3 of 3 hosts answer"), "{first}");
    assert!(second.contains("Run 1 is resumed."), "{second}");
    assert_eq!(place.runs().len(), 1);
    let record = place.record("1");
    assert_eq!(record["kind"], "soak");
    assert_eq!(hosts(&record).len(), 3, "{record:#}");
}

#[test]
fn a_job_says_which_hosts_run_a_stream_and_whose_load_it_names() {
    let place = TestPlace::new("hosts-section");
    let job = "[job]\nduration = \"2s\"\n[hosts]\nload = \"shared\"\n[target.t]\npath = \"null\"\nsize = \"1GiB\"\n\
        [stream.log]\nrate = 100\nhosts = [0]\n[stream.data]\ndepth = 9\nrate = 900\nhosts = [1, 2, 3]\n";
    place.write("job.toml", job);
    let Some(ended) = call(&place, 4, &["run", "job.toml", "--json"]) else { return };
    ended.must_be(0, &["run"]);
    let record = ended.json();
    let of = |host: u64| {
        let shares = record["hosts"]["shares"].as_array().expect("a list");
        let own = shares.iter().filter(|share| share["host"] == host);
        own.map(|share| (share["stream"].clone(), share["iops"].as_f64().expect("a number")))
            .collect::<Vec<_>>()
    };
    for (host, stream, rate) in [(0, "log", 100.0), (1, "data", 300.0), (3, "data", 300.0)] {
        let [(name, iops)] = &of(host)[..] else { panic!("{host}: {}", record["hosts"]) };
        assert!(name == stream && (iops / rate - 1.0).abs() < 0.05, "{host}: {name} {iops}");
    }
    place.write("job.toml", job.replace("[0]", "[\"db7\", 9]"));
    let Some(ended) = call(&place, 4, &["run", "job.toml"]) else { return };
    for name in ["db7", "9"] {
        ended.tells(&format!("stream \"log\" is to run on host {name}, which does not take part"));
    }
}

#[test]
fn a_host_that_refuses_ends_all_before_anything_is_written() {
    let place = TestPlace::new("hosts-refuse");
    let text =
        "[target.t]\npath = \"{rank}/own.dat\"\nsize = \"4MiB\"\n[stream.s]\nios = 10\nread = 0\n";
    place.write("job.toml", text);
    for folder in ["0", "1", "3"] {
        place.folder(folder);
    }
    let Some(ended) = call(&place, 4, &["run", "job.toml"]) else { return };
    ended.tells("#2: ");
    assert!(!ended.stderr.contains("#1: "), "{}", ended.stderr);
    for folder in ["0", "1", "3"] {
        assert!(!place.dir.join(folder).join("own.dat").exists(), "host {folder} has written");
    }
}

/// The processes of the binary that mpirun started in the directory, by rank.
fn processes(place: &TestPlace) -> Vec<u32> {
    let mut found: Vec<(usize, u32)> = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("/proc is there").flatten() {
        let Ok(process) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let folder = entry.path();
        let is_ours =
            std::fs::read_link(folder.join("cwd")).is_ok_and(|cwd| cwd == place.dir.path());
        let Ok(environment) = std::fs::read(folder.join("environ")) else { continue };
        let rank = environment.split(|byte| *byte == 0).find_map(|variable| {
            String::from_utf8_lossy(variable).strip_prefix("OMPI_COMM_WORLD_RANK=")?.parse().ok()
        });
        found.extend(rank.filter(|_| is_ours).map(|rank: usize| (rank, process)));
    }
    found.sort_unstable();
    found.into_iter().map(|(_, process)| process).collect()
}

fn send(process: u32, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -{name} {process}");
}

const LONG: &str = "[job]\nduration = \"25s\"\ninterval = \"500ms\"\n[target.t]\npath = \"null\"\nsize = \"1GiB\"\n\
    [stream.s]\ndepth = 2\nrate = 50\n";

/// Starts three hosts and waits until all of them measure.
fn measuring(place: &TestPlace, seconds: u64) -> Option<Child> {
    place.write("job.toml", LONG.replace("25s", &format!("{seconds}s")));
    let child = start(place, 3, &["run", "job.toml", "--json"])?;
    until("three hosts run", || processes(place).len() == 3);
    place.until_measured(2);
    Some(child)
}

#[test]
fn a_host_that_was_killed_is_named_and_the_others_end() {
    let place = TestPlace::new("hosts-killed");
    let Some(child) = measuring(&place, 60) else { return };
    let begun = std::time::Instant::now();
    send(processes(&place)[1], "KILL");
    let ended = ended(child.wait_with_output().expect("mpirun is ours"));
    assert!(begun.elapsed().as_secs() < 40, "the others ran on");
    let record = ended.json();
    assert!(hosts(&record)[1]["lost"].is_object(), "{}", record["hosts"]);
    assert!(hosts(&record)[2]["lost"].is_null());
    assert_eq!(record["state"], "failed");
    let stored = place.record("last");
    assert_eq!(stored["hosts"], record["hosts"], "what was measured is stored");
}

#[test]
fn the_others_end_and_keep_their_part_when_the_first_host_was_killed() {
    let place = TestPlace::new("hosts-first-killed");
    let Some(child) = measuring(&place, 60) else { return };
    let begun = std::time::Instant::now();
    send(processes(&place)[0], "KILL");
    let ended = ended(child.wait_with_output().expect("mpirun is ours"));
    assert!(begun.elapsed().as_secs() < 40, "the others ran on");
    ended.tells("#0 does not answer");
    for store in parts(&place) {
        let kept = place.call(&["results", "export", "last", "--csv", "--store", &store]);
        assert!(kept.stdout.lines().count() > 2, "{store}: {}", kept.stderr);
    }
}

/// Each process writes its own exit code into a file: mpirun has one for all of them.
const WITH_CODE: &str = "\"$0\" \"$@\"; echo $? > code-$OMPI_COMM_WORLD_RANK";

#[test]
fn a_host_whose_storage_fails_is_named_and_the_others_end_within_seconds() {
    let place = TestPlace::new("hosts-io-error");
    let Some((_, binary)) = mpi() else { return };
    let job = "[job]\nduration = \"60s\"\ninterval = \"500ms\"\n[target.t]\npath = \"own-{rank}.dat\"\nsize = \"8MiB\"\n\
        [stream.s]\ncache = \"buffered\"\nrate = 200\ndepth = 4\nread = 100\n";
    place.write("job.toml", job);
    let Some(like) = command(&place, 3, &["run", "job.toml", "--json"]) else { return };
    let mut command = Command::new(like.get_program());
    let own = like.get_args().take(MPIRUN.len() + 1);
    command.args(own).args(["sh", "-c", WITH_CODE]).arg(binary);
    command.args(["run", "job.toml", "--json"]).current_dir(place.dir.path());
    for (name, value) in like.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("mpirun can be started");
    place.until_measured(2);
    let file = std::fs::OpenOptions::new().write(true).open(place.dir.join("own-2.dat"));
    file.and_then(|file| file.set_len(0)).expect("the file is the test's");
    let begun = std::time::Instant::now();
    let ended = ended(child.wait_with_output().expect("mpirun is ours"));
    assert!(begun.elapsed().as_secs() < 15, "the others ran on for {:?}", begun.elapsed());
    let record = ended.json();
    let failure = &hosts(&record)[2]["failure"]["io"];
    assert!(failure["operation"] == "read" && failure["at_ns"].is_u64(), "{failure}");
    assert!(hosts(&record)[1]["failure"].is_null(), "{}", record["hosts"]);
    let code = std::fs::read_to_string(place.dir.join("code-0")).expect("the first host has ended");
    assert_eq!(code.trim(), "4");
}

#[test]
fn a_host_that_was_stopped_for_seconds_is_named() {
    let place = TestPlace::new("hosts-stopped");
    let Some(child) = measuring(&place, 14) else { return };
    let stopped = processes(&place)[2];
    send(stopped, "STOP");
    std::thread::sleep(Duration::from_secs(5));
    send(stopped, "CONT");
    let ended = ended(child.wait_with_output().expect("mpirun is ours"));
    ended.must_be(0, &["run"]);
    let record = ended.json();
    let pauses = hosts(&record)[2]["pauses"].as_array().unwrap();
    assert!(
        pauses.iter().any(|pause| pause["seconds"].as_f64().unwrap() > 4.0),
        "{}",
        record["hosts"]
    );
}

#[test]
fn an_interrupt_of_mpirun_keeps_what_was_measured() {
    let place = TestPlace::new("hosts-interrupt");
    let Some(child) = measuring(&place, 60) else { return };
    send(child.id(), "INT");
    drop(child.wait_with_output());
    until("the hosts have ended", || processes(&place).is_empty());
    let listed = place.runs();
    assert_eq!(listed[0]["answer"], "interrupted", "{listed:?}");
}

#[test]
fn a_build_without_mpi_says_so_under_a_launcher() {
    let place = TestPlace::new("hosts-without");
    let mut command = place.command(&["run", "job.toml"]);
    place.write("job.toml", RATE);
    let output = command.env("OMPI_COMM_WORLD_SIZE", "4").output().expect("the binary is there");
    let ended = ended(output);
    if cfg!(not(feature = "mpi")) {
        ended.must_be(3, &["run"]);
        ended.tells("--features mpi");
    }
}
