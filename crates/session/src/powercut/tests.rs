//! The protocol on loopback: strangers, replays and broken connections; and a whole run through a listening ledger.

use super::ledger::LedgerFile;
use super::reporter::{RemoteLedger, ReportSink, Reporter};
use super::server;
use super::wire::{LedgerQuestion, Secret};
use integrity::commits::{CommitDesign, DurabilityMode};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use testkit::TempDir;

pub(super) fn design(run: u64) -> CommitDesign {
    CommitDesign {
        run,
        seed: 1,
        page_bytes: 4096,
        log_pages: 64,
        data_pages: 64,
        pages_max: 3,
        group: 4,
        ahead: 16,
        mode: DurabilityMode::BufferedFsync,
        same_device: false,
        identity: 0,
    }
}

/// A folder that is removed on drop.
pub(super) fn place(name: &str) -> TempDir {
    TempDir::new(&format!("powercut-{name}"))
}

fn secret(text: &str) -> Secret {
    Secret::new(text.as_bytes()).unwrap()
}

const KNOWN: &str = "a secret of the tests alone";

/// A ledger that listens until it is dropped.
struct TestLedgerServer {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    refused: Arc<AtomicUsize>,
    thread: Option<thread::JoinHandle<()>>,
}

impl TestLedgerServer {
    fn start(file: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, refused) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (stopped, counted) = (Arc::clone(&stop), Arc::clone(&refused));
        let thread = thread::spawn(move || {
            let count = |_: SocketAddr, _: &io::Error| {
                counted.fetch_add(1, Ordering::SeqCst);
            };
            let book = LedgerFile::open(&file).unwrap();
            server::serve(&listener, book, &secret(KNOWN), &stopped, &count).unwrap();
        });
        Self { address, stop, refused, thread: Some(thread) }
    }

    fn remote(&self, text: &str) -> RemoteLedger {
        RemoteLedger { address: self.address.to_string(), secret: secret(text) }
    }
}

impl Drop for TestLedgerServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.take().map(thread::JoinHandle::join);
    }
}

#[test]
fn who_knows_the_secret_is_heard_and_nobody_else() {
    let folder = place("secret");
    let ledger = TestLedgerServer::start(folder.join("l"));
    let never = AtomicBool::new(false);
    let stranger = ledger.remote("some other secret of theirs");
    let refused = stranger.ask(LedgerQuestion::Write(design(7)), &never).err().unwrap();
    assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    let known = ledger.remote(KNOWN);
    let (_, none) = known.ask(LedgerQuestion::Read(None), &never).unwrap();
    assert_eq!(none, None, "the stranger's run never began");
    let reporter = Reporter::begin(design(7), ReportSink::Remote(known.clone(), None)).unwrap();
    for commit in [4, 8, 12] {
        reporter.report(commit);
        assert!(reporter.wait(commit, &never).unwrap());
    }
    assert_eq!(reporter.end().unwrap(), 12);
    let (received, entry) = known.ask(LedgerQuestion::Read(Some(7)), &never).unwrap().1.unwrap();
    assert_eq!((received, entry.acknowledged, entry.ended), (design(7), 12, true));
    assert_eq!(ledger.refused.load(Ordering::SeqCst), 1);
}

#[test]
fn strangers_cannot_keep_a_writer_out() {
    let folder = place("strangers");
    let ledger = TestLedgerServer::start(folder.join("l"));
    let never = AtomicBool::new(false);
    let knock = || TcpStream::connect(ledger.address).unwrap();
    // More clients than slots, all silent; none of them closes its connection.
    let strangers: Vec<TcpStream> = (0..200).map(|_| knock()).collect();
    let reporter =
        Reporter::begin(design(7), ReportSink::Remote(ledger.remote(KNOWN), None)).unwrap();
    reporter.report(4);
    assert!(reporter.wait(4, &never).unwrap());
    let more: Vec<TcpStream> = (0..200).map(|_| knock()).collect();
    reporter.report(8);
    assert!(reporter.wait(8, &never).unwrap());
    assert_eq!(reporter.end().unwrap(), 8);
    drop((strangers, more));
}

/// A proxy between a writer and its ledger: cuts the first `connections` after `bytes_max`, and records sent bytes.
fn between(
    to: SocketAddr,
    connections: usize,
    bytes_max: u64,
    recorded: Option<Arc<std::sync::Mutex<Vec<u8>>>>,
) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for number in 0.. {
            let Ok((client, _)) = listener.accept() else { return };
            let server = TcpStream::connect(to).unwrap();
            // Later connections are not cut, so that the writer can recover.
            let limit = if number < connections { bytes_max } else { u64::MAX };
            let (client_back, server_back) =
                (client.try_clone().unwrap(), server.try_clone().unwrap());
            thread::spawn(move || carry(&server_back, &client_back, u64::MAX, None));
            let recorded = recorded.clone();
            thread::spawn(move || carry(&client, &server, limit, recorded));
        }
    });
    address
}

fn carry(
    mut from: &TcpStream,
    mut to: &TcpStream,
    bytes_max: u64,
    recorded: Option<Arc<std::sync::Mutex<Vec<u8>>>>,
) {
    let (mut carried, mut bytes) = (0, [0; 512]);
    while carried < bytes_max {
        let Ok(count @ 1..) = from.read(&mut bytes) else { break };
        carried += count as u64;
        if let Some(recorded) = &recorded {
            recorded.lock().unwrap().extend(&bytes[..count]);
        }
        if carried >= bytes_max || to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    drop(from.shutdown(std::net::Shutdown::Both));
    drop(to.shutdown(std::net::Shutdown::Both));
}

#[test]
fn a_broken_connection_loses_nothing() {
    let folder = place("broken");
    let ledger = TestLedgerServer::start(folder.join("l"));
    // The connection is cut several times after a proof and some messages; bytes in flight are lost.
    let address = between(ledger.address, 6, 600, None);
    let known = RemoteLedger { address: address.to_string(), secret: secret(KNOWN) };
    let reporter = Reporter::begin(design(8), ReportSink::Remote(known, None)).unwrap();
    let never = AtomicBool::new(false);
    for commit in (4..=400).step_by(4) {
        reporter.report(commit);
        assert!(reporter.wait(commit, &never).unwrap(), "commit {commit}");
    }
    assert_eq!(reporter.end().unwrap(), 400);
    let (_, entry) = LedgerFile::read(&folder.join("l")).unwrap().find(Some(8)).unwrap();
    assert_eq!((entry.acknowledged, entry.ended), (400, true));
}

#[test]
fn what_was_recorded_cannot_be_played_again() {
    let folder = place("replay");
    let ledger = TestLedgerServer::start(folder.join("l"));
    let recorded = Arc::new(std::sync::Mutex::new(Vec::new()));
    let address = between(ledger.address, 0, 0, Some(Arc::clone(&recorded)));
    let known = RemoteLedger { address: address.to_string(), secret: secret(KNOWN) };
    let reporter = Reporter::begin(design(9), ReportSink::Remote(known, None)).unwrap();
    reporter.report(4);
    assert_eq!(reporter.end().unwrap(), 4);
    let bytes = recorded.lock().unwrap().clone();
    assert!(bytes.len() > 180, "a proof and a message were recorded");
    let mut stream = TcpStream::connect(ledger.address).unwrap();
    stream.write_all(&bytes).unwrap();
    let mut received = Vec::new();
    // The ledger closes the connection, with a reset if it has not read all bytes.
    drop(stream.read_to_end(&mut received));
    assert!(
        received.len() <= 40,
        "after its greeting the ledger says nothing: {} bytes",
        received.len()
    );
    let noise = [0x5a; 4096];
    let mut stream = TcpStream::connect(ledger.address).unwrap();
    drop(stream.write_all(&noise));
    drop(stream.read_to_end(&mut received));
    drop(ledger);
    let (_, entry) = LedgerFile::read(&folder.join("l")).unwrap().find(None).unwrap();
    assert_eq!((entry.run, entry.acknowledged), (9, 4));
}

#[test]
fn a_ledger_that_comes_back_goes_on_with_the_run() {
    let folder = place("again");
    let ledger = TestLedgerServer::start(folder.join("l"));
    let reporter =
        Reporter::begin(design(3), ReportSink::Remote(ledger.remote(KNOWN), None)).unwrap();
    let never = AtomicBool::new(false);
    reporter.report(8);
    assert!(reporter.wait(8, &never).unwrap());
    reporter.report(12);
    drop(ledger);
    let found =
        || LedgerFile::read(&folder.join("l")).unwrap().find(Some(3)).unwrap().1.acknowledged;
    assert!(found() >= 8, "what was confirmed is there");
    drop(reporter);
    let mut book = LedgerFile::open(&folder.join("l")).unwrap();
    assert!(book.begin(design(3)).unwrap().acknowledged >= 8);
    assert!(book.acknowledge(3, 4, false).unwrap() >= 8, "late and twice change nothing");
}
