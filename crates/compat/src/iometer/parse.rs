//! The text of a configuration: keys after an apostrophe, values below them, in any order.

use super::config::{self, ConfigWorker, IometerConfig, Manager, Span};
use super::cycle::{self, Cycle};
use super::{Line, Rows, Specification, options};
use job::Diagnostics;
use std::collections::HashMap;

/// The most lines of a specification, as in Iometer.
const LINES_MAX: usize = 100;
/// The largest I/O, as in Iometer.
const SIZE_MAX: u64 = 1 << 30;
/// I/Os of a specification without a name are aligned to multiples of this, as in Iometer 1.1.0.
const UNNAMED_ALIGN: u64 = 2048;
/// The number of the default assignment to all workers.
const FOR_ALL: u32 = 1;
const DEPTH_MAX: u32 = 4096;

pub(super) fn parse(text: &str, source: usize, findings: &mut Diagnostics) -> IometerConfig {
    let mut reader = ConfigReader {
        config: IometerConfig { source, rows: Rows::Targets, ..IometerConfig::default() },
        findings,
        key: String::new(),
        key_span: 0..0,
        in_target: false,
        seen_version: false,
    };
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        reader.line(line, start..start + line.len());
    }
    reader.finish(text)
}

struct ConfigReader<'a> {
    config: IometerConfig,
    findings: &'a mut Diagnostics,
    key: String,
    key_span: Span,
    in_target: bool,
    seen_version: bool,
}

impl ConfigReader<'_> {
    fn line(&mut self, line: &str, span: Span) {
        let bare = line.trim_start_matches('\'');
        let lower = bare.trim().to_ascii_lowercase();
        if lower.starts_with("version ") {
            self.version(bare.trim(), &span);
            return;
        }
        match line.strip_prefix('\'') {
            // A line of column names below a key belongs to that key.
            Some(names) if names.starts_with([' ', '\t']) => {}
            Some(_) => self.key(lower, span),
            None => self.value(line, span),
        }
    }

    fn version(&mut self, text: &str, span: &Span) {
        // The last line of a configuration repeats the first.
        if std::mem::replace(&mut self.seen_version, true) {
            return;
        }
        let numbers: Vec<u32> = text["version ".len()..]
            .trim()
            .split(['.', '-', ' '])
            .map_while(|part| part.parse().ok())
            .collect();
        let date = numbers.first().is_some_and(|year| *year > 1900);
        self.config.unnamed = date && numbers < vec![1998, 5, 21];
        if numbers.is_empty() {
            let help = "the first line of a configuration is such as: Version 1.1.0";
            self.wrong(span, "this is not a version", help);
        }
    }

    fn key(&mut self, key: String, span: Span) {
        // The separator of sections is a row of equals signs.
        self.key = key.trim_end_matches(['=', ' ']).to_owned();
        self.key_span = span;
        match self.key.as_str() {
            "target" => self.in_target = true,
            "end target" => self.in_target = false,
            _ => {}
        }
    }

    fn wrong(&mut self, span: &Span, text: impl Into<String>, help: &str) {
        self.findings.problem((self.config.source, span), text, help);
    }

    fn worker(&mut self) -> Option<&mut ConfigWorker> {
        self.config.managers.last_mut()?.workers.last_mut()
    }

    fn value(&mut self, line: &str, span: Span) {
        let key = self.key.clone();
        match key.as_str() {
            _ if line.is_empty() => {}
            "test description" => self.config.description = line.to_owned(),
            "run time" => self.run_time(line, &span),
            key if key.starts_with("ramp up time") => match numbers::<f64>(line).as_deref() {
                Some([seconds]) if *seconds >= 0.0 => self.config.ramp_s = *seconds,
                _ => self.wrong(&span, "the ramp up time is a number of seconds", ""),
            },
            "record results" => self.rows(line, &span),
            "worker cycling" | "disk cycling" | "queue depth cycling" => {
                self.cycle(&key, line, &span)
            }
            "test type" => match cycle::kind(line) {
                Some(kind) => self.config.kind = kind,
                None => self.wrong(
                    &span,
                    "this is not a type of test",
                    "NORMAL or CYCLE_OUTSTANDING_IOS, for instance",
                ),
            },
            key if key.starts_with("access specification name") => self.specification(line, span),
            key if key.starts_with("size") => self.specification_line(line, &span),
            key if key.starts_with("manager id") && !self.in_target => {
                let name = line.split_once(',').map_or(line, |pair| pair.1).trim().to_owned();
                self.config.managers.push(Manager { name, span, workers: Vec::new() });
            }
            "worker" => match self.config.managers.last_mut() {
                Some(manager) => manager.workers.push(ConfigWorker::new(line, span)),
                None => self.wrong(
                    &span,
                    "this worker has no manager",
                    "'Manager ID, manager name comes first",
                ),
            },
            key if key.starts_with("worker type") || key.starts_with("target type") => {
                if line.to_ascii_uppercase().starts_with("NETWORK") {
                    if let Some(worker) = self.worker() {
                        worker.network = true;
                    }
                    config::judge(options::NETWORK, self.config.source, &span, self.findings);
                }
            }
            key if key.starts_with("number of outstanding ios") => self.outstanding(line, &span),
            key if key.starts_with("disk maximum size") => self.sectors(line, &span),
            "assigned access specs" => {
                if let Some(worker) = self.worker() {
                    worker.specifications.push((line.to_owned(), span));
                }
            }
            "target" => {
                if let Some(worker) = self.worker() {
                    worker.targets.push((line.to_owned(), span));
                }
            }
            _ => self.other(&key, &span),
        }
    }

    /// Ignores known values that do not affect I/O; reports an unknown key.
    fn other(&mut self, key: &str, span: &Span) {
        const KNOWN: [&str; 12] = [
            "default disk workers",
            "default network workers",
            "default workers",
            "record last update",
            "bar chart",
            "update frequency",
            "manager id",
            "target manager id",
            "manager network address",
            "local network interface",
            "vi outstanding",
            "test setup",
        ];
        if KNOWN.iter().any(|known| key.starts_with(known)) {
            return;
        }
        let help = "look for a missing apostrophe, or for a key that Iometer does not have";
        self.wrong(span, format!("the key \"{key}\" is unknown"), help);
    }

    fn run_time(&mut self, line: &str, span: &Span) {
        match numbers::<f64>(line).as_deref() {
            Some([hours, minutes, seconds]) if line.matches('-').count() == 0 => {
                let all = hours * 3600.0 + minutes * 60.0 + seconds;
                self.config.run_s = Some((all, span.clone()));
            }
            _ => self.wrong(span, "the run time is hours, minutes and seconds", "such as: 0 10 0"),
        }
    }

    fn rows(&mut self, line: &str, span: &Span) {
        self.config.rows = match line.to_ascii_uppercase().as_str() {
            "ALL" => Rows::Targets,
            "NO_TARGETS" => Rows::Workers,
            "NO_WORKERS" => Rows::Managers,
            "NO_MANAGERS" => Rows::All,
            "NONE" => Rows::Nothing,
            _ => {
                let help = "ALL, NO_TARGETS, NO_WORKERS, NO_MANAGERS or NONE";
                return self.wrong(span, "this does not say which results to record", help);
            }
        };
    }

    fn cycle(&mut self, key: &str, line: &str, span: &Span) {
        let words: Vec<&str> = words(line).collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
        let exponential = words.last().is_some_and(|word| word.eq_ignore_ascii_case("exponential"));
        let read = match (words.len(), number(0), number(1), number(2)) {
            (3, Some(start), Some(step), _) => Cycle { start, end: None, step, exponential },
            (4, Some(start), Some(end), Some(step)) => {
                Cycle { start, end: Some(end), step, exponential }
            }
            _ => {
                let help = "start, end (of outstanding I/Os), step, and LINEAR or EXPONENTIAL";
                return self.wrong(span, "this is not a cycling setting", help);
            }
        };
        match key {
            "worker cycling" => self.config.worker_cycle = Some(read),
            "disk cycling" => self.config.target_cycle = Some(read),
            _ => self.config.depth_cycle = Some(read),
        }
    }

    fn specification(&mut self, line: &str, span: Span) {
        // Names may contain commas; the assignment is the last word.
        let (name, assignment) = line.rsplit_once(',').unwrap_or((line, "NONE"));
        let assignment = match assignment.trim().to_ascii_uppercase().as_str() {
            "ALL" => FOR_ALL,
            "DISK" => 2,
            "NET" => 3,
            _ => 0,
        };
        let spec = Specification { name: name.trim().to_owned(), assignment, lines: Vec::new() };
        self.config.specifications.push((spec, span));
    }

    fn specification_line(&mut self, line: &str, span: &Span) {
        let wanted = if self.config.unnamed { 6 } else { 8 };
        let read = numbers::<u64>(line).filter(|all| all.len() == wanted || all.len() == 8);
        let Some(read) = read else {
            return self.wrong(
                span,
                "a line of a specification has whole numbers: size, % of size, % reads, % random, delay, burst, \
                 align, reply",
                "",
            );
        };
        let small = |at: usize| u32::try_from(read[at]).unwrap_or(u32::MAX);
        let new = Line {
            size: read[0],
            share: small(1),
            reads: small(2),
            random: small(3),
            delay_ms: small(4),
            burst: small(5),
            align: read.get(6).copied().unwrap_or(UNNAMED_ALIGN),
            reply: read.get(7).copied().unwrap_or(0),
        };
        if [new.share, new.reads, new.random].iter().any(|percent| *percent > 100) {
            self.wrong(span, "a percentage is above 100", "");
        }
        for bytes in [new.size, new.align, new.reply] {
            if bytes % 512 != 0 || bytes > SIZE_MAX {
                let text = format!("{bytes} bytes are not whole sectors of 512 bytes up to 1 GiB");
                let help = "disks move whole sectors; round it to the next multiple of 512";
                self.wrong(span, text, help);
            }
        }
        if new.delay_ms > 3_600_000 || new.burst > 1_000_000 {
            self.wrong(span, "the delay is above an hour, or the burst above a million", "");
        }
        if self.config.unnamed {
            return self.unnamed_line(new, span);
        }
        match self.config.specifications.last_mut() {
            Some((spec, _)) if spec.lines.len() < LINES_MAX => spec.lines.push(new),
            Some(_) => self.wrong(span, "a specification has at most 100 lines", ""),
            None => self.wrong(span, "this line of a specification has no name above it", ""),
        }
    }

    /// Adds a line of a specification without a name; a specification ends when its lines reach 100 % of all I/Os.
    fn unnamed_line(&mut self, line: Line, span: &Span) {
        if line.share == 0 {
            return;
        }
        let all = &mut self.config.specifications;
        let open = all.last().is_some_and(|(spec, _)| spec.share() < 100);
        if !open {
            let spec = Specification { assignment: FOR_ALL, ..Specification::default() };
            all.push((spec, span.clone()));
        }
        if let Some((spec, _)) = all.last_mut() {
            spec.lines.push(line);
        }
    }

    fn outstanding(&mut self, line: &str, span: &Span) {
        let words: Vec<String> = words(line).map(str::to_ascii_uppercase).collect();
        let depth = words.first().and_then(|word| word.parse().ok());
        let Some(depth) = depth.filter(|depth| (1..=DEPTH_MAX).contains(depth)) else {
            return self.wrong(span, "outstanding I/Os are a whole number from 1 to 4096", "");
        };
        if words.get(1).is_some_and(|word| word == "ENABLED") {
            config::judge(options::RATE_TEST, self.config.source, span, self.findings);
        }
        let fixed = words.get(3).is_some_and(|word| word == "ENABLED");
        let seed = words.get(4).and_then(|word| word.parse().ok()).filter(|_| fixed);
        if let Some(worker) = self.worker() {
            (worker.depth, worker.seed) = (depth, seed);
        }
    }

    fn sectors(&mut self, line: &str, span: &Span) {
        match numbers::<u64>(line).as_deref() {
            Some([sectors, first, rest @ ..]) if sectors.max(first) < &(1 << 53) => {
                let (sectors, first, repeating) = (*sectors, *first, rest.first() == Some(&0));
                if let Some(worker) = self.worker() {
                    (worker.sectors, worker.first_sector, worker.repeating) =
                        (sectors, first, repeating);
                }
            }
            _ => self.wrong(
                span,
                "maximum size and starting sector are whole numbers of sectors",
                "",
            ),
        }
    }

    fn finish(mut self, text: &str) -> IometerConfig {
        if !self.seen_version {
            let end = text.find('\n').unwrap_or(text.len());
            let help = "a configuration of Iometer starts with a line such as: Version 1.1.0";
            self.wrong(&(0..end), "there is no version", help);
        }
        if self.config.unnamed {
            name(&mut self.config.specifications);
        }
        for (spec, span) in &self.config.specifications {
            let sum = spec.share();
            if spec.lines.is_empty() || sum != 100 {
                let text = format!(
                    "the lines of \"{}\" have {sum} % of all I/Os in total, not 100 %",
                    spec.name
                );
                self.findings.problem((self.config.source, span), text, "");
            }
        }
        self.config
    }
}

/// Names unnamed specifications as Iometer 1.1.0 does: after their only line, or by number.
fn name(specifications: &mut [(Specification, Span)]) {
    let mut known: HashMap<String, usize> = HashMap::new();
    for (number, (spec, _)) in specifications.iter_mut().enumerate() {
        let name = match spec.lines[..] {
            [line] => line_name(&line),
            _ => format!("Untitled {}", number + 1),
        };
        let count = known.entry(name.clone()).or_default();
        *count += 1;
        spec.name = if *count > 1 { format!("{name} {count}") } else { name };
    }
}

/// The name of a specification with one line, such as `8 KiB random 67% reads`.
fn line_name(line: &Line) -> String {
    let size = match line.size {
        512 => "512 B".to_owned(),
        0x10_0000 => "1 MiB".to_owned(),
        bytes => format!("{} KiB", bytes / 1024),
    };
    let access = match line.random {
        0 => "sequential".to_owned(),
        100 => "random".to_owned(),
        percent => format!("{percent}% random"),
    };
    let direction = match line.reads {
        0 => "writes".to_owned(),
        100 => "reads".to_owned(),
        percent => format!("{percent}% reads"),
    };
    format!("{size} {access} {direction}")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

fn numbers<T: std::str::FromStr>(line: &str) -> Option<Vec<T>> {
    words(line).map(|word| word.parse().ok()).collect()
}
