//! Each of the two verifies the data of the other, and finds a flipped byte in it.

use super::{Tool, call, fio};
use crate::drive::TestPlace;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;

const WAYS: [&str; 18] = [
    "--verify=md5",
    "--verify=crc64",
    "--verify=crc32c",
    "--verify=crc32",
    "--verify=crc16",
    "--verify=crc7",
    "--verify=xxhash",
    "--verify=sha1",
    "--verify=sha256",
    "--verify=sha512",
    "--verify=sha3-224",
    "--verify=sha3-256",
    "--verify=sha3-384",
    "--verify=sha3-512",
    "--verify=meta",
    "--verify=crc32c --verify_interval=512 --verify_offset=128",
    "--verify=pattern --verify_pattern=0xa5c3",
    "--verify=md5 --verify_pattern=0xff%o\"abcd\"-21",
];
const JOB: &str = "--name=j --filename=f --size=64k --bs=8k --ioengine=psync --eta=never";
/// A byte of the data of a block, after its header.
const FLIPPED_BYTE: u64 = 3 * 8192 + 5000;

/// The exit codes of `reader` on the data of `writer`, first intact and then damaged.
fn reads(place: &TestPlace, writer: Tool, reader: Tool, way: &str) -> [Option<i32>; 2] {
    let file = place.dir.join("work").join("f");
    let _ = std::fs::remove_file(&file);
    let _ = std::fs::remove_dir_all(place.dir.join("results.db"));
    let wrote = call(writer, place, "", &format!("{JOB} {way} --rw=randwrite --do_verify=0"));
    assert_eq!(wrote.code, Some(0), "{writer:?} {way}: {}{}", wrote.stdout, wrote.stderr);
    let look = || call(reader, place, "", &format!("{JOB} {way} --rw=read"));
    let sound = look().code;
    let handle = OpenOptions::new().read(true).write(true).open(&file).expect("it was written");
    let mut byte = [0];
    handle.read_exact_at(&mut byte, FLIPPED_BYTE).expect("the file is long enough");
    handle.write_all_at(&[byte[0] ^ 1], FLIPPED_BYTE).expect("the file is ours");
    [sound, look().code]
}

#[test]
fn each_verifies_what_the_other_wrote() {
    if fio().is_none() {
        return;
    }
    // The start of fio is mostly waiting, so the ways run in parallel.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let each = WAYS
            .chunks(4)
            .map(|ways| scope.spawn(|| ways.iter().flat_map(differs).collect::<Vec<_>>()));
        let all: Vec<_> = each.collect();
        all.into_iter().flat_map(|one| one.join().expect("fio takes what it wrote")).collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The differences between the two with a way to verify.
fn differs(way: &&str) -> Vec<String> {
    let place = TestPlace::new("same-cross");
    place.folder("work");
    let expected = reads(&place, Tool::Fio, Tool::Fio, way);
    assert_eq!(expected[0], Some(0), "{way}: fio takes what it wrote");
    let pairs = [(Tool::Ours, Tool::Fio), (Tool::Fio, Tool::Ours), (Tool::Ours, Tool::Ours)];
    let mut wrong = Vec::new();
    for (writer, reader) in pairs {
        let seen = reads(&place, writer, reader, way);
        // fio 3.33 does not find a flipped byte with sha512; Plimsoll does.
        let finds = reader == Tool::Ours && seen[1] == Some(1);
        if seen[0] != expected[0] || seen[1] != expected[1] && !finds {
            wrong.push(format!("{way}: {reader:?} of {writer:?} {seen:?}, fio {expected:?}"));
        }
    }
    wrong
}
