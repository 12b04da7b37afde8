//! The processes that an MPI launcher started as the hosts of one command; a program that was started alone has none.

use report::messages::hosts::HostMessage;
use session::failure::{Ending, Failure};
use session::hosts::HostGroup;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of processes that a launcher started, if there are several.
pub(crate) fn launched() -> Option<usize> {
    mpi_transport::launched_size(|name| std::env::var(name).ok()).filter(|count| *count > 1)
}

/// Whether a launcher started this process and another process prints the answer.
pub(crate) fn is_follower() -> bool {
    launched().is_some()
        && mpi_transport::launched_rank(|name| std::env::var(name).ok())
            .is_some_and(|rank| rank > 0)
}

/// A refusal that all processes share; the first one reports it.
fn refused(message: HostMessage) -> Failure {
    if is_follower() { Failure::of(Ending::Wrong, Vec::new()) } else { Failure::wrong(message) }
}

/// Joins the processes.
///
/// # Errors
/// When this build has no MPI, or the processes do not belong together.
pub(crate) fn join(interrupt: &Arc<AtomicBool>) -> Result<HostGroup, Failure> {
    let several = launched().map(|processes| of_launcher(processes, interrupt));
    several.unwrap_or_else(|| Ok(HostGroup::alone()))
}

#[cfg(feature = "mpi")]
fn of_launcher(_: usize, interrupt: &Arc<AtomicBool>) -> Result<HostGroup, Failure> {
    let transport =
        mpi_transport::MpiTransport::join().map_err(|error| Failure::target(unjoined(&error)))?;
    HostGroup::join(Arc::new(transport), interrupt)
}

#[cfg(feature = "mpi")]
fn unjoined(error: &mpi_transport::JoinError) -> HostMessage {
    use mpi_transport::JoinError;
    match error {
        JoinError::FewerThreads(threading) => {
            HostMessage::MpiThreads { threading: (*threading).to_owned() }
        }
        JoinError::InitialisedTwice => HostMessage::MpiInitialisedTwice,
        JoinError::NotInitialised => HostMessage::MpiNotInitialised,
        JoinError::Thread(error) => HostMessage::MpiThread { error: error.to_string() },
    }
}

#[cfg(not(feature = "mpi"))]
fn of_launcher(processes: usize, _: &Arc<AtomicBool>) -> Result<HostGroup, Failure> {
    Err(refused(HostMessage::NoMpi { processes: processes as u64 }))
}

/// Refuses a command for a single host if a launcher started several processes of it.
pub(crate) fn alone() -> Result<(), Failure> {
    match launched() {
        Some(_) => Err(refused(HostMessage::OneHostOnly)),
        None => Ok(()),
    }
}
