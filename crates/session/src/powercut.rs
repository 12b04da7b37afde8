//! What survives a power cut: the writer, the ledger elsewhere that records each durable commit, and the check afterwards.
//!
//! `integrity::commits` judges what must be present; this module does files, devices and the network; `report::power_cut`
//! has the sentences. The protocol is in this crate because only these commands use it, and no pure crate may use the network.

mod kills;
pub mod ledger;
pub mod once;
pub mod reporter;
pub mod request;
pub mod server;
pub mod target;
pub mod wire;

#[cfg(test)]
mod tests;
