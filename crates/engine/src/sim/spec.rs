//! The specification of a simulated storage: parses the text after `sim:` into a [`SimSpec`], or returns every problem.
//!
//! Defaults use the same table and the same readers as values of users ([`super::keys`]). Never guesses: an unknown
//! key, a bad value or a senseless combination is a problem.

use super::keys::{KEYS, SimKey};
use base::WordChoice;
use std::fmt;

base::words! {
    /// The kind of device, in the order of the table's defaults.
    #[derive(Default, Hash)]
    pub enum SimMedium {
        /// A magnetic disk.
        #[default]
        Hdd = "hdd",
        /// A SATA or SAS solid-state disk.
        Ssd = "ssd",
        /// A solid-state disk on PCI Express.
        Nvme = "nvme",
        /// A network volume with a quota.
        Cloud = "cloud",
    }
}

/// The array layout of the disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimLayout {
    /// The ranges of the disks one after the other.
    None,
    Raid0,
    Raid1,
    Raid10,
    /// Striped with one rotating parity chunk for each stripe.
    Raid5,
    /// Striped with two rotating parity chunks for each stripe.
    Raid6,
}

/// A stall: a period in which nothing completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimStall {
    /// The only disk (from 1) that stalls; `None`: the whole storage.
    pub disk: Option<u32>,
    pub at_ns: u64,
    pub length_ns: u64,
    /// The time between starts in nanoseconds; `None`: it occurs once.
    pub every_ns: Option<u64>,
}

/// Another user of the same medium, alternately busy and quiet; both lengths are exponentially distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimNeighbour {
    /// The share of the medium's capacity taken while busy, above 0 and below 1.
    pub share: f64,
    pub busy_ns: u64,
    pub quiet_ns: u64,
}

/// A day of virtual time, which starts at midnight, in nanoseconds.
pub(super) const DAY_NS: u64 = 86_400_000_000_000;

/// Another user of the same medium, at the same hours of every day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimDaily {
    /// The share of the medium that it takes, above 0 and below 1.
    pub share: f64,
    pub from_ns: u64,
    /// When it ends, in nanoseconds since midnight; if before the start, on the next day.
    pub until_ns: u64,
}

impl SimDaily {
    /// The length of its time in each day, in nanoseconds.
    pub fn length_ns(&self) -> u64 {
        (DAY_NS + self.until_ns - self.from_ns) % DAY_NS
    }
}

/// A permanent change of speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimStep {
    /// The time of the change, in nanoseconds of virtual time.
    pub at_ns: u64,
    /// The factor by which work takes longer from then on.
    pub factor: f64,
}

/// A checked specification of a simulated storage. [`super::keys::KEYS`] has the meaning and default of each field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimSpec {
    pub medium: SimMedium,
    pub size_bytes: u64,
    pub disks: u32,
    /// The layout; `None` if not given: one disk alone, more of them striped.
    pub layout: Option<SimLayout>,
    /// Bytes of one disk's share of a stripe.
    pub chunk_bytes: u64,
    pub read_iops: f64,
    pub write_iops: f64,
    /// Sequential read throughput of one disk in MiB/s; `None` on a magnetic disk: by its speed of rotation.
    pub read_mibps: Option<f64>,
    /// Sequential write throughput of one disk in MiB/s; `None`: as for reads.
    pub write_mibps: Option<f64>,
    /// I/Os that one flash disk works on at the same time.
    pub channels: u32,
    /// Additional latency of each I/O, in nanoseconds; it occupies a magnetic disk, but no channel of a flash disk.
    pub latency_ns: u64,
    /// Latency of a write into the flash disk's own buffer, in nanoseconds.
    pub write_latency_ns: u64,
    /// Coefficient of variation of the service time of flash.
    pub spread: f64,
    /// Bytes of the flash disk's own write buffer; 0: writes wait for the flash.
    pub buffer_bytes: u64,
    /// The additional time of a flush, in nanoseconds; not used on a magnetic disk, where it is a revolution.
    pub flush_ns: u64,
    /// Whether the flash disk's buffer survives a power cut.
    pub protected: bool,
    pub rpm: f64,
    /// Mean seek time in nanoseconds; `None`: by the speed of rotation.
    pub seek_ns: Option<u64>,
    /// Commands among which a magnetic disk chooses the next (NCQ), 1 to 256.
    pub queue: u32,
    pub cap_iops: Option<f64>,
    pub cap_mibps: Option<f64>,
    /// Bytes of the controller's write-back cache; 0: none.
    pub cache_bytes: u64,
    /// Latency of an I/O that the cache completes, in nanoseconds.
    pub cache_latency_ns: u64,
    pub cache_protected: bool,
    /// Share of reads served by the cache, 0 to 1.
    pub cache_hits: f64,
    /// The limit for writes from the cache to the disks in MiB/s; `None`: no limit but that of the disks.
    pub destage_mibps: Option<f64>,
    pub quota_iops: Option<f64>,
    pub quota_mibps: Option<f64>,
    /// The length of the slices that the quota is granted in, in nanoseconds; 0: granted evenly.
    pub quota_slice_ns: u64,
    /// I/Os that may be saved and spent above the quota.
    pub burst_ios: f64,
    /// I/Os per second while they are spent; `None`: no limit but the medium's.
    pub burst_iops: Option<f64>,
    /// MiB that may be saved and spent above the quota.
    pub burst_mib: f64,
    /// MiB/s while they are spent.
    pub burst_mibps: Option<f64>,
    /// Coefficient of variation of the capacity from second to second.
    pub noise_cv: f64,
    /// Correlation of the capacity of one second with that of the next.
    pub noise_lag1: f64,
    /// Another user of the same medium.
    pub neighbour: Option<SimNeighbour>,
    /// Another user of the same medium at fixed hours.
    pub daily: Option<SimDaily>,
    pub steps: Vec<SimStep>,
    /// Slow disks (from 1), with the factor by which they take longer.
    pub slow: Vec<(u32, f64)>,
    pub stalls: Vec<SimStall>,
    /// Share of I/Os that fail with an I/O error, 0 to 1.
    pub errors: f64,
    /// Share of short transfers, 0 to 1.
    pub short: f64,
}

/// Everything that is wrong with a `sim:` text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SpecErrors(pub Vec<String>);

impl fmt::Display for SpecErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl SimLayout {
    /// The names users write, and the fewest disks of each.
    pub(super) const ALL: [(Self, &'static str, u32); 6] = [
        (Self::None, "none", 1),
        (Self::Raid0, "raid0", 1),
        (Self::Raid1, "raid1", 2),
        (Self::Raid10, "raid10", 4),
        (Self::Raid5, "raid5", 3),
        (Self::Raid6, "raid6", 4),
    ];

    pub fn parity_chunks(self) -> u32 {
        match self {
            Self::Raid5 => 1,
            Self::Raid6 => 2,
            _ => 0,
        }
    }
}

impl SimSpec {
    pub fn new(medium: SimMedium) -> Self {
        let mut spec = Self {
            medium,
            disks: 1,
            read_iops: 1.0,
            write_iops: 1.0,
            channels: 1,
            rpm: 7200.0,
            queue: 1,
            cache_protected: true,
            ..Self::default()
        };
        for key in KEYS {
            if let Some(text) = key.default_of(medium) {
                (key.set)(&mut spec, text).expect("a test reads every default of the table");
            }
        }
        spec
    }

    /// Reads `MEDIUM?key=value&key=value`, the text after `sim:`.
    ///
    /// # Errors
    /// Every unknown medium or key, bad value, repeated key and senseless combination, with what is accepted.
    pub fn read(text: &str) -> Result<Self, SpecErrors> {
        let (name, keys) = text.split_once('?').unwrap_or((text, ""));
        let Some(medium) = SimMedium::of_word(name.trim()) else {
            let known = SimMedium::words().join(", ");
            return Err(SpecErrors(vec![format!(
                "\"{name}\" is not a simulated medium; write one of {known}"
            )]));
        };
        let mut spec = Self::new(medium);
        let mut problems = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for pair in keys.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (name.trim(), value.trim());
            match find(medium, name) {
                Err(problem) => problems.push(problem),
                Ok(key) if seen.contains(&name) && !key.repeats => {
                    problems.push(format!("\"{name}\" is given twice"));
                }
                Ok(key) => {
                    seen.push(name);
                    if let Err(reason) = (key.set)(&mut spec, value) {
                        problems.push(format!("\"{name}={value}\": {reason}; write {}", key.range));
                    }
                }
            }
        }
        spec.follow(&seen);
        spec.check(&mut problems);
        if problems.is_empty() { Ok(spec) } else { Err(SpecErrors(problems)) }
    }

    /// Sets the values that follow from given ones: writes are as fast as reads unless given.
    fn follow(&mut self, seen: &[&str]) {
        if seen.contains(&"iops") && !seen.contains(&"write_iops") {
            self.write_iops = self.read_iops;
        }
        if seen.contains(&"mibps") && !seen.contains(&"write_mibps") {
            self.write_mibps = self.read_mibps;
        }
    }

    fn check(&self, problems: &mut Vec<String>) {
        let layout = self.layout();
        let (_, name, fewest) = SimLayout::ALL[layout as usize];
        if self.disks < fewest {
            problems.push(format!(
                "layout={name} needs at least {fewest} disks; write disks={fewest} or more"
            ));
        }
        if layout == SimLayout::Raid10 && !self.disks.is_multiple_of(2) {
            problems.push("layout=raid10 needs an even number of disks".to_owned());
        }
        if self.size_bytes < self.chunk_bytes {
            problems.push(
                "a disk must be at least as large as a chunk; write a larger size".to_owned(),
            );
        }
        for (disk, _) in self.slow.iter().filter(|slow| slow.0 > self.disks) {
            problems.push(format!("slow={disk}: there are {} disks; write 1 to {0}", self.disks));
        }
        for disk in self.stalls.iter().filter_map(|stall| stall.disk.filter(|n| *n > self.disks)) {
            let all = self.disks;
            problems.push(format!("stall_disk={disk}: there are {all} disks; write 1 to {all}"));
        }
        if self.burst_ios > 0.0 && self.quota_iops.is_none() {
            problems.push("burst needs a quota to run above; write quota_iops too".to_owned());
        }
        if self.burst_mib > 0.0 && self.quota_mibps.is_none() {
            problems.push("burst_mib needs a quota to run above; write quota_mibps too".to_owned());
        }
        if self.quota_slice_ns > 0 && self.quota_iops.is_none() && self.quota_mibps.is_none() {
            problems.push("quota_slice needs a quota; write quota_iops or quota_mibps".to_owned());
        }
        if self.quota_slice_ns > 0 && (self.burst_ios > 0.0 || self.burst_mib > 0.0) {
            problems
                .push("a quota in slices saves nothing; leave out quota_slice or burst".to_owned());
        }
        for (name, peak, quota, credit) in [
            ("iops", self.burst_iops, self.quota_iops, self.burst_ios),
            ("mibps", self.burst_mibps, self.quota_mibps, self.burst_mib),
        ] {
            if peak.is_some_and(|peak| credit > 0.0 && peak < quota.unwrap_or(0.0)) {
                problems.push(format!("burst_{name} must not be below quota_{name}"));
            }
        }
        for stall in &self.stalls {
            if stall.every_ns.is_some_and(|every_ns| every_ns <= stall.length_ns) {
                problems
                    .push("a stall must be shorter than the distance to the next one".to_owned());
            }
        }
    }

    /// The effective layout: unless given, one disk alone, several striped.
    pub fn layout(&self) -> SimLayout {
        self.layout.unwrap_or(if self.disks == 1 { SimLayout::None } else { SimLayout::Raid0 })
    }

    /// Bytes of one disk that are used: whole chunks only in an array.
    pub fn disk_bytes(&self) -> u64 {
        match self.layout() {
            SimLayout::None => self.size_bytes,
            _ => self.size_bytes / self.chunk_bytes * self.chunk_bytes,
        }
    }

    /// Bytes that the whole storage offers.
    pub fn usable_bytes(&self) -> u64 {
        let disks = u64::from(self.disks);
        let parity = u64::from(self.layout().parity_chunks());
        match self.layout() {
            SimLayout::Raid1 => self.disk_bytes(),
            SimLayout::Raid10 => self.disk_bytes() * (disks / 2),
            _ => self.disk_bytes() * (disks - parity),
        }
    }
}

fn find(medium: SimMedium, name: &str) -> Result<&'static SimKey, String> {
    let applies = |key: &&SimKey| key.applies_to(medium);
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        let known: Vec<&str> = KEYS.iter().filter(applies).map(|key| key.name).collect();
        return Err(format!(
            "\"{name}\" is not a key of sim:{}; write one of {}",
            medium.word(),
            known.join(", ")
        ));
    };
    if applies(&key) {
        return Ok(key);
    }
    let media = SimMedium::WORDS.iter().filter(|(_, other)| key.applies_to(*other));
    let media: Vec<&str> = media.map(|(word, _)| *word).collect();
    Err(format!(
        "\"{name}\" means nothing on {}; it is a key of {}",
        medium.word(),
        media.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_key_by_key() {
        let spec = SimSpec::read(
            "hdd?disks=14&layout=raid10&chunk=256k&slow=3:1.5&stall=5s:1s&stall=9s:100ms",
        )
        .unwrap();
        assert_eq!(
            (spec.disks, spec.layout(), spec.chunk_bytes),
            (14, SimLayout::Raid10, 256 << 10)
        );
        assert_eq!(spec.slow, [(3, 1.5)]);
        assert_eq!(spec.stalls.len(), 2);
        assert_eq!(spec.usable_bytes(), 7 << 40);
    }

    #[test]
    fn every_problem_is_told_at_once_with_what_may_be_written() {
        let text = "hdd?iops=5&speed=3&disks=0&rpm=fast&layout=raid7&errors=2&disks=3&stall=1s";
        let problems = SimSpec::read(text).unwrap_err().0;
        assert_eq!(problems.len(), 8, "{problems:#?}");
        assert!(problems[0].contains("it is a key of ssd, nvme, cloud"), "{}", problems[0]);
        assert!(problems[1].contains("write one of size, disks"), "{}", problems[1]);
        assert!(
            problems.iter().skip(2).all(|p| p.contains("write") || p.contains("twice")),
            "{problems:#?}"
        );
        assert!(SimSpec::read("tape").unwrap_err().to_string().contains("hdd, ssd, nvme, cloud"));
    }

    #[test]
    fn senseless_combinations_are_refused() {
        for text in [
            "ssd?layout=raid5&disks=2",
            "ssd?layout=raid10&disks=5",
            "ssd?disks=2&slow=3:2",
            "ssd?burst=100",
            "ssd?quota_iops=100&burst=10&burst_iops=50",
            "ssd?stall=1s:2s:1s",
            "ssd?disks=2&stall_disk=3:1s:2s",
            "ssd?disks=2&stall_disk=1:1s:2s:1s",
            "ssd?disks=2&stall_disk=1s:2s",
            "ssd?iops=nan",
            "ssd?iops=-5",
            "ssd?neighbour=1:1s:1s",
            "ssd?daily=0.4:9h:9h",
            "ssd?daily=0.4:0h:24h",
            "ssd?daily=0.4:9h:25h",
            "ssd?daily=1:9h:17h",
            "ssd?step=9d",
            "ssd?step=9d:0",
        ] {
            assert!(SimSpec::read(text).is_err(), "{text}");
        }
    }
}
