//! Temporary folders of a test, the foreign tools of the machine, and the report of a skipped test.
//!
//! Takes names, gives paths. Never leaves a directory behind unless the test panicked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// A temporary directory that is removed on drop. If the test panics, it is kept and its path is printed on stderr.
#[derive(Debug)]
pub struct TempDir {
    path: PathBuf,
}

static NEXT: AtomicU64 = AtomicU64::new(0);

impl TempDir {
    /// An empty directory below `std::env::temp_dir()` whose name starts with `plimsoll-` and `name`.
    pub fn new(name: &str) -> Self {
        Self::below(&std::env::temp_dir(), name)
    }

    /// An empty directory below another one whose name starts with `plimsoll-` and `name`.
    pub fn below(parent: &Path, name: &str) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("plimsoll-{name}-{}-{number}", std::process::id());
        let path = parent.join(folder);
        // A killed earlier process with the same id may have left one.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the parent directory is writable");
        Self { path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("kept for a look: {}", self.path.display());
            return;
        }
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Reports on stderr that a test was skipped and why; the caller returns afterwards.
///
/// It writes past the test harness's capture, so that skips can be counted in a passing run.
pub fn skip(why: &str) {
    use std::io::Write;
    let mut stderr = std::io::stderr();
    let _ = writeln!(stderr, "SKIPPED: {why}");
}

/// Whether tests may start programs that take minutes: browsers, PostgreSQL, hosts by ssh. Without `PLIMSOLL_OTHER_PROGRAMS` it
/// reports a skip.
pub fn other_programs() -> bool {
    let wanted = std::env::var_os("PLIMSOLL_OTHER_PROGRAMS").is_some();
    if !wanted {
        skip("PLIMSOLL_OTHER_PROGRAMS=1 runs this test with another program");
    }
    wanted
}

/// Gives this thread, and what it starts from now on, priority over other programs; does nothing without the privilege.
pub fn raise_priority() {
    let Ok(thread) = std::fs::read_link("/proc/thread-self") else { return };
    let words = ["-n", "-10", "-p"].map(std::ffi::OsStr::new);
    let id = thread.file_name().unwrap_or_default();
    // A failure does not matter to the test.
    drop(Command::new("renice").args(words).arg(id).output());
}

/// Flips one bit of each occurrence of `text` in a file.
pub fn flip(path: &Path, text: &str) {
    let mut bytes = std::fs::read(path).expect("the file is there");
    let starts = bytes.windows(text.len()).enumerate().filter(|(_, part)| *part == text.as_bytes());
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    assert!(!starts.is_empty(), "the file lacks {text}");
    starts.into_iter().for_each(|at| bytes[at] ^= 1);
    std::fs::write(path, bytes).expect("the file can be written");
}

/// The words of a command line, separated as by a shell.
pub fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("every quote is closed")
}

/// The first executable called `name` on `PATH`; `None` if the machine lacks it.
pub fn tool(name: &str) -> Option<PathBuf> {
    find(name, std::env::split_paths(&std::env::var_os("PATH")?))
}

fn find(name: &str, folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    folders.map(|folder| folder.join(name)).find(|path| {
        std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
    })
}

/// Names the program for Windows that the whole-binary tests start in place of the one that was built with them.
const EXE: &str = "PLIMSOLL_TEST_EXE";

/// Whether the program under test is one for Windows.
pub fn is_tested() -> bool {
    std::env::var_os(EXE).is_some()
}

/// A call of the program under test: the one that was built with the tests, or the one for Windows.
pub fn program(built: impl AsRef<Path>) -> Command {
    match std::env::var_os(EXE) {
        Some(exe) => command(Path::new(&exe)).expect("who sets PLIMSOLL_TEST_EXE has wine"),
        None => Command::new(built.as_ref()),
    }
}

/// A call of a program for Windows; none without wine.
pub fn command(exe: &Path) -> Option<Command> {
    let mut command = Command::new(wine()?);
    command.arg(exe);
    Some(command)
}

pub fn wine() -> Option<PathBuf> {
    // Debian's package wine64 alone puts nothing on PATH.
    let debian = || Some(PathBuf::from("/usr/lib/wine/wine64")).filter(|path| path.exists());
    tool("wine").or_else(|| tool("wine64")).or_else(debian)
}

/// Whether the program under test is for Linux. For Windows it reports a skip with the reason.
pub fn linux(why: &str) -> bool {
    if is_tested() {
        skip(&format!("on Windows: {why}"));
    }
    !is_tested()
}
