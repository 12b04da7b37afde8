//! fio's output for people (versions 2.x and 3.x): takes the text, gives the document that its JSON would be.
//!
//! Numbers have the few digits that fio prints; operations are exact, and rates are counted from them.

use super::document::{Document, Job, Latency, Side};
use super::options::JobOptions;
#[cfg(test)]
use super::options::Options;

/// The document of one run; `None` if the text has no results of fio for people.
pub(super) fn document(text: &str) -> Option<Document> {
    let mut reader = NormalText::default();
    for line in text.lines() {
        reader.line(line);
    }
    let mut document = reader.document;
    // A job with reads alone still has both directions in a document.
    for job in document.jobs.iter_mut().filter(|job| job.mixed.is_none()) {
        for side in [&mut job.read, &mut job.write] {
            side.get_or_insert_with(|| Box::new(idle()));
        }
    }
    (!document.jobs.is_empty()).then_some(document)
}

/// Whether a text has the header of a job's results.
pub(super) fn is_normal(text: &str) -> bool {
    text.lines().any(|line| result_header(line).is_some())
}

#[derive(Default)]
struct NormalText {
    document: Document,
    /// The options of each job, from the lines before the run.
    options: Vec<(String, JobOptions)>,
    /// The direction of the lines that follow.
    side: Option<Direction>,
    /// The kind and the unit in nanoseconds of the percentiles that follow.
    percentiles: Option<(LatencyKind, f64)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Read,
    Write,
    Trim,
    Mixed,
    Sync,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LatencyKind {
    Total,
    Completion,
}

impl NormalText {
    fn line(&mut self, line: &str) {
        if let Some(job) = result_header(line) {
            let options = self.options.iter().find(|(name, _)| *name == job.jobname);
            let mut options = options.map(|(_, options)| options.clone()).unwrap_or_default();
            if let Some(jobs) = clones(line) {
                options.add("numjobs", jobs);
            }
            self.document.jobs.push(Job { options, ..job });
            (self.side, self.percentiles) = (None, None);
            return;
        }
        let line = line.trim();
        if line.starts_with("fio-") {
            self.document.version = Some(line.to_owned());
        } else if let Some((name, settings)) = line.split_once(": (g=") {
            self.options.push((name.to_owned(), settings_of(settings)));
        } else if self.document.jobs.last().is_some() {
            self.result(line);
        }
    }

    fn result(&mut self, line: &str) {
        let Some((label, values)) = line.split_once(':') else { return self.percentile(line) };
        let label = label.trim();
        match label {
            "read" => self.throughput(Direction::Read, values),
            "write" => self.throughput(Direction::Write, values),
            "trim" => self.throughput(Direction::Trim, values),
            "mixed" => self.throughput(Direction::Mixed, values),
            "fsync/fdatasync/sync_file_range" | "fsync/fdatasync/sync_file_range/syncfs" => {
                self.side = Some(Direction::Sync);
                self.side_mut();
            }
            "issued rwts" | "issued rwt" | "issued" => self.issued(values),
            _ => self.latency(label, values),
        }
    }

    /// `IOPS=15.0k, BW=235MiB/s (246MB/s)(1173MiB/5001msec)`, or `io=1173MB, bw=..., iops=..., runt=  5001msec` of version 2.
    fn throughput(&mut self, direction: Direction, values: &str) {
        self.side = Some(direction);
        let moved = values.rsplit_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')');
        let (bytes, time) = match moved.split_once('/').filter(|(_, time)| time.contains("sec")) {
            Some((bytes, time)) => (number(bytes), number(time)),
            None => (value_of(values, "io="), value_of(values, "runt=")),
        };
        let iops = value_of(values, "IOPS=").or_else(|| value_of(values, "iops="));
        let side = self.side_mut();
        side.iops = iops;
        side.runtime = time.map(|seconds| seconds * 1e3);
        side.io_bytes = bytes.map(|bytes| bytes as u64);
        side.io_kbytes = Some(serde::de::IgnoredAny);
        let counted = bytes.zip(time).filter(|(_, seconds)| *seconds > 0.0).map(|(all, s)| all / s);
        let named = value_of(values, "BW=").or_else(|| value_of(values, "bw="));
        let decimal = values.split_once(" (").and_then(|(_, rest)| decimal_bytes(rest));
        // fio 3 prints some numbers without their fraction, 9.00MiB for 9.99: the middle one of three is whole.
        let mut given: Vec<f64> = [counted, named, decimal].into_iter().flatten().collect();
        given.sort_by(f64::total_cmp);
        let per_s = if given.len() == 3 { Some(given[1]) } else { counted.or(named) };
        side.bw_bytes = per_s;
        side.bw = per_s.map(|bytes| bytes / 1024.0);
    }

    /// `total=75103,18883,0,0 short=0,0,0,0`, or `total=r=75103/w=18883/d=0` of version 2.
    fn issued(&mut self, values: &str) {
        let Some((_, counts)) = values.split_once("total=") else { return };
        let counts = counts.split([' ', '\t']).next().unwrap_or_default().trim_end_matches(',');
        let counts = counts.split([',', '/']).map(|count| {
            let digits = count.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u64>().ok()
        });
        let counts: Vec<Option<u64>> = counts.collect();
        let kept = self.side;
        let sides = [Direction::Read, Direction::Write, Direction::Trim, Direction::Sync];
        for (direction, count) in sides.into_iter().zip(counts) {
            let Some(ios) = count.filter(|ios| *ios > 0) else { continue };
            self.side = Some(direction);
            let side = self.side_mut();
            side.total_ios = Some(ios);
            if let Some(ms) = side.runtime.filter(|ms| *ms > 0.0) {
                side.iops = Some(ios as f64 * 1e3 / ms);
            }
        }
        self.side = kept;
    }

    /// `clat (usec): min=36, max=14480, avg=105.11, stdev=374.84`, and the head of percentiles.
    fn latency(&mut self, label: &str, values: &str) {
        let Some((name, unit)) = label.split_once('(') else { return };
        let Some(unit_ns) = unit_ns(unit.trim_end_matches(')')) else { return };
        let is_sync = self.side == Some(Direction::Sync);
        let kind = match name.trim() {
            "lat" | "lat percentiles" => LatencyKind::Total,
            "clat" | "clat percentiles" => LatencyKind::Completion,
            "sync" | "sync percentiles" if is_sync => LatencyKind::Total,
            _ => return,
        };
        if name.trim().ends_with("percentiles") {
            self.percentiles = Some((kind, unit_ns));
            return;
        }
        let field = |name: &str| value_of(values, name).map(|value| value * unit_ns);
        let (min, max, mean) = (field("min="), field("max="), field("avg="));
        let Some(mean) = mean else { return };
        let latency = self.latency_mut(kind);
        (latency.min, latency.max, latency.mean) = (min, max, Some(mean));
    }

    /// `|  1.00th=[   44],  5.00th=[   47]`.
    fn percentile(&mut self, line: &str) {
        let Some((kind, unit_ns)) = self.percentiles.filter(|_| line.starts_with('|')) else {
            return;
        };
        let pairs = line.trim_start_matches('|').split(',').filter_map(|pair| {
            let (percent, value) = pair.split_once("th=[")?;
            // Without the bracket the text was cut, perhaps in the number.
            let value = value.trim_end().strip_suffix(']')?.trim_start_matches('>').trim();
            Some((percent.trim().parse().ok()?, value.parse::<f64>().ok()? * unit_ns))
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        self.latency_mut(kind).percentile.0.extend(pairs);
    }

    fn latency_mut(&mut self, kind: LatencyKind) -> &mut Latency {
        let side = self.side_mut();
        let latency = match kind {
            LatencyKind::Total => &mut side.lat_ns,
            LatencyKind::Completion => &mut side.clat_ns,
        };
        latency.get_or_insert_with(Latency::default)
    }

    fn side_mut(&mut self) -> &mut Side {
        let job = self.document.jobs.last_mut().expect("a job's header came first");
        let side = match self.side.unwrap_or(Direction::Mixed) {
            Direction::Read => &mut job.read,
            Direction::Write => &mut job.write,
            Direction::Trim => &mut job.trim,
            Direction::Mixed => &mut job.mixed,
            Direction::Sync => &mut job.sync,
        };
        side.get_or_insert_with(Box::default)
    }
}

/// A direction without operations, as a document has it.
pub(super) fn idle() -> Side {
    let zero = Some(0.0);
    Side {
        iops: zero,
        bw: zero,
        bw_bytes: zero,
        io_bytes: Some(0),
        total_ios: Some(0),
        ..Side::default()
    }
}

/// `pages: (groupid=0, jobs=2): err= 0: pid=17754: Fri Nov 20 19:49:14 2026`.
fn result_header(line: &str) -> Option<Job> {
    let (name, rest) = line.split_once(": (groupid=")?;
    let (group, rest) = rest.split_once(',')?;
    let error = rest.split_once("err=")?.1.trim_start();
    let error = error.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    Some(Job {
        jobname: name.trim_start().to_owned(),
        groupid: group.trim().parse().ok()?,
        error: error.parse().ok()?,
        ..Job::default()
    })
}

/// The jobs of a group: `(groupid=0, jobs=2)`.
fn clones(line: &str) -> Option<String> {
    let (jobs, _) = line.split_once(", jobs=")?.1.split_once(')')?;
    Some(jobs.to_owned())
}

/// `0): rw=randrw, bs=(R) 16.0KiB-16.0KiB, (W) ..., ioengine=psync, iodepth=1`.
fn settings_of(line: &str) -> JobOptions {
    let field = |name: &str| {
        let value = line.split_once(name)?.1;
        Some(value.split(',').next().unwrap_or_default().trim().to_owned())
    };
    let block = field("bs=").and_then(|sizes| {
        let sizes = sizes.split('/').next()?.trim_start_matches("(R)").trim();
        let (smallest, largest) = sizes.split_once('-')?;
        // Printed as "16.0KiB" and "4096B", given as "16k" and "4096".
        let block = smallest.trim_end_matches(['i', 'B']).replacen(".0", "", 1);
        (smallest == largest).then_some(block)
    });
    let named = [
        ("rw", field("rw=")),
        ("bs", block),
        ("ioengine", field("ioengine=")),
        ("iodepth", field("iodepth=")),
        // The line does not name what holds a job back, so that its depth is not held against it.
        ("rate", Some("unknown".to_owned())),
    ];
    JobOptions::of(named.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

fn unit_ns(unit: &str) -> Option<f64> {
    match unit {
        "nsec" => Some(1.0),
        "usec" => Some(1e3),
        "msec" => Some(1e6),
        "sec" => Some(1e9),
        _ => None,
    }
}

fn value_of(values: &str, name: &str) -> Option<f64> {
    number(values.split_once(name)?.1)
}

/// The bytes of a rate in decimal units: `55.7MB/s)`.
fn decimal_bytes(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let factor = match text[end..].split_once("B/s")?.0 {
        "" => 1.0,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        "T" => 1e12,
        _ => return None,
    };
    Some(text[..end].parse::<f64>().ok()? * factor)
}

/// The number that a text begins with and its unit: bytes, seconds, or thousands. Version 2 prints binary units as KB.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let value: f64 = text[..end].parse().ok()?;
    let unit: String = text[end..].chars().take_while(char::is_ascii_alphabetic).collect();
    let factor = match unit.as_str() {
        "k" => 1e3,
        "M" => 1e6,
        "KiB" | "KB" | "K" => 1024.0,
        "MiB" | "MB" => 1_048_576.0,
        "GiB" | "GB" | "G" => 1_073_741_824.0,
        "TiB" | "TB" | "T" => 1_099_511_627_776.0,
        "msec" => 1e-3,
        "usec" => 1e-6,
        _ => 1.0,
    };
    Some(value * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_for_people_is_read_as_its_json() {
        let text = "\
oltp: (g=0): rw=randrw, bs=(R) 8192B-8192B, (W) 8192B-8192B, (T) 8192B-8192B, ioengine=libaio, iodepth=16
fio-3.33
Starting 1 process

oltp: (groupid=0, jobs=1): err= 0: pid=77: Fri Nov 20 19:49:14 2026
  read: IOPS=2000, BW=15.6MiB/s (16.4MB/s)(156MiB/10000msec)
    clat (usec): min=36, max=14480, avg=105.11, stdev=374.84
     lat (usec): min=37, max=14490, avg=106.00, stdev=374.85
    clat percentiles (usec):
     |  1.00th=[   44], 99.00th=[  359],
     | 99.99th=[10552]
  write: IOPS=1000, BW=8000KiB/s (8192kB/s)(78.1MiB/10000msec)
     lat (msec): min=1, max=2, avg= 1.50, stdev= 0.50
  IO depths    : 1=0.1%, 16=99.9%
     issued rwts: total=20001,10002,0,0 short=0,0,0,0 dropped=0,0,0,0
";
        assert!(is_normal(text) && !is_normal("a note on IOPS=3"));
        let mut document = document(text).expect("it has results");
        assert_eq!(document.version.as_deref(), Some("fio-3.33"));
        let job = document.jobs.pop().expect("one job");
        let (read, write) = (job.read.expect("reads"), job.write.expect("writes"));
        assert_eq!((read.total_ios, write.total_ios), (Some(20_001), Some(10_002)));
        assert_eq!((read.iops, read.runtime), (Some(2000.1), Some(10_000.0)));
        let total = read.lat_ns.expect("total");
        assert_eq!((total.min, total.max, total.mean), (Some(37e3), Some(14_490e3), Some(106e3)));
        let percentiles = read.clat_ns.expect("completion").percentile.0;
        assert_eq!(percentiles, [(1.0, 44e3), (99.0, 359e3), (99.99, 10_552e3)]);
        assert_eq!(write.lat_ns.and_then(|total| total.mean), Some(1.5e6));
    }

    #[test]
    fn an_excerpt_without_the_issued_line_is_read_and_its_options_are_known() {
        let text = "\
x: (g=0): rw=randread, bs=(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, (T) 16.0KiB-16.0KiB, ioengine=libaio, iodepth=4
x: (groupid=0, jobs=2): err= 0: pid=7: Fri Nov 20 19:49:14 2026
  read: IOPS=100, BW=1600KiB/s (1638kB/s)(15.6MiB/10000msec)
     lat (usec): min=37, max=14490, avg=106.00, stdev=374.85
";
        let document = document(text).expect("it has results");
        let job = &document.jobs[0];
        assert_eq!(job.write.as_ref().expect("an idle side").total_ios, Some(0));
        let options = Options { job: &job.options, global: &JobOptions::default() };
        assert_eq!((options.block_bytes(), options.clones()), (Some(16384.0), 2.0));
    }

    #[test]
    fn a_pasted_result_that_was_cut_keeps_its_whole_numbers() {
        let text = "
    x: (g=0): rw=write, bs=(R) 512B-1024KiB, (W) 512B-1024KiB, (T) 512B-1024KiB, ioengine=sync, iodepth=1
    x: (groupid=0, jobs=1): err= 0: pid=7: Mon Dec 16 12:34:15 2019
      write: IOPS=273, BW=613KiB/s (628kB/s)(9.00MiB/16695msec); 0 zone resets
        clat percentiles (nsec):
         |  1.00th=[37120],  5.00th=[4
";
        let document = document(text).expect("it has results");
        let job = &document.jobs[0];
        let write = job.write.as_ref().expect("writes");
        assert_eq!((job.jobname.as_str(), write.bw), ("x", Some(613.0)));
        let percentiles = &write.clat_ns.as_ref().expect("completion").percentile.0;
        assert_eq!(percentiles[..], [(1.0, 37_120.0)]);
        let options = Options { job: &job.options, global: &JobOptions::default() };
        assert_eq!(options.block_bytes(), None, "sizes from 512 bytes to 1 MiB");
    }

    #[test]
    fn version_2_is_read_too() {
        let text = "\
j: (groupid=0, jobs=1): err= 0: pid=7: Sat Nov 21 17:47:02 2015
  read : io=40960KB, bw=4096.0KB/s, iops=1024, runt= 10000msec
    clat (usec): min=100, max=900, avg=300.00, stdev=50.00
     issued    : total=r=10240/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0
";
        let document = document(text).expect("it has results");
        let read = document.jobs[0].read.as_ref().expect("reads");
        assert_eq!((read.total_ios, read.iops), (Some(10_240), Some(1024.0)));
        assert_eq!(read.io_bytes, Some(40_960 << 10));
    }
}
