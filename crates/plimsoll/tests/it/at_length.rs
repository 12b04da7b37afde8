//! Tests that wait for disks or for a kill for half a minute or more. Tests start in the order of their names, so
//! these begin first, and the others run while they wait.

mod layouts;
mod plan;
mod studies_killed;
mod studies_swapped;
