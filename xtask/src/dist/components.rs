//! Takes Cargo's resolved graph; gives every component in the binary: crates, and bundled parts that are not crates.

use super::build::{self, Project};
use crate::source;
use crate::windows;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name and version.
pub(super) type Identity = (String, String);

#[derive(Clone, Debug)]
pub(super) struct Component {
    pub(super) identity: Identity,
    /// An SPDX expression.
    pub(super) licence: String,
    pub(super) texts: Vec<PathBuf>,
    /// SHA-256 of the package in the registry of crates; none for components from elsewhere.
    pub(super) package_sha256: Option<String>,
    pub(super) origin: Origin,
    pub(super) depends_on: BTreeSet<Identity>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Workspace,
    Registry,
    /// Source or objects of another language, inside a crate or linked from the machine that builds.
    Bundled,
}

/// Every component, sorted by name and version.
pub(super) fn of(project: &Project) -> Result<Vec<Component>, String> {
    let inside = inside(project)?;
    let checksums = checksums()?;
    let packages = project.metadata["packages"].as_array().ok_or("metadata without packages")?;
    let by_id: BTreeMap<&str, Identity> =
        packages.iter().filter_map(|p| Some((p["id"].as_str()?, identity(p)?))).collect();
    let mut components = Vec::new();
    for package in packages {
        let Some(identity) = identity(package).filter(|id| inside.contains(id)) else { continue };
        let origin = if package["source"].is_null() { Origin::Workspace } else { Origin::Registry };
        let manifest = Path::new(package["manifest_path"].as_str().ok_or("no manifest_path")?);
        let folder = manifest.parent().ok_or("a manifest lies in a folder")?;
        components.push(Component {
            licence: licence(package)?,
            texts: texts(if origin == Origin::Workspace { None } else { Some(folder) })?,
            package_sha256: checksums.get(&identity).cloned(),
            origin,
            depends_on: needs(&project.metadata, package, &by_id, &inside),
            identity,
        });
    }
    if components.len() != inside.len() {
        return Err(format!("{} of {} crates are known", components.len(), inside.len()));
    }
    components.extend(bundled(packages, project)?);
    components.sort_by(|a, b| a.identity.cmp(&b.identity));
    Ok(components)
}

fn identity(package: &Value) -> Option<Identity> {
    Some((package["name"].as_str()?.to_owned(), package["version"].as_str()?.to_owned()))
}

/// The crates that are linked into the binary with its features, without macros, build dependencies and test dependencies.
fn inside(project: &Project) -> Result<BTreeSet<Identity>, String> {
    let words = ["tree", "--locked", "--package", "plimsoll", "--edges", "normal,no-proc-macro"];
    let more = ["--prefix", "none", "--format", "{p}", "--target", &project.triple];
    let text = build::output(&mut source::cargo(), &[&words[..], &more].concat())?;
    text.lines()
        .map(|line| {
            let mut words = line.split(' ');
            let found = words.next().zip(words.next().and_then(|v| v.strip_prefix('v')));
            let (name, version) = found.ok_or(format!("cargo tree printed \"{line}\""))?;
            Ok((name.to_owned(), version.to_owned()))
        })
        .collect()
}

/// The checksums of registry packages in Cargo.lock.
fn checksums() -> Result<BTreeMap<Identity, String>, String> {
    let path = source::root().join("Cargo.lock");
    let text =
        std::fs::read_to_string(path).map_err(|e| format!("failed to read Cargo.lock: {e}"))?;
    let lock: toml::Table = text.parse().map_err(|e| format!("Cargo.lock: {e}"))?;
    let packages =
        lock.get("package").and_then(|all| all.as_array()).ok_or("an empty Cargo.lock")?;
    let word = |package: &toml::Value, key| Some(package.get(key)?.as_str()?.to_owned());
    Ok(packages
        .iter()
        .filter_map(|p| Some(((word(p, "name")?, word(p, "version")?), word(p, "checksum")?)))
        .collect())
}

/// The licence expression; old manifests write a slash for OR.
fn licence(package: &Value) -> Result<String, String> {
    let text =
        package["license"].as_str().ok_or(format!("{} names no licence", package["name"]))?;
    Ok(text.split('/').map(str::trim).collect::<Vec<_>>().join(" OR "))
}

/// The licences and notices beside the manifest of a crate; those of the workspace are separate documents.
fn texts(folder: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    let Some(folder) = folder else { return Ok(Vec::new()) };
    let failed = |error| format!("failed to read {}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let begins = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_file() && begins.iter().any(|word| name.starts_with(word)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The components that a crate needs at run time.
fn needs(
    metadata: &Value,
    package: &Value,
    by_id: &BTreeMap<&str, Identity>,
    inside: &BTreeSet<Identity>,
) -> BTreeSet<Identity> {
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    nodes
        .filter(|node| node["id"] == package["id"])
        .flat_map(|node| node["deps"].as_array().into_iter().flatten())
        .filter(|dep| {
            dep["dep_kinds"].as_array().is_some_and(|all| all.iter().any(|k| k["kind"].is_null()))
        })
        .filter_map(|dep| by_id.get(dep["pkg"].as_str()?).cloned())
        .filter(|needed| inside.contains(needed))
        .collect()
}

/// What a program for Windows has of the C compiler's libraries. GCC's own part of them asks for nothing (GCC Runtime Library Exception).
const MINGW: &str = "/usr/x86_64-w64-mingw32/include/_mingw_mac.h";
const MINGW_LICENCE: &str = "/usr/share/doc/mingw-w64-x86-64-dev/copyright";

/// Parts of the binary without a crate version: C and JavaScript libraries, and Rust's standard library.
fn bundled(packages: &[Value], project: &Project) -> Result<Vec<Component>, String> {
    let component = |name: &str, version: &str, licence: &str, texts: Vec<PathBuf>| Component {
        identity: (name.to_owned(), version.to_owned()),
        licence: licence.to_owned(),
        texts,
        package_sha256: None,
        origin: Origin::Bundled,
        depends_on: BTreeSet::new(),
    };
    let sqlite = packages
        .iter()
        .find(|package| package["name"] == "libsqlite3-sys")
        .and_then(|package| Path::new(package["manifest_path"].as_str()?).parent())
        .ok_or("libsqlite3-sys is not among the crates")?;
    let sqlite = after(&sqlite.join("sqlite3/sqlite3.h"), "#define SQLITE_VERSION")?;
    let assets = source::root().join("crates/report/assets");
    let plotly = after(&assets.join("README.md"), "`plotly.js-basic-dist-min`")?;
    let rustc = build::output(&mut Command::new(&project.rustc), &["--version"])?;
    let rustc = rustc.split(' ').nth(1).ok_or("rustc names no version")?;
    let mut all = vec![
        component("sqlite", &sqlite, "blessing", Vec::new()),
        component("plotly.js", &plotly, "MIT", vec![assets.join("plotly-LICENSE.txt")]),
        component("rust-std", rustc, "MIT OR Apache-2.0", Vec::new()),
    ];
    if project.triple == windows::TARGET {
        let version = after(Path::new(MINGW), "#define __MINGW64_VERSION_MAJOR")?;
        all.push(component("mingw-w64", &version, "ZPL-2.1", vec![MINGW_LICENCE.into()]));
    } else {
        let glibc = build::output(&mut Command::new("getconf"), &["GNU_LIBC_VERSION"])?;
        let glibc =
            glibc.trim().strip_prefix("glibc ").ok_or("getconf names no version of glibc")?;
        let lgpl = source::root().join("xtask/src/dist/LGPL-2.1.txt");
        all.push(component("glibc", glibc, "LGPL-2.1-or-later", vec![lgpl]));
    }
    Ok(all)
}

/// The word after a mark in a file, without quotes.
fn after(path: &Path, mark: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("failed to read {}: {error}", path.display()))?;
    let word = text.split_once(mark).and_then(|(_, rest)| rest.split_whitespace().next());
    let word = word.ok_or(format!("{} has no \"{mark}\"", path.display()))?;
    Ok(word.trim_matches(['"', 'v']).to_owned())
}
