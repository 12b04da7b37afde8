//! The studies of commits and of large transfers and the check as a whole, driven through a storage of plain numbers.

mod commits;
mod plain;
mod transfers;
mod whole;
