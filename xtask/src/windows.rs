//! `cargo xtask windows`: takes the words of a cargo command; runs it for Windows on Debian, whose packages have the sources of std and a C
//! compiler for Windows. Rust's own installer cannot be had everywhere.
//!
//! std is built with the program, into the same target folder, so that only the first build takes its minutes.

use crate::source;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const TARGET: &str = "x86_64-pc-windows-gnu";
pub(crate) const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";
const STD: &str = "/usr/lib/rustlib/src/rust/library";
const GCC: &str = "x86_64-w64-mingw32-gcc";
const PACKAGES: &str = "rustc-web cargo-web rust-web-src rust-web-clippy gcc-mingw-w64-x86-64";
/// What std needs under wine; see the file.
const RANDOM: &str = "crates/testkit/windows/bcryptprimitives.c";

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let folder = target_folder();
    let mut cargo = cargo(&folder)?;
    let wine_folder = folder.join("wine");
    add_random_numbers(&wine_folder)?;
    if let Some(wine) = testkit::place::wine() {
        cargo.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", wine);
    }
    source::run_cargo(cargo.args(words).env("WINEPATH", wine_folder))
}

/// Puts what std needs under wine into a folder: that of a program, or one that `WINEPATH` names.
fn add_random_numbers(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut gcc = Command::new(GCC);
    gcc.current_dir(source::root()).args(["-O2", "-shared", RANDOM, "-o"]);
    let status = gcc.arg(folder.join("bcryptprimitives.dll")).arg("-ladvapi32").status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(format!("{GCC} failed to compile {RANDOM}"))
}

/// Below the target folder of the other builds, whose compiler is another one.
pub(crate) fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
    source::root().join(folder).join("windows")
}

pub(crate) fn lacking() -> Option<String> {
    let lacks = [CARGO, RUSTC, STD].into_iter().find(|path| !Path::new(path).exists());
    let lacks = lacks.or_else(|| testkit::tool(GCC).is_none().then_some(GCC))?;
    Some(format!("no {lacks} (on Debian: apt-get install {PACKAGES})"))
}

/// Cargo for Windows; the error says what the machine lacks.
pub(crate) fn cargo(target_folder: &Path) -> Result<Command, String> {
    if let Some(lacks) = lacking() {
        return Err(lacks);
    }
    let mut cargo = Command::new(CARGO);
    cargo
        .current_dir(source::root())
        .env("PATH", path())
        .env("RUSTC", RUSTC)
        // std is built from source only by an unstable option.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_unwind")
        .env("CARGO_BUILD_TARGET", TARGET)
        .env("CARGO_TARGET_DIR", target_folder)
        .env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", GCC)
        .env("CC_x86_64_pc_windows_gnu", GCC)
        .env("AR_x86_64_pc_windows_gnu", "x86_64-w64-mingw32-ar")
        // Set by the cargo that started this program.
        .env_remove("CARGO")
        .env_remove("RUSTUP_TOOLCHAIN");
    Ok(cargo)
}

/// Debian's folder first: `cargo clippy` would find that of another installation there.
fn path() -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(PathBuf::from("/usr/bin")).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path.clone())
}
