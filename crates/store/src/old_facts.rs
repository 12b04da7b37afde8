//! Facts and places that earlier versions stored in words.
//!
//! Converts them in the JSON of a document to typed facts and places. Texts without a type stay texts. The stored text is not
//! changed.

use base::Bytes;
use serde_json::{Value, json};

/// The stored headings and the current titles.
const TITLES: [(&str, &str); 8] = [
    ("Kernel limits", "kernel_limits"),
    ("Other I/O", "other_io"),
    ("CPU", "cpu"),
    ("Memory", "memory"),
    ("System", "system"),
    ("Proof", "proof"),
    ("Imported result", "import"),
    ("Settings of Orion", "orion_settings"),
];
/// The heading of what identifies the storage of places.
const IDENTITIES: &str = "Identity of storage";
/// The heading of the places of the only stage; with ` of ` and a name, of one of several stages.
const PLACES: &str = "Places";

/// Gives the facts and places of a document their types. A document without facts does not change.
pub(crate) fn to_types(document: &mut Value) {
    let Some(Value::Array(groups)) = document.get_mut("facts").map(Value::take) else { return };
    let (mut facts, mut places, mut identities) = (Vec::new(), Vec::new(), Vec::new());
    for group in groups {
        let heading = group["title"].as_str().unwrap_or_default();
        let rows = group["rows"].as_array().map_or(&[][..], Vec::as_slice);
        if heading == IDENTITIES {
            let identity = |row| json!({ "path": entry(row, 0), "id": entry(row, 1) });
            identities.extend(rows.iter().map(identity));
        } else if heading == PLACES {
            places.extend(rows.iter().map(|row| place("", row)));
        } else if let Some(stage) =
            heading.strip_prefix(PLACES).and_then(|of| of.strip_prefix(" of "))
        {
            places.extend(rows.iter().map(|row| place(stage, row)));
        } else {
            let today = TITLES.iter().find(|(stored, _)| *stored == heading);
            let title = today.map_or(heading, |(_, today)| today);
            facts
                .push(json!({ "title": title, "rows": rows.iter().map(fact).collect::<Vec<_>>() }));
        }
    }
    document["facts"] = Value::Array(facts);
    document["targets"] = json!({ "places": places, "identities": identities });
}

/// The facts for which earlier versions wrote a word where the kernel tells nothing: title, name and word.
const UNKNOWN: [(&str, &str, &str); 3] = [
    ("cpu", "model", "unknown"),
    ("cpu", "governor", "none"),
    ("system", "distribution", "unknown"),
];

/// Leaves out facts without a value.
pub(crate) fn drop_unknown(document: &mut Value) {
    let Some(Value::Array(groups)) = document.get_mut("facts") else { return };
    for group in groups {
        let title = group["title"].as_str().unwrap_or_default().to_owned();
        let Some(Value::Array(rows)) = group.get_mut("rows") else { continue };
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
        rows.retain(|row| {
            let found = (&*title, &*text(row, "name"), &*text(row, "value"));
            !UNKNOWN.contains(&found)
        });
    }
}

/// An entry of a row: name, value, remark. The oldest documents have lists.
fn entry(row: &Value, at: usize) -> &str {
    let named = row.get(["name", "value", "remark"][at]);
    named.or_else(|| row.get(at)).and_then(Value::as_str).unwrap_or_default()
}

/// A fact; the layout of an array, such as `raid10 over 14`, gets its type.
fn fact(row: &Value) -> Value {
    let [name, value, remark] = [0, 1, 2].map(|at| entry(row, at));
    let array = || {
        let (layout, members) = value.split_once(" over ").filter(|_| name == "layout")?;
        let members: u32 = members.trim().parse().ok()?;
        Some(json!({ "array": { "layout": layout, "members": members } }))
    };
    json!({ "name": name, "value": array().unwrap_or_else(|| value.into()), "remark": remark })
}

/// A place of a stage, such as `4 GiB of a device` at `/dev/sda`, or `4 GiB in a file made for this, built for the test, taken
/// down` on two disks.
fn place(stage: &str, row: &Value) -> Value {
    let [name, what, path] = [0, 1, 2].map(|at| entry(row, at));
    let kind = match what {
        _ if what.contains(" of a simulated storage") => "simulated",
        _ if what.contains(" of a device") => "device",
        _ if what.contains(" of a file") => "file",
        _ => "directory",
    };
    let size = what.split([' ']).take(2).collect::<Vec<_>>().join("");
    let size_bytes = size.parse::<Bytes>().map_or(0, |size| size.0);
    let disks = path.strip_prefix("on ").filter(|_| what.ends_with("taken down"));
    let disks: Vec<&str> = disks.map(|disks| disks.split(", ").collect()).unwrap_or_default();
    let path = if disks.is_empty() { path } else { "" };
    json!({
        "stage": stage, "name": name, "kind": kind, "path": path, "size_bytes": size_bytes, "disks": disks,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{FactGroup, FactTitle, FactValue, TargetKind, TargetSet};

    #[test]
    fn facts_that_the_kernel_does_not_tell_are_left_out() {
        let mut document = json!({ "facts": [
            { "title": "cpu", "rows": [
                { "name": "model", "value": "unknown" }, { "name": "online_cpus", "value": { "count": 4 } },
                { "name": "governor", "value": "none" } ] },
            { "title": "memory", "rows": [{ "name": "model", "value": "unknown" }] },
        ]});
        drop_unknown(&mut document);
        let left = |at: usize| document["facts"][at]["rows"].as_array().map(Vec::len);
        assert_eq!((left(0), left(1)), (Some(1), Some(1)));
    }

    #[test]
    fn places_and_identities_leave_the_facts() {
        let mut document = json!({ "facts": [
            { "title": "System", "rows": [["host", "db1", ""]] },
            { "title": "  md0 (md array)", "rows": [["layout", "raid10 over 14", ""]] },
            { "title": "Places of race", "rows": [
                { "name": "raid10", "value": "4 GiB in a file made for this, built for the test, taken down",
                  "remark": "on /dev/sda, /dev/sdb" },
                { "name": "a", "value": "1.5 TiB of a device", "remark": "/dev/sdc" } ] },
            { "title": "Identity of storage", "rows": [["/dev/sdc", "wwn-1", ""]] },
        ]});
        to_types(&mut document);
        let facts: Vec<FactGroup> = serde_json::from_value(document["facts"].clone()).unwrap();
        assert_eq!(facts[0].title, FactTitle::System);
        let array = FactValue::Array { layout: "raid10".to_owned(), members: 14 };
        assert_eq!((facts.len(), &facts[1].rows[0].value), (2, &array));
        let targets: TargetSet = serde_json::from_value(document["targets"].clone()).unwrap();
        let [layout, device] = &targets.places[..] else { panic!("{targets:?}") };
        assert_eq!((&*layout.stage, layout.size_bytes), ("race", 4 << 30));
        assert_eq!(
            (layout.kind, layout.shown_path()),
            (TargetKind::Directory, "/dev/sda, /dev/sdb".to_owned())
        );
        assert_eq!(
            (device.kind, &*device.path, device.is_removed()),
            (TargetKind::Device, "/dev/sdc", false)
        );
        assert_eq!(device.size_bytes, 3 << 39);
        assert_eq!(targets.identities[0].id, "wwn-1");
    }
}
