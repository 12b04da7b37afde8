//! The tables of the contests: takes rows, gives Markdown, warnings and docs/explanation/performance.md.
//!
//! Never asserts a speed: machines differ, so a miss is a warning.

use super::ours::{self, BenchFolder};
use super::ours::{BenchLoad, BenchPace, BenchResult};
use crate::source;
use std::process::Command;

/// The largest relative error of the rate of an open loop.
const RATE_ERROR_MAX: f64 = 0.001;
/// The largest median lateness of an open loop's submissions.
const LATE_NS_MAX: u64 = 20_000;
/// The least IOPS of the engine if I/O costs nothing.
const NULL_IOPS_MIN: f64 = 10_000_000.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    pub(super) iops: f64,
    /// I/Os per second of processor time, which does not depend on the CPU use of other programs.
    pub(super) ios_per_cpu_s: f64,
}

pub(super) struct ContestResult {
    pub(super) name: &'static str,
    pub(super) ours: Speed,
    pub(super) theirs: Speed,
    /// The bare loop; `None` for an engine without system calls.
    pub(super) floor: Option<Speed>,
    pub(super) target_ratio: f64,
}

impl ContestResult {
    fn ratio(&self) -> f64 {
        self.ours.iops / self.theirs.iops
    }

    fn ratio_cpu(&self) -> f64 {
        self.ours.ios_per_cpu_s / self.theirs.ios_per_cpu_s
    }

    /// The ratio that a program without any cost of its own would reach.
    fn ratio_floor(&self) -> Option<f64> {
        self.floor.map(|floor| floor.ios_per_cpu_s / self.theirs.ios_per_cpu_s)
    }

    pub(super) fn line(&self) -> String {
        format!(
            "| {} | {} | {} | {:.2} | {:.2} | {} | {:.1} |",
            self.name,
            thousands(self.ours.iops),
            thousands(self.theirs.iops),
            self.ratio(),
            self.ratio_cpu(),
            self.ratio_floor().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
            self.target_ratio
        )
    }
}

pub(super) struct Accuracy {
    pub(super) name: &'static str,
    pub(super) load: BenchLoad,
    pub(super) seconds: u64,
    pub(super) result: BenchResult,
}

impl Accuracy {
    fn rate_error(&self) -> f64 {
        let asked = self.load.pace.rate().unwrap_or(f64::NAN);
        (self.result.iops / asked - 1.0).abs()
    }

    /// The largest relative error. The count of a Poisson process varies by chance with a standard deviation of the
    /// root of its mean; three of them are added.
    fn rate_error_max(&self) -> f64 {
        match self.load.pace {
            BenchPace::Poisson(rate) => {
                RATE_ERROR_MAX + 3.0 / (f64::from(rate) * self.seconds as f64).sqrt()
            }
            BenchPace::Closed | BenchPace::Fixed(_) => RATE_ERROR_MAX,
        }
    }

    pub(super) fn line(&self) -> String {
        format!(
            "| {} | {} | {:.3} % | {} |",
            self.name,
            thousands(self.result.iops),
            100.0 * self.rate_error(),
            self.result.late_ns_p50.map_or("-".to_owned(), |ns| format!("{:.1}", ns as f64 / 1e3))
        )
    }
}

pub(super) fn markdown(
    rows: &[ContestResult],
    accuracies: &[Accuracy],
    turns: usize,
    seconds: u64,
    bytes: u64,
) -> String {
    let mut text = format!(
        "One pinned worker reads 4 KiB at random from a page-cached file of {} MiB, at depth 32 if nothing else is stated.\n\
         Every I/O is timed. The figures are medians of {turns} turns of {seconds} s each.\n\n\
         | contest | Plimsoll IOPS | fio IOPS | ratio | ratio per CPU second | bare loop per CPU second | \
         wanted |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        bytes >> 20
    );
    for row in rows {
        text += &row.line();
        text += "\n";
    }
    text += "\n| open loop | IOPS | off by | median lateness, us |\n| --- | ---: | ---: | ---: |\n";
    for accuracy in accuracies {
        text += &accuracy.line();
        text += "\n";
    }
    text
}

/// Warnings for missed targets.
pub(super) fn warnings(rows: &[ContestResult], accuracies: &[Accuracy]) -> Vec<String> {
    let mut warnings = Vec::new();
    for row in rows {
        if row.ratio_cpu() < row.target_ratio {
            let bare = row.ratio_floor().map_or(String::new(), |x| format!("; bare loop {x:.2}"));
            warnings.push(format!(
                "{}: {:.2} per CPU second, wanted {:.1}{bare}",
                row.name,
                row.ratio_cpu(),
                row.target_ratio
            ));
        }
        if row.name.starts_with("null") && row.ours.iops < NULL_IOPS_MIN {
            warnings.push(format!("null: {} IOPS, wanted 10M", thousands(row.ours.iops)));
        }
    }
    for accuracy in accuracies {
        if accuracy.rate_error() > accuracy.rate_error_max() {
            let percent = 100.0 * accuracy.rate_error();
            warnings.push(format!("{}: rate is {percent:.3} % off, wanted 0.1", accuracy.name));
        }
        if accuracy.result.late_ns_p50.is_none_or(|late| late >= LATE_NS_MAX) {
            let late = accuracy.result.late_ns_p50;
            warnings
                .push(format!("{}: median lateness {late:?} ns, wanted < 20 us", accuracy.name));
        }
    }
    warnings
}

/// The lines of the document between which the measurement stands.
const MARKS: [&str; 2] = ["<!-- measured -->\n", "<!-- explained -->\n"];

/// Writes the tables and where they were measured into docs/explanation/performance.md.
pub(super) fn keep(tables: &str, ground: &BenchFolder) -> Result<(), String> {
    let said = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).output().ok();
        output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default()
    };
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let measured = format!(
        "- date: {}\n- kernel: {}\n- CPU: {} ({cpus} CPUs; the worker is pinned to CPU {}; load average at the \
         end {})\n- peer: {}\n\n{tables}\n",
        said("date", &["-u", "+%F"]),
        said("uname", &["-sr"]),
        ours::kernel_says("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
        ground.cpu,
        load.split_whitespace().next().unwrap_or("unknown"),
        said("fio", &["--version"]),
    );
    let path = source::root().join("docs/explanation/performance.md");
    let failed = |error| format!("failed to write {}: {error}", path.display());
    let page = std::fs::read_to_string(&path).map_err(failed)?;
    let marked = MARKS.map(|mark| page.find(mark).map(|at| (at, at + mark.len())));
    let [Some((_, start)), Some((end, _))] = marked else {
        return Err(format!("{} lacks the lines around the measurement", path.display()));
    };
    let page = format!("{}{measured}{}", &page[..start], &page[end..]);
    std::fs::write(&path, page).map_err(failed)?;
    println!("wrote {}", path.display());
    Ok(())
}

fn thousands(value: f64) -> String {
    base::number::grouped(value.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_is_a_warning() {
        let row = |ours_iops| ContestResult {
            name: "null : fio null",
            ours: Speed { iops: ours_iops, ios_per_cpu_s: ours_iops },
            theirs: Speed { iops: 6e6, ios_per_cpu_s: 6e6 },
            floor: None,
            target_ratio: 2.0,
        };
        assert_eq!(warnings(&[row(9e6)], &[]).len(), 2);
        assert!(warnings(&[row(13e6)], &[]).is_empty());
        let load = BenchLoad { engine: "uring", depth: 32, pace: BenchPace::Fixed(1000) };
        let paced = |iops, late| Accuracy {
            name: "x",
            load: load.clone(),
            seconds: 10,
            result: BenchResult { iops, late_ns_p50: late },
        };
        assert_eq!(warnings(&[], &[paced(990.0, None)]).len(), 2);
        assert!(warnings(&[], &[paced(1000.5, Some(900))]).is_empty());
        let chance = BenchLoad { pace: BenchPace::Poisson(1000), ..load.clone() };
        let poisson = |iops| Accuracy { load: chance.clone(), ..paced(iops, Some(900)) };
        assert!(warnings(&[], &[poisson(1020.0)]).is_empty(), "two deviations of 10,000 arrivals");
        assert_eq!(warnings(&[], &[poisson(1040.0)]).len(), 1);
    }
}
