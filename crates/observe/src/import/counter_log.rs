//! The common part of all logs of counters: devices, reports, and their intervals.
//!
//! A log is read twice. The [`CounterSurvey`] finds the devices, the usual interval and every mistake; then the
//! [`IntervalReader`] gives the intervals of one device. Neither holds more than a list of devices.

use super::moment::{DateEvidence, DateOrder, Moment, WrittenDate};
use super::problem::ProblemList;
use super::rates::DiskRates;
use super::report_clock::{IntervalLengths, ReportClock, ReportSpan};
use super::{DeviceCount, DeviceList};
use crate::{CaptureNote, CounterInterval};

/// The assumed length of an interval if the log has no times and the user names none.
const ASSUMED_NS: i64 = 1_000_000_000;

/// The facts in the first line of a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LogHeading {
    pub host: String,
    pub system: String,
    pub date: Option<WrittenDate>,
}

/// Receives the parts of a log, in order.
pub(super) trait CounterSink {
    /// The tool was started. `since_boot`: its first report is the mean since the machine started.
    fn start(&mut self, heading: &LogHeading, since_boot: bool);
    /// The next report begins at this moment.
    fn begin(&mut self, moment: Moment);
    /// A report ends at this moment; its devices follow.
    fn report(&mut self, line: u64, moment: Option<Moment>);
    /// A device of the report.
    fn disk(&mut self, line: u64, device: &str, rates: &DiskRates);
    /// The log has a mistake.
    fn problem(&mut self, line: u64, text: String);
    /// Whether to stop reading.
    fn is_done(&self) -> bool;
}

/// The results of the first reading.
#[derive(Debug, Default)]
pub(super) struct CounterSurvey {
    pub devices: DeviceList,
    pub heading: LogHeading,
    pub problems: ProblemList,
    evidence: DateEvidence,
    lengths: IntervalLengths,
    previous: Option<Moment>,
    first: Option<Moment>,
    length_s: f64,
    reports: u64,
    since_boot: u64,
    impossible: (u64, u64),
    joint_operations: bool,
    joint_latency: bool,
}

impl CounterSink for CounterSurvey {
    fn start(&mut self, heading: &LogHeading, since_boot: bool) {
        if self.heading == LogHeading::default() {
            self.heading = heading.clone();
        }
        if let Some(date) = heading.date {
            self.evidence.add(date);
        }
        self.since_boot += u64::from(since_boot);
        self.previous = None;
    }

    fn begin(&mut self, moment: Moment) {
        self.first = self.first.or(Some(moment));
        self.previous = Some(moment);
    }

    fn report(&mut self, _: u64, moment: Option<Moment>) {
        self.reports += 1;
        self.first = self.first.or(moment);
        self.length_s = ASSUMED_NS as f64 / 1e9;
        if let Some(date) = moment.and_then(|moment| moment.date) {
            self.evidence.add(date);
        }
        if let Some((end, begin)) = moment.zip(self.previous) {
            let length_ns = end.since_ns(begin, self.evidence.order().0);
            self.lengths.add(length_ns);
            self.length_s = (length_ns as f64 / 1e9).max(0.0);
        }
        self.previous = moment.or(self.previous);
    }

    fn disk(&mut self, line: u64, device: &str, rates: &DiskRates) {
        if !rates.is_plausible() {
            let first = if self.impossible.0 == 0 { line } else { self.impossible.1 };
            self.impossible = (self.impossible.0 + 1, first);
            return;
        }
        self.joint_operations |= rates.operations_are_joint();
        self.joint_latency |= rates.latency_is_joint();
        self.devices.add(device, rates.operations() * self.length_s);
    }

    fn problem(&mut self, line: u64, text: String) {
        self.problems.add(line, text);
    }

    fn is_done(&self) -> bool {
        self.problems.is_full()
    }
}

/// The times of a log from the first reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogTimes {
    pub order: DateOrder,
    pub usual_ns: i64,
    pub started_unix_ns: Option<i64>,
    /// Whether the only report is used although it may be the mean since the machine started.
    pub only_report: bool,
}

impl CounterSurvey {
    /// The times of the log; `interval_ns` is the user's value for logs without them.
    pub(super) fn times(&self, interval_ns: Option<u64>) -> LogTimes {
        let order = self.evidence.order().0;
        let named = interval_ns.and_then(|ns| i64::try_from(ns).ok());
        let usual_ns = self.lengths.usual_ns().or(named).unwrap_or(ASSUMED_NS);
        let date = self.heading.date.and_then(|date| date.unix_ns(order));
        let started_unix_ns = self.first.and_then(|moment| {
            moment.unix_ns(order).or_else(|| date.map(|midnight| midnight + moment.time_ns))
        });
        let only_report = self.since_boot > 0 && self.reports <= self.since_boot;
        LogTimes { order, usual_ns, started_unix_ns, only_report }
    }

    /// The notes on the whole log for the user.
    pub(super) fn notes(&self, interval_ns: Option<u64>) -> Vec<CaptureNote> {
        let mut notes = Vec::new();
        let times = self.times(interval_ns);
        let left_out = CaptureNote::FirstReportLeftOut { reports: self.since_boot };
        notes.extend((self.since_boot > 0 && !times.only_report).then_some(left_out));
        notes.extend(times.only_report.then_some(CaptureNote::OnlyFirstReport));
        let assumed = self.lengths.usual_ns().is_none() && interval_ns.is_none();
        let interval_ns = u64::try_from(times.usual_ns).unwrap_or(1);
        notes.extend(assumed.then_some(CaptureNote::IntervalAssumed { interval_ns }));
        notes.extend(self.joint_operations.then_some(CaptureNote::OperationsDividedLikeBytes));
        notes.extend(self.joint_latency.then_some(CaptureNote::LatencyOfBothDirections));
        notes.extend((!self.evidence.order().1).then_some(CaptureNote::DateOrderAssumed));
        let (rows, line) = self.impossible;
        notes.extend((rows > 0).then_some(CaptureNote::ImpossibleRows { rows, line }));
        notes
    }
}

/// Receives one interval; returns whether to continue.
pub(super) type GiveInterval<'g> = dyn FnMut(CounterInterval) -> bool + 'g;

/// The second reading: the intervals of one device.
pub(super) struct IntervalReader<'g> {
    device: &'g str,
    /// Whether a device that is missing in a report counts as idle: some tools leave out idle devices.
    absent_is_idle: bool,
    clock: ReportClock,
    give: &'g mut GiveInterval<'g>,
    skips_next: bool,
    takes_only: bool,
    open: Option<(ReportSpan, Option<DiskRates>)>,
    pub problems: ProblemList,
    stopped: bool,
}

impl<'g> IntervalReader<'g> {
    pub(super) fn new(
        device: &'g str,
        times: LogTimes,
        absent_is_idle: bool,
        give: &'g mut GiveInterval<'g>,
    ) -> Self {
        Self {
            device,
            absent_is_idle,
            clock: ReportClock::new(times.order, times.usual_ns),
            give,
            skips_next: false,
            takes_only: times.only_report,
            open: None,
            problems: ProblemList::default(),
            stopped: false,
        }
    }

    /// Passes on the last interval; returns the notes on irregular times.
    pub(super) fn finish(mut self) -> (Vec<CaptureNote>, ProblemList) {
        self.close();
        (self.clock.notes(), self.problems)
    }

    fn close(&mut self) {
        let Some((span, rates)) = self.open.take() else { return };
        let rates = rates.or_else(|| self.absent_is_idle.then(DiskRates::default));
        if let Some(rates) = rates.filter(|_| !self.stopped) {
            self.stopped = !(self.give)(rates.interval(span.begin_ns, span.length_ns));
        }
    }
}

impl CounterSink for IntervalReader<'_> {
    fn start(&mut self, _: &LogHeading, since_boot: bool) {
        self.close();
        self.skips_next = since_boot && !self.takes_only;
    }

    fn begin(&mut self, moment: Moment) {
        self.close();
        self.clock.restart(Some(moment));
    }

    fn report(&mut self, line: u64, moment: Option<Moment>) {
        self.close();
        if std::mem::take(&mut self.skips_next) {
            self.clock.pass(moment);
            return;
        }
        self.open = Some((self.clock.report(line, moment), None));
    }

    fn disk(&mut self, line: u64, device: &str, rates: &DiskRates) {
        if device != self.device {
            return;
        }
        if !rates.is_plausible() {
            self.open = None;
            return;
        }
        let Some((_, open)) = &mut self.open else { return };
        if !open.get_or_insert_default().merge(rates) {
            let text = "is in the report a second time: two logs are mixed; separate them";
            self.problems.add(line, format!("{device} {text}"));
        }
    }

    fn problem(&mut self, line: u64, text: String) {
        self.problems.add(line, text);
    }

    fn is_done(&self) -> bool {
        self.stopped || self.problems.is_full()
    }
}

/// The requested device: the one that the user names, or the only one.
pub(super) fn chosen(devices: &DeviceList, named: Option<&str>) -> Option<DeviceCount> {
    match named {
        Some(name) => devices.named(name),
        None => devices.only(),
    }
}
