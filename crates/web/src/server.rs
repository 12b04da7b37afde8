//! The server: listens with or without TLS, reports its address when it is ready, and stops when it is interrupted.

use crate::access::Access;
use crate::config::{ServeError, SiteConfig, TlsFiles};
use crate::connections::{PATIENCE, SeatAddress, SeatKeeper, SeatListener, server};
use crate::routes::routes;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use axum_server::{AddrListener, Handle};
use std::path::Path;
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
/// The interval at which an interrupt is checked.
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
