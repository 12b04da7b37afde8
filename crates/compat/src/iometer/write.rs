//! results.csv: the part of one session, in the layout of 1.1.0 (80 columns) or of 2004 to 2008 (56 columns).

use super::{IometerView, Rows, Test, Worker};
use crate::outcome::{DirectionOutcome, Outcome, StreamOutcome};
use base::clock;

const MIB: f64 = (1u64 << 20) as f64;
/// Raw times are in ticks of 100 ns, as in Iometer where it does not count processor cycles.
const TICKS_PER_S: f64 = 1e7;
const TICK_NS: f64 = 100.0;
/// Printed where the values of several targets differ.
const AMBIGUOUS_DEPTH: &str = "-1";
const AMBIGUOUS_SECTOR: u64 = u64::MAX;

/// Upper edges of the latency bins in milliseconds; the last bin has none.
pub(super) const BIN_TOPS_MS: [f64; 20] = [
    0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 500.0, 1e3,
    2e3, 4.7e3, 5e3, 1e4,
];

const BEFORE_RATES: &str = "'Target Type,Target Name,Access Specification Name,# Managers,# Workers,# Disks,IOps,Read IOps,Write IOps,";
const RATES_WIDE: &str = "MiBps (Binary),Read MiBps (Binary),Write MiBps (Binary),MBps (Decimal),Read MBps (Decimal),Write MBps (Decimal),";
const RATES_NARROW: &str = "MBps,Read MBps,Write MBps,";
const AFTER_RATES: &str = "Transactions per Second,Connections per Second,Average Response Time,Average Read Response Time,Average Write Response Time,Average Transaction Time,Average Connection Time,Maximum Response Time,Maximum Read Response Time,Maximum Write Response Time,Maximum Transaction Time,Maximum Connection Time,Errors,Read Errors,Write Errors,Bytes Read,Bytes Written,Read I/Os,Write I/Os,Connections,Transactions per Connection,Total Raw Read Response Time,Total Raw Write Response Time,Total Raw Transaction Time,Total Raw Connection Time,Maximum Raw Read Response Time,Maximum Raw Write Response Time,Maximum Raw Transaction Time,Maximum Raw Connection Time,Total Raw Run Time,Starting Sector,Maximum Size,Queue Depth,% CPU Utilization,% User Time,% Privileged Time,% DPC Time,% Interrupt Time,Processor Speed,Interrupts per Second,CPU Effectiveness,Packets/Second,Packet Errors,Segments Retransmitted/Second";
const BINS: &str = ",0 to 50 uS,50 to 100 uS,100 to 200 uS,200 to 500 uS,0.5 to 1 mS,1 to 2 mS,2 to 5 mS,5 to 10 mS,10 to 15 mS,15 to 20 mS,20 to 30 mS,30 to 50 mS,50 to 100 mS,100 to 200 mS,200 to 500 mS,0.5 to 1 S,1 to 2 s,2 to 4.7 s,4.7 to 5 s,5 to 10 s, >= 10 s";

/// The difference of the local clock from UTC.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// Seconds that local time is ahead of UTC.
    pub ahead_s: i64,
}

/// The lines of a session, with Windows line ends.
pub fn write(view: &IometerView, outcome: &Outcome, clock: Clock) -> String {
    let stamp = |ns: u64| stamp(outcome.started_unix_ns.saturating_add(ns), clock);
    let version = if view.wide { "1.1.0" } else { "2006.07.27" };
    let mut lines = vec![
        "'Test Type,Test Description".to_owned(),
        format!("{},{}", view.test_type, view.description.replace(',', "-")),
        "'Version".to_owned(),
        version.to_owned(),
        "'Time Stamp".to_owned(),
        stamp(0),
    ];
    let mut listed = None;
    for test in &view.tests {
        if listed.replace(test.round) != Some(test.round) {
            specifications(view, test, &mut lines);
        }
        let end_ns = results(view, test, outcome, &mut lines);
        lines.extend(["'Time Stamp".to_owned(), stamp(end_ns.unwrap_or(outcome.elapsed_ns))]);
    }
    lines.push("'End Test".to_owned());
    lines.iter().map(|line| format!("{line}\r\n")).collect()
}

/// Writes the specifications of a round before its first test.
fn specifications(view: &IometerView, test: &Test, lines: &mut Vec<String>) {
    lines.push("'Access specifications".to_owned());
    let end = if view.wide { "," } else { "" };
    for spec in &test.specifications {
        lines.extend([
            "'Access specification name,default assignment".to_owned(),
            format!("{},{}", spec.name, spec.assignment),
            "'size,% of size,% reads,% random,delay,burst,align,reply".to_owned(),
        ]);
        lines.extend(spec.lines.iter().map(|l| {
            let (size, share, reads, random) = (l.size, l.share, l.reads, l.random);
            let (delay, burst, align, reply) = (l.delay_ms, l.burst, l.align, l.reply);
            format!("{size},{share},{reads},{random},{delay},{burst},{align},{reply}{end}")
        }));
    }
    lines.push("'End access specifications".to_owned());
}

/// The specification that all workers run; empty where they differ.
fn common<'a>(workers: &[&'a Worker]) -> &'a str {
    let first = workers.first().map_or("", |worker| worker.specification.as_str());
    if workers.iter().all(|worker| worker.specification == first) { first } else { "" }
}

/// Writes the rows of a test; returns when it ended, relative to the start of the run.
fn results(
    view: &IometerView,
    test: &Test,
    outcome: &Outcome,
    lines: &mut Vec<String>,
) -> Option<u64> {
    lines.push("'Results".to_owned());
    let rates = if view.wide { RATES_WIDE } else { RATES_NARROW };
    let bins = if view.wide { BINS } else { "" };
    lines.push(format!("{BEFORE_RATES}{rates}{AFTER_RATES}{bins}"));
    let of = |workers: &[&Worker]| Figures::of(workers, outcome);
    let all: Vec<&Worker> = test.workers.iter().collect();
    let mut managers: Vec<&str> = Vec::new();
    for worker in &all {
        if !managers.contains(&worker.manager.as_str()) {
            managers.push(&worker.manager);
        }
    }
    if view.rows >= Rows::All {
        let cells = Cells { kind: "ALL", name: "All", spec: common(&all), ..Cells::default() };
        let counts =
            [managers.len().to_string(), all.len().to_string(), of(&all).disks.to_string()];
        lines.push(Cells { counts, cpu: true, network: true, ..cells }.line(
            view,
            &of(&all),
            outcome,
        ));
    }
    for manager in managers.iter().filter(|_| view.rows >= Rows::Managers) {
        let own: Vec<&Worker> = all.iter().copied().filter(|w| w.manager == *manager).collect();
        let figures = of(&own);
        let counts = [String::new(), own.len().to_string(), figures.disks.to_string()];
        let spec = common(&own);
        let cells = Cells { kind: "MANAGER", name: manager, spec, counts, ..Cells::default() };
        lines.push(
            Cells { raw: true, cpu: true, network: true, ..cells }.line(view, &figures, outcome),
        );
        lines.extend(processors(view, outcome));
        for worker in own.into_iter().filter(|_| view.rows >= Rows::Workers) {
            workers(view, worker, outcome, lines);
        }
    }
    let ends = of(&all).end_ns;
    (ends > 0).then_some(ends)
}

fn workers(view: &IometerView, worker: &Worker, outcome: &Outcome, lines: &mut Vec<String>) {
    let figures = Figures::of(&[worker], outcome);
    let counts = [String::new(), String::new(), worker.targets.len().to_string()];
    let cells = Cells {
        kind: "WORKER",
        name: &worker.name,
        spec: &worker.specification,
        counts,
        raw: true,
        ..Cells::default()
    };
    lines.push(cells.line(view, &figures, outcome));
    for target in worker.targets.iter().filter(|_| view.rows >= Rows::Targets) {
        let alone = Worker { targets: vec![target.clone()], ..worker.clone() };
        let figures = Figures::of(&[&alone], outcome);
        let cells = Cells { kind: "DISK", name: &target.0, raw: true, ..Cells::default() };
        lines.push(cells.line(view, &figures, outcome));
    }
}

/// One row for each CPU; these rows have no bins.
fn processors(view: &IometerView, outcome: &Outcome) -> Vec<String> {
    let blanks = ",".repeat(if view.wide { 46 } else { 43 });
    let row = |(number, cpu): (usize, &crate::outcome::CpuOutcome)| {
        let (user, kernel) = (100.0 * cpu.user, 100.0 * cpu.kernel);
        let busy = user + kernel;
        format!(
            "PROCESSOR,CPU {number}{blanks},{busy:.6},{user:.6},{kernel:.6},0.000000,0.000000,{TICKS_PER_S:.6},\
             0.000000,,,,"
        )
    };
    outcome.cpus.iter().enumerate().map(row).collect()
}

#[derive(Default)]
struct Figures {
    disks: usize,
    rates: [f64; 2],
    byte_rates: [f64; 2],
    read: DirectionOutcome,
    write: DirectionOutcome,
    seconds: f64,
    end_ns: u64,
    transaction_rate: f64,
    transactions: f64,
    depth: Option<u32>,
    place: Option<(u64, u64)>,
}

impl Figures {
    fn of(workers: &[&Worker], outcome: &Outcome) -> Self {
        let mut out = Self::default();
        for worker in workers {
            for (_, name) in &worker.targets {
                out.disks += 1;
                if let Some(stream) = outcome.streams.iter().find(|stream| stream.name == *name) {
                    out.add(stream, if worker.replies { 2.0 } else { 1.0 });
                }
            }
        }
        let first = workers.first().map(|w| (w.depth, (w.first_sector, w.sectors)));
        let same =
            |of: fn(&Worker) -> (u32, (u64, u64))| workers.iter().all(|w| Some(of(w)) == first);
        if let Some((depth, place)) = first {
            out.depth = workers.iter().all(|w| w.depth == depth).then_some(depth);
            let whole = same(|w| (w.depth, (w.first_sector, w.sectors)));
            out.place = (whole || workers.iter().all(|w| (w.first_sector, w.sectors) == place))
                .then_some(place);
        }
        out
    }

    fn add(&mut self, stream: &StreamOutcome, ios_per_transaction: f64) {
        let seconds = stream.runtime_ns as f64 / 1e9;
        let transactions = (stream.read.ios + stream.write.ios) as f64 / ios_per_transaction;
        self.transactions += transactions;
        if seconds > 0.0 {
            self.transaction_rate += transactions / seconds;
        }
        let directions = [&stream.read, &stream.write];
        for (index, direction) in directions.into_iter().enumerate() {
            if seconds > 0.0 {
                self.rates[index] += direction.ios as f64 / seconds;
                self.byte_rates[index] += direction.bytes as f64 / seconds;
            }
        }
        self.read = self.read.and(&stream.read);
        self.write = self.write.and(&stream.write);
        self.seconds = self.seconds.max(seconds);
        self.end_ns = self.end_ns.max(stream.begun_ns.saturating_add(stream.runtime_ns));
    }

    /// Counts in the bins, reads and writes together.
    fn bins(&self) -> [u64; 21] {
        let mut bins = [0; 21];
        for &(ns, count) in self.read.total.buckets.iter().chain(&self.write.total.buckets) {
            let ms = ns as f64 / 1e6;
            let bin = BIN_TOPS_MS.iter().position(|top| ms <= *top).unwrap_or(BIN_TOPS_MS.len());
            bins[bin] += count;
        }
        bins
    }
}

/// The cells of a row besides its figures.
#[derive(Default)]
struct Cells<'a> {
    kind: &'a str,
    name: &'a str,
    spec: &'a str,
    counts: [String; 3],
    raw: bool,
    cpu: bool,
    network: bool,
}

impl Cells<'_> {
    fn line(&self, view: &IometerView, figures: &Figures, outcome: &Outcome) -> String {
        let mut cells: Vec<String> =
            [self.kind, &plain(self.name), &plain(self.spec)].map(str::to_owned).into();
        cells.extend(self.counts.iter().cloned());
        let (both, float) =
            (|pair: [f64; 2]| [pair[0] + pair[1], pair[0], pair[1]], |x: f64| format!("{x:.6}"));
        cells.extend(both(figures.rates).map(float));
        cells.extend(both(figures.byte_rates).map(|rate| float(rate / MIB)));
        if view.wide {
            cells.extend(both(figures.byte_rates).map(|rate| float(rate / 1e6)));
        }
        cells.extend([figures.transaction_rate, 0.0].map(float));
        cells.extend(times(figures).map(float));
        let (read, write) = (&figures.read, &figures.write);
        let counts = [
            read.errors + write.errors,
            read.errors,
            write.errors,
            read.bytes,
            write.bytes,
            read.ios,
            write.ios,
            0,
        ];
        cells.extend(counts.map(|n| n.to_string()));
        cells.push("-1".to_owned());
        self.raw_times(figures, &mut cells);
        let (first, sectors) = figures.place.unwrap_or((AMBIGUOUS_SECTOR, AMBIGUOUS_SECTOR));
        let depth = figures.depth.map_or(AMBIGUOUS_DEPTH.to_owned(), |depth| depth.to_string());
        cells.extend([first.to_string(), sectors.to_string(), depth]);
        self.machine(figures, outcome, &mut cells);
        if view.wide {
            cells.extend(figures.bins().map(|n| n.to_string()));
        }
        cells.join(",")
    }

    fn raw_times(&self, figures: &Figures, cells: &mut Vec<String>) {
        if !self.raw {
            cells.extend(std::iter::repeat_n(String::new(), 9));
            return;
        }
        let total =
            |d: &DirectionOutcome| (d.total.mean_ns * d.ios as f64 / TICK_NS).round() as u64;
        let most = |d: &DirectionOutcome| (d.total.max_ns as f64 / TICK_NS).round() as u64;
        let (read, write) = (&figures.read, &figures.write);
        let ticks = [
            total(read),
            total(write),
            total(read) + total(write),
            0,
            most(read),
            most(write),
            most(read).max(most(write)),
            0,
            (figures.seconds * TICKS_PER_S).round() as u64,
        ];
        cells.extend(ticks.map(|n| n.to_string()));
    }

    fn machine(&self, figures: &Figures, outcome: &Outcome, cells: &mut Vec<String>) {
        let blank = String::new;
        let speed = if self.raw { format!("{TICKS_PER_S:.6}") } else { blank() };
        if !self.cpu {
            cells.extend(std::iter::repeat_n(blank(), 5));
            cells.push(speed);
            cells.extend(std::iter::repeat_n(blank(), 5));
            return;
        }
        let count = outcome.cpus.len().max(1) as f64;
        let user = 100.0 * outcome.cpus.iter().map(|cpu| cpu.user).sum::<f64>() / count;
        let kernel = 100.0 * outcome.cpus.iter().map(|cpu| cpu.kernel).sum::<f64>() / count;
        let busy = user + kernel;
        cells.extend([busy, user, kernel, 0.0, 0.0].map(|x| format!("{x:.6}")));
        cells.extend([speed, "0.000000".to_owned()]);
        let rate = figures.rates[0] + figures.rates[1];
        cells.push(format!("{:.6}", if busy > 0.0 { rate / busy } else { 0.0 }));
        let zero = if self.network { "0.000000".to_owned() } else { blank() };
        cells.extend(std::iter::repeat_n(zero, 3));
    }
}

/// Mean and largest times in milliseconds: of all, reads, writes, transactions, connections.
fn times(figures: &Figures) -> [f64; 10] {
    let (read, write) = (&figures.read, &figures.write);
    let ios = (read.ios + write.ios).max(1) as f64;
    let held = read.total.mean_ns * read.ios as f64 + write.total.mean_ns * write.ios as f64;
    let mean = held / ios / 1e6;
    let most = read.total.max_ns.max(write.total.max_ns) as f64 / 1e6;
    let of = |d: &DirectionOutcome| if d.ios > 0 { d.total.mean_ns / 1e6 } else { 0.0 };
    let each = if figures.transactions > 0.0 { held / figures.transactions / 1e6 } else { 0.0 };
    let largest = |d: &DirectionOutcome| d.total.max_ns as f64 / 1e6;
    [mean, of(read), of(write), each, 0.0, most, largest(read), largest(write), most, 0.0]
}

/// Replaces commas and line ends, which would split a cell.
fn plain(name: &str) -> String {
    name.replace([',', '\n', '\r'], " ")
}

/// `2023-03-25 03:05:43:661`.
fn stamp(unix_ns: u64, clock: Clock) -> String {
    let ms = i64::try_from(unix_ns / 1_000_000).unwrap_or(0) + clock.ahead_s * 1000;
    let (at, ms) = (clock::utc(ms.div_euclid(1000)), ms.rem_euclid(1000));
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}:{ms:03}")
}
