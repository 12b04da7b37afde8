//! The transport of a group over MPI (feature `mpi`), through the MPI library that is installed; and what tells that a process was
//! started by an MPI launcher, which every build knows.
//!
//! All calls to MPI come from one thread, so that `MPI_THREAD_SERIALIZED` is enough. No message waits for its receiver: while one is on
//! its way, messages are received.

#[cfg(feature = "mpi")]
mod thread;

#[cfg(feature = "mpi")]
pub use thread::MpiTransport;

/// How many processes the launcher started, as it says in the environment; none without a launcher.
///
/// Open MPI, MPICH (Hydra) and Slurm's `srun --mpi` each set a variable of their own.
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
