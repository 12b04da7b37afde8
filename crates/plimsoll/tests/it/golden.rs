//! Golden tests of the commands that replace other tools: output, exit code and written files are compared with `tests/golden`,
//! byte for byte. `UPDATE_EXPECT=1` keeps an intended change.

use std::path::{Path, PathBuf};
use testkit::golden::{GoldenRunner, SAMPLES};

fn golden() -> GoldenRunner {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    GoldenRunner {
        binary: PathBuf::from(env!("CARGO_BIN_EXE_plimsoll")),
        folder: package.join("tests/golden"),
        samples: package.join("../../../shared/reference/samples"),
    }
}

/// Parts of command lines whose answer is another one on Windows: drives that exist there, and its numbers of errors.
const ELSEWHERE_ON_WINDOWS: [&str; 12] = [
    "C:",
    "c:",
    "-R3",
    "'#",
    "-testname commented",
    ".icf",
    "param_default",
    "param_sunitjoshi",
    "cfg.windows__",
    "windows.ini",
    "--name=errors",
    "--name=trim",
];

#[track_caller]
fn must_be_as_kept(name: &str) {
    let ran = golden().run(name).unwrap_or_else(|why| panic!("{why}"));
    let Some(ran) = ran else {
        return testkit::skip("there are no files of other tools beside the project");
    };
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return ran.write().unwrap_or_else(|why| panic!("{why}"));
    }
    let mut changes = ran.changes().unwrap_or_else(|why| panic!("{why}"));
    if testkit::place::is_tested() {
        let before = changes.len();
        changes.retain(|change| !ELSEWHERE_ON_WINDOWS.iter().any(|word| change.contains(word)));
        testkit::skip(&format!(
            "{} cases name drives or errors of Windows",
            before - changes.len()
        ));
    }
    assert!(
        changes.is_empty(),
        "{} of {} cases of {name} changed; UPDATE_EXPECT=1 keeps what is meant:\n{}",
        changes.len(),
        ran.count(),
        changes.join("\n")
    );
}

#[test]
fn each_tool_prints_and_writes_what_it_did() {
    for tool in compat::TOOLS {
        must_be_as_kept(tool.name);
    }
}

#[test]
fn files_of_other_tools_are_read_as_they_were() {
    must_be_as_kept(SAMPLES);
}
