//! fio's line of progress (`--eta`): takes the jobs and their counts so far, gives the line with its carriage return.

use super::super::{FioView, JobView};
use super::number::{Unit, short};
use workload::{Stream, Workload};

const SECOND_NS: u64 = 1_000_000_000;
/// The second from which fio estimates the time left.
const ESTIMATES_FROM_S: u64 = 3;
const DIRECTIONS: [char; 3] = ['r', 'w', 't'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    Pending,
    Ramp,
    Running,
    Ended,
}

#[derive(Clone, Copy, Debug)]
pub struct JobCounts {
    pub state: JobState,
    /// When its measured time began, after the start of the run.
    pub begun_ns: u64,
    /// Operations: reads, writes, trims.
    pub ios: [u64; 3],
    /// The same in bytes.
    pub bytes: [u64; 3],
}

/// The state from one line to the next.
#[derive(Debug, Default)]
pub struct EtaLine {
    shown_ns: u64,
    ios: [u64; 3],
    bytes: [u64; 3],
    /// Whether a share was shown.
    is_good: bool,
    length: usize,
    first_ns: Option<u64>,
    /// Whether the next line begins a new one (`--eta-newline`).
    breaks: bool,
}

impl EtaLine {
    /// The line at `elapsed_ns` of the run; `counts` are those of the jobs of the view, in their order.
    pub fn next(
        &mut self,
        view: &FioView,
        workload: &Workload,
        counts: &[JobCounts],
        elapsed_ns: u64,
    ) -> String {
        let of_state = |state| counts.iter().filter(move |job| job.state == state).count();
        let (running, ramp) = (of_state(JobState::Running), of_state(JobState::Ramp));
        let each = || view.jobs.iter().zip(counts);
        let busy = each().filter(|(_, counts)| counts.state == JobState::Running);
        let files: usize = busy.clone().map(|(job, _)| job.files.len()).sum();
        let mut line = format!("Jobs: {} (f={files})", running + ramp);
        line.push_str(&limits(workload, busy.map(|(job, _)| job)));
        let elapsed_s = elapsed_ns.div_ceil(SECOND_NS);
        let rates = self.rates(view, counts, elapsed_ns);
        if elapsed_s >= ESTIMATES_FROM_S && running + ramp > 0 {
            let eta_s = left_s(workload, each(), elapsed_ns);
            let share = if eta_s == 0 && !self.is_good || running == 0 {
                "-.-%".to_owned()
            } else {
                self.is_good = true;
                format!("{:.1}%", 100.0 * elapsed_s as f64 / (elapsed_s + eta_s) as f64)
            };
            line.push_str(&format!(": [{}][{share}]{rates}[eta {}]", letters(each()), time(eta_s)));
            let length = line.len();
            line.push_str(&" ".repeat(self.length.saturating_sub(length)));
            self.length = length;
        }
        if std::mem::take(&mut self.breaks) {
            line.insert(0, '\n');
        }
        let first_ns = *self.first_ns.get_or_insert(elapsed_ns);
        if view.output.eta_newline.is_some_and(|every| elapsed_ns - first_ns > every.0) {
            self.first_ns = Some(elapsed_ns);
            (self.breaks, self.length) = (true, 0);
        }
        line.push('\r');
        line
    }

    /// `[r=1024KiB/s,w=..][r=256,w=.. IOPS]` since the line before; empty without I/O.
    fn rates(&mut self, view: &FioView, counts: &[JobCounts], elapsed_ns: u64) -> String {
        let figures = view.jobs.first().map_or(4, |job| job.significant_figures);
        let ms = ((elapsed_ns - self.shown_ns) / 1_000_000).max(1);
        let sum = |of: fn(&JobCounts) -> [u64; 3]| {
            let each = counts.iter().map(of);
            each.fold([0; 3], |sum: [u64; 3], one| std::array::from_fn(|at| sum[at] + one[at]))
        };
        let (ios, bytes) = (sum(|job| job.ios), sum(|job| job.bytes));
        let per_second = |now: u64, before: u64| now.saturating_sub(before) * 1000 / ms;
        let (mut throughput, mut operations) = (Vec::new(), Vec::new());
        for (at, letter) in DIRECTIONS.into_iter().enumerate() {
            let rate = per_second(bytes[at], self.bytes[at]) >> 10 << 10;
            let iops = per_second(ios[at], self.ios[at]);
            if rate > 0 || iops > 0 {
                throughput.push(format!("{letter}={}", short(rate, figures, true, Unit::Rate)));
                operations.push(format!("{letter}={}", short(iops, figures, false, Unit::None)));
            }
        }
        (self.ios, self.bytes, self.shown_ns) = (ios, bytes, elapsed_ns);
        if operations.is_empty() {
            return String::new();
        }
        format!("[{}][{} IOPS]", throughput.join(","), operations.join(","))
    }
}

/// The rates that the jobs are limited to; the first one is a lower bound, which is not kept here.
fn limits<'a>(workload: &Workload, jobs: impl Iterator<Item = &'a JobView>) -> String {
    let (mut iops, mut rate) = (0.0, 0.0);
    for job in jobs {
        let limit =
            streams(workload, job).filter_map(|stream| stream.pace.rate_iops()).sum::<f64>();
        let bytes = job.blocks.iter().map(|blocks| blocks.0.0).max().unwrap_or(0);
        if job.options.iter().any(|(name, _)| name == "rate") {
            rate += limit * bytes as f64;
        } else {
            iops += limit;
        }
    }
    if rate > 0.0 {
        format!(", 0B/s-{}", short(rate.round() as u64, 4, true, Unit::Rate))
    } else if iops > 0.0 {
        format!(", 0-{iops:.0} IOPS")
    } else {
        String::new()
    }
}

fn streams<'a>(workload: &'a Workload, job: &'a JobView) -> impl Iterator<Item = &'a Stream> {
    workload.streams.iter().filter(|stream| job.streams.contains(&stream.name))
}

/// The seconds left: of the jobs that run the longest, and the longest of each later phase.
fn left_s<'a>(
    workload: &Workload,
    jobs: impl Iterator<Item = (&'a JobView, &'a JobCounts)>,
    elapsed_ns: u64,
) -> u64 {
    let (mut now_s, mut later_s) = (0, std::collections::BTreeMap::new());
    for (job, counts) in jobs {
        let limit_s = job.runtime.map_or(0, |time| time.0 / SECOND_NS);
        match counts.state {
            JobState::Ended => {}
            JobState::Pending => {
                let longest = later_s.entry(job.phase).or_insert(0);
                *longest = limit_s.max(*longest);
            }
            JobState::Ramp => {
                let all_s = limit_s + job.ramp.map_or(0, |time| time.0 / SECOND_NS);
                now_s = now_s.max(all_s.saturating_sub(elapsed_ns.div_ceil(SECOND_NS)));
            }
            JobState::Running => {
                let spent_s = elapsed_ns.saturating_sub(counts.begun_ns).div_ceil(SECOND_NS).max(1);
                let total: u64 =
                    streams(workload, job).filter_map(|one| Some(one.stop.bytes?.0)).sum();
                let mut share = match total {
                    0 => f64::from(u8::from(job.time_based)),
                    total => (counts.bytes.iter().sum::<u64>() as f64 / total as f64).min(1.0),
                };
                if job.time_based && limit_s > 0 {
                    share = share.min(spent_s as f64 / limit_s as f64);
                }
                let left_s =
                    if share > 0.0 { (spent_s as f64 / share) as u64 - spent_s } else { limit_s };
                let most_s = if limit_s > 0 { limit_s.saturating_sub(spent_s) } else { u64::MAX };
                now_s = now_s.max(left_s.min(most_s));
            }
        }
    }
    now_s + later_s.values().sum::<u64>()
}

/// The states of all jobs, such as `_(1),R(2)`.
fn letters<'a>(jobs: impl Iterator<Item = (&'a JobView, &'a JobCounts)>) -> String {
    let mut groups: Vec<(char, u32)> = Vec::new();
    for (job, counts) in jobs {
        let letter = match (counts.state, &*job.rw) {
            (JobState::Pending, _) => 'P',
            (JobState::Ramp, _) => '/',
            (JobState::Ended, _) => '_',
            (JobState::Running, "read") => 'R',
            (JobState::Running, "randread") => 'r',
            (JobState::Running, "randwrite" | "randtrimwrite") => 'w',
            (JobState::Running, "rw" | "readwrite") => 'M',
            (JobState::Running, "randrw") => 'm',
            (JobState::Running, "trim") => 'D',
            (JobState::Running, "randtrim") => 'd',
            (JobState::Running, _) => 'W',
        };
        match groups.last_mut() {
            Some((last, count)) if *last == letter => *count += 1,
            _ => groups.push((letter, 1)),
        }
    }
    groups.iter().map(|(letter, count)| format!("{letter}({count})")).collect::<Vec<_>>().join(",")
}

/// `00m:07s`, with hours and days if there are any.
fn time(seconds: u64) -> String {
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    let days_text = if days > 0 { format!("{days:02}d:") } else { String::new() };
    let hours_text = if days + hours > 0 { format!("{hours:02}h:") } else { String::new() };
    format!("{days_text}{hours_text}{:02}m:{:02}s", seconds / 60 % 60, seconds % 60)
}
