//! Files that Plimsoll did not make, never changed by reading, and files that change under a job.

use crate::drive::{TestPlace, borrowed, ended, wait};

#[test]
fn reading_a_foreign_file_never_changes_it() {
    let place = TestPlace::new("read-only");
    let bytes = vec![42_u8; 4 << 20];
    let path = place.write("foreign", &bytes);
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    let text = "[target.x]\npath = \"foreign\"\n[stream.a]\nblock = \"4k\"\nios = 500\n";
    let job = place.write("job.toml", text);
    let ended = place.expect(0, &["run", &job]);
    ended.shows("IOPS");
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
    assert!(std::fs::read(&path).unwrap() == bytes);
}

/// Half of this file is a hole, which no medium answers for.
#[test]
fn a_hole_in_a_file_that_is_read_is_told_by_every_command() {
    if !testkit::place::linux("wine tells no holes") {
        return;
    }
    const HOLE: &str = "8 MiB of the tested 16 MiB were never written";
    let place = TestPlace::new("holes");
    let file = std::fs::File::create(place.dir.join("half")).expect("the folder is ours");
    std::io::Write::write_all(&mut &file, &vec![42_u8; 8 << 20]).expect("there is room");
    file.set_len(16 << 20).and_then(|()| file.sync_all()).expect("there is room");
    place.write("o.lun", "half\n");
    for line in [
        "fio --name=a --filename=half --rw=randread --bs=4k --number_ios=50 --direct=1",
        "sqlio -kR -s1 -frandom -b8 half",
        "diskspd -d1 -W0 -r -b8K -Sh half",
        "iometer --spec VideoOnDemand --target half --time 1",
        "orion -run oltp -testname o -write 0 -duration 1 -num_disks 1",
    ] {
        let mut command = place.command(&borrowed(&testkit::words(line)));
        let run = ended(command.env("PLIMSOLL_NOTES", "notes").output().expect("it was built"));
        run.must_be(0, &[line]);
        assert!(!run.stdout.contains("never written"), "{line}: {}", run.stdout);
        assert!(place.read("notes").contains(HOLE), "{line}: {}", place.read("notes"));
        std::fs::remove_file(place.dir.join("notes")).expect("it was read");
    }
    let job = |size: &str| {
        let text = format!(
            "[target.x]\npath = \"half\"\n[stream.a]\nsize = \"{size}\"\nblock = \"4k\"\nios = 500\n"
        );
        place.expect(0, &["run", &place.write("job.toml", text)]).flat()
    };
    assert!(job("16MiB").contains(HOLE));
    assert!(!job("8MiB").contains("never written"), "its part is whole");
    for ramp in ["ramp half --depths 1,2 --time 1s --pause 0s", "ramp half --budget 5s"] {
        let told = place.line(2, ramp).flat();
        assert!(told.contains(HOLE), "{told}");
    }
}

/// Starts a job of reads on a file of 16 MiB and waits for its first measurement.
fn reading(place: &TestPlace) -> std::process::Child {
    place.write("foreign", vec![42_u8; 16 << 20]);
    let text = "[job]\ninterval = \"100ms\"\n[target.x]\npath = \"foreign\"\n\
        [stream.a]\nblock = \"4k\"\ndepth = 4\nduration = \"2s\"\n";
    let child = place.start(&["run", &place.write("job.toml", text)]);
    place.until_measured(2);
    child
}

#[test]
fn a_file_that_is_cut_short_under_a_job_ends_it_and_says_so() {
    let place = TestPlace::new("cut");
    let child = reading(&place);
    let file = std::fs::File::options().write(true).open(place.dir.join("foreign"));
    file.and_then(|f| f.set_len(4096)).expect("the file is ours");
    let ended = wait(child);
    ended.must_be(4, &["run"]);
    ended.tells("a: read of 4096 bytes at offset ");
    ended.tells("the target ends before that offset; it was truncated while in use");
    let record = place.record("last");
    assert!(record["trials"][0]["streams"][0]["read"]["ios"].as_u64() > Some(0), "{record:#}");
}

#[test]
fn a_file_that_is_removed_under_a_job_serves_it_to_its_end() {
    let place = TestPlace::new("removed");
    let child = reading(&place);
    std::fs::remove_file(place.dir.join("foreign")).expect("the file is ours");
    wait(child).must_be(0, &["run"]);
    assert!(!place.dir.join("foreign").exists(), "a reading job makes nothing");
}
