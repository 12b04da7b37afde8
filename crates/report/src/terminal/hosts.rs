//! The hosts of a run: one row for each in every trial on which the answer is based.

use super::ink::{INDENT, Page, Paint};
use crate::catalogue::hosts as text;
use crate::catalogue::unit;
use crate::hosts::{HostRow, events, summary, tables};
use record::Record;

/// The maximum number of rows of one table; the page and the JSON document have all of them.
pub(super) const ROWS_MAX: usize = 16;

/// Adds nothing for a run of one host.
pub(super) fn section(page: &mut Page, record: &Record, rows_max: usize) {
    let Some(hosts) = &record.hosts else { return };
    let language = page.language();
    page.blank();
    page.pair(text::hosts(language), Paint::Plain, &summary(language, hosts));
    for table in tables(language, record, hosts) {
        if let Some(fairness) = &table.fairness {
            page.pair(text::fairness(language), Paint::Plain, fairness);
        }
        let heads = [unit::iops(language), unit::mibps(language), "p99", text::cpu(language)];
        page.line(vec![(Paint::Quiet, columns(text::host(language), heads))]);
        for HostRow { name, iops, mibps, latency_p99, cpu, .. } in table.rows.iter().take(rows_max)
        {
            page.line(vec![(Paint::Plain, columns(name, [iops, mibps, latency_p99, cpu]))]);
        }
    }
    for line in events(language, record, hosts) {
        page.wrapped(vec![(Paint::Bad, "  ! ".to_owned())], 4, Paint::Plain, &line);
    }
}

fn columns(name: &str, cells: [&str; 4]) -> String {
    let cells: String = cells.iter().map(|cell| format!("{cell:>11}")).collect();
    format!("  {name:<width$}{cells}", width = INDENT + 6)
}
