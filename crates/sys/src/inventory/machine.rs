//! The machine itself: CPU, memory, kernel, virtualisation and limits.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CpuFacts {
    /// The model's name, if the kernel knows it.
    pub model: Option<String>,
    /// CPUs the kernel runs.
    pub online: u32,
    /// CPUs this process may use.
    pub allowed: Vec<u32>,
    /// The frequency governor of the first CPU, where the machine has one.
    pub governor: Option<String>,
    /// The present frequency of the first CPU in MHz.
    pub frequency_mhz: Option<u32>,
    pub nodes: u32,
}

/// Memory and write-back settings. The texts are the kernel's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFacts {
    pub total_bytes: u64,
    /// Memory that programs can still allocate, in bytes.
    pub available_bytes: u64,
    /// What is still to be written; `None` where the system does not tell.
    pub dirty: Option<DirtyMemory>,
    /// The choice of transparent huge pages.
    pub huge_pages: Option<String>,
    pub swappiness: Option<u32>,
}

/// Memory that is still to be written to storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirtyMemory {
    pub bytes: u64,
    /// `vm.dirty_ratio` in percent; 0 where bytes are set instead.
    pub ratio: u32,
    /// `vm.dirty_background_ratio` in percent.
    pub background_ratio: u32,
    /// `vm.dirty_bytes`; 0: the ratio applies.
    pub limit_bytes: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemFacts {
    pub host: String,
    pub kernel: String,
    /// The distribution, as it calls itself.
    pub distribution: Option<String>,
    /// Maker and product of the machine, as its firmware says.
    pub product: Option<String>,
    /// The hypervisor under it; empty: its name is not known; `None` without one.
    pub hypervisor: Option<String>,
    /// The kind of container; empty: it is not known; `None` outside of a container.
    pub container: Option<String>,
    pub clock_source: Option<String>,
}

/// Limits that matter to a load generator. `None`: unlimited or unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemLimits {
    pub locked_memory_bytes: Option<u64>,
    pub open_files: Option<u64>,
    /// The most asynchronous I/Os of the whole machine (`fs.aio-max-nr`).
    pub aio_max: Option<u64>,
    /// Those in use now (`fs.aio-nr`).
    pub aio_used: Option<u64>,
    /// `kernel.io_uring_disabled`: 0 allowed, 1 for the privileged and one group, 2 for nobody.
    pub io_uring_disabled: Option<u32>,
}
