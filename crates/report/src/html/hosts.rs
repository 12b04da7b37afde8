//! The section on the hosts: the results of each in the trials on which the answer is based.

use crate::catalogue::hosts as text;
use crate::catalogue::unit;
use crate::hosts::{HostRow, HostTable, events, summary, tables};
use crate::language::Language;
use maud::{Markup, html};
use record::Record;

/// Empty for a run of one host.
pub(super) fn section(language: Language, record: &Record) -> Markup {
    let Some(hosts) = &record.hosts else { return html! {} };
    html! {
        section #hosts {
            h2 { (text::heading(language)) }
            p { (summary(language, hosts)) "." }
            @for line in events(language, record, hosts) { p.hint { (line) } }
            @for table in tables(language, record, hosts) { (host_table(language, &table)) }
        }
    }
}

fn host_table(language: Language, table: &HostTable) -> Markup {
    let heads = [
        text::host(language),
        text::target(language),
        unit::iops(language),
        unit::mibps(language),
        "p99",
        text::cpu(language),
        text::offset(language),
    ];
    let cells = |row: &HostRow| {
        let HostRow { name, target, iops, mibps, latency_p99, cpu, offset } = row;
        [name, target, iops, mibps, latency_p99, cpu, offset].map(Clone::clone).to_vec()
    };
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    html! {
        @if let Some(fairness) = &table.fairness { p { (text::fairness(language)) ": " (fairness) } }
        (super::table::table(&table.title, &heads, &rows, &[]))
    }
}
