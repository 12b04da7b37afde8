//! Facts and safety on fake machines and, as root, on real loop devices.

mod guard;
mod inventory;
mod layers;
mod tree;
