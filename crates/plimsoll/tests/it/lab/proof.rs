//! `verify` and `powercut` on a loop device: data altered by others is found and correctly named, a file system that is remounted
//! during the test gives no false alarm, and a device marked for destruction can be cut off.

use super::stand::{DeviceLab, done, tried};
use crate::drive::{names_in, signal, until, wait};
use std::fs::File;
use std::os::unix::fs::FileExt;

const MIB: u64 = 1 << 20;
const PAGE: u64 = 8192;
/// Pages of the first part of the data, which contains no log.
const PAGES: u64 = 1500;

/// Tests the device while `alter` changes the image's pages repeatedly; returns the kinds of the findings.
fn altered(stand: &DeviceLab, alter: impl Fn(&File, u64)) -> Vec<String> {
    let device = stand.device();
    let words = ["verify", &device, "--destroy", &device, "--size", "24MiB", "--minutes", "60"];
    let words: Vec<&str> = words.into_iter().chain(["--stop", "--dump", "e"]).collect();
    let mut child = stand.place.start(&words);
    let image = File::options().read(true).write(true).open(stand.image()).expect("it is ours");
    let mut head = [0; 8];
    // The content of a page before its first write is not checked.
    until("the first pages are written", || {
        let last = image.read_exact_at(&mut head, (PAGES - 1) * PAGE);
        last.is_ok() && head != [0; 8]
    });
    let inflight = device.replacen("/dev", "/sys/block", 1) + "/inflight";
    let at_rest = || {
        let told = std::fs::read_to_string(&inflight).unwrap_or_default();
        told.split_whitespace().all(|count| count == "0")
    };
    until("the fault is found", || {
        // While no I/O is in flight: a page cannot be altered during a write to it.
        signal(&child, "STOP");
        until("the device is at rest", at_rest);
        for page in 0..PAGES {
            alter(&image, page * PAGE);
        }
        image.sync_data().expect("it can be synced");
        signal(&child, "CONT");
        std::thread::sleep(std::time::Duration::from_millis(100));
        child.try_wait().expect("the child is ours").is_some()
    });
    let ended = wait(child);
    ended.must_be(1, &words);
    // The document contains the evidence, which does not fit into a pipe without a reader, so it is read from the store.
    let told = stand.place.record("last");
    assert_eq!(told["proof"]["answer"], "faulty", "{told:#}");
    let files = told["proof"]["files"].as_array().expect("a list").iter();
    let findings = files.flat_map(|file| file["findings"].as_array().expect("a list").clone());
    findings.map(|finding| finding["kind"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn what_is_altered_under_a_device_is_found_and_rightly_named() {
    let rot = |image: &File, at: u64| image.write_all_at(b"rot", at + 4000).expect("ours");
    let zeros = |image: &File, at: u64| image.write_all_at(&[0; 8192], at).expect("ours");
    let other = |image: &File, at: u64| {
        let mut page = [0; 8192];
        image.read_exact_at(&mut page, at + PAGE).expect("ours");
        image.write_all_at(&page, at).expect("ours");
    };
    let ways: [fn(&File, u64); 3] = [rot, zeros, other];
    for (name, alter) in ["checksum", "zeroed", "misdirected"].into_iter().zip(ways) {
        let Some(stand) = DeviceLab::new(&format!("proof-{name}"), 64 * MIB) else { return };
        let kinds = altered(&stand, alter);
        assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind == name), "{name}: {kinds:?}");
    }
}

#[test]
fn a_file_system_that_is_remounted_meanwhile_is_not_accused() {
    let Some(stand) = DeviceLab::new("proof-remount", 256 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(mounted) = stand.mount(&folder) else { return };
    // A tenth of it, and at least 1 GiB, stay free, so on a small file system the file must be named.
    let file = format!("{folder}/f");
    std::fs::write(&file, vec![1; 24 << 20]).expect("there is room");
    let words =
        ["verify", &file, "--overwrite", &file, "--for", "postgres", "--minutes", "0.1", "--json"];
    let mut child = stand.place.start(&words);
    let mut times = 0;
    until("it ends", || {
        for options in ["remount,sync", "remount,async,noatime", "remount,commit=1"] {
            times += u64::from(tried("mount", &["-o", options, &folder]).is_ok());
        }
        child.try_wait().expect("the child is ours").is_some()
    });
    let ended = wait(child);
    ended.must_be(0, &words);
    assert_eq!(ended.json()["proof"]["answer"], "sound");
    assert!(times >= 3, "it was remounted {times} times");
    drop(mounted);
}

#[test]
fn a_file_system_that_is_unmounted_meanwhile_is_reported() {
    let Some(stand) = DeviceLab::new("proof-unmount", 256 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    for is_unmounted in [false, true] {
        let Some(mounted) = stand.mount(&folder) else { return };
        let file = format!("{folder}/f");
        std::fs::write(&file, vec![1; 24 << 20]).expect("there is room");
        let words = ["verify", &file, "--overwrite", &file, "--minutes", "0.05", "--json"];
        let mut child = stand.place.start(&words);
        until("it is in the store", || {
            let list = stand.place.call(&["results", "list", "--json"]).stdout;
            list.matches("\"verify\"").count() > usize::from(is_unmounted)
        });
        if is_unmounted {
            done("umount", &["-l", &folder]);
            assert!(child.try_wait().expect("the child is ours").is_none(), "it had ended");
        }
        let ended = wait(child);
        ended.must_be(0, &words);
        let warnings = ended.json()["warnings"].as_array().expect("a list").clone();
        let text =
            warnings.iter().find(|warning| warning["kind"] == "unmounted").map(|d| &d["text"]);
        assert_eq!(text.is_some(), is_unmounted, "{warnings:?}");
        let line = format!("The file system of {file} was unmounted during the run");
        assert!(text.is_none_or(|text| text.as_str().is_some_and(|t| t.starts_with(&line))));
        if is_unmounted {
            std::mem::forget(mounted);
        }
    }
}

#[test]
fn killed_writers_keep_their_word_over_a_remount() {
    let Some(stand) = DeviceLab::new("proof-kill", 64 * MIB) else { return };
    let folder = stand.place.folder("mnt");
    let Some(mounted) = stand.mount(&folder) else { return };
    let file = format!("{folder}/f");
    // It must not grow here: the reserve of free space is larger than the whole file system.
    std::fs::write(&file, vec![1; 24 * MIB as usize]).expect("there is room");
    let words = ["powercut", "write", &file, "--overwrite", &file, "--kill", "3", "--ledger", "l"];
    let words = [&words[..], &["--size", "1MiB", "--remount", "--same-device"]].concat();
    let ended = stand.place.expect(0, &words);
    ended.shows("KEPT");
    ended.shows("3 kills");
    assert!(!names_in(&folder).is_empty(), "it is mounted again");
    drop(mounted);
}

#[test]
fn a_device_that_is_given_up_can_be_cut_off() {
    let Some(stand) = DeviceLab::new("proof-device", 64 * MIB) else { return };
    let device = stand.device();
    let words = ["powercut", "write", &device, "--ledger", "l", "--size", "1MiB", "--same-device"];
    stand.place.expect(4, &words).tells("--destroy");
    let given = [&words[..], &["--destroy", &device, "--seconds", "1"]].concat();
    stand.place.expect(0, &given);
    let check = ["powercut", "check", &device, "--ledger", "l"];
    let told = stand.place.expect(0, &check);
    told.shows("KEPT");
    done("blkdiscard", &["-z", "-f", &device]);
    let told = stand.place.expect(1, &check);
    told.shows("LIED");
    let killed = [&words[..], &["--destroy", &device, "--kill", "2"]].concat();
    stand.place.expect(0, &killed);
}
