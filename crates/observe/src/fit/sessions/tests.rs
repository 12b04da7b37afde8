//! Sessions of a simulated server with known parameters; a failing test prints its seed.

use super::*;
use crate::Process;
use crate::files::{FileExtent, FileIndex, FileMap};
use crate::fit::{FitInput, FittedPace, fit};
use base::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use workload::{Pace, SyncMode, TransactionPart};

const DEVICE_BYTES: u64 = 16 << 30;
const LOG_BYTES: u64 = 1 << 30;
const TRANSACTIONS: u64 = 8_000;
/// Reads ahead for each read that a session waits for.
const AHEAD: f64 = 0.3;

/// The known parameters of a server.
#[derive(Clone, Copy, Debug)]
struct Server {
    sessions: u32,
    reads: f64,
    think_ns: f64,
    read_ns: f64,
    write_ns: f64,
    flush_ns: f64,
    /// The mean pause of a client.
    pause_ns: f64,
    /// One thread writes the log for all sessions.
    has_log_writer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Begin(u32),
    Next(u32),
    Durable,
}

struct Simulation {
    server: Server,
    rng: Rng,
    steps: BinaryHeap<Reverse<(u64, Step)>>,
    reads_left: Vec<u32>,
    waiting: Vec<u32>,
    committing: Vec<u32>,
    events: Vec<IoEvent>,
    transactions: u64,
}

impl Simulation {
    fn io(&mut self, at_ns: u64, operation: IoKind, mean_ns: f64, process: u32) -> u64 {
        let latency_ns = (mean_ns * (0.5 + 0.5 * self.rng.exponential())) as u64;
        let (offset_bytes, length_bytes) = match operation {
            IoKind::Read => (LOG_BYTES + self.rng.below(1 << 20) * 8192, 8192),
            IoKind::Write => (self.transactions * 8192 % LOG_BYTES, 8192),
            _ => (0, 0),
        };
        self.events.push(IoEvent {
            issued_ns: at_ns,
            latency_ns: Some(latency_ns),
            operation,
            offset_bytes,
            length_bytes,
            process: ProcessIndex(process),
            ..IoEvent::default()
        });
        at_ns + latency_ns
    }

    /// A part of the work: one before each read, and one before the commit.
    fn thought_ns(&mut self, at_ns: u64) -> u64 {
        let mean_ns = self.server.think_ns / (self.server.reads + 1.0);
        at_ns + (mean_ns * self.rng.exponential()) as u64
    }

    fn step(&mut self, at_ns: u64, step: Step) {
        match step {
            Step::Begin(session) => {
                let (mut sum, mut reads) = (self.rng.exponential(), 0);
                while sum < self.server.reads {
                    (sum, reads) = (sum + self.rng.exponential(), reads + 1);
                }
                self.reads_left[session as usize] = reads;
                let next_ns = self.thought_ns(at_ns);
                self.steps.push(Reverse((next_ns, Step::Next(session))));
            }
            Step::Next(session) if self.reads_left[session as usize] > 0 => {
                self.reads_left[session as usize] -= 1;
                if self.rng.unit() < AHEAD {
                    self.io(at_ns - 1, IoKind::Read, self.server.read_ns, session);
                }
                let end_ns = self.io(at_ns, IoKind::Read, self.server.read_ns, session);
                let next_ns = self.thought_ns(end_ns);
                self.steps.push(Reverse((next_ns, Step::Next(session))));
            }
            Step::Next(session) => {
                self.waiting.push(session);
                if self.committing.is_empty() {
                    self.write_log(at_ns);
                }
            }
            Step::Durable => {
                for session in std::mem::take(&mut self.committing) {
                    self.transactions += 1;
                    let next_ns = at_ns + (self.server.pause_ns * self.rng.exponential()) as u64;
                    self.steps.push(Reverse((next_ns, Step::Begin(session))));
                }
                if !self.waiting.is_empty() {
                    self.write_log(at_ns + 30_000);
                }
            }
        }
    }

    fn write_log(&mut self, at_ns: u64) {
        self.committing = std::mem::take(&mut self.waiting);
        let first = self.rng.below(self.committing.len() as u64) as usize;
        self.committing.swap(0, first);
        let kernel = self.server.sessions;
        let writer = if self.server.has_log_writer { kernel + 1 } else { self.committing[0] };
        let end_ns = self.io(at_ns, IoKind::Write, self.server.write_ns, writer);
        let end_ns = self.io(end_ns + 20_000, IoKind::Flush, self.server.flush_ns, kernel);
        self.steps.push(Reverse((end_ns, Step::Durable)));
    }
}

/// The events of the server, and the transactions that it did.
fn simulated(server: Server, seed: u64) -> (Vec<IoEvent>, u64) {
    let mut simulation = Simulation {
        server,
        rng: Rng::new(seed),
        steps: (0..server.sessions).map(|session| Reverse((0, Step::Begin(session)))).collect(),
        reads_left: vec![0; server.sessions as usize],
        waiting: Vec::new(),
        committing: Vec::new(),
        events: Vec::new(),
        transactions: 0,
    };
    while simulation.transactions < TRANSACTIONS {
        let Reverse((at_ns, step)) = simulation.steps.pop().expect("sessions go on");
        simulation.step(at_ns, step);
    }
    simulation.events.sort_by_key(|event| event.issued_ns);
    (simulation.events, simulation.transactions)
}

fn processes(server: Server) -> Vec<Process> {
    let named = |name: &str| Process { pid: 7, name: name.to_owned(), ..Process::default() };
    let mut processes = vec![named("server"); server.sessions as usize];
    processes.extend([named("kworker/0:1H"), named("writer")]);
    processes
}

fn map() -> FileMap {
    let paths = ["pg_wal/000000010000000000000001", "base/16384/16397"].map(str::to_owned);
    let extent = |offset_bytes: u64, length_bytes: u64, file: u32| FileExtent {
        offset_bytes,
        length_bytes,
        file: FileIndex(file),
    };
    let extents = vec![extent(0, LOG_BYTES, 0), extent(LOG_BYTES, DEVICE_BYTES - LOG_BYTES, 1)];
    FileMap::new(paths.to_vec(), extents, 0)
}

/// Servers of all sizes; a third has clients that pause, a fifth a thread that writes the log.
fn server(seed: u64) -> Server {
    let mut rng = Rng::new(seed);
    let mut between = |low: f64, high: f64| low * (high / low).powf(rng.unit());
    let (reads, read_ns) = (between(0.8, 8.0), between(200e3, 3e6));
    let (write_ns, flush_ns) = (between(100e3, 1.5e6), between(50e3, 1e6));
    let storage_ns = reads * read_ns + write_ns + flush_ns;
    // Gaps within a transaction are shorter than a flush, unless flushes are rare.
    let think_ns = storage_ns * between(0.2, 0.6);
    let pause_ns = if seed.is_multiple_of(3) { 15.0 * (think_ns + storage_ns) } else { 0.0 };
    let sessions = between(4.0, 64.0) as u32;
    let has_log_writer = seed.is_multiple_of(5);
    Server { sessions, reads, think_ns, read_ns, write_ns, flush_ns, pause_ns, has_log_writer }
}

#[test]
fn sessions_of_thirty_servers_are_found_in_their_io() {
    let mut wrong = Vec::new();
    for seed in 1..=30 {
        let server = server(seed);
        let (events, transactions) = simulated(server, seed);
        let duration_ns = events[events.len() - 1].issued_ns;
        let (processes, map) = (processes(server), map());
        let owners = OwnerTable::new(FitInput {
            processes: &processes,
            map: Some(&map),
            ..FitInput::default()
        });
        let found = find(&events, &owners, duration_ns, KnownSessions::default());
        let found = found.unwrap_or_else(|| panic!("seed {seed}: {server:?}")).fitted;
        let off = |found: f64, truth: f64| found / truth - 1.0;
        let errors = [
            off(f64::from(found.sessions), f64::from(server.sessions)),
            off(found.transactions, transactions as f64),
            off(found.reads, server.reads),
        ];
        let cycle_ns =
            f64::from(server.sessions) * duration_ns as f64 / transactions as f64 - server.pause_ns;
        let think_off_ns = (found.think_ns.0 as f64 - server.think_ns).abs();
        // It is what the other parts of a transaction leave, and has their errors.
        let think_off_max_ns = f64::max(0.1 * server.think_ns, 0.065 * cycle_ns);
        let paused = found.pauses == (server.pause_ns > 0.0);
        let think_off = think_off_ns / cycle_ns;
        println!("| {seed} | {server:?} | {errors:.3?} | {think_off:.3} | {paused} |");
        assert!(errors[0].abs() <= 0.1, "seed {seed}: {found:?}");
        let is_off = errors.iter().any(|error| error.abs() > 0.1);
        if !paused || think_off_ns > think_off_max_ns || is_off {
            wrong.push(seed);
        }
    }
    // Transactions follow from the share of commits that a session wrote itself, which 8,000 of them show within a tenth or a fifth.
    assert!(wrong.len() <= 7, "servers that are not found: {wrong:?}");
}

#[test]
fn the_streams_of_sessions_have_their_parts_and_known_counts_count() {
    let server = Server {
        sessions: 8,
        reads: 2.0,
        think_ns: 1e6,
        read_ns: 1e6,
        write_ns: 500e3,
        flush_ns: 300e3,
        pause_ns: 0.0,
        has_log_writer: false,
    };
    let (events, transactions) = simulated(server, 7);
    let known = KnownSessions { transactions: Some(transactions as f64 * 2.0), sessions: Some(9) };
    let (processes, map) = (processes(server), map());
    let input = FitInput {
        processes: &processes,
        volumes: &[],
        map: Some(&map),
        device_bytes: Some(DEVICE_BYTES),
        duration_ns: events[events.len() - 1].issued_ns,
        name: "x",
        known,
    };
    let fit = fit(&events, input).expect("there is I/O");
    let found = fit.streams.iter().find_map(|stream| match stream.pace {
        FittedPace::Sessions(sessions) => Some(sessions),
        _ => None,
    });
    let found = found.unwrap_or_else(|| panic!("{:?}", fit.streams));
    let all = events.iter().filter(|event| event.operation == IoKind::Read).count();
    let [reads, ahead, log] = &fit.workload.streams[..] else { panic!("{:?}", fit.streams) };
    let Some(TransactionPart::Behind { ios, .. }) = ahead.transaction else {
        panic!("{:?}", fit.streams)
    };
    let wanted = all as f64 / (transactions as f64 * 2.0);
    assert!(((found.reads + ios) / wanted - 1.0).abs() < 0.01, "{found:?}");
    assert!((ios / found.reads / AHEAD - 1.0).abs() < 0.05, "{found:?}");
    let cycle = reads.transaction.and_then(TransactionPart::sessions).expect("it has sessions");
    assert_eq!((reads.depth, cycle.reads, cycle.rate), (9, found.reads, Some(found.rate)));
    assert_eq!((log.depth, log.pace), (1, Pace::Closed));
    let Some(TransactionPart::Commit { bytes: Some(bytes) }) = log.transaction else {
        panic!("{:?}", fit.streams)
    };
    // Each flush writes 8 KiB, half of which are of the last one.
    let written = events.iter().filter(|event| event.operation == IoKind::Write).count() as f64;
    let added = written * 4096.0 / (transactions as f64 * 2.0);
    assert!((bytes.0 as f64 - added).abs() <= 1.0, "{bytes:?} instead of {added}");
    assert_eq!(log.sync, SyncMode::Fdatasync { every: 1 });
    let assumes = |events: &[IoEvent]| {
        let fit = super::super::fit(events, input).expect("there is I/O");
        fit.streams
            .iter()
            .any(|stream| stream.pace == FittedPace::Commits { assumes_flushes: true })
    };
    assert!(!assumes(&events));
    let is_flush = |event: &&IoEvent| event.operation == IoKind::Flush;
    let unflushed: Vec<IoEvent> = events.iter().filter(|event| !is_flush(event)).copied().collect();
    assert!(assumes(&unflushed), "the device gets no flushes");
}
