//! The server: listens with or without TLS, reports its address when it is ready, and stops when it is interrupted.

use crate::access::Access;
use crate::connections::{PATIENCE, SeatAddress, SeatKeeper, SeatListener, server};
use crate::pages::start::StartConfig;
use crate::routes::routes;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use axum_server::{AddrListener, Handle};
use report::{Language, site as text};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of threads; a server beside a measurement must not take the CPU from it.
const THREADS: usize = 2;
/// The maximum number of connections: readers, and those who follow a run. It leaves room for the store within 1,024 open files.
const CONNECTIONS_MAX: usize = 512;
/// The time limit for a client to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The time limit for requests in progress when the server stops.
const END_TIMEOUT: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(100);

/// Serves until `interrupt` is raised. `ready` receives the address as soon as requests are answered.
pub fn serve(
    config: &SiteConfig,
    interrupt: &Arc<AtomicBool>,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    config.check()?;
    let pems = config.tls.as_ref().map(read_pems).transpose()?;
    let failed = |source| ServeError::Address { address: config.listen, source };
    let access = Access::new(config.token.clone(), pems.is_some()).map_err(ServeError::System)?;
    let routes = routes(access, config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let wanted = SeatAddress { address: config.listen, seats: CONNECTIONS_MAX };
        let listener = SeatListener::bind_to(wanted).await.map_err(failed)?;
        let SeatAddress { address, .. } = listener.get_local_addr().map_err(failed)?;
        let handle = Handle::new();
        tokio::spawn(end_when(Arc::clone(interrupt), handle.clone()));
        let server = server(listener, HEAD_TIMEOUT).handle(handle);
        let routes = routes.into_make_service();
        let ended = match pems {
            None => {
                ready(&format!("http://{address}/"));
                server.acceptor(SeatKeeper(PATIENCE)).serve(routes).await
            }
            Some([certificate, key]) => {
                let tls = RustlsConfig::from_pem(certificate, key).await;
                let tls = RustlsAcceptor::new(tls.map_err(ServeError::Certificate)?);
                ready(&format!("https://{address}/"));
                server.acceptor(tls.acceptor(SeatKeeper(PATIENCE))).serve(routes).await
            }
        };
        ended.map_err(ServeError::System)
    })
}

/// The certificate chain and the key, after setting the cryptography provider of TLS.
fn read_pems(files: &TlsFiles) -> Result<[Vec<u8>; 2], ServeError> {
    let read = |option: &'static str, path: &Path| {
        let failed = |source| ServeError::TlsFile { option, path: path.to_owned(), source };
        std::fs::read(path).map_err(failed)
    };
    let both = [read("--tls-cert", &files.certificate)?, read("--tls-key", &files.key)?];
    // An error means that the provider is already set, to the same one.
    drop(rustls::crypto::ring::default_provider().install_default());
    Ok(both)
}

async fn end_when(interrupt: Arc<AtomicBool>, handle: Handle<SeatAddress>) {
    while !interrupt.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
    handle.graceful_shutdown(Some(END_TIMEOUT));
}

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
