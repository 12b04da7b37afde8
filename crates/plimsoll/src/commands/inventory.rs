//! `plimsoll inventory`: the storage of this machine, and conditions that spoil a test.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Inventory;
use report::messages::inventory::InventoryText;
use session::failure::Failure;
use std::time::Duration;
use sys::inventory::SystemRoots;

/// The time for which the I/O of others is watched.
const WATCH: Duration = Duration::from_secs(1);

/// Prints the facts of one target, or of the whole machine.
pub(crate) fn run(flags: &Inventory) -> Outcome {
    let roots = SystemRoots::default();
    let mut found = match &flags.target {
        Some(path) => sys::inventory::target(path, &roots).map_err(Failure::wrong)?,
        None => sys::inventory::machine(&roots),
    };
    found.watch(&roots, WATCH);
    let groups = found.groups();
    let remarks = found.remarks();
    if flags.json {
        let groups: Vec<_> = groups
            .iter()
            .map(|(title, rows)| {
                let rows: Vec<_> = rows
                    .iter()
                    .map(|(name, value, remark)| {
                        serde_json::json!({ "name": name, "value": value, "remark": remark })
                    })
                    .collect();
                serde_json::json!({ "title": title, "facts": rows })
            })
            .collect();
        let remarks: Vec<_> = remarks
            .iter()
            .map(|r| serde_json::json!({ "about": r.about, "text": r.text }))
            .collect();
        let text = serde_json::json!({ "format": 1, "groups": groups, "remarks": remarks });
        return print_bytes(format!("{text:#}\n").as_bytes());
    }
    let mut text = String::new();
    for (title, rows) in &groups {
        text.push_str(&format!("{title}\n"));
        let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
        for (name, value, remark) in rows {
            let remark = if remark.is_empty() { String::new() } else { format!("  <- {remark}") };
            text.push_str(&format!("  {name:width$}  {value}{remark}\n"));
        }
        text.push('\n');
    }
    if remarks.is_empty() {
        text.push_str(&format!("{}\n", InventoryText::NothingDistorts));
    } else {
        text.push_str(&format!("{}\n", InventoryText::Distortions));
        for remark in &remarks {
            text.push_str(&format!("  {}: {}\n", remark.about, remark.text));
        }
    }
    print_bytes(text.as_bytes())
}
