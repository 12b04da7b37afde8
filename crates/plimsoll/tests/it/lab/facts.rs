//! The stack under a path on real devices: read-only, bind and layered mounts, an array, memory, nothing at all.

use super::Mounted;
use super::stand::{DeviceLab, done, tried};
use crate::drive::TestPlace;
use serde_json::Value;

const MIB: u64 = 1 << 20;

/// Every value of a row, in the order of the groups.
fn rows(document: &Value, name: &str) -> Vec<String> {
    let groups = document["groups"].as_array().expect("groups");
    let all = groups.iter().flat_map(|g| g["facts"].as_array().expect("facts"));
    all.filter(|r| r["name"] == name)
        .map(|r| r["value"].as_str().unwrap_or("").to_owned())
        .collect()
}

fn titles(document: &Value) -> Vec<String> {
    let groups = document["groups"].as_array().expect("groups");
    groups.iter().map(|g| g["title"].as_str().unwrap_or("").trim().to_owned()).collect()
}

fn remarks(document: &Value) -> String {
    document["remarks"].to_string()
}

fn inventory(place: &TestPlace, target: &str) -> Value {
    place.expect(0, &["inventory", target, "--json"]).json()
}

#[test]
fn a_mount_is_seen_read_only_bound_and_layered() {
    let Some(stand) = DeviceLab::new("facts-mount", 64 * MIB) else { return };
    let (place, device) = (&stand.place, stand.device());
    let folder = place.folder("mnt");
    let Some(_mounted) = stand.mount(&folder) else { return };
    let name = device.trim_start_matches("/dev/").to_owned();
    let loop_title = format!("{name} (loop device)");
    std::fs::write(format!("{folder}/file"), "x").expect("there is room");
    let found = inventory(place, &format!("{folder}/file"));
    assert_eq!(titles(&found)[..2], [format!("File system {folder}"), loop_title.clone()]);
    assert_eq!(rows(&found, "type")[0], "ext4");

    // A file bind-mounted over another is a separate mount, on the same device.
    let bound = place.write("bound", "");
    done("mount", &["--bind", &format!("{folder}/file"), &bound]);
    let unbind = Mounted(bound.as_ref());
    let found = inventory(place, &bound);
    assert_eq!(titles(&found)[..2], [format!("File system {bound}"), loop_title.clone()]);
    drop(unbind);

    for name in ["upper", "work"] {
        std::fs::create_dir(format!("{folder}/{name}")).expect("there is room");
    }
    let (lower, layered) = (place.folder("lower"), place.folder("layered"));
    let options = format!("lowerdir={lower},upperdir={folder}/upper,workdir={folder}/work");
    if tried("mount", &["-t", "overlay", "overlay", "-o", &options, &layered]).is_ok() {
        let unlayer = Mounted(layered.as_ref());
        let found = inventory(place, &layered);
        assert_eq!(rows(&found, "type")[0], "overlay");
        assert!(titles(&found).contains(&loop_title), "{:?}", titles(&found));
        drop(unlayer);
    } else {
        testkit::skip("this kernel layers no file systems");
    }

    done("mount", &["-o", "remount,ro", &folder]);
    let found = inventory(place, &folder);
    assert!(remarks(&found).contains("mounted read-only"), "{}", remarks(&found));
    // It is also too small: a check reports this before it writes, and leaves nothing behind.
    place.expect(4, &["check", &folder, "--budget", "5s"]);
}

#[test]
fn what_is_no_storage_or_not_there_is_said_to_be() {
    let place = TestPlace::new("facts-none");
    let shared = std::path::Path::new("/dev/shm");
    if sys::inventory::target(shared, &sys::inventory::SystemRoots::default()).is_ok() {
        assert!(remarks(&inventory(&place, "/dev/shm")).contains("memory, not storage"));
    }
    assert!(remarks(&inventory(&place, "/proc")).contains("there is no storage"));
    place.expect(3, &["inventory", "/no/such/place"]).tells("No such file or directory");
    place.expect(3, &["inventory", "/dev/null"]).tells("neither a directory");
    place.expect(3, &["check", "/no/such/place", "--budget", "5s"]).tells("No such file");
}
