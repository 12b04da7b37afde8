//! The server: listens with or without TLS, reports its address when it is ready, and stops when it is interrupted.

use crate::access::Access;
use crate::config::{ServeError, SiteConfig, TlsFiles};
use crate::routes::routes;
use axum::Router;
use axum_server::Handle;
use axum_server::tls_rustls::RustlsConfig;
use hyper_util::rt::TokioTimer;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of threads; a server beside a measurement must not take the CPU from it.
const THREADS: usize = 2;
/// The time limit for a client to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The time limit for requests in progress when the server stops.
const END_TIMEOUT: Duration = Duration::from_secs(3);
/// The interval at which an interrupt is checked.
const LOOK: Duration = Duration::from_millis(100);

/// Serves until `interrupt` is raised. `ready` receives the address as soon as requests are answered.
///
/// # Errors
/// An address, a token or a certificate cannot be used. No request has been answered then.
pub fn serve(
    config: &SiteConfig,
    interrupt: &Arc<AtomicBool>,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    config.check()?;
    let pems = config.tls.as_ref().map(pems).transpose()?;
    let failed = |source| ServeError::Address { address: config.listen, source };
    let listener = TcpListener::bind(config.listen).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let access = Access::new(config.token.clone(), pems.is_some()).map_err(ServeError::System)?;
    let routes = routes(access, config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let handle = Handle::new();
        tokio::spawn(end_when(Arc::clone(interrupt), handle.clone()));
        match pems {
            None => {
                ready(&format!("http://{address}/"));
                plain(listener, handle, routes).await
            }
            Some([certificate, key]) => {
                let tls = RustlsConfig::from_pem(certificate, key).await;
                let tls = tls.map_err(ServeError::Certificate)?;
                ready(&format!("https://{address}/"));
                encrypted(listener, tls, handle, routes).await
            }
        }
    })
}

async fn plain(
    listener: TcpListener,
    handle: Handle<SocketAddr>,
    routes: Router,
) -> Result<(), ServeError> {
    let mut server = axum_server::from_tcp(listener).map_err(ServeError::System)?.handle(handle);
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    server.serve(routes.into_make_service()).await.map_err(ServeError::System)
}

async fn encrypted(
    listener: TcpListener,
    tls: RustlsConfig,
    handle: Handle<SocketAddr>,
    routes: Router,
) -> Result<(), ServeError> {
    let server = axum_server::from_tcp_rustls(listener, tls).map_err(ServeError::System)?;
    let mut server = server.handle(handle);
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    server.serve(routes.into_make_service()).await.map_err(ServeError::System)
}

/// The certificate chain and the key, after setting the cryptography provider of TLS.
fn pems(files: &TlsFiles) -> Result<[Vec<u8>; 2], ServeError> {
    let read = |option: &'static str, path: &Path| {
        let failed = |source| ServeError::TlsFile { option, path: path.to_owned(), source };
        std::fs::read(path).map_err(failed)
    };
    let both = [read("--tls-cert", &files.certificate)?, read("--tls-key", &files.key)?];
    // An error means that the provider is already set, to the same one.
    drop(rustls::crypto::ring::default_provider().install_default());
    Ok(both)
}

async fn end_when(interrupt: Arc<AtomicBool>, handle: Handle<SocketAddr>) {
    while !interrupt.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
    handle.graceful_shutdown(Some(END_TIMEOUT));
}
