//! Tests that wait for disks, for other programs or for a kill for half a minute or more. Tests start in the order of their names, so
//! these begin first, and the others run while they wait.

#[cfg(feature = "fio")]
pub(crate) mod fio_plot;
mod layouts;
mod plan;
mod postgres;
mod studies_killed;
mod studies_swapped;
