//! What a proof finds on faulty storage, and that it accuses no honest one, whatever weather that has.

mod disk;
mod scene;
mod store;
mod wrong;

mod faults;
mod honest;
mod real;
