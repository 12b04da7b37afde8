//! The study of commits and the check as a whole, driven through a storage of plain numbers.

mod commits;
mod plain;
mod together;
mod whole;
