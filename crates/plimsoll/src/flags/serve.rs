//! The command line of `plimsoll serve`.

use clap::Args;
use report::Language;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Show stored results in a browser, and give them to other programs
///
/// Pages: all runs with search and filters, the report of each run, runs under way as they go, runs beside each other, the history of a
/// target. The same documents as --json are under /api/v1. Only tags and notes are written to the store. Beyond this machine a token is
/// needed. Ctrl-C ends it.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Where it listens; port 0 takes one that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7070")]
    pub(crate) listen: SocketAddr,
    /// A file with the token that every client must send, at least 16 characters
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// The certificate chain for TLS, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Show the captured loads of this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) captures: Option<PathBuf>,
    /// Compare storages by price: a TOML file with the price of each target
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) prices: Option<PathBuf>,
    /// Let a page start a check on these targets: directories, files or sim:MEDIUM
    #[arg(long, value_name = "TARGET", num_args = 1..)]
    pub(crate) allow_start: Vec<String>,
    /// The language of all pages: en, ru or de [default: the one that each browser asks for]
    #[arg(long, value_name = "LANGUAGE", value_parser = super::written_language(), hide_possible_values = true)]
    pub(crate) lang: Option<Language>,
    /// The file that keeps all results
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
}
