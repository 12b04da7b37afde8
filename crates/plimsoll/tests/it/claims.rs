//! One owner of a place at a time: a second command is told which process measures it; one storage under two names is
//! refused; a study whose results cannot be stored stops, and can be resumed.

use crate::drive::{CommandOutput, TestPlace, ended, signal, until, wait};
use std::path::Path;
use std::process::{Command, Stdio};

const DEPTHS: [&str; 9] =
    ["--size", "64MiB", "--depths", "1,2,4,8", "--time", "2s", "--pause", "0s", "--json"];

#[test]
fn a_place_that_is_measured_is_refused_to_everybody_else() {
    let place = TestPlace::new("claim");
    let (folder, other) = (place.folder("target"), place.folder("other"));
    let words = [&["ramp", &folder][..], &DEPTHS].concat();
    let child = place.start(&words);
    until("the study is in the store", || {
        place.call(&["results", "list", "--json"]).stdout.contains("ramp")
    });
    // Another study with a separate store does not find the first one in its store.
    let store = place.dir.join("other.db").display().to_string();
    let told = |ended: &CommandOutput| {
        ended.tells(&format!("{folder} is being measured by process {}", child.id()));
        ended.tells("--depths 1,2,4,8");
    };
    let second = ["calibrate", &other, &folder, "--size", "64MiB", "--store", &store];
    told(&place.expect(4, &second));
    told(&place.expect(4, &["check", &folder, "--size", "64MiB", "--budget", "5s"]));
    told(&place.expect(4, &["verify", &folder, "--size", "24MiB", "--minutes", "0.01"]));
    let missing = place.expect(4, &[&words[..], &["--store", &store]].concat());
    told(&missing);
    assert!(!place.dir.join("other.db").exists(), "nothing was begun");
    signal(&child, "KILL");
    wait(child);
    let short = ["ramp", &folder, "--size", "64MiB", "--depths", "1", "--time", "1s"];
    // A busy machine may leave the answer open, but the target is free.
    let after = place.call(&[&short[..], &["--store", &store]].concat());
    assert!([0, 2].contains(&after.code), "{}", after.stderr);
}

/// A call of the binary in a separate network namespace, like that of a container.
fn in_own_network(place: &TestPlace, words: &[&str]) -> Command {
    let own = place.command(words);
    let mut command = Command::new("unshare");
    // A user who is not root needs a user namespace for it.
    command.args(["--net", "--user", "--map-root-user"]);
    command.arg(own.get_program()).args(own.get_args()).current_dir(place.dir.path());
    command.envs(own.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

#[test]
fn a_target_is_refused_across_networks() {
    let place = TestPlace::new("claim-network");
    if !in_own_network(&place, &["--version"]).status().is_ok_and(|status| status.success()) {
        return testkit::skip(
            "no network namespace can be made here: claims across them are not seen",
        );
    }
    let folder = place.folder("target");
    let words = [&["ramp", &folder][..], &DEPTHS].concat();
    let mut first = in_own_network(&place, &words).spawn().expect("it ran before");
    until("the study is in the store", || {
        place.call(&["results", "list", "--json"]).stdout.contains("ramp")
    });
    let store = place.dir.join("other.db").display().to_string();
    let second = ["ramp", &folder, "--size", "64MiB", "--depths", "1", "--store", &store];
    let refused = in_own_network(&place, &second).output().expect("it ran before");
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    // unshare executes the program, so the process ID is that of the child.
    let line = format!("{folder} is being measured by process {}", first.id());
    assert!(refused.status.code() == Some(4) && stderr.contains(&line), "{stderr}");
    place.expect(4, &second).tells(&line);
    signal(&first, "KILL");
    first.wait().expect("the child is ours");
}

#[test]
fn a_program_that_ends_leaves_no_lock_file() {
    use std::os::unix::fs::MetadataExt;
    let place = TestPlace::new("claim-file");
    // A killed program leaves its files, the inode number may be that of its target, and they may belong to another user.
    let free = (0..20).find_map(|number| {
        let folder = place.folder(&format!("target{number}"));
        let meta = std::fs::metadata(&folder).expect("it is there");
        let name = format!("plimsoll-place-{}-{}.lock", meta.dev(), meta.ino());
        let files = ["/run/lock", "/tmp"].map(|folder| Path::new(folder).join(&name));
        files.iter().for_each(|file| drop(std::fs::remove_file(file)));
        files.iter().all(|file| !file.exists()).then_some((folder, files, name))
    });
    let (folder, files, name) = free.expect("a place without a leftover");
    let left = || files.iter().filter(|file| file.exists()).count();
    let child = place.start(&[&["ramp", &folder][..], &DEPTHS].concat());
    until("the target is claimed", || left() > 0);
    signal(&child, "INT");
    wait(child);
    assert_eq!(left(), 0, "{name}");
}

#[test]
fn a_file_under_a_job_is_refused_to_a_study() {
    let place = TestPlace::new("claim-job");
    let text = "[target.t]\npath = \"own.dat\"\nsize = \"64MiB\"\n[stream.s]\nduration = \"30s\"\n";
    let child = place.start(&["run", &place.write("job.toml", text)]);
    place.until_measured(2);
    let file = place.dir.join("own.dat").display().to_string();
    let refused = place.expect(4, &["ramp", &file, "--depths", "1"]);
    refused.tells(&format!("is being measured by process {}", child.id()));
    place.expect(4, &["run", "job.toml"]).tells("is being measured by process");
    signal(&child, "KILL");
    wait(child);
}

#[test]
fn one_storage_under_two_names_is_refused() {
    let place = TestPlace::new("claim-twice");
    let bytes = vec![7_u8; 4 << 20];
    let (first, second) = (place.write("first", &bytes), place.dir.join("second"));
    std::fs::hard_link(&first, &second).expect("the directory is ours");
    let second = second.display().to_string();
    let ended = place.expect(3, &["calibrate", &first, &second]);
    ended.tells(&format!("{first} and {second} are the same storage"));
}

/// A call that cannot make files larger than `kib` KiB.
fn limited(place: &TestPlace, kib: u64, words: &[&str]) -> CommandOutput {
    // POSIX: the unit of ulimit -f is 512 bytes.
    let mut command = place.command_after(&format!("ulimit -f {}", 2 * kib), words);
    ended(command.output().expect("there is a shell"))
}

/// The call whose store is full after the run has begun, which `sign` on stderr shows.
#[track_caller]
fn filled(place: &TestPlace, words: &[&str], sign: &str) -> CommandOutput {
    let mut kib = 128;
    loop {
        let ended = limited(place, kib, words);
        // With a lower limit the store could not be made at all.
        if ended.stderr.contains(sign) {
            return ended;
        }
        let (out, err) = (&ended.stdout, &ended.stderr);
        assert_eq!(ended.code, 4, "{words:?}: the store was never full:\n{out}{err}");
        kib += 32;
    }
}

#[test]
fn a_run_whose_store_is_full_is_printed_with_a_warning_and_ends_with_4() {
    let place = TestPlace::new("lost");
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"sim:ssd\"\n[stream.s]\nrate = 200\n\
                duration = \"5min\"\n";
    let job = place.write("job.toml", text);
    for (name, words) in
        [("run", &["run", &job][..]), ("check", &["check", "sim:hdd", "--budget", "60s"][..])]
    {
        for json in [false, true] {
            let store = place.dir.join(format!("{name}-{json}.db")).display().to_string();
            let words = [words, &["--seed", "5", "--store", &store]].concat();
            let words = [&words[..], if json { &["--json"] } else { &[] }].concat();
            let ended = filled(&place, &words, "Some results are not in the store: ");
            ended.must_be(4, &words);
            if json {
                assert_lost(&ended, "done");
            } else {
                ended.shows("Some results are not in the store");
            }
        }
    }
}

/// The JSON contains the whole run and the warning.
#[track_caller]
fn assert_lost(ended: &CommandOutput, state: &str) {
    let record = ended.json();
    assert_eq!(record["state"], state);
    let streams = record["trials"][0]["streams"].as_array().expect("the run was measured");
    assert!(streams[0]["seconds"].as_f64().is_some_and(|s| s > 0.0), "{}", ended.stdout);
    let warnings = record["warnings"].as_array().expect("a list");
    assert!(warnings.iter().any(|d| d["kind"] == "not-stored"), "{warnings:?}");
}

#[test]
fn a_study_whose_store_is_full_stops_and_goes_on_when_there_is_room() {
    let place = TestPlace::new("store-full");
    for (name, words) in [
        ("points", &["calibrate", "sim:hdd?disks=14&layout=none&noise_cv=0.02"][..]),
        ("line", &["ramp", "sim:ssd", "--budget", "60s"][..]),
    ] {
        let store = place.dir.join(format!("{name}.db")).display().to_string();
        let words = [words, &["--seed", "5", "--store", &store]].concat();
        let ended = filled(&place, &words, "the study was stopped");
        ended.must_be(4, &words);
        ended.tells("its results cannot be stored");
        ended.tells("of run 1; not stored: what was being measured");
        ended.tells("the same command again: it resumes run 1");
        assert!(!ended.stdout.contains("stored      run 1"), "{}", ended.stdout);
        let again = place.expect(0, &words);
        again.tells("resuming run 1");
        again.shows("run 1 in");
    }
}

#[test]
fn a_run_whose_store_is_taken_away_is_stored_all_the_same_or_says_that_it_is_not() {
    let place = TestPlace::new("store-gone");
    let text = "[job]\ninterval = \"100ms\"\n[target.t]\npath = \"t\"\nsize = \"1MiB\"\n[stream.s]\n\
                rate = 100\nduration = \"3s\"\n";
    let job = place.write("job.toml", text);
    let folder = place.dir.join("store");
    let path = folder.join("own.db").display().to_string();
    let run_while = |happens: &dyn Fn()| {
        drop(std::fs::remove_dir_all(&folder));
        let child = place.start(&["run", &job, "--store", &path]);
        let export = ["results", "export", "last", "--csv", "--store", &path];
        until("an interval is stored", || place.call(&export).stdout.lines().count() > 1);
        happens();
        wait(child)
    };
    let removed = run_while(&|| std::fs::remove_file(&path).expect("it is there"));
    removed.must_be(0, &["removed"]);
    removed.tells("own.db was removed or replaced during the run");
    let list = place.expect(0, &["results", "list", "--store", &path]);
    list.shows(" IOPS  t");
    let lost = run_while(&|| {
        std::fs::remove_dir_all(&folder).expect("it is there");
        std::fs::write(&folder, "a file").expect("nothing is there");
    });
    lost.must_be(4, &["lost"]);
    lost.tells("Some results are not in the store: ");
    lost.shows("stored       nowhere");
}
