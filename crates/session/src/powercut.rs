//! What survives a power cut: the writer, the ledger elsewhere that hears of each durable commit, the check afterwards.
//!
//! What must be there is judged in `integrity::commits`; here are files, devices and the network; `report::power_cut` has the sentences. The protocol
//! stands here and not in a room of its own, because these commands alone speak it and no pure room may name the network.

pub mod book;
pub mod check;
pub mod kill;
mod kills;
pub mod ledger;
pub mod listen;
pub mod once;
pub mod reporter;
pub mod request;
pub mod server;
pub mod target;
pub mod wire;
pub mod writer;

#[cfg(test)]
mod tests;
