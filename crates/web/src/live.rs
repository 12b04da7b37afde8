//! The figures of a run in progress: answers `/metrics` at an address of this machine until the process ends.

use crate::access::names_this_machine;
use crate::connections::{PATIENCE, SeatAddress, SeatKeeper, SeatListener, server};
use crate::problem::RequestError;
use crate::server::ServeError;
use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum_server::AddrListener;
use report::{Language, LiveMetrics, METRICS_TYPE};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The maximum number of connections, and the time limit for the head of a request.
const CONNECTIONS_MAX: usize = 64;
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers on a thread of its own. Returns the address; for port 0 it contains the port that was assigned.
pub fn expose(
    address: SocketAddr,
    figures: Arc<Mutex<LiveMetrics>>,
) -> Result<SocketAddr, ServeError> {
    if !address.ip().is_loopback() {
        return Err(ServeError::MetricsBeyond(address));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(ServeError::System)?;
    let failed = |source| ServeError::MetricsAddress { address, source };
    let wanted = SeatAddress { address, seats: CONNECTIONS_MAX };
    let listener = runtime.block_on(SeatListener::bind_to(wanted)).map_err(failed)?;
    let SeatAddress { address: own, .. } = listener.get_local_addr().map_err(failed)?;
    let answer = async move |request: Request| {
        if !names_this_machine(&request) {
            let text = RequestError::OtherMachine.text(Language::of_process());
            return (StatusCode::MISDIRECTED_REQUEST, text).into_response();
        }
        let text = figures.lock().unwrap_or_else(PoisonError::into_inner).text();
        ([(header::CONTENT_TYPE, METRICS_TYPE)], text).into_response()
    };
    let routes = Router::new().route("/metrics", get(answer));
    let serve = move || {
        runtime.block_on(async {
            let server = server(listener, HEAD_TIMEOUT).http1_only().acceptor(SeatKeeper(PATIENCE));
            server.serve(routes.into_make_service()).await
        })
    };
    std::thread::Builder::new()
        .name("metrics".to_owned())
        .spawn(serve)
        .map_err(ServeError::System)?;
    Ok(own)
}
