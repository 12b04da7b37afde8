//! Facts and safety on made machines and, where root is, on real loop devices.

mod guard;
mod inventory;
mod tree;
