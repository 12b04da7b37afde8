//! The lower bound of the cost of an I/O: the reads of a benchmark without a plan, schedule, latency measurement or
//! histogram. Offsets come from a table that is made before the start. No I/O program can be faster.
//!
//! `floor uring|libaio|sync FILE SECONDS CPU` pins itself, reads 4 KiB blocks at random places (depth 32; sync: 1) and
//! prints the I/Os per second.

use base::{Clock, Rng};
use std::path::Path;
use sys::clock::SystemClock;
use sys::file::{self, OpenMode};
use sys::ring::{Ring, RingOptions};
use sys::transfer::{DiskOperation, OperationQueue};
use sys::{aio::Aio, blocking::BlockingQueue};

const BLOCK_BYTES: u32 = 4096;
const DEPTH: u32 = 32;
/// Offsets in the table: more than the I/Os of one second, so that caches see no pattern.
const PLACES: usize = 1 << 21;
/// Turns between two readings of the clock.
const LOOK: u32 = 256;

fn drive(
    queue: &mut impl OperationQueue,
    depth: u32,
    places: &[u64],
    end: &dyn Fn() -> bool,
) -> u64 {
    let mut free: Vec<u32> = (0..depth).collect();
    let mut done = Vec::with_capacity(depth as usize);
    let (mut ios, mut turns, mut at) = (0, 0u32, 0);
    loop {
        while let Some(slot) = free.pop() {
            let offset_bytes = places[at];
            at = if at + 1 == places.len() { 0 } else { at + 1 };
            queue.push(&DiskOperation {
                slot,
                offset_bytes,
                length_bytes: BLOCK_BYTES,
                ..DiskOperation::IDLE
            });
        }
        queue.turn(1, || None, &mut done).expect("the kernel takes the reads");
        ios += done.len() as u64;
        free.extend(done.drain(..).map(|completion| {
            assert_eq!(completion.result, BLOCK_BYTES as i32, "a whole read");
            completion.slot
        }));
        turns += 1;
        if turns.is_multiple_of(LOOK) && end() {
            return ios;
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [engine, path, seconds, cpu] = words.as_slice() else {
        panic!("floor uring|libaio|sync FILE SECONDS CPU");
    };
    sys::affinity::pin(cpu.parse().expect("a CPU's number")).expect("the CPU can be used");
    let target = file::open(Path::new(path), OpenMode::default()).expect("the file opens");
    let blocks = file::size_bytes(&target).expect("a file has a size") / u64::from(BLOCK_BYTES);
    let mut rng = Rng::new(1);
    let places: Vec<u64> =
        (0..PLACES).map(|_| rng.below(blocks) * u64::from(BLOCK_BYTES)).collect();
    let clock = SystemClock::new();
    let begun_ns = clock.now_ns();
    let end_ns = begun_ns + (seconds.parse::<f64>().expect("seconds") * 1e9) as u64;
    let end = || clock.now_ns() >= end_ns;
    let bytes = BLOCK_BYTES as usize;
    let ready = "the engine works here";
    let ios = match engine.as_str() {
        "uring" => {
            let mut ring =
                Ring::on(vec![target], DEPTH, bytes, RingOptions::default()).expect(ready);
            drive(&mut ring, DEPTH, &places, &end)
        }
        "libaio" => {
            drive(&mut Aio::on(vec![target], DEPTH, bytes).expect(ready), DEPTH, &places, &end)
        }
        _ => drive(&mut BlockingQueue::on(vec![target], 1, bytes).expect(ready), 1, &places, &end),
    };
    let iops = ios as f64 / ((clock.now_ns() - begun_ns) as f64 / 1e9);
    std::io::Write::write_all(&mut std::io::stdout(), format!("{iops:.0}\n").as_bytes())
        .expect("standard output can be written");
}
