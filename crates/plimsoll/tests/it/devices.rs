//! Block devices, on a loop device: refused without permission, refused while mounted, described by their content.

use crate::drive::TestPlace;
use std::process::Command;
use testkit::lab::{Lab, LabConfig, LabError, LabGuard};

fn lab(place: &TestPlace) -> Option<LabGuard> {
    let wish = LabConfig { size_bytes: 128 << 20, ..LabConfig::default() };
    match Lab::up(&place.dir.join("lab"), &wish) {
        Ok(lab) => Some(LabGuard(lab)),
        Err(LabError::Lacking(why)) => {
            testkit::skip(&why);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn done(program: &str, words: &[&str]) {
    let output = Command::new(program).args(words).output().expect("the tool was found");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} {words:?}: {told}");
}

/// Unmounts on drop.
struct MountGuard<'a>(&'a str);

impl Drop for MountGuard<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_device_is_written_to_only_when_named_and_free() {
    let place = TestPlace::new("device");
    let Some(lab) = lab(&place) else { return };
    let device = lab.0.devices[0].display().to_string();
    let text = format!(
        "[target.d]\npath = \"{device}\"\nsize = \"64MiB\"\n\
         [stream.s]\nread = \"0%\"\nblock = \"4k\"\nios = 500\n"
    );
    let job = place.write("job.toml", text);
    let refused = place.expect(4, &["run", &job]);
    refused.tells(&format!("--destroy {device}"));
    place.expect(4, &["check", &device, "--budget", "5s"]).tells("--destroy");
    place
        .expect(3, &["run", &job, "--destroy", "/dev/null"])
        .tells("--destroy /dev/null: this command does not work on that device");
    place.expect(0, &["run", &job, "--destroy", &device]);
    let words = ["check", &device, "--budget", "5s", "--size", "64MiB", "--destroy", &device];
    let checked = place.call(&words);
    assert!((0..=2).contains(&checked.code), "{}", checked.stderr);
}

#[test]
fn a_device_in_use_is_refused_even_when_named() {
    let place = TestPlace::new("mounted");
    if testkit::tool("mkfs.ext4").is_none() {
        return testkit::skip("there is no mkfs.ext4");
    }
    let Some(lab) = lab(&place) else { return };
    let device = lab.0.devices[0].display().to_string();
    done("mkfs.ext4", &["-q", "-F", &device]);
    let words = ["check", &device, "--budget", "5s"];
    place.expect(4, &words).tells("ext");
    let words = ["check", &device, "--budget", "5s", "--destroy", &device];
    let folder = place.folder("mnt");
    done("mount", &[&device, &folder]);
    let mounted = MountGuard(&folder);
    place.expect(4, &words).tells("mounted");
    assert!(std::fs::read_dir(&folder).unwrap().count() > 0, "its file system is whole");
    drop(mounted);
    done("fsck.ext4", &["-n", "-f", &device]);
}
