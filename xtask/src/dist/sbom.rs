//! Takes the components of the binary; gives their list as CycloneDX 1.5, for programs that search for known vulnerabilities.

use super::Release;
use super::components::{Component, Identity, Origin};
use serde_json::{Value, json};
use time::OffsetDateTime;

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
