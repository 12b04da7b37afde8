//! Takes the packages of a release; installs and runs each in an environment without this project, and reports which.
//!
//! Trials whose requirements are missing are skipped and printed. Writes only into temporary directories.

mod debian;
mod root;

use super::Release;
use super::build::output;
use crate::windows;
use root::Root;
use std::path::Path;
use std::process::Command;
use std::thread;
use testkit::TempDir;

/// The result of one trial.
enum Outcome {
    /// It works; the text says in which environment.
    Works(String),
    /// The machine lacks a requirement.
    Skipped(String),
}

type Trial = fn(&Release, &Path) -> Result<Outcome, String>;

/// Every trial with its name.
const TRIALS: [(&str, Trial); 7] = [
    ("checksums", checksums),
    ("binary", binary),
    ("tarball", tarball),
    ("deb", debian::package),
    ("rpm", rpm),
    ("sbom", sbom),
    ("zip", zip),
];

/// Runs all trials on `out`; fails at the end if any failed.
pub(super) fn run(release: &Release, out: &Path) -> Result<(), String> {
    // All in parallel, because they mostly wait for downloads and for the disk.
    let outcomes: Vec<_> = thread::scope(|scope| {
        TRIALS
            .map(|(name, trial)| (name, scope.spawn(move || trial(release, out))))
            .into_iter()
            .map(|(name, running)| (name, running.join()))
            .collect()
    });
    let mut failures = Vec::new();
    for (name, outcome) in outcomes {
        match outcome {
            Ok(Ok(Outcome::Works(place))) => println!("{name}: {place}"),
            Ok(Ok(Outcome::Skipped(why))) => testkit::skip(&format!("{name}: {why}")),
            Ok(Err(why)) => failures.push(format!("{name}: {why}")),
            Err(_) => failures.push(format!("{name}: panicked")),
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn checksums(_: &Release, out: &Path) -> Result<Outcome, String> {
    let words = ["--check", "--strict", "--quiet", "SHA256SUMS"];
    output(Command::new("sha256sum").current_dir(out), &words)?;
    Ok(Outcome::Works("sha256sum agrees".to_owned()))
}

/// The binary in a root directory that contains nothing else: neither a C library, nor /proc, nor /etc.
fn binary(release: &Release, out: &Path) -> Result<Outcome, String> {
    let folder = TempDir::new("dist-empty");
    let Some(root) = Root::of(folder.path()) else {
        return Ok(Outcome::Skipped(root::NEEDS.into()));
    };
    copy(&out.join(release.stem()), &folder.join("plimsoll"))?;
    expect_version(release, &root.output("/plimsoll", &["--version"])?)?;
    let words = ["check", "sim:ssd", "--for", "postgres", "--seed", "1", "--no-report"];
    let answer = root.output("/plimsoll", &[&words[..], &["--store", "/results.db"]].concat())?;
    if !answer.contains("FIT") {
        return Err(format!("check in an empty root directory gave no verdict: {answer}"));
    }
    Ok(Outcome::Works(
        "checks a simulated storage in a root directory without any other file".into(),
    ))
}

/// The tarball, unpacked as in the documentation.
fn tarball(release: &Release, out: &Path) -> Result<Outcome, String> {
    let folder = TempDir::new("dist-tarball");
    let archive = out.join(release.tarball_name());
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--gzip", "--strip-components=1", "--directory"]);
    output(tar.arg(folder.path()).arg("--file").arg(archive), &[])?;
    let version = output(&mut Command::new(folder.join("bin/plimsoll")), &["--version"])?;
    expect_version(release, &version)?;
    Ok(Outcome::Works("unpacked and run".to_owned()))
}

/// Installed by rpm into a root directory that contains nothing else, run there, verified and removed.
fn rpm(release: &Release, out: &Path) -> Result<Outcome, String> {
    let Some(rpm) = testkit::tool("rpm") else { return Ok(Outcome::Skipped("no rpm".into())) };
    let package = out.join(release.rpm_name());
    output(Command::new(&rpm).args(["--checksig", "--nosignature"]).arg(&package), &[])?;
    let requires = output(Command::new(&rpm).args(["-qp", "--requires"]).arg(&package), &[])?;
    if let Some(needed) = requires.lines().find(|line| !line.starts_with("rpmlib(")) {
        return Err(format!("the package requires {needed}"));
    }
    let folder = TempDir::new("dist-rpm");
    let Some(root) = Root::of(folder.path()) else {
        return Ok(Outcome::Skipped(root::NEEDS.into()));
    };
    let in_root = |words: &[&str], file: Option<&Path>| {
        let mut command = Command::new(&rpm);
        command.arg("--root").arg(folder.path()).args(words).args(file);
        output(&mut command, &[])
    };
    in_root(&["--initdb"], None)?;
    // Debian's rpm requires this option, and others do not have it.
    let debian: &[&str] =
        if Path::new("/etc/debian_version").exists() { &["--force-debian"] } else { &[] };
    in_root(&[&["--install"], debian].concat(), Some(&package))?;
    expect_version(release, &root.output("/usr/bin/plimsoll", &["--version"])?)?;
    in_root(&["--verify", "plimsoll"], None)?;
    let files = in_root(&["-q", "--list", "plimsoll"], None)?.lines().count();
    in_root(&[&["--erase", "plimsoll"], debian].concat(), None)?;
    for left in ["usr/bin/plimsoll", "usr/share/doc/plimsoll"] {
        if folder.join(left).exists() {
            return Err(format!("rpm --erase left /{left}"));
        }
    }
    let version = output(&mut Command::new(&rpm), &["--version"])?;
    Ok(Outcome::Works(format!(
        "installed ({files} files), run, verified and removed by {}",
        version.trim()
    )))
}

/// A check with the library of the CycloneDX project, which contains the schema.
const SCHEMA: &str = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read())
sys.exit(str(error) if error else 0)
";

fn sbom(release: &Release, out: &Path) -> Result<Outcome, String> {
    let Some(python) = testkit::tool("python3") else {
        return Ok(Outcome::Skipped("no python3".to_owned()));
    };
    let folder = TempDir::new("dist-sbom");
    let venv = folder.join("venv");
    let installed =
        output(Command::new(python).args(["-m", "venv"]).arg(&venv), &[]).and_then(|_| {
            let words = ["install", "--quiet", "--disable-pip-version-check", "--retries", "1"];
            let package = ["cyclonedx-python-lib[json-validation]"];
            output(&mut Command::new(venv.join("bin/pip")), &[&words[..], &package].concat())
        });
    if let Err(why) = installed {
        let why = why.lines().last().unwrap_or_default().to_owned();
        return Ok(Outcome::Skipped(format!("the schema of CycloneDX cannot be had: {why}")));
    }
    let mut validate = Command::new(venv.join("bin/python"));
    output(validate.args(["-c", SCHEMA]).arg(out.join(release.sbom_name())), &[])?;
    Ok(Outcome::Works("valid by the schema of CycloneDX 1.5".to_owned()))
}

/// The .zip, unpacked and run by wine.
fn zip(release: &Release, out: &Path) -> Result<Outcome, String> {
    let release = Release { system: "windows", ..release.clone() };
    let archive = out.join(release.zip_name());
    let Ok(archive) = std::fs::File::open(&archive) else {
        return Ok(Outcome::Skipped(format!("no {}", archive.display())));
    };
    let folder = TempDir::new("dist-zip");
    let unpacked = zip::ZipArchive::new(archive).and_then(|mut zip| zip.extract(folder.path()));
    unpacked.map_err(|error| format!("failed to unpack: {error}"))?;
    let place = folder.join(release.stem());
    windows::add_random_numbers(&place)?;
    let Some(mut program) = testkit::wine::command(&place.join("plimsoll.exe")) else {
        return Ok(Outcome::Skipped("no wine".to_owned()));
    };
    program.env("WINEPREFIX", folder.join("wine")).env("WINEDEBUG", "-all");
    expect_version(&release, &output(&mut program, &["--version"])?)?;
    Ok(Outcome::Works("unpacked and run by wine".to_owned()))
}

fn expect_version(release: &Release, printed: &str) -> Result<(), String> {
    let expected = format!("plimsoll {}", release.version);
    if printed.trim() == expected {
        return Ok(());
    }
    Err(format!("--version printed \"{}\" in the place of \"{expected}\"", printed.trim()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let copied = std::fs::copy(from, to).map(drop);
    copied.map_err(|error| format!("failed to copy {}: {error}", from.display()))
}
