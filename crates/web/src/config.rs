//! What a site is told, and everything that keeps it from starting.

use crate::starter::StartConfig;
use report::{Language, site as text};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

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
    #[error("{}", text::serve_token_needed(Language::of_process(), &.0.to_string()))]
    TokenNeeded(SocketAddr),
    /// The token can be guessed, or sent by no browser.
    #[error("{}", text::serve_token_weak(Language::of_process(), *.0 as u64, TOKEN_CHARS_MIN as u64))]
    TokenWeak(usize),
    /// The address cannot be had.
    #[error("{}", not_listening("--listen", address, source))]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The figures of a run would go to other machines.
    #[error("{}", text::serve_metrics_beyond(Language::of_process(), &.0.to_string()))]
    MetricsBeyond(SocketAddr),
    /// The address of the figures cannot be had.
    #[error("{}", not_listening("--metrics", address, source))]
    MetricsAddress {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// A file of the certificate cannot be read.
    #[error("{}", pem_unreadable(option, path, source))]
    TlsFile {
        /// Its option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The two do not make a certificate.
    #[error("{}", text::serve_certificate(Language::of_process(), &.0.to_string()))]
    Certificate(io::Error),
    /// The system refused what a server needs.
    #[error("{}", text::serve_system(Language::of_process(), &.0.to_string()))]
    System(io::Error),
}

fn not_listening(option: &str, address: &SocketAddr, source: &io::Error) -> String {
    let (address, error) = (&*address.to_string(), &*source.to_string());
    let values = text::ServeAddress { option, address, error };
    text::serve_address(Language::of_process(), &values)
}

fn pem_unreadable(option: &str, path: &Path, source: &io::Error) -> String {
    let (path, error) = (&*path.display().to_string(), &*source.to_string());
    text::serve_tls_file(Language::of_process(), &text::ServeTlsFile { option, path, error })
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
