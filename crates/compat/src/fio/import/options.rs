//! The options of a fio job, as its JSON repeats them: only what the arithmetic checks need.

use serde_json::Value;

/// The options of one job over those of all.
pub(super) struct Options<'a> {
    job: Option<&'a Value>,
    global: Option<&'a Value>,
}

impl<'a> Options<'a> {
    pub(super) fn of(document: &'a Value, job: &'a Value) -> Self {
        Self { job: job.get("job options"), global: document.get("global options") }
    }

    fn get(&self, names: &[&str]) -> Option<&'a str> {
        let find = |from: Option<&'a Value>| {
            names.iter().find_map(|name| from?.get(*name).and_then(Value::as_str))
        };
        find(self.job).or_else(|| find(self.global))
    }

    fn number(&self, names: &[&str]) -> Option<f64> {
        self.get(names)?.trim().parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0)
    }

    /// The file or the directory that the job uses.
    pub(super) fn target(&self) -> Option<String> {
        self.get(&["filename", "directory"]).map(str::to_owned)
    }

    /// The block size that all directions share, in bytes; fio's `k` is 1,024 unless `kb_base` says otherwise.
    pub(super) fn block_bytes(&self) -> Option<f64> {
        if self.get(&["bssplit", "bsrange", "blocksize_range", "kb_base"]).is_some() {
            return None;
        }
        let text = self.get(&["bs", "blocksize"])?.to_ascii_lowercase();
        let (digits, unit) =
            text.split_at(text.find(|c: char| !c.is_ascii_digit())?.min(text.len()));
        let unit = match unit {
            "k" | "kb" => 1024.0,
            "m" | "mb" => 1024.0 * 1024.0,
            "b" => 1.0,
            _ => return None,
        };
        digits.parse::<f64>().ok().map(|n| n * unit)
    }

    /// Outstanding operations of the whole row; `None` where other options limit them or fio does not say.
    pub(super) fn depth(&self) -> Option<f64> {
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
        if HELD_BACK.iter().any(|name| self.get(&[name]).is_some()) || self.block_bytes().is_none()
        {
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
        let each = if asynchronous { self.number(&["iodepth"]).unwrap_or(1.0) } else { 1.0 };
        let grouped = self.get(&["group_reporting"]).is_some_and(|value| value != "0");
        let clones = if grouped { self.number(&["numjobs"]).unwrap_or(1.0) } else { 1.0 };
        Some(each * clones)
    }

    /// A short description: block size and pattern.
    pub(super) fn words(&self) -> String {
        let parts = [self.get(&["bs", "blocksize"]), self.get(&["rw", "readwrite"])];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
