//! Files that Plimsoll did not make: refused for writing until they are named, never changed by reading.

use crate::drive::Place;

fn job(place: &Place, read: &str) -> String {
    let text = format!(
        "[target.x]\npath = \"foreign\"\n[stream.a]\nread = \"{read}\"\nblock = \"4k\"\nios = 500\n"
    );
    place.write("job.toml", text)
}

#[test]
fn a_foreign_file_is_written_to_only_when_named() {
    let place = Place::new("foreign");
    let bytes = vec![42_u8; 4 << 20];
    let path = place.write("foreign", &bytes);
    let job = job(&place, "0%");
    let ended = place.expect(4, &["run", &job]);
    ended.tells("--overwrite foreign");
    let told = ended.stderr.matches("was not made by plimsoll").count();
    assert_eq!(told, 1, "a refusal is told once:\n{}", ended.stderr);
    assert!(std::fs::read(&path).unwrap() == bytes, "a refused file was written to");
    assert_eq!(place.call(&["run", &job, "--overwrite", "other"]).code, 4, "the very file");
    place.expect(0, &["run", &job, "--overwrite", "foreign"]);
    assert!(std::fs::read(&path).unwrap() != bytes, "the job wrote nothing");
}

#[test]
fn reading_a_foreign_file_never_changes_it() {
    let place = Place::new("read-only");
    let bytes = vec![42_u8; 4 << 20];
    let path = place.write("foreign", &bytes);
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    let job = job(&place, "100%");
    let ended = place.expect(0, &["run", &job]);
    assert!(ended.stdout.contains("IOPS"), "{}", ended.stdout);
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
    assert!(std::fs::read(&path).unwrap() == bytes);
}

#[test]
fn a_file_of_our_own_is_used_again() {
    let place = Place::new("own");
    let text = "[target.x]\npath = \"own.dat\"\nsize = \"4MiB\"\n\
        [stream.a]\nread = \"0%\"\nblock = \"4k\"\nios = 500\n";
    place.write("job.toml", text);
    place.expect(0, &["run", "job.toml"]);
    place.expect(0, &["run", "job.toml"]);
    assert_eq!(std::fs::metadata(place.dir.join("own.dat")).unwrap().len(), 4 << 20);
}
