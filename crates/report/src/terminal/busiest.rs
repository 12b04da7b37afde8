//! The table of a running capture: the processes and files with the most I/O in the last interval.

use super::Style;
use super::ink::{Paint, clean, render};
use crate::catalogue::{terminal as label, unit};
use crate::language::Language;

/// The I/O of a process or a file in the last interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BusyOwner {
    pub name: String,
    pub iops: f64,
    pub mibps: f64,
    /// The latencies of the I/Os that completed in the interval.
    pub latency_ns_mean: Option<f64>,
    pub latency_ns_max: Option<u64>,
    pub flushes_per_s: f64,
}

/// The busiest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BusiestOwners {
    pub devices: Vec<BusyOwner>,
    pub processes: Vec<BusyOwner>,
    pub files: Vec<BusyOwner>,
}

/// Room for the name in a narrow terminal; the last columns give way to it.
const NAME_WIDTH_MIN: usize = 20;
const COLUMN_WIDTH: usize = 11;

/// The lines of the table, none wider than the style allows.
pub(super) fn table(busiest: &BusiestOwners, style: &Style) -> Vec<String> {
    let language = style.language;
    let devices = part(label::device_column(language), &busiest.devices, false, style);
    let processes = part(label::process_column(language), &busiest.processes, false, style);
    let files = part(label::file_column(language), &busiest.files, true, style);
    devices.into_iter().chain(processes).chain(files).collect()
}

fn part(head: &str, owners: &[BusyOwner], are_paths: bool, style: &Style) -> Vec<String> {
    if owners.is_empty() {
        return Vec::new();
    }
    let language = style.language;
    let heads = [
        unit::iops(language),
        unit::mibps(language),
        label::mean_column(language),
        label::max_column(language),
        label::flushes_column(language),
    ];
    let width = style.width.max(40) - 1;
    let columns = ((width - NAME_WIDTH_MIN) / COLUMN_WIDTH).min(heads.len());
    let name_width = width - columns * COLUMN_WIDTH;
    let line = |name: &str, cells: &[String], paint| {
        let cells = cells.iter().take(columns).map(|cell| format!("{cell:>COLUMN_WIDTH$}"));
        let text = format!("{name:<name_width$}{}", cells.collect::<String>());
        render(&[(paint, text)], style.colour)
    };
    let owner = |owner: &BusyOwner| {
        let name = cut(&clean(&owner.name, style.unicode), name_width, are_paths);
        line(&name, &cells(owner, language), Paint::Plain)
    };
    let head = line(head, &heads.map(str::to_owned), Paint::Quiet);
    [head].into_iter().chain(owners.iter().map(owner)).collect()
}

fn cells(owner: &BusyOwner, language: Language) -> [String; 5] {
    let latency = |ns: Option<f64>| ns.map_or_else(|| "-".to_owned(), |ns| language.latency(ns));
    [
        language.number(owner.iops),
        language.number(owner.mibps),
        latency(owner.latency_ns_mean),
        latency(owner.latency_ns_max.map(|ns| ns as f64)),
        language.number(owner.flushes_per_s),
    ]
}

/// A path keeps its end, other names their beginning.
fn cut(name: &str, width: usize, is_path: bool) -> String {
    let skipped = if is_path { name.chars().count().saturating_sub(width) } else { 0 };
    name.chars().skip(skipped).take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn the_table_fits_every_width_and_a_path_keeps_its_end() {
        let owner = |name: &str| BusyOwner {
            name: name.to_owned(),
            iops: 1_234.0,
            mibps: 9.64,
            latency_ns_mean: Some(412_000.0),
            latency_ns_max: Some(21_400_000),
            flushes_per_s: 98.2,
        };
        let idle = BusyOwner { latency_ns_mean: None, latency_ns_max: None, ..owner("dd (71)") };
        let busiest = BusiestOwners {
            devices: Vec::new(),
            processes: vec![owner("postgres: walwriter (812)"), idle],
            files: vec![owner("var/lib/postgresql/15/main/base/16384/16397")],
        };
        let shown = |width| {
            let style = Style { colour: false, unicode: true, width, language: Language::En };
            let lines = table(&busiest, &style);
            assert!(lines.iter().all(|line| line.chars().count() < width), "{width}: {lines:?}");
            lines.join("\n")
        };
        expect![[r#"
            process                        IOPS      MiB/s       mean        max  flushes/s
            postgres: walwriter (812      1,234       9.64     412 µs    21.4 ms       98.2
            dd (71)                       1,234       9.64          -          -       98.2
            file                           IOPS      MiB/s       mean        max  flushes/s
            15/main/base/16384/16397      1,234       9.64     412 µs    21.4 ms       98.2"#]]
        .assert_eq(&shown(80));
        (40..130).for_each(|width| drop(shown(width)));
    }
}
