//! The transport of a group over MPI (feature `mpi`), through the installed MPI library; and, in every build, the detection of an
//! MPI launcher.
//!
//! All calls to MPI come from one thread, so `MPI_THREAD_SERIALIZED` is enough. Sending never blocks receiving: messages are
//! received while a message is being sent.

#[cfg(feature = "mpi")]
mod thread;

#[cfg(feature = "mpi")]
pub use thread::{JoinError, MpiTransport};

/// The number of processes that the launcher started, from the environment; `None` without a launcher.
///
/// Open MPI, MPICH (Hydra) and Slurm's `srun --mpi` each set a different variable.
pub fn launched_size(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"]
        .iter()
        .find_map(|name| variable(name)?.parse().ok())
}

/// The number of this process among those that the launcher started, from 0.
pub fn launched_rank(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    ["OMPI_COMM_WORLD_RANK", "PMI_RANK", "MPI_LOCALRANKID"]
        .iter()
        .find_map(|name| variable(name)?.parse().ok())
}
