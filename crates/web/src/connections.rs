//! The limits of a server's connections: their number, and the time that each may take to send a request.
//!
//! A connection is accepted only when it has a seat. Until then the kernel keeps it, without a descriptor of this process.

use axum::Extension;
use axum::middleware::AddExtension;
use axum_server::accept::Accept;
use axum_server::{AddrListener, Address, Server};
use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::Layer;

/// The maximum number of concurrent requests on one connection of HTTP/2.
const STREAMS_MAX: u32 = 32;
/// How often a silent peer on HTTP/2 is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

/// An address with a number of seats for its connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatAddress {
    pub(crate) address: SocketAddr,
    pub(crate) seats: usize,
}

impl Address for SeatAddress {
    type Stream = SeatStream;
    type Listener = SeatListener;
}

/// A connection and its seat.
type SeatStream = (TcpStream, OwnedSemaphorePermit);

/// Accepts a connection when a seat is free.
#[derive(Debug)]
pub(crate) struct SeatListener {
    listener: TcpListener,
    free: Arc<Semaphore>,
    bound: SeatAddress,
}

impl AddrListener<SeatStream, SeatAddress> for SeatListener {
    async fn bind_to(wanted: SeatAddress) -> io::Result<Self> {
        let listener = TcpListener::bind(wanted.address).await?;
        let bound = SeatAddress { address: listener.local_addr()?, ..wanted };
        Ok(Self { listener, free: Arc::new(Semaphore::new(wanted.seats)), bound })
    }

    async fn accept_stream(&self) -> io::Result<(SeatStream, SeatAddress)> {
        let seat = Arc::clone(&self.free).acquire_owned().await.map_err(io::Error::other)?;
        let (stream, address) = self.listener.accept().await?;
        Ok(((stream, seat), SeatAddress { address, ..self.bound }))
    }

    fn get_local_addr(&self) -> io::Result<SeatAddress> {
        Ok(self.bound)
    }
}

/// Gives the seat of a connection to its service, which lives as long as the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatKeeper;

impl<S> Accept<SeatStream, S> for SeatKeeper {
    type Stream = TcpStream;
    type Service = AddExtension<S, Arc<OwnedSemaphorePermit>>;
    type Future = Ready<io::Result<(TcpStream, Self::Service)>>;

    fn accept(&self, (stream, seat): SeatStream, service: S) -> Self::Future {
        ready(Ok((stream, Extension(Arc::new(seat)).layer(service))))
    }
}

/// A server that gives each connection this time for its first request, and for the head of each further one.
pub(crate) fn server(listener: SeatListener, head_timeout: Duration) -> Server<SeatAddress> {
    let mut server = Server::from_listener(listener).first_request_timeout(head_timeout);
    server.http_builder().http1().header_read_timeout(head_timeout);
    let mut http2 = server.http_builder().http2();
    http2.max_concurrent_streams(STREAMS_MAX).keep_alive_interval(PING);
    server
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn a_connection_waits_for_a_seat_without_being_accepted() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(connections_take_turns());
    }

    async fn connections_take_turns() {
        let address = "127.0.0.1:0".parse().expect("an address");
        let listener = SeatListener::bind_to(SeatAddress { address, seats: 1 }).await;
        let listener = listener.expect("a free port");
        let connect = || std::net::TcpStream::connect(listener.bound.address).expect("it listens");
        let _clients = (connect(), connect());
        let (first, _) = listener.accept_stream().await.expect("a connection");
        let (stream, service) = SeatKeeper.accept(first, ()).await.expect("its seat");
        let of_request = service.clone();
        drop((stream, service));
        assert!(listener.accept_stream().now_or_never().is_none());
        drop(of_request);
        assert!(listener.accept_stream().await.is_ok());
    }
}
