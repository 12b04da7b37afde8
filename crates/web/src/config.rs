//! What a site is told, and everything that keeps it from starting.

use crate::starter::StartConfig;
use report::Language;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The least that a token has: 16 characters of base64 hold 96 bits, which nobody guesses over a network.
pub const TOKEN_CHARS_MIN: usize = 16;

/// What a site is told.
#[derive(Clone, Debug)]
pub struct SiteConfig {
    /// Where it listens; port 0 takes one that is free.
    pub listen: SocketAddr,
    /// The store that it shows.
    pub store: PathBuf,
    /// What everybody must show; none: nothing, which is for this machine alone.
    pub token: Option<String>,
    /// The certificate and its key; none: plain HTTP.
    pub tls: Option<TlsFiles>,
    /// The folder of captures that it shows.
    pub captures: Option<PathBuf>,
    /// The file of prices that it shows.
    pub prices: Option<PathBuf>,
    /// The language of its pages; none: what each browser asks for.
    pub language: Option<Language>,
    /// What its pages may start; none: nothing.
    pub start: Option<StartConfig>,
}

/// A certificate chain and its private key, both as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, first its own and then those above it.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
}

/// Why a site does not start, or ends.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Others could read the results.
    #[error(
        "--listen {0}: other machines could read all results there; give --token-file FILE, or listen on 127.0.0.1"
    )]
    TokenNeeded(SocketAddr),
    /// The token can be guessed, or sent by no browser.
    #[error(
        "--token-file: the token has {0} characters of printable ASCII; it needs {TOKEN_CHARS_MIN} at least and no other \
         ones: head -c 32 /dev/urandom | base64 > FILE"
    )]
    TokenWeak(usize),
    /// The address cannot be had.
    #[error(
        "--listen {address}: {source}; another program may listen there already: name another port, or stop that program"
    )]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The figures of a run would go to other machines.
    #[error(
        "--metrics {0}: the figures of a run are given to this machine alone; listen on 127.0.0.1, or write --metrics-file for \
         node_exporter"
    )]
    MetricsBeyond(SocketAddr),
    /// The address of the figures cannot be had.
    #[error(
        "--metrics {address}: {source}; another program may listen there already: name another port, or stop that program"
    )]
    MetricsAddress {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// A file of the certificate cannot be read.
    #[error("{option} {path}: {source}; name a file in PEM that this user may read")]
    TlsFile {
        /// Its option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The two do not make a certificate.
    #[error(
        "--tls-cert and --tls-key: {0}; the first file holds the certificate chain, the second its private key, both as PEM"
    )]
    Certificate(io::Error),
    /// The system refused what a server needs.
    #[error("the server cannot run: {0}")]
    System(io::Error),
}

impl SiteConfig {
    /// Refuses what would show results to strangers.
    pub(crate) fn check(&self) -> Result<(), ServeError> {
        match &self.token {
            None if !self.listen.ip().is_loopback() => Err(ServeError::TokenNeeded(self.listen)),
            None => Ok(()),
            Some(token) => {
                let sent = token.chars().filter(char::is_ascii_graphic).count();
                match sent >= TOKEN_CHARS_MIN && sent == token.chars().count() {
                    true => Ok(()),
                    false => Err(ServeError::TokenWeak(sent)),
                }
            }
        }
    }
}
