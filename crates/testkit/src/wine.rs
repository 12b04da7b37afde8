//! Programs for Windows in tests: started by wine, with the environment of the test (`WINEPREFIX`, `WINEDEBUG`, `WINEPATH`).

use crate::place::tool;
use std::path::{Path, PathBuf};
use std::process::Command;

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
        crate::skip(&format!("on Windows: {why}"));
    }
    !is_tested()
}
