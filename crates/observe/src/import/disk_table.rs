//! The text of `iostat` and `sar -d` of sysstat 9 to 12, in any locale, with or without times before its lines.
//!
//! Takes lines; gives reports to a [`CounterSink`]. Columns are recognised by name, in any order.

use super::counter_log::{CounterSink, LogHeading};
use super::lines::{self, excerpt};
use super::moment::{self, Moment};
use super::rates::{Column, DiskRates, is_known, sysstat_column};

/// The least known column names of a line that begins a table.
const COLUMNS_MIN: usize = 3;

struct TableColumns {
    /// Words between the time and the device.
    extra: usize,
    /// Whether the device comes after its numbers, as with `--pretty`.
    device_last: bool,
    columns: Vec<Option<Column>>,
    is_sar: bool,
    /// The first line itself.
    names: String,
}

/// Reads a log of iostat or sar line by line.
#[derive(Default)]
pub(super) struct DiskTableReader {
    table: Option<TableColumns>,
    /// The last moment on a separate line or before a line.
    moment: Option<Moment>,
    report: Option<Moment>,
    /// The first lines of the tables of this report: `--pretty` prints several.
    tables: Vec<String>,
    /// A device whose name is too long for its line.
    wrapped: Option<String>,
    /// The first line of the tool, until its first table shows which tool it is.
    heading: LogHeading,
    started: bool,
    /// Whether the tool printed times in addition to those of a script.
    has_own_times: bool,
    /// A line with too few columns: a mistake, unless the log was cut within it.
    short: Option<(u64, String)>,
}

impl DiskTableReader {
    pub(super) fn line(&mut self, number: u64, line: &str, sink: &mut dyn CounterSink) {
        if let Some((number, text)) = self.short.take() {
            sink.problem(number, text);
        }
        let (moment, rest) = match moment::prefix(line) {
            Some((moment, rest)) => (Some(moment), rest.trim()),
            None => (None, line.trim()),
        };
        // The tool's own times are more exact than those that a script put before the lines, because a pipe delivers late.
        let own = moment::read(rest).filter(|_| moment.is_some());
        self.has_own_times |= own.is_some();
        let moment = if self.has_own_times { own } else { moment };
        if own.is_some() {
            self.pass_to(own);
            self.table = None;
            return;
        }
        if rest.is_empty() {
            self.pass_to(moment);
            self.table = None;
            return;
        }
        if let Some(heading) = heading(rest) {
            *self = Self { heading, ..Self::default() };
            return;
        }
        if let Some(table) = columns(rest) {
            return self.begin_table(number, moment, table, sink);
        }
        if self.table.is_some() {
            return self.row(number, moment, rest, sink);
        }
        // A time on a separate line, as `iostat -t` prints it.
        self.pass_to(moment::read(rest).filter(|_| moment.is_none()));
    }

    /// Takes the end of the log. A blank line or the means of sar end the last table of a whole log.
    pub(super) fn finish(&self, sink: &mut dyn CounterSink) {
        if self.table.is_some() {
            sink.cut();
        }
    }

    /// Handles a moment on a separate line, which starts another report.
    fn pass_to(&mut self, moment: Option<Moment>) {
        if moment.is_some() && moment != self.moment {
            self.moment = moment;
            self.tables.clear();
        }
    }

    fn begin_table(
        &mut self,
        number: u64,
        moment: Option<Moment>,
        table: TableColumns,
        sink: &mut dyn CounterSink,
    ) {
        self.wrapped = None;
        if !std::mem::replace(&mut self.started, true) {
            // The first report of iostat is the mean since the machine started; sar has no such report.
            sink.start(&self.heading, !table.is_sar);
        }
        match (table.is_sar, moment) {
            // The time before the column names is that of the previous report.
            (true, Some(moment)) if self.report != Some(moment) => {
                sink.begin(moment);
                self.report = Some(moment);
            }
            (true, _) => {}
            (false, _) => {
                let same_time = moment.is_none_or(|moment| self.moment == Some(moment));
                self.moment = moment.or(self.moment);
                if !same_time || self.tables.is_empty() || self.tables.contains(&table.names) {
                    self.tables.clear();
                    sink.report(number, self.moment);
                }
                self.tables.push(table.names.clone());
            }
        }
        self.table = Some(table);
    }

    fn row(&mut self, number: u64, moment: Option<Moment>, rest: &str, sink: &mut dyn CounterSink) {
        let Some(table) = &self.table else { return };
        if table.is_sar {
            let Some(moment) = moment else {
                // The means at the end have no time.
                self.table = None;
                return;
            };
            if rest.contains("RESTART") {
                self.table = None;
                return;
            }
            if self.report != Some(moment) {
                sink.report(number, Some(moment));
                self.report = Some(moment);
            }
        }
        let mut words: Vec<&str> = rest.split_whitespace().skip(table.extra).collect();
        let width = table.columns.len();
        if words.len() == 1 && width > 1 {
            self.wrapped = Some(words[0].to_owned());
            return;
        }
        let wrapped = self.wrapped.take().filter(|_| words.len() == width);
        if let Some(name) = &wrapped {
            words.insert(0, name);
        }
        if words.len() != width + 1 {
            let text = format!(
                "\"{}\" has {} columns, its table has {}; is the log cut or are two logs mixed?",
                excerpt(rest),
                words.len(),
                width + 1
            );
            if words.len() > width {
                return sink.problem(number, text);
            }
            self.short = Some((number, text));
            return;
        }
        let device = if table.device_last { words.pop() } else { Some(words.remove(0)) };
        match rates(&table.columns, &words) {
            Ok(rates) => sink.disk(number, device.unwrap_or_default(), &rates),
            Err(text) => sink.problem(number, text),
        }
    }
}

fn rates(columns: &[Option<Column>], words: &[&str]) -> Result<DiskRates, String> {
    let mut rates = DiskRates::default();
    for (column, word) in columns.iter().zip(words) {
        let value = lines::number(word).ok_or_else(|| {
            let help = "write the log without -h or --human";
            format!("\"{}\" is not a number; {help}", excerpt(word))
        })?;
        if let Some(column) = column {
            rates.set(*column, value);
        }
    }
    Ok(rates)
}

/// The columns that a line names; `None` if it is not the first line of a table.
fn columns(line: &str) -> Option<TableColumns> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let known = words.iter().filter(|word| is_known(word)).count();
    let first = words.iter().position(|word| is_known(word))?;
    if known < COLUMNS_MIN {
        return None;
    }
    let device_last = first == 0 || !is_known(words.last()?);
    let names = if device_last { &words[first..words.len() - 1] } else { &words[first..] };
    let device = if device_last { words.last()? } else { &words[first - 1] };
    Some(TableColumns {
        extra: if device_last { first } else { first - 1 },
        device_last,
        columns: names.iter().map(|name| sysstat_column(name)).collect(),
        names: words.join(" "),
        is_sar: *device == "DEV",
    })
}

/// The first line of sysstat: `Linux 6.1.0-13-amd64 (host)  11/23/2026  _x86_64_  (2 CPU)`.
fn heading(line: &str) -> Option<LogHeading> {
    let rest = line.strip_prefix("Linux ")?;
    let (release, rest) = rest.split_once('(')?;
    let (host, rest) = rest.split_once(')')?;
    let (system, host) = (format!("Linux {}", release.trim()), host.trim().to_owned());
    Some(LogHeading { host, system, date: moment::date_in(rest) })
}

/// Whether a sysstat log is of sar (otherwise iostat), by the first line of its table; `None` for other lines.
pub(super) fn is_sar(line: &str) -> Option<bool> {
    let rest = moment::prefix(line).map_or(line, |(_, rest)| rest);
    columns(rest).map(|table| table.is_sar)
}
