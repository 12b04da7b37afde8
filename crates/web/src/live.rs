//! The figures of a run in progress: answers `/metrics` at an address of this machine until the process ends.

use crate::config::ServeError;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use report::{LiveMetrics, METRICS_TYPE};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::timeout::TimeoutLayer;

/// The maximum number of concurrent requests, and the time limit for one.
const REQUESTS_MAX: usize = 4;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers on a thread of its own. Returns the address; for port 0 it contains the port that was assigned.
///
/// # Errors
/// The address belongs to another machine, or cannot be used.
pub fn expose(
    address: SocketAddr,
    figures: Arc<Mutex<LiveMetrics>>,
) -> Result<SocketAddr, ServeError> {
    if !address.ip().is_loopback() {
        return Err(ServeError::MetricsBeyond(address));
    }
    let failed = |source| ServeError::MetricsAddress { address, source };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let own = listener.local_addr().map_err(failed)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(ServeError::System)?;
    let answer = move || {
        let text = figures.lock().unwrap_or_else(PoisonError::into_inner).text();
        std::future::ready(([(header::CONTENT_TYPE, METRICS_TYPE)], text).into_response())
    };
    let routes = Router::new()
        .route("/metrics", get(answer))
        .layer(GlobalConcurrencyLimitLayer::new(REQUESTS_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIMEOUT));
    let serve = move || {
        runtime.block_on(async {
            let server = axum_server::from_tcp(listener)?;
            server.serve(routes.into_make_service()).await
        })
    };
    std::thread::Builder::new()
        .name("metrics".to_owned())
        .spawn(serve)
        .map_err(ServeError::System)?;
    Ok(own)
}
