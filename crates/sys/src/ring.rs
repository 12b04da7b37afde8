//! What an io_uring is asked for, and what it got.

pub use crate::system::ring::Ring;

#[derive(Clone, Copy, Debug, Default)]
pub struct RingOptions {
    /// Poll the device for completions.
    pub iopoll: bool,
    /// Let a kernel thread submit.
    pub sqpoll: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct RingFeatures {
    /// The kernel holds the files.
    pub files: bool,
    /// The kernel holds the buffers.
    pub buffers: bool,
    /// Completions are processed when the worker asks for them.
    pub deferred: bool,
    pub options: RingOptions,
}
