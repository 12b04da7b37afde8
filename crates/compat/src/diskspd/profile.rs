//! The request of a DISKSPD command line or XML profile, in DISKSPD's own terms and with its own defaults.

use super::distribution::Distribution;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The time spans, which run one after the other.
    pub spans: Vec<TimeSpan>,
    pub format: Format,
    /// Whether the profile is only printed and nothing runs (`-Rp`).
    pub profile_only: bool,
    /// `-v`.
    pub verbose: bool,
    /// Operations for each dot (`-P`); 0 for none.
    pub progress: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Xml,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TimeSpan {
    /// Measured seconds (`-d`).
    pub duration_s: u32,
    /// Seconds of warm-up before the measured time (`-W`).
    pub warm_up_s: u32,
    /// Seconds after the measured time (`-C`).
    pub cool_down_s: u32,
    /// The seed (`-z`); `None` when it is drawn at random.
    pub seed: Option<u64>,
    /// Threads over all targets (`-F`); 0 when each target has its own.
    pub threads: u32,
    /// Outstanding I/Os of a thread over all targets (`-O`); 0 when each target has its own.
    pub requests: u32,
    /// `-n`.
    pub no_affinity: bool,
    /// `-x`.
    pub completion_routines: bool,
    /// `-L`.
    pub latency: bool,
    /// `-D`: the length of a bucket in milliseconds; `None` if IOPS are not recorded.
    pub iops_bucket_ms: Option<u32>,
    /// `-Zr`: new random data for every write.
    pub random_writes: bool,
    /// `-a`: the CPUs of the threads, in turn.
    pub affinity: Vec<Affinity>,
    /// 2.3 `-u`: the number of I/Os per submission, and whether it is a percentage of the depth.
    pub ring: Option<(u32, bool)>,
    pub targets: Vec<Target>,
}

impl Default for TimeSpan {
    fn default() -> Self {
        Self {
            duration_s: 10,
            warm_up_s: 5,
            cool_down_s: 0,
            seed: Some(0),
            threads: 0,
            requests: 0,
            no_affinity: false,
            completion_routines: false,
            latency: false,
            iops_bucket_ms: None,
            random_writes: false,
            affinity: Vec::new(),
            ring: None,
            targets: Vec::new(),
        }
    }
}

impl TimeSpan {
    /// The number of threads that use a target: every thread of the pool, or its own.
    pub fn threads_of(&self, target: &Target) -> u32 {
        if self.threads > 0 { self.threads } else { target.threads }
    }

    pub fn thread_count(&self) -> u32 {
        if self.threads > 0 {
            self.threads
        } else {
            self.targets.iter().fold(0, |sum, target| sum.saturating_add(target.threads))
        }
    }
}

/// A CPU to which threads are pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affinity {
    /// The processor group; only 0 is supported.
    pub group: u32,
    /// The CPU in the group; `None` for all of them.
    pub cpu: Option<u32>,
}

/// Which cache is used (`-S`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cache {
    #[default]
    System,
    None,
    /// No local cache, but that of a remote server.
    Remote,
}

/// How mapped writes are flushed (`-N`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// `v`.
    View,
    /// `n`.
    Memory,
    /// `i`.
    MemoryNoDrain,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum BufferContent {
    /// The bytes 0 to 255, repeated.
    #[default]
    Pattern,
    /// Zeros (`-Z`).
    Zeros,
    /// Parts of a buffer of this many bytes, random or from a file (`-Z<size>[,file]`).
    Random(u64, Option<String>),
}

/// The rate limit of a thread on a target (`-g`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throughput {
    BytesPerMs(u32),
    Iops(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub path: String,
    /// `-b`.
    pub block_bytes: u64,
    /// `-B`.
    pub base_bytes: u64,
    /// The end from `-f<size>` or from base and length of `-B`, in bytes; 0 for the whole target.
    pub max_bytes: u64,
    /// `-c`.
    pub create_bytes: Option<u64>,
    /// `-s`: the distance between the starts of sequential I/Os; the block size when `None`.
    pub stride_bytes: Option<u64>,
    /// `-si`.
    pub interlocked: bool,
    /// `-r`: the alignment of random I/O; `Some(0)` for the block size.
    pub random_bytes: Option<u64>,
    /// `-rs`: the percentage of random I/Os, 1 to 99; 0 when all or none are random.
    pub random_percent: u32,
    /// `-rd`.
    pub distribution: Option<Distribution>,
    /// `-fr`, `-fs`, `-ft`.
    pub hints: [bool; 3],
    /// `-l`.
    pub large_pages: bool,
    /// `-o`.
    pub requests: u32,
    /// `-S`.
    pub cache: Cache,
    /// `-Sw`.
    pub write_through: bool,
    /// `-Sm`.
    pub mapped: bool,
    /// `-N`.
    pub flush: Option<Flush>,
    /// 2.3 `-Sy` (partial) and `-SY` (full).
    pub bypass: Option<bool>,
    /// `-Z`.
    pub content: BufferContent,
    /// `-i`.
    pub burst: u32,
    /// `-j`, in milliseconds.
    pub think_ms: u32,
    /// `-g`.
    pub throughput: Option<Throughput>,
    /// `-t`.
    pub threads: u32,
    /// `-w`.
    pub write_percent: u32,
    /// `-p`.
    pub parallel: bool,
    /// `-T`.
    pub thread_stride_bytes: u64,
    /// `-I`: 1 very low, 2 low, 3 normal.
    pub priority: u32,
    /// The weight of the target in a pool's I/O (XML).
    pub weight: u32,
    /// The threads of the pool that use the target, with their own weights (XML); all threads when empty.
    pub thread_weights: Vec<(u32, Option<u32>)>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            path: String::new(),
            block_bytes: 65536,
            base_bytes: 0,
            max_bytes: 0,
            create_bytes: None,
            stride_bytes: None,
            interlocked: false,
            random_bytes: None,
            random_percent: 0,
            distribution: None,
            hints: [false; 3],
            large_pages: false,
            requests: 2,
            cache: Cache::System,
            write_through: false,
            mapped: false,
            flush: None,
            bypass: None,
            content: BufferContent::Pattern,
            burst: 0,
            think_ms: 0,
            throughput: None,
            threads: 1,
            write_percent: 0,
            parallel: false,
            thread_stride_bytes: 0,
            priority: 3,
            weight: 1,
            thread_weights: Vec::new(),
        }
    }
}

impl Target {
    /// The alignment of random I/O or the stride of sequential I/O, in bytes.
    pub fn grid_bytes(&self) -> u64 {
        let step_bytes = self.random_bytes.filter(|bytes| *bytes > 0).or(self.stride_bytes);
        step_bytes.unwrap_or(self.block_bytes)
    }

    /// Whether any I/O is random.
    pub fn is_random(&self) -> bool {
        self.random_bytes.is_some()
    }
}
