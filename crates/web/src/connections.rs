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
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};
use tower::Layer;

/// The maximum number of concurrent requests on one connection of HTTP/2.
const STREAMS_MAX: u32 = 32;
/// How often a silent peer on HTTP/2 is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

/// How long a connection may keep its seat without a byte of an answer while others wait for one. A live page gets one more often.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is looked whether a seat is needed.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatAddress {
    pub(crate) address: SocketAddr,
    pub(crate) seats: usize,
}

impl Address for SeatAddress {
    type Stream = SeatStream;
    type Listener = SeatListener;
}

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

/// Gives the seat of a connection to its service, which lives as long as the connection. Takes it back after this time without a
/// byte of an answer, if no other seat is free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatKeeper(pub(crate) Duration);

impl<S> Accept<SeatStream, S> for SeatKeeper {
    type Stream = SeatedStream;
    type Service = AddExtension<S, Arc<OwnedSemaphorePermit>>;
    type Future = Ready<io::Result<(SeatedStream, Self::Service)>>;

    fn accept(&self, (stream, seat): SeatStream, service: S) -> Self::Future {
        let stream = SeatedStream {
            stream,
            free: Arc::clone(seat.semaphore()),
            patience: self.0,
            wait: Box::pin(sleep(self.0)),
        };
        ready(Ok((stream, Extension(Arc::new(seat)).layer(service))))
    }
}

/// A connection that times out when its seat is needed: clients that send slowly or never read the answer would keep all seats.
#[derive(Debug)]
pub(crate) struct SeatedStream {
    stream: TcpStream,
    free: Arc<Semaphore>,
    patience: Duration,
    /// Until its seat may be taken; each byte that the client takes begins it again.
    wait: Pin<Box<Sleep>>,
}

impl SeatedStream {
    /// An error when the seat is needed; wakes the task when it may be.
    fn poll_needed(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while self.wait.as_mut().poll(context).is_ready() {
            if self.free.available_permits() == 0 {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.wait.set(sleep(LOOK));
        }
        Ok(())
    }

    fn renew_wait(&mut self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(polled, Poll::Ready(Ok(_))) {
            self.wait.set(sleep(self.patience));
        }
        polled
    }
}

impl AsyncRead for SeatedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.poll_needed(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for SeatedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_needed(context)?;
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.renew_wait(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_needed(context)?;
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.renew_wait(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
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
        let (stream, service) = SeatKeeper(PATIENCE).accept(first, ()).await.expect("its seat");
        let of_request = service.clone();
        drop((stream, service));
        assert!(listener.accept_stream().now_or_never().is_none());
        drop(of_request);
        assert!(listener.accept_stream().await.is_ok());
    }

    /// Bug: connections that sent a byte now and then, or never read their answer, kept every seat.
    #[test]
    fn seats_are_taken_from_clients_that_send_slowly_or_never_read_and_live_pages_go_on() {
        use axum::{Router, body::Body, routing::get};
        use std::io::{Read, Write};
        use std::net::TcpStream as Client;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let wanted = SeatAddress { address: "127.0.0.1:0".parse().expect("one"), seats: 4 };
        let listener = runtime.block_on(SeatListener::bind_to(wanted)).expect("a free port");
        let address = listener.bound.address;
        let live = || async {
            Body::from_stream(futures_util::stream::unfold((), |()| async {
                sleep(Duration::from_millis(100)).await;
                Some((Ok::<_, io::Error>("event\n"), ()))
            }))
        };
        let routes = Router::new()
            .route("/", get(|| async { "answer" }))
            .route("/live", get(live))
            .route("/large", get(|| async { vec![b'x'; 64 << 20] }));
        let server = server(listener, Duration::from_secs(60));
        let keeper = SeatKeeper(Duration::from_secs(1));
        runtime.spawn(server.acceptor(keeper).serve(routes.into_make_service()));
        let ask = |path: &str| {
            let mut client = Client::connect(address).expect("it listens");
            write!(client, "GET {path} HTTP/1.1\r\nHost: a\r\n\r\n").expect("it is sent");
            client
        };
        let mut page = ask("/live");
        let (_deaf, mut slow) =
            (ask("/large"), [(); 2].map(|()| Client::connect(address).expect("one")));
        let begun = std::time::Instant::now();
        let mut reader = ask("/");
        let drip = std::thread::spawn(move || {
            for _ in 0..50 {
                slow.iter_mut().for_each(|client| drop(client.write_all(b"G")));
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        reader.set_read_timeout(Some(Duration::from_secs(8))).expect("a time");
        let mut answer = [0; 17];
        reader.read_exact(&mut answer).expect("an answer although all seats were taken");
        assert!(begun.elapsed() >= Duration::from_millis(500), "no seat was taken");
        assert_eq!(&answer, b"HTTP/1.1 200 OK\r\n");
        // The live page was older than the others.
        page.set_read_timeout(Some(Duration::from_secs(2))).expect("a time");
        let mut events = [0; 200];
        for _ in 0..3 {
            page.read_exact(&mut events).expect("the live page goes on");
        }
        drip.join().expect("it ends");
    }
}
