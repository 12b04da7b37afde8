//! The engine on every backend, on simulated storage and on storage with faults.

mod contract;
mod proof;
mod sim_laws;
mod sim_run;
