//! Two captured loads side by side: rates, sizes, mix, latencies, queue, files and processes.
//!
//! Takes characterisations; gives a table. Figures that one source cannot know have a dash; figures that neither has are left out.

use super::words::{self, percent, size};
use super::{LINES_MAX, moves_data};
use crate::Style;
use crate::catalogue::{calibrate, capture as text, fit, unit};
use crate::language::Language;
use crate::terminal::ink::{Page, Paint};
use observe::IoKind;
use observe::character::Characterisation;
use observe::character::operations::OperationCharacter;
use observe::fidelity::jensen_shannon;
use std::collections::BTreeMap;
use workload::{FidelityDistance, FidelityFigure};

#[derive(Clone, Copy, PartialEq)]
enum Form {
    PerSecond,
    BytesPerSecond,
    Bytes,
    Latency,
    /// 0 to 1; its difference is in points.
    Share,
    Depth,
}

struct Figure {
    name: String,
    form: Form,
    values: [Option<f64>; 2],
}

type Loads<'l> = [&'l Characterisation; 2];

/// Both loads as one JSON list of their documents.
pub fn comparison_json(loads: Loads<'_>) -> String {
    let [a, b] = loads.map(super::json);
    format!("[\n{},\n{}\n]\n", a.trim_end(), b.trim_end())
}

pub fn comparison(loads: Loads<'_>, style: &Style) -> String {
    let language = style.language;
    let mut page = Page::new(style);
    for (label, load) in ["A", "B"].iter().zip(loads) {
        page.pair(label, Paint::Strong, &words::title(language, load));
    }
    page.blank();
    page.line(vec![(Paint::Quiet, row("", ["A", "B", calibrate::head_off(language)]))]);
    listed(&mut page, &figures(language, loads));
    if let Some(distance) = size_mix(loads) {
        let distance = language.digits(&format!("{distance:.3}"));
        page.line(vec![(
            Paint::Plain,
            row(fit::distance_text(language, &FidelityDistance::SizeMix), ["", "", &distance]),
        )]);
    }
    let shares = [(text::files(language), files as Shares), (text::processes(language), processes)];
    for (label, of) in shares {
        let figures = busiest(loads, of);
        if !figures.is_empty() {
            page.blank();
            let head = format!("{label}, {}", unit::iops(language));
            page.line(vec![(Paint::Quiet, head)]);
            listed(&mut page, &figures);
        }
    }
    page.text()
}

fn listed(page: &mut Page, figures: &[Figure]) {
    let language = page.language();
    for figure in figures {
        let shown = figure.values.map(|one| {
            one.map_or_else(|| "-".to_owned(), |value| figure.form.shown(language, value))
        });
        let difference = figure.difference(language);
        let line = row(&figure.name, [&shown[0], &shown[1], &difference]);
        page.line(vec![(Paint::Plain, line)]);
    }
}

const NAME: usize = 34;

fn row(name: &str, [a, b, difference]: [&str; 3]) -> String {
    let length = name.chars().count();
    // The end of a path says more than its begin.
    let shown = if length > NAME - 2 {
        format!("...{}", name.chars().skip(length + 5 - NAME).collect::<String>())
    } else {
        name.to_owned()
    };
    format!("{shown:<NAME$}{a:>14}{b:>14}{difference:>14}")
}

impl Form {
    fn shown(self, language: Language, value: f64) -> String {
        match self {
            Self::PerSecond => language.number(value),
            Self::BytesPerSecond => size(language, value) + unit::per_second(language),
            Self::Bytes => size(language, value),
            Self::Latency => language.latency(value),
            Self::Share => percent(language, value),
            Self::Depth => language.digits(&format!("{value:.2}")),
        }
    }
}

impl Figure {
    fn difference(&self, language: Language) -> String {
        let [Some(a), Some(b)] = self.values else { return String::new() };
        let (change, unit) = match self.form {
            Form::Share => ((b - a) * 100.0, fit::points(language)),
            _ if a > 0.0 => ((b / a - 1.0) * 100.0, "%"),
            _ => return String::new(),
        };
        format!("{}{}{unit}", language.digits(&format!("{change:+.1}")), language.gap())
    }
}

fn of(load: &Characterisation, operation: IoKind) -> Option<&OperationCharacter> {
    load.operations.iter().find(|found| found.operation == operation)
}

fn seconds(load: &Characterisation) -> f64 {
    load.recorded_ns.max(1) as f64 / 1e9
}

fn figures(language: Language, loads: Loads<'_>) -> Vec<Figure> {
    let name_of = |figure| fit::figure_text(language, &figure);
    let mut figures = Vec::new();
    let mut add = |name: &str, form, values: [Option<f64>; 2]| {
        if values.iter().flatten().any(|value| *value > 0.0) {
            figures.push(Figure { name: name.to_owned(), form, values });
        }
    };
    let moved = |load: &Characterisation, amount: fn(&OperationCharacter) -> Option<f64>| {
        load.operations.iter().filter(|one| moves_data(one.operation)).map(amount).sum()
    };
    let operations = loads.map(|load| moved(load, |one| Some(one.operations)));
    let per_s = |values: [Option<f64>; 2]| {
        [0, 1].map(|at| values[at].map(|value: f64| value / seconds(loads[at])))
    };
    add(unit::iops(language), Form::PerSecond, per_s(operations));
    let bytes = loads.map(|load| moved(load, |one| one.bytes));
    add(text::load(language), Form::BytesPerSecond, per_s(bytes));
    let reads = loads.map(|load| of(load, IoKind::Read).map_or(0.0, |one| one.operations));
    let shares =
        [0, 1].map(|at| operations[at].filter(|all| *all > 0.0).map(|all| reads[at] / all));
    add(name_of(FidelityFigure::ReadShare), Form::Share, shares);
    for operation in [IoKind::Read, IoKind::Write] {
        let name = words::operation_name(language, operation);
        let each = |value: &dyn Fn(&OperationCharacter) -> Option<f64>| {
            loads.map(|load| of(load, operation).and_then(value))
        };
        let counts = each(&|one| Some(one.operations)).map(|count| count.or(Some(0.0)));
        add(name, Form::PerSecond, per_s(counts));
        let named = |of: &str| format!("{name}: {of}");
        let sizes = each(&|one| one.size_bytes_mean());
        add(&named(name_of(FidelityFigure::SizeMean)), Form::Bytes, sizes);
        let sequential = each(&|one| Some(one.sequential.as_ref()?.operations_share));
        add(&named(name_of(FidelityFigure::SequentialShare)), Form::Share, sequential);
        add(
            &named(name_of(FidelityFigure::LatencyMean)),
            Form::Latency,
            each(&|one| one.latency_ns_mean),
        );
        for q in [0.5, 0.99, 0.999] {
            let values = each(&|one| words::quantile_ns(one, q).map(|ns| ns as f64));
            add(&named(&language.quantile(q)), Form::Latency, values);
        }
    }
    let durable = loads.map(|load| load.durability);
    let flushes = durable.map(|found| Some(found?.flushes_per_s));
    add(text::flushes(language), Form::PerSecond, flushes);
    add(text::discards(language), Form::PerSecond, durable.map(|found| found?.discards_per_s));
    let depth = loads.map(|load| load.queue_depth.as_ref().map(|depth| depth.mean));
    add(name_of(FidelityFigure::DepthMean), Form::Depth, depth);
    figures
}

/// The distance of the mixes of sizes and directions; `None` where one is not known.
fn size_mix(loads: Loads<'_>) -> Option<f64> {
    let mut mixes: BTreeMap<(IoKind, u32), [f64; 2]> = BTreeMap::new();
    for (at, load) in loads.iter().enumerate() {
        let moving: Vec<_> =
            load.operations.iter().filter(|one| moves_data(one.operation)).collect();
        let all: f64 = moving.iter().map(|one| one.operations).sum();
        if moving.iter().all(|one| one.sizes.is_empty()) {
            return None;
        }
        for one in moving {
            for size in &one.sizes {
                let share = size.operations_share * one.operations / all;
                mixes.entry((one.operation, size.length_bytes)).or_default()[at] += share;
            }
        }
    }
    Some(jensen_shannon(mixes.values().map(|[a, b]| (*a, *b))))
}

/// Names with their I/Os.
type Shares = fn(&Characterisation) -> Vec<(String, u64)>;

fn files(load: &Characterisation) -> Vec<(String, u64)> {
    let of = load.files.iter();
    of.map(|file| (words::file_group(file), file.read.operations + file.write.operations)).collect()
}

fn processes(load: &Characterisation) -> Vec<(String, u64)> {
    let of = load.processes.iter();
    of.map(|one| (one.process.title(), one.reads + one.writes)).collect()
}

/// The rates of the busiest names, if both loads have such names.
fn busiest(loads: Loads<'_>, of: Shares) -> Vec<Figure> {
    let mut rates: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for (at, load) in loads.into_iter().enumerate() {
        let shares = of(load);
        if shares.is_empty() {
            return Vec::new();
        }
        for (name, operations) in shares {
            rates.entry(name).or_default()[at] += operations as f64 / seconds(load);
        }
    }
    let mut sorted: Vec<_> = rates.into_iter().collect();
    sorted.sort_by(|a, b| b.1[0].max(b.1[1]).total_cmp(&a.1[0].max(a.1[1])));
    sorted.truncate(LINES_MAX);
    let figure = |(name, rates): (String, [f64; 2])| {
        let values = rates.map(Some);
        Figure { name, form: Form::PerSecond, values }
    };
    sorted.into_iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use observe::character::CharacterFold;
    use observe::{CaptureHeader, CaptureSource, IoEvent, IoFlags, Process, ProcessIndex};

    fn load(writes: u64, length_bytes: u32, latency_ns: u64) -> Characterisation {
        let mut fold =
            CharacterFold::new(CaptureHeader::of(CaptureSource::BlockTrace, "sdb"), None);
        fold.processes([Process { pid: 7, name: "postgres".to_owned(), ..Process::default() }]);
        for at in 0..100 + writes {
            fold.event(&IoEvent {
                issued_ns: at * 1_000_000,
                latency_ns: Some(latency_ns),
                queued_ns: None,
                operation: if at < 100 { IoKind::Read } else { IoKind::Write },
                offset_bytes: at * 1_000_003 % 4096 * 4096,
                length_bytes,
                flags: IoFlags::default(),
                process: ProcessIndex::default(),
            });
        }
        fold.lasts_until(1_000_000_000);
        fold.finish()
    }

    #[test]
    fn every_figure_stands_beside_that_of_the_other_load() {
        let (a, b) = (load(100, 8192, 1_000_000), load(300, 16384, 3_000_000));
        let table = comparison([&a, &b], &Style::PLAIN);
        let words = |name: &str| {
            let line = table.lines().find(|line| line.starts_with(name));
            let line = line.unwrap_or_else(|| panic!("no {name} in\n{table}"));
            line[NAME..].split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words("IOPS"), "200 400 +100.0 %");
        assert_eq!(words("read share"), "50 % 25 % -25.0 points");
        assert_eq!(words("writes: mean size"), "8 KiB 16 KiB +100.0 %");
        assert_eq!(words("size mix (JS)"), "1.000");
        assert_eq!(words("mean queue depth"), "0.20 1.20 +500.0 %");
        assert_eq!(words("postgres"), "200 400 +100.0 %");
        assert!(words("writes: p99").starts_with("1 ms 3"), "{table}");
        let same = comparison([&a, &a], &Style::PLAIN);
        assert!(same.contains("+0.0 %") && !same.contains("+100.0 %"), "{same}");
    }

    #[test]
    fn a_long_path_shows_its_end() {
        let line = row("/var/lib/postgresql/15/main/base/16384/16397", ["1", "2", ""]);
        assert!(line.starts_with("...esql/15/main/base/16384/16397 "), "{line}");
    }
}
