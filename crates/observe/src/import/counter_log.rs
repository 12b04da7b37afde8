//! The common part of all logs of counters: devices, reports, and their intervals.
//!
//! A log is read twice. The [`CounterSurvey`] finds the devices, the usual interval and every mistake; then the
//! [`IntervalReader`] gives the intervals of one device. Neither holds more than a list of devices.

use super::lines::ProblemList;
use super::moment::{DateEvidence, DateOrder, Moment, WrittenDate};
use super::rates::DiskRates;
use super::report_clock::{IntervalLengths, ReportClock, ReportSpan};
use super::{DeviceCount, DeviceList};
use crate::{CaptureNote, CounterInterval, StartTime};

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
    fn disk(&mut self, line: u64, device: &str, rates: &DiskRates);
    /// The log ends within a report.
    fn cut(&mut self);
    fn problem(&mut self, line: u64, text: String);
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
    /// Whether the next report, and whether this one, is the mean since the machine started.
    next_is_since_boot: bool,
    is_since_boot: bool,
    joint_operations: bool,
    joint_latency: bool,
    /// All rates that some row has.
    columns: DiskRates,
    /// Whether a device without I/O has a row, which the option -z of iostat and sar would leave out.
    shows_idle: bool,
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
        self.next_is_since_boot = since_boot;
        self.previous = None;
    }

    fn begin(&mut self, moment: Moment) {
        self.first = self.first.or(Some(moment));
        self.previous = Some(moment);
    }

    fn report(&mut self, _: u64, moment: Option<Moment>) {
        self.reports += 1;
        self.is_since_boot = std::mem::take(&mut self.next_is_since_boot);
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

    fn disk(&mut self, _: u64, device: &str, rates: &DiskRates) {
        if !rates.is_plausible() {
            return self.devices.add(device, 0.0);
        }
        self.joint_operations |= rates.operations_are_joint();
        self.joint_latency |= rates.latency_is_joint();
        self.shows_idle |= *rates == rates.idle();
        self.columns.merge(rates);
        let length_s = if self.is_since_boot { 0.0 } else { self.length_s };
        self.devices.add(device, rates.operations() * length_s);
    }

    fn cut(&mut self) {}

    fn problem(&mut self, line: u64, text: String) {
        self.problems.add(line, text);
    }

    fn is_done(&self) -> bool {
        self.problems.is_full()
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LogTimes {
    pub order: DateOrder,
    pub usual_ns: i64,
    pub started: Option<StartTime>,
    /// Whether the rates of a late report are those of all the time since the report before. iostat reports at its own pace:
    /// if it is late, reports are lost, or the machine stood still or its clock was set.
    pub covers_delay: bool,
    /// Whether the only report is used although it may be the mean since the machine started.
    pub only_report: bool,
}

impl CounterSurvey {
    /// The times of the log; `interval_ns` is the user's value for logs without them.
    pub(super) fn times(&self, interval_ns: Option<u64>, covers_delay: bool) -> LogTimes {
        let order = self.evidence.order().0;
        let named = interval_ns.and_then(|ns| i64::try_from(ns).ok());
        let usual_ns = self.lengths.usual_ns().or(named).unwrap_or(ASSUMED_NS);
        let date = self.heading.date.and_then(|date| date.unix_ns(order));
        let started = self.first.and_then(|moment| moment.start(order, date));
        let only_report = self.since_boot > 0 && self.reports <= self.since_boot;
        LogTimes { order, usual_ns, started, covers_delay, only_report }
    }

    /// The rates of a device that a report leaves out, in a log of iostat or sar: it is idle, unless the log shows idle devices.
    pub(super) fn left_out_rates(&self) -> Option<DiskRates> {
        (!self.shows_idle).then(|| self.columns.idle())
    }

    /// Whether the numbers of reads and writes follow from the columns of the log.
    pub(super) fn has_rates(&self) -> bool {
        self.columns.interval(0, 1).is_some()
    }

    /// The notes on the whole log for the user.
    pub(super) fn notes(&self, times: LogTimes, interval_ns: Option<u64>) -> Vec<CaptureNote> {
        let mut notes = Vec::new();
        let left_out = CaptureNote::FirstReportLeftOut { reports: self.since_boot };
        notes.extend((self.since_boot > 0 && !times.only_report).then_some(left_out));
        notes.extend(times.only_report.then_some(CaptureNote::OnlyFirstReport));
        let assumed = self.lengths.usual_ns().is_none() && interval_ns.is_none();
        let interval_ns = u64::try_from(times.usual_ns).unwrap_or(1);
        notes.extend(assumed.then_some(CaptureNote::IntervalAssumed { interval_ns }));
        notes.extend(self.joint_operations.then_some(CaptureNote::OperationsDividedLikeBytes));
        notes.extend(self.joint_latency.then_some(CaptureNote::LatencyOfBothDirections));
        let is_open = times.started.is_some() && !self.evidence.order().1;
        notes.extend(is_open.then_some(CaptureNote::DateOrderAssumed));
        notes
    }
}

/// Receives one interval; returns whether to continue.
pub(super) type GiveInterval<'g> = dyn FnMut(CounterInterval) -> bool + 'g;

/// A report that is being read.
struct OpenReport {
    line: u64,
    span: ReportSpan,
    /// The rates of the device, as far as they were read.
    rates: Option<DiskRates>,
}

/// The second reading: the intervals of one device.
pub(super) struct IntervalReader<'g> {
    device: &'g str,
    /// The rates of the device in a report without it; `None` if they are not known.
    left_out: Option<DiskRates>,
    clock: ReportClock,
    give: &'g mut GiveInterval<'g>,
    skips_next: bool,
    takes_only: bool,
    open: Option<OpenReport>,
    cut: Option<u64>,
    /// The lines of rows that no device can have.
    pub impossible: Vec<u64>,
    /// Whether a row of the device has no numbers of reads and writes.
    pub lacks_rates: bool,
    pub problems: ProblemList,
    stopped: bool,
}

impl<'g> IntervalReader<'g> {
    pub(super) fn new(
        device: &'g str,
        times: LogTimes,
        left_out: Option<DiskRates>,
        give: &'g mut GiveInterval<'g>,
    ) -> Self {
        Self {
            device,
            left_out,
            clock: ReportClock::new(times.order, times.usual_ns, times.covers_delay),
            give,
            skips_next: false,
            takes_only: times.only_report,
            open: None,
            cut: None,
            impossible: Vec::new(),
            lacks_rates: false,
            problems: ProblemList::default(),
            stopped: false,
        }
    }

    /// Passes on the last interval; returns the notes on irregular times and on the end of the log.
    pub(super) fn finish(mut self) -> (Vec<CaptureNote>, ProblemList) {
        self.close();
        let mut notes = self.clock.notes();
        let impossible = |line: &u64| CaptureNote::ImpossibleRows {
            rows: self.impossible.len() as u64,
            line: *line,
        };
        notes.extend(self.impossible.first().map(impossible));
        notes.extend(self.cut.map(|line| CaptureNote::CutReport { line }));
        (notes, self.problems)
    }

    fn close(&mut self) {
        let Some(report) = self.open.take().filter(|_| !self.stopped) else { return };
        let rates = report.rates.or(self.left_out);
        let span = report.span;
        let Some(rates) = rates else { return };
        match rates.interval(span.begin_ns, span.length_ns) {
            Some(interval) => self.stopped = !(self.give)(interval),
            None => self.lacks_rates = true,
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
        self.open = Some(OpenReport { line, span: self.clock.report(line, moment), rates: None });
    }

    fn disk(&mut self, line: u64, device: &str, rates: &DiskRates) {
        if device != self.device {
            return;
        }
        if !rates.is_plausible() {
            self.impossible.push(line);
            self.open = None;
            return;
        }
        let Some(open) = &mut self.open else { return };
        if !open.rates.get_or_insert_default().merge(rates) {
            let text = "is in the report a second time: two logs are mixed; separate them";
            self.problems.add(line, format!("{device} {text}"));
        }
    }

    fn cut(&mut self) {
        self.cut = self.open.take_if(|open| open.rates.is_none()).map(|open| open.line);
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
