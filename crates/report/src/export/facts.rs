//! Facts in the documents for programs, in English.

use crate::facts::{FactTable, SubjectRemark};
use serde::Serialize;
use serde_json::json;

#[derive(Serialize)]
pub(super) struct FactGroupDocument {
    title: String,
    rows: Vec<FactDocument>,
}

#[derive(Serialize)]
struct FactDocument {
    name: String,
    value: String,
    remark: String,
}

impl From<FactTable> for FactGroupDocument {
    fn from(table: FactTable) -> Self {
        let rows = table.rows.into_iter().map(|row| FactDocument {
            name: row.name,
            value: row.value,
            remark: row.remark,
        });
        Self { title: table.title, rows: rows.collect() }
    }
}

/// The inventory of a machine as one JSON document.
pub fn inventory_json(tables: Vec<FactTable>, remarks: &[SubjectRemark]) -> String {
    let group = |table| {
        let FactGroupDocument { title, rows } = table;
        json!({ "title": title, "facts": rows })
    };
    let groups: Vec<_> = tables.into_iter().map(FactGroupDocument::from).map(group).collect();
    let remark = |one: &SubjectRemark| json!({ "about": one.about, "text": one.text });
    let remarks: Vec<_> = remarks.iter().map(remark).collect();
    format!("{:#}\n", json!({ "format": 1, "groups": groups, "remarks": remarks }))
}
