//! What survives a power cut: the writer, the ledger elsewhere that hears of each durable commit, the check afterwards.
//!
//! What must be there is judged in `integrity::commits`; here are files, devices, the network and the words. The protocol
//! stands here and not in a room of its own, because these commands alone speak it and no pure room may name the network.

pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod kill;
pub(crate) mod ledger;
pub(crate) mod reporter;
pub(crate) mod server;
pub(crate) mod target;
pub(crate) mod wire;
pub(crate) mod words;
pub(crate) mod writer;

#[cfg(test)]
mod tests;
