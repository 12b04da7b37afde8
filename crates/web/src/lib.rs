//! A web application over the store: the pages of `report` in a browser, and the same documents as `--json`.
//!
//! Answers requests until it is interrupted. Writes only tags and notes to the store. Never measures: a page starts a check as a
//! separate process. Numbers, sentences and charts come from `report`; this crate has lists, links, access and limits.
//! Start at [`serve`].

mod access;
mod api;
mod connections;
mod live;
mod pages;
mod problem;
mod query;
mod readers;
mod routes;
mod server;

pub use live::expose;
pub use pages::start::StartConfig;
pub use server::serve;
pub use server::{ServeError, SiteConfig, TOKEN_CHARS_MIN, TlsFiles};
