//! Integrity tests on faulty storage find every fault; on honest storage, even with ordinary errors, they find none.

mod disk;
mod scene;
mod store;
mod wrong;

mod faults;
mod honest;
mod real;
