//! The processes and files with the most I/O since the last update of the live figures.

use observe::files::FileIndex;
use observe::{IoEvent, IoFlags, IoKind};
use report::terminal::BusyOwner;
use std::collections::HashMap;

/// What is shown of each list: together with their heads less than half of a terminal.
const PROCESSES_SHOWN: usize = 6;
const FILES_SHOWN: usize = 3;
const DEVICES_SHOWN: usize = 4;

#[derive(Debug, Default)]
pub(super) struct BusiestFold {
    pub(super) all: OwnerCounts,
    by_device: HashMap<usize, OwnerCounts>,
    /// By title: backends of one kind are one line.
    by_process: HashMap<String, OwnerCounts>,
    by_file: HashMap<FileIndex, OwnerCounts>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnerCounts {
    pub(super) ios: u64,
    pub(super) reads: u64,
    pub(super) bytes: u64,
    flushes: u64,
    latencies: u64,
    latency_ns_sum: u64,
    latency_ns_max: u64,
}

impl OwnerCounts {
    fn add(&mut self, io: &IoEvent) {
        self.ios += 1;
        self.reads += u64::from(io.operation == IoKind::Read);
        self.bytes += u64::from(io.length_bytes);
        let flushes = io.operation == IoKind::Flush || io.flags.has(IoFlags::PREFLUSH);
        self.flushes += u64::from(flushes);
        if let Some(latency_ns) = io.latency_ns {
            self.latencies += 1;
            self.latency_ns_sum += latency_ns;
            self.latency_ns_max = self.latency_ns_max.max(latency_ns);
        }
    }

    fn owner(&self, name: String, seconds: f64) -> BusyOwner {
        let known = self.latencies > 0;
        BusyOwner {
            name,
            iops: self.ios as f64 / seconds,
            mibps: self.bytes as f64 / seconds / f64::from(1 << 20),
            latency_ns_mean: known.then(|| self.latency_ns_sum as f64 / self.latencies as f64),
            latency_ns_max: known.then_some(self.latency_ns_max),
            flushes_per_s: self.flushes as f64 / seconds,
        }
    }
}

impl BusiestFold {
    pub(super) fn add(
        &mut self,
        io: &IoEvent,
        device: usize,
        process: &str,
        file: Option<FileIndex>,
    ) {
        self.all.add(io);
        self.by_device.entry(device).or_default().add(io);
        match self.by_process.get_mut(process) {
            Some(counts) => counts.add(io),
            None => self.by_process.entry(process.to_owned()).or_default().add(io),
        }
        if let Some(file) = file {
            self.by_file.entry(file).or_default().add(io);
        }
    }

    /// Of one device alone, none: the sum says it.
    pub(super) fn devices(&self, seconds: f64, name: impl Fn(usize) -> String) -> Vec<BusyOwner> {
        let counts = self.by_device.iter().map(|(device, counts)| (name(*device), counts));
        let shown = if self.by_device.len() > 1 { DEVICES_SHOWN } else { 0 };
        first(counts.collect(), shown, seconds)
    }

    pub(super) fn processes(&self, seconds: f64) -> Vec<BusyOwner> {
        let counts = self.by_process.iter().map(|(name, counts)| (name.clone(), counts));
        first(counts.collect(), PROCESSES_SHOWN, seconds)
    }

    pub(super) fn files(&self, seconds: f64, path: impl Fn(FileIndex) -> String) -> Vec<BusyOwner> {
        let counts = self.by_file.iter().map(|(file, counts)| (path(*file), counts));
        first(counts.collect(), FILES_SHOWN, seconds)
    }
}

fn first(mut all: Vec<(String, &OwnerCounts)>, shown: usize, seconds: f64) -> Vec<BusyOwner> {
    all.sort_by(|(a, x), (b, y)| y.ios.cmp(&x.ios).then_with(|| a.cmp(b)));
    all.into_iter().take(shown).map(|(name, counts)| counts.owner(name, seconds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_come_busiest_first_with_their_own_latencies_and_flushes() {
        let mut fold = BusiestFold::default();
        let read = IoEvent { length_bytes: 1 << 20, latency_ns: Some(200), ..IoEvent::default() };
        let flush = IoEvent { operation: IoKind::Flush, ..IoEvent::default() };
        fold.add(&flush, 1, "log", None);
        fold.add(&IoEvent { latency_ns: Some(400), ..read }, 0, "db", Some(FileIndex(3)));
        assert!(fold.devices(1.0, |_| String::new()).len() == 2);
        fold.add(&read, 0, "db", None);
        let [db, log] = &fold.processes(2.0)[..] else { panic!("two processes") };
        assert_eq!((&*db.name, db.iops, db.mibps, db.flushes_per_s), ("db", 1.0, 1.0, 0.0));
        assert_eq!((db.latency_ns_mean, db.latency_ns_max), (Some(300.0), Some(400)));
        assert_eq!((&*log.name, log.latency_ns_max, log.flushes_per_s), ("log", None, 0.5));
        let files = fold.files(1.0, |file| format!("file {}", file.0));
        assert_eq!((files.len(), &*files[0].name, files[0].iops), (1, "file 3", 1.0));
        assert_eq!((fold.all.ios, fold.all.reads), (3, 2));
    }
}
