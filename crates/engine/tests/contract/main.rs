//! The engine's contract: on every backend that works here, and in virtual time.

mod backends;
mod device;
mod job;
mod stall;
