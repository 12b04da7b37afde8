//! The configuration of a site, and the errors that prevent its start.

use crate::starter::StartConfig;
use report::{Language, site as text};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The minimum length of a token: 16 characters of base64 hold 96 bits, which cannot be guessed over a network.
pub const TOKEN_CHARS_MIN: usize = 16;

#[derive(Clone, Debug)]
pub struct SiteConfig {
    /// Where it listens; port 0 takes one that is free.
    pub listen: SocketAddr,
    pub store: PathBuf,
    /// The token that every request needs; none: no token, which is allowed only for this machine.
    pub token: Option<String>,
    /// The certificate and its key; none: plain HTTP.
    pub tls: Option<TlsFiles>,
    pub captures: Option<PathBuf>,
    /// The language of its pages; none: the language that each browser requests.
    pub language: Option<Language>,
    /// What its pages may start; none: nothing.
    pub start: Option<StartConfig>,
}

/// A certificate chain and its private key, both as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate chain, starting with the site's own certificate.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// Why a site does not start, or stops.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Others could read the results, so a token is needed.
    #[error("{}", text::serve_token_needed(Language::of_process(), &.0.to_string()))]
    TokenNeeded(SocketAddr),
    /// The token could be guessed, or no browser could send it.
    #[error("{}", text::serve_token_weak(Language::of_process(), *.0 as u64, TOKEN_CHARS_MIN as u64))]
    TokenWeak(usize),
    #[error("{}", not_listening("--listen", address, source))]
    Address { address: SocketAddr, source: io::Error },
    /// The figures of a run would be available to other machines.
    #[error("{}", text::serve_metrics_beyond(Language::of_process(), &.0.to_string()))]
    MetricsBeyond(SocketAddr),
    /// The address for the figures cannot be used.
    #[error("{}", not_listening("--metrics", address, source))]
    MetricsAddress { address: SocketAddr, source: io::Error },
    /// A file of the certificate cannot be read.
    #[error("{}", pem_unreadable(option, path, source))]
    TlsFile { option: &'static str, path: PathBuf, source: io::Error },
    /// The certificate and the key do not belong together.
    #[error("{}", text::serve_certificate(Language::of_process(), &.0.to_string()))]
    Certificate(io::Error),
    /// The system refused a resource that the server needs.
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
    /// Refuses a configuration that would show results to strangers.
    pub(crate) fn check(&self) -> Result<(), ServeError> {
        match &self.token {
            None if !self.listen.ip().is_loopback() => Err(ServeError::TokenNeeded(self.listen)),
            None => Ok(()),
            Some(token) => {
                let sent = token.chars().filter(char::is_ascii_graphic).count();
                if sent >= TOKEN_CHARS_MIN && sent == token.chars().count() {
                    Ok(())
                } else {
                    Err(ServeError::TokenWeak(sent))
                }
            }
        }
    }
}
