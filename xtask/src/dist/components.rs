//! Takes Cargo's resolved graph; gives every component in the binary: crates, and bundled parts that are not crates.

use super::Release;
use super::build::{self, Project};
use crate::{source, windows};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use time::OffsetDateTime;

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

const HEAD: &str = "\
Plimsoll is licensed under MIT or Apache-2.0, as you like. Its binary contains the components below, under these licences.
";
const GLIBC: &str = "\
It contains glibc under the LGPL 2.1: the source of Plimsoll is public, and `cargo xtask dist` links it with another glibc.
";

pub(super) fn text(components: &[Component]) -> Result<String, String> {
    let mut text = HEAD.to_owned();
    if components.iter().any(|component| component.identity.0 == "glibc") {
        text.push_str(GLIBC);
    }
    // Many crates have the same text.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    text.push('\n');
    for component in components.iter().filter(|c| c.origin != Origin::Workspace) {
        let (name, version) = &component.identity;
        let _ = writeln!(text, "{name} {version}: {}", component.licence);
        for path in &component.texts {
            let bytes = std::fs::read(path)
                .map_err(|error| format!("failed to read {}: {error}", path.display()))?;
            let licence = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim().to_owned();
            let users = texts.entry(licence).or_default();
            if users.last().is_none_or(|last| !last.starts_with(&format!("{name} {version}"))) {
                users.push(format!("{name} {version}"));
            }
        }
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    for (licence, users) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), users.join(", "));
    }
    Ok(text)
}

/// The whole document. It has no serial number: that would differ between two builds.
pub(super) fn document(release: &Release, components: &[Component]) -> Vec<u8> {
    let is_root = |component: &&Component| component.identity.0 == "plimsoll";
    let root = components.iter().find(is_root).map(|root| entry(root, "application"));
    let rest: Vec<Value> =
        components.iter().filter(|c| !is_root(c)).map(|c| entry(c, "library")).collect();
    let dependencies: Vec<Value> = components
        .iter()
        .map(|component| {
            let mut needed: Vec<_> = component.depends_on.iter().map(reference).collect();
            if is_root(&component) {
                // Components that no crate's manifest names are dependencies of the whole binary.
                let bundled = components.iter().filter(|c| c.origin == Origin::Bundled);
                needed.extend(bundled.map(|c| reference(&c.identity)));
                needed.sort();
            }
            json!({ "ref": reference(&component.identity), "dependsOn": needed })
        })
        .collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "timestamp": timestamp(release.epoch_s), "component": root },
        "components": rest,
        "dependencies": dependencies,
    });
    let mut text = serde_json::to_vec_pretty(&document).expect("a value of JSON is JSON");
    text.push(b'\n');
    text
}

fn entry(component: &Component, kind: &str) -> Value {
    let (name, version) = &component.identity;
    let mut entry = json!({
        "type": kind,
        "bom-ref": reference(&component.identity),
        "name": name,
        "version": version,
        "licenses": [{ "expression": component.licence }],
    });
    if component.origin == Origin::Registry {
        entry["purl"] = json!(format!("pkg:cargo/{name}@{}", version.replace('+', "%2B")));
    }
    if let Some(sha256) = &component.package_sha256 {
        entry["hashes"] = json!([{ "alg": "SHA-256", "content": sha256 }]);
    }
    entry
}

fn reference(identity: &Identity) -> String {
    format!("{}@{}", identity.0, identity.1)
}

/// As ISO 8601 in UTC.
fn timestamp(epoch_s: u64) -> String {
    let seconds = i64::try_from(epoch_s).unwrap_or(i64::MAX);
    let moment = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (hour, minute, second) = moment.to_hms();
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", moment.date())
}
