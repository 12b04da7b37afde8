//! Takes a directory; runs programs that see it as their root directory.

use crate::dist::build::output;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why there is none.
pub(super) const NEEDS: &str = "only root may change the root directory";

/// A directory that programs take for their root directory.
pub(super) struct Root {
    path: PathBuf,
}

impl Root {
    /// None without the right to change the root directory.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let user = output(&mut Command::new("id"), &["--user"]).ok()?;
        (user.trim() == "0").then(|| Self { path: path.to_owned() })
    }

    /// What a program prints that sees only what is in the directory.
    pub(super) fn output(&self, program: &str, words: &[&str]) -> Result<String, String> {
        let mut chroot = Command::new("chroot");
        clean(&mut chroot);
        output(chroot.arg(&self.path).arg(program), words)
    }

    /// The command of a program that has /proc too, and a file system in memory at /mnt. Both mounts end with the program, as their
    /// namespace does.
    pub(super) fn with_proc(&self, program: &str, words: &[&str]) -> Command {
        let mut unshare = Command::new("unshare");
        clean(&mut unshare);
        let script = "mount -t proc proc \"$0/proc\" && mount -t tmpfs -o size=2g none \"$0/mnt\" \
                      && exec chroot \"$0\" \"$@\"";
        unshare.args(["--mount", "sh", "-c", script]).arg(&self.path).arg(program).args(words);
        unshare
    }
}

/// Folders of this machine do not exist in there.
fn clean(command: &mut Command) {
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/tmp");
}
