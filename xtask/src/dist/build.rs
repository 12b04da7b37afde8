//! Takes the source and its last commit; gives the version, the time and the static binary of a release.

use super::Release;
use crate::source;
use crate::windows;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What Cargo and Git know about the source.
pub(super) struct Project {
    pub(super) release: Release,
    /// The output of `cargo metadata` for the target of the release.
    pub(super) metadata: Value,
    pub(super) target_folder: PathBuf,
    pub(super) triple: String,
    pub(super) rustc: OsString,
}

impl Project {
    pub(super) fn linux() -> Result<Self, String> {
        let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        Self::read(std::env::consts::ARCH, "linux", triple, rustc)
    }

    pub(super) fn windows() -> Result<Self, String> {
        Self::read("x86_64", "windows", windows::TARGET.to_owned(), windows::RUSTC.into())
    }

    fn read(
        arch: &'static str,
        system: &'static str,
        triple: String,
        rustc: OsString,
    ) -> Result<Self, String> {
        let words = ["metadata", "--format-version", "1", "--locked", "--filter-platform", &triple];
        let metadata: Value = serde_json::from_str(&output(&mut source::cargo(), &words)?)
            .map_err(|e| format!("cargo metadata gave no JSON: {e}"))?;
        let version = metadata["packages"]
            .as_array()
            .and_then(|all| all.iter().find(|package| package["name"] == "plimsoll"))
            .and_then(|package| package["version"].as_str())
            .ok_or("cargo metadata does not know plimsoll")?
            .to_owned();
        let target_folder = metadata["target_directory"].as_str().ok_or("no target_directory")?;
        let target_folder = PathBuf::from(target_folder);
        Ok(Self {
            release: Release { version, arch, system, epoch_s: epoch_s()? },
            metadata,
            target_folder,
            triple,
            rustc,
        })
    }
}

/// The time of the release: `SOURCE_DATE_EPOCH`, or that of the last commit.
/// <https://reproducible-builds.org/specs/source-date-epoch/>
fn epoch_s() -> Result<u64, String> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => {
            let mut git = Command::new("git");
            output(git.current_dir(source::root()), &["log", "-1", "--format=%ct"])
                .map_err(|e| format!("{e}; without git, give the time as SOURCE_DATE_EPOCH"))?
        }
    };
    text.trim().parse().map_err(|_| format!("SOURCE_DATE_EPOCH is no number of seconds: {text}"))
}

/// Builds the binary with the C library inside and no path of this machine.
///
/// It links glibc statically, not musl. In glibc the allocator, `memcpy` and the clock without a system call (vDSO) are those of
/// the ordinary build, so both measure alike, and the build needs only libc.a. A static glibc must not load shared libraries of
/// the machine: only the look-up of host names would, and `sys::host_names` prevents it. io_uring and random numbers use direct
/// system calls and do not depend on the C library.
pub(super) fn static_binary(project: &Project) -> Result<PathBuf, String> {
    let words = ["build", "--release", "--locked", "--package", "plimsoll", "--target"];
    let mut build = source::cargo();
    build
        .args(words)
        .arg(&project.triple)
        // These flags replace all others: flags of a user's configuration would change the bytes.
        .env("CARGO_ENCODED_RUSTFLAGS", flags(project, &["-C", STATIC])?)
        .env("SOURCE_DATE_EPOCH", project.release.epoch_s.to_string())
        .env_remove("CFLAGS");
    source::run_cargo(&mut build)?;
    Ok(project.target_folder.join(&project.triple).join("release/plimsoll"))
}

/// Builds the program for Windows. The C library is that of Windows; what GCC adds is
/// linked statically.
pub(super) fn windows_binary(project: &Project, debug: bool) -> Result<PathBuf, String> {
    let folder = windows::target_folder();
    let mut build = windows::cargo(&folder)?;
    build.args(["rustc", "--locked", "--package", "plimsoll", "--bin", "plimsoll"]);
    let built = folder.join(windows::TARGET);
    if debug {
        source::run_cargo(build.args(["--", "-C", "strip=symbols"]))?;
        return Ok(built.join("debug/plimsoll.exe"));
    }
    build
        .arg("--release")
        .env("CARGO_ENCODED_RUSTFLAGS", flags(project, &[])?)
        .env("SOURCE_DATE_EPOCH", project.release.epoch_s.to_string())
        .env_remove("CFLAGS");
    source::run_cargo(&mut build)?;
    Ok(built.join("release/plimsoll.exe"))
}

/// A static binary of the debug build, for trials of the packages: only the link step differs from that of `cargo build`.
pub(super) fn debug_binary(project: &Project) -> Result<PathBuf, String> {
    let words = ["rustc", "--locked", "--package", "plimsoll", "--bin", "plimsoll", "--"];
    source::run_cargo(source::cargo().args(words).args(["-C", STATIC, "-C", "strip=symbols"]))?;
    Ok(project.target_folder.join("debug/plimsoll"))
}

/// Links the C library statically.
const STATIC: &str = "target-feature=+crt-static";

/// The flags of the compiler, as CARGO_ENCODED_RUSTFLAGS takes them: these, and the same names for folders on every machine.
fn flags(project: &Project, first: &[&str]) -> Result<String, String> {
    let home = |variable: &str, folder: &str| {
        std::env::var_os(variable)
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(folder)))
            .ok_or(format!("neither {variable} nor HOME is set"))
    };
    let mut rustc = Command::new(&project.rustc);
    let sysroot = output(rustc.current_dir(source::root()), &["--print", "sysroot"])?;
    // For nested folders, the last match counts.
    let renamed = [
        (source::root(), "/build/plimsoll"),
        (project.target_folder.clone(), "/build/target"),
        (home("CARGO_HOME", ".cargo")?.join("registry/src"), "/build/registry"),
        // The library's own source, if it is installed.
        (Path::new(sysroot.trim()).join("lib/rustlib/src/rust"), "/build/rust"),
    ];
    let renamed = renamed.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    let first = first.iter().map(|flag| (*flag).to_owned());
    Ok(first.chain(renamed).collect::<Vec<_>>().join("\x1f"))
}

pub(super) fn output(command: &mut Command, words: &[&str]) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let out =
        command.args(words).output().map_err(|e| format!("failed to start {program}: {e}"))?;
    if !out.status.success() {
        let why = String::from_utf8_lossy(&out.stderr);
        return Err(format!(
            "{program} {} ended with {}: {}",
            words.join(" "),
            out.status,
            why.trim()
        ));
    }
    String::from_utf8(out.stdout).map_err(|_| format!("{program} printed no UTF-8"))
}
