//! The command line of `plimsoll serve`.

use clap::Args;
use report::Language;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serve stored results to browsers and to other programs
///
/// Pages show all runs with search and filters, the report of each run, the progress of current runs, runs side by side, and the
/// history of a target. /api/v1 gives the documents of --json. Only tags and notes are written to the store. Access from other
/// machines needs a token. Ctrl-C ends the server.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to serve")]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes a free port
    #[arg(
        long,
        help_heading = "Who has access",
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:7070"
    )]
    pub(crate) listen: SocketAddr,
    /// The file with the token (at least 16 characters) that every client must send [default: no token; only this machine has
    /// access]
    #[arg(long, help_heading = "Who has access", value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// The certificate chain for TLS, as PEM
    #[arg(long, help_heading = "Who has access", value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, help_heading = "Who has access", value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Also show the captures in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) captures: Option<PathBuf>,
    /// Allow users of the pages to start a check on these targets: directories, files or sim:MEDIUM
    #[arg(long, value_name = "TARGET", num_args = 1..)]
    pub(crate) allow_start: Vec<String>,
    /// The language of all pages: en, ru or de [default: the language that each browser requests]
    #[arg(long, value_name = "LANGUAGE", value_parser = super::written_language(), hide_possible_values = true)]
    pub(crate) lang: Option<Language>,
    /// The store, a file with all results [default: plimsoll/results.db in the XDG data directory]
    #[arg(long, value_name = "FILE", env = "PLIMSOLL_STORE")]
    pub(crate) store: Option<PathBuf>,
}
