//! The options of a fio job, as its JSON repeats them: only what the arithmetic checks need.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// Options that keep fewer operations outstanding than the depth.
const HELD_BACK: [&str; 14] = [
    "rate",
    "rate_iops",
    "thinktime",
    "flow",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "startdelay",
    "iodepth_low",
    "iodepth_batch",
    "iodepth_batch_complete",
    "latency_target",
    "verify",
    "ramp_time",
];

/// The other options that are asked for.
const ASKED: [&str; 14] = [
    "filename",
    "directory",
    "bs",
    "blocksize",
    "bssplit",
    "bsrange",
    "blocksize_range",
    "kb_base",
    "ioengine",
    "direct",
    "iodepth",
    "numjobs",
    "rw",
    "readwrite",
];

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct JobOptions(Vec<(&'static str, String)>);

impl JobOptions {
    pub(super) fn of(options: impl Iterator<Item = (&'static str, String)>) -> Self {
        Self(options.collect())
    }

    pub(super) fn add(&mut self, name: &'static str, value: String) {
        self.0.push((name, value));
    }
}

impl<'de> Deserialize<'de> for JobOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OptionsVisitor;
        impl<'de> Visitor<'de> for OptionsVisitor {
            type Value = JobOptions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the options of a job")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JobOptions, A::Error> {
                let mut options: Vec<(&'static str, String)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let mut known = HELD_BACK.iter().chain(&ASKED);
                    let Some(name) = known.find(|name| **name == key) else {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    };
                    // The last of an option applies; the files of each `filename` are used.
                    if *name != "filename" {
                        options.retain(|(earlier, _)| earlier != name);
                    }
                    options.push((name, map.next_value()?));
                }
                Ok(JobOptions(options))
            }
        }
        deserializer.deserialize_map(OptionsVisitor)
    }
}

/// The options of one job over those of all.
pub(super) struct Options<'a> {
    pub(super) job: &'a JobOptions,
    pub(super) global: &'a JobOptions,
}

impl<'a> Options<'a> {
    fn get(&self, names: &[&str]) -> Option<&'a str> {
        let find = |from: &'a JobOptions| {
            let named = |name: &&str| from.0.iter().find(|(known, _)| known == name);
            names.iter().find_map(named).map(|(_, value)| value.as_str())
        };
        find(self.job).or_else(|| find(self.global))
    }

    fn number(&self, names: &[&str]) -> Option<f64> {
        self.get(names)?.trim().parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0)
    }

    pub(super) fn targets(&self) -> Vec<&'a str> {
        let given = self.global.0.iter().chain(&self.job.0);
        let files = given.filter(|(name, _)| *name == "filename").map(|(_, file)| file.as_str());
        let files: Vec<&str> = files.collect();
        if files.is_empty() { self.get(&["directory"]).into_iter().collect() } else { files }
    }

    pub(super) fn clones(&self) -> f64 {
        self.number(&["numjobs"]).unwrap_or(1.0).max(1.0)
    }

    /// The operations that the job requests.
    pub(super) fn pattern(&self) -> &'a str {
        self.get(&["rw", "readwrite"]).unwrap_or("read")
    }

    /// The block size that all directions share, in bytes; fio's `k` is 1,024 unless `kb_base` says otherwise.
    pub(super) fn block_bytes(&self) -> Option<f64> {
        if self.get(&["bssplit", "bsrange", "blocksize_range", "kb_base"]).is_some() {
            return None;
        }
        let text = self.get(&["bs", "blocksize"])?.to_ascii_lowercase();
        let (digits, unit) =
            text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let unit = match unit {
            "" => 1.0,
            "k" | "kb" => 1024.0,
            "m" | "mb" => 1024.0 * 1024.0,
            "b" => 1.0,
            _ => return None,
        };
        digits.parse::<f64>().ok().map(|n| n * unit)
    }

    /// Outstanding operations of one clone; `None` where other options limit them or fio does not say.
    pub(super) fn depth(&self) -> Option<f64> {
        if self.get(&HELD_BACK).is_some() || self.block_bytes().is_none() {
            return None;
        }
        let engine = self.get(&["ioengine"]).unwrap_or("psync");
        let buffered = self.get(&["direct"]).is_none_or(|direct| direct == "0");
        let asynchronous = ["libaio", "io_uring", "posixaio"].contains(&engine);
        // Buffered libaio waits during submission, so the depth is below the requested one.
        if !asynchronous && !["psync", "sync", "pvsync", "pvsync2", "vsync"].contains(&engine)
            || asynchronous && buffered
        {
            return None;
        }
        Some(if asynchronous { self.number(&["iodepth"]).unwrap_or(1.0) } else { 1.0 })
    }

    pub(super) fn words(&self) -> String {
        let parts = [self.get(&["bs", "blocksize"]), self.get(&["rw", "readwrite"])];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
