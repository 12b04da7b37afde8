//! Takes the .deb; installs it into a fresh Debian of an old release, measures there, and removes it.

use super::root::{self, Root};
use super::{Outcome, copy, expect_version};
use crate::dist::Release;
use crate::dist::build::output;
use std::path::Path;
use std::process::Command;
use testkit::TempDir;

/// Releases with an older C library than every machine that builds the project; the second is used if the first is not available.
const SUITES: [&str; 2] = ["bullseye", "bookworm"];

pub(super) fn package(release: &Release, out: &Path) -> Result<Outcome, String> {
    let folder = TempDir::new("dist-debian");
    let Some(root) = Root::of(folder.path()) else {
        return Ok(Outcome::Skipped(root::NEEDS.into()));
    };
    let Some(debootstrap) = testkit::tool("debootstrap") else {
        return Ok(Outcome::Skipped("no debootstrap".to_owned()));
    };
    let mut why = String::new();
    for suite in SUITES {
        let mut command = Command::new(&debootstrap);
        command.args(["--variant=minbase", suite]).arg(folder.path());
        match output(&mut command, &[]) {
            Ok(_) => return installed(release, out, folder.path(), &root, suite),
            Err(error) => {
                why = error;
                testkit::skip(&format!("deb: Debian {suite} cannot be had"));
            }
        }
    }
    Ok(Outcome::Skipped(why))
}

fn installed(
    release: &Release,
    out: &Path,
    folder: &Path,
    root: &Root,
    suite: &str,
) -> Result<Outcome, String> {
    copy(&out.join(release.deb_name()), &folder.join("tmp/plimsoll.deb"))?;
    root.output("dpkg", &["--install", "/tmp/plimsoll.deb"])?;
    expect_version(release, &root.output("plimsoll", &["--version"])?)?;
    let changed = root.output("dpkg", &["--verify", "plimsoll"])?;
    if !changed.is_empty() {
        return Err(format!("dpkg --verify says {changed}"));
    }
    let list = root.output("dpkg", &["--listfiles", "plimsoll"])?;
    for path in ["/usr/share/man/man1/plimsoll-check.1.gz", "/usr/share/doc/plimsoll/copyright"] {
        if !list.lines().any(|line| line == path) {
            return Err(format!("{path} is not in the package"));
        }
    }
    root.output("bash", &["-n", "/usr/share/bash-completion/completions/plimsoll"])?;
    measure(root)?;
    look_up(folder, root)?;
    root.output("dpkg", &["--remove", "plimsoll"])?;
    if let Some(left) =
        list.lines().find(|path| path.contains("plimsoll") && folder.join(&path[1..]).exists())
    {
        return Err(format!("dpkg --remove left {left}"));
    }
    let glibc = root.output("ldd", &["--version"])?;
    let glibc = glibc.lines().next().and_then(|line| line.rsplit(' ').next()).unwrap_or_default();
    Ok(Outcome::Works(format!(
        "installed, run, verified and removed in a new Debian {suite} (glibc {glibc})"
    )))
}

/// Writes to a file through io_uring, or what the kernel allows. The file is in memory, because a full disk is no fault of the
/// package.
fn measure(root: &Root) -> Result<(), String> {
    let job = "--name=a --filename=/mnt/a --size=16m --rw=randwrite --bs=4k --iodepth=8";
    let words: Vec<_> = ["fio"].into_iter().chain(job.split(' ')).collect();
    let printed = output(&mut root.with_proc("plimsoll", &words), &[])?;
    if printed.contains("total=0,4096,0,0") {
        return Ok(());
    }
    Err(format!("4,096 writes are not in the result: {printed}"))
}

/// A source of host names that a static binary must not load: a library of this Debian's glibc.
fn look_up(folder: &Path, root: &Root) -> Result<(), String> {
    let write = |name: &str, text: &str| {
        let written = std::fs::write(folder.join(name), text);
        written.map_err(|error| format!("failed to write {name}: {error}"))
    };
    write("etc/nsswitch.conf", "hosts: hesiod files dns\n")?;
    write("etc/hosts", "127.0.0.1 ledger-host\n")?;
    write("tmp/secret", "sixteen characters and more\n")?;
    root.output("chmod", &["600", "/tmp/secret"])?;
    // Nothing listens at port 1: if the connection is refused, the name was found.
    let words = ["powercut", "write", "/tmp", "--ledger", "ledger-host:1"];
    let mut command =
        root.with_proc("plimsoll", &[&words[..], &["--secret-file", "/tmp/secret"]].concat());
    let out = command.output().map_err(|error| format!("failed to start unshare: {error}"))?;
    let said = String::from_utf8_lossy(&out.stderr);
    if out.status.code() == Some(4) && said.contains("refused") {
        return Ok(());
    }
    Err(format!("looking up a host ended with {}: {said}", out.status))
}
