//! A web application over the store: the pages of `report` in a browser, and the same documents as `--json`.
//!
//! Takes the path of a store and an address; answers requests until it is interrupted. Reads the store, and never writes
//! to it. Never measures. The numbers, sentences and charts are those of `report`; this crate has lists, links, access and limits.
//! Start at [`serve`].

mod access;
mod api;
mod config;
mod live;
mod pages;
mod problem;
mod query;
mod readers;
mod routes;
mod server;

pub use config::{ServeError, SiteConfig, TOKEN_CHARS_MIN, TlsFiles};
pub use live::expose;
pub use server::serve;
