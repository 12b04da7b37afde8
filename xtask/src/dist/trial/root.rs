//! Takes a directory; runs programs with it as their root directory.

use crate::dist::build::output;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a root directory is not available.
pub(super) const NEEDS: &str = "only root may change the root directory";

/// A directory that serves as the root directory of programs.
pub(super) struct Root {
    path: PathBuf,
}

impl Root {
    /// `None` without the privilege to change the root directory.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let user = output(&mut Command::new("id"), &["--user"]).ok()?;
        (user.trim() == "0").then(|| Self { path: path.to_owned() })
    }

    /// The output of a program that sees only the directory.
    pub(super) fn output(&self, program: &str, words: &[&str]) -> Result<String, String> {
        let mut chroot = Command::new("chroot");
        clean(&mut chroot);
        output(chroot.arg(&self.path).arg(program), words)
    }

    /// The command of a program that also has /proc, and a file system in memory at /mnt. Both mounts end with the program's
    /// namespace.
    pub(super) fn with_proc(&self, program: &str, words: &[&str]) -> Command {
        let mut unshare = Command::new("unshare");
        clean(&mut unshare);
        let script = "mount -t proc proc \"$0/proc\" && mount -t tmpfs -o size=2g none \"$0/mnt\" \
                      && exec chroot \"$0\" \"$@\"";
        unshare.args(["--mount", "sh", "-c", script]).arg(&self.path).arg(program).args(words);
        unshare
    }
}

/// Clears the environment: folders of this machine do not exist in the root directory.
fn clean(command: &mut Command) {
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/tmp");
}
