//! A link to another device takes the place of one that was marked for destruction, while each command that writes is
//! running: the other device keeps every byte.

use crate::drive::Place;
use crate::swapping;
use base::Rng;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use testkit::lab::{Guarded, Lab, LabError, Wish};

const MIB: u64 = 1 << 20;

const JOB: &str = "[target.t]\npath = \"t\"\n[stream.a]\ntarget = \"t\"\nread = \"50%\"\nblock = \"4k\"\nduration = \"200ms\"\n\
    cache = \"buffered\"\n[stream.b]\ntarget = \"t\"\nread = \"0%\"\nblock = \"8k\"\nduration = \"200ms\"\nsync = \"dsync\"\n\
    [[phase]]\nstreams = [\"a\"]\npause = \"100ms\"\n[[phase]]\nstreams = [\"b\"]\n";

const COMMANDS: [(&str, &[&str]); 12] = [
    ("run", &["run", "job.toml"]),
    (
        "fio",
        &[
            "fio",
            "--name=a",
            "--filename=t",
            "--rw=randwrite",
            "--bs=4k",
            "--size=1m",
            "--name=b",
            "--stonewall",
            "--filename=t",
            "--rw=write",
            "--bs=64k",
            "--size=8m",
            "--direct=1",
        ],
    ),
    ("verify", &["verify", "t", "--minutes", "0.02"]),
    (
        "sqlio --sweep",
        &["sqlio", "--sweep", "-b(8,64) -k(W)", "-s1", "-frandom", "t", "--pause", "200ms"],
    ),
    ("diskspd", &["diskspd", "-d1", "-W0", "-w100", "-r", "-b8K", "t"]),
    (
        "iometer",
        &["iometer", "--spec", "Workstation", "--target", "t", "--time", "1", "--depth", "2"],
    ),
    ("check", &["check", "t", "--budget", "5s", "--size", "16MiB"]),
    ("ramp", &["ramp", "t", "--ladder", "1,2", "--mix", "0", "--time", "1s", "--pause", "0s"]),
    ("scale --write", &["scale", "t", "SECOND", "--write", "--time", "1s", "--pause", "0s"]),
    (
        "compare",
        &[
            "compare",
            "--layout",
            "a=t",
            "--layout",
            "b=SECOND",
            "--grid",
            "-kW -b8 -o2",
            "--time",
            "1s",
            "--pause",
            "0s",
            "--passes",
            "2",
        ],
    ),
    (
        "powercut write",
        &[
            "powercut",
            "write",
            "t",
            "--size",
            "1MiB",
            "--mode",
            "buffered+fsync",
            "--ledger",
            "kept",
            "--same-device",
            "--seconds",
            "1",
        ],
    ),
    (
        "powercut write --kill",
        &[
            "powercut",
            "write",
            "t",
            "--size",
            "1MiB",
            "--mode",
            "buffered+fsync",
            "--ledger",
            "kept",
            "--same-device",
            "--kill",
            "3",
        ],
    ),
];

#[test]
fn what_a_link_leads_to_after_it_was_judged_keeps_every_byte() {
    let turn = crate::beside();
    let place = Place::new("swapped-links");
    let wish = Wish { disks: 3, size_bytes: 64 * MIB, ..Wish::default() };
    let lab = match Lab::up(&place.dir.join("lab"), &wish) {
        Ok(lab) => Guarded(lab),
        Err(LabError::Lacking(why)) => return testkit::skip(&why),
        Err(error) => panic!("{error}"),
    };
    let [own, second, victim] = &lab.0.devices[..] else { panic!("three were wished for") };
    let mut precious = vec![0; 64 * MIB as usize];
    Rng::new(7).fill(&mut precious);
    std::fs::write(victim, &precious).expect("it is the test's own");
    place.write("job.toml", JOB);
    let link = place.dir.join("t");
    let toggle = |pause: &mut dyn FnMut()| {
        let lead = |to: &Path| {
            let next = place.dir.join("next");
            std::os::unix::fs::symlink(to, &next).and_then(|()| std::fs::rename(&next, &link))
        };
        lead(victim).expect("the folder is the test's");
        pause();
        lead(own).expect("the folder is the test's");
        true
    };
    let attempts = swapping::attempts();
    let commands = if attempts.is_some() { &COMMANDS[..] } else { &COMMANDS[..3] };
    for (name, command) in commands {
        let (mut swaps, mut changed) = (0, 0);
        let mut codes = std::collections::BTreeMap::new();
        let second = second.display().to_string();
        let mut words: Vec<String> =
            command.iter().map(|word| word.replace("SECOND", &second)).collect();
        words.extend(["--destroy", "t"].map(str::to_owned));
        if command.iter().any(|word| word.contains("SECOND")) {
            words.extend(["--destroy".to_owned(), second]);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let attempts = attempts.unwrap_or(1);
        for number in 0..attempts {
            let _ = std::fs::remove_file(&link);
            let _ = std::fs::remove_file(place.dir.join("kept"));
            std::os::unix::fs::symlink(own, &link).expect("the folder is the test's");
            let told = swapping::attempt(&place, &words, own, number, &toggle);
            assert!(![3, 5].contains(&told.ended.code), "{name}: {}", told.ended.stderr);
            *codes.entry(told.ended.code).or_insert(0) += 1;
            swaps += told.swaps;
            changed += changed_bytes(victim, &precious);
        }
        let codes: Vec<String> =
            codes.iter().map(|(code, count)| format!("{code} x {count}")).collect();
        swapping::tell(&format!(
            "| {name} | link to a device | {attempts} | {swaps} | {} | {changed} |",
            codes.join(", ")
        ));
        assert_eq!(changed, 0, "{name} wrote to a device that nobody named");
        assert!(swaps > 0, "{name}: nothing was swapped");
    }
    drop((lab, place, turn));
}

/// How many bytes of a device are others than before.
fn changed_bytes(path: &Path, bytes: &[u8]) -> u64 {
    let file = File::open(path).expect("it is there");
    let mut now = vec![0; bytes.len()];
    file.read_exact_at(&mut now, 0).expect("it is read");
    now.iter().zip(bytes).filter(|(now, before)| now != before).count() as u64
}
