//! Files that Plimsoll did not make, never changed by reading, and files that change under a job.

use crate::drive::{TestPlace, wait};

#[test]
fn reading_a_foreign_file_never_changes_it() {
    let place = TestPlace::new("read-only");
    let bytes = vec![42_u8; 4 << 20];
    let path = place.write("foreign", &bytes);
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    let text = "[target.x]\npath = \"foreign\"\n[stream.a]\nblock = \"4k\"\nios = 500\n";
    let job = place.write("job.toml", text);
    let ended = place.expect(0, &["run", &job]);
    assert!(ended.stdout.contains("IOPS"), "{}", ended.stdout);
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
    assert!(std::fs::read(&path).unwrap() == bytes);
}

#[test]
fn a_file_of_our_own_is_used_again() {
    let place = TestPlace::new("own");
    let text = "[target.x]\npath = \"own.dat\"\nsize = \"4MiB\"\n\
        [stream.a]\nread = \"0%\"\nblock = \"4k\"\nios = 500\n";
    place.write("job.toml", text);
    place.expect(0, &["run", "job.toml"]);
    place.expect(0, &["run", "job.toml"]);
    assert_eq!(std::fs::metadata(place.dir.join("own.dat")).unwrap().len(), 4 << 20);
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
    let record = place.expect(0, &["results", "show", "last", "--json"]).json();
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
