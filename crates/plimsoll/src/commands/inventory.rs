//! `plimsoll inventory`: the storage of this machine, and conditions that spoil a test.

use crate::commands::papers::print_bytes;
use crate::exit::Outcome;
use crate::flags::Inventory;
use report::Language;
use report::export::inventory_json;
use report::facts::{self, FactRow, FactTable, SubjectRemark};
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
        Some(path) => sys::inventory::target(path, &roots)
            .map_err(|error| Failure::wrong(report::inventory_error(&error)))?,
        None => sys::inventory::machine(&roots),
    };
    found.watch(&roots, WATCH);
    let language = if flags.json { Language::En } else { flags.lang.language() };
    let tables = facts::tables(language, &found.groups());
    let remarks = facts::remarks(language, &found.remarks());
    if flags.json {
        return print_bytes(inventory_json(tables, &remarks).as_bytes());
    }
    let mut text = String::new();
    for FactTable { title, rows } in &tables {
        text.push_str(&format!("{title}\n"));
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        for FactRow { name, value, remark } in rows {
            let remark = if remark.is_empty() { String::new() } else { format!("  <- {remark}") };
            text.push_str(&format!("  {name:width$}  {value}{remark}\n"));
        }
        text.push('\n');
    }
    if remarks.is_empty() {
        text.push_str(&format!("{}\n", InventoryText::NothingDistorts.text(language)));
    } else {
        text.push_str(&format!("{}\n", InventoryText::Distortions.text(language)));
        for SubjectRemark { about, text: remark } in &remarks {
            text.push_str(&format!("  {about}: {remark}\n"));
        }
    }
    print_bytes(text.as_bytes())
}
