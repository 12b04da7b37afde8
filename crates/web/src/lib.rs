//! A web application over the store: the pages of `report` in a browser, and the same documents as `--json`.
//!
//! Takes the path of a store and an address; answers requests until it is interrupted. Reads the store, and writes tags and notes
//! to it, nothing else. Never measures: a check that a page starts is a process of its own. The numbers, sentences and charts are those of `report`; this crate has lists, links, access and limits.
//! Start at [`serve`].

mod access;
mod api;
mod config;
mod followers;
mod language;
mod live;
mod pages;
mod problem;
mod query;
mod readers;
mod routes;
mod server;
mod starter;

pub use config::{ServeError, SiteConfig, TOKEN_CHARS_MIN, TlsFiles};
pub use live::expose;
pub use server::serve;
pub use starter::StartConfig;
