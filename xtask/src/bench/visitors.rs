//! Visitors of the site: takes its address, gives the times of their pages and the count of their events.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time that a reader stays on a page.
const READING: Duration = Duration::from_secs(5);
/// The time that a follower waits for an event before it checks for the end.
const PATIENCE: Duration = Duration::from_millis(500);

/// The number of visitors of each kind.
#[derive(Clone, Copy)]
pub(super) struct VisitorsCount {
    /// Visitors that load a page every five seconds.
    pub(super) readers: usize,
    /// Visitors that have the live page of a run open.
    pub(super) followers: usize,
}

/// `plimsoll serve` as a process, killed on drop.
pub(super) struct Site {
    child: Child,
    address: String,
}

impl Site {
    pub(super) fn start(binary: &Path, store: &Path) -> Result<Self, String> {
        let failed = |e: std::io::Error| format!("failed to start {}: {e}", binary.display());
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        let lines = child.stdout.take().ok_or("serve has no output")?;
        BufReader::new(lines).read_line(&mut line).map_err(failed)?;
        let address = line.trim().trim_start_matches("serving  http://").trim_end_matches('/');
        Ok(Self { child, address: address.to_owned() })
    }

    /// Loads a page; returns the length of the whole answer.
    pub(super) fn get(&self, path: &str) -> Result<usize, String> {
        get(&self.address, path)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn request(address: &str, path: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes(),
    )?;
    Ok(stream)
}

fn get(address: &str, path: &str) -> Result<usize, String> {
    let mut answer = Vec::new();
    request(address, path)
        .and_then(|mut stream| stream.read_to_end(&mut answer))
        .map_err(|e| format!("failed to load {path}: {e}"))?;
    if answer.starts_with(b"HTTP/1.1 200") {
        Ok(answer.len())
    } else {
        let head = String::from_utf8_lossy(&answer[..answer.len().min(80)]).into_owned();
        Err(format!("{path} was answered with {head}"))
    }
}

/// The measurements of the visitors.
#[derive(Default)]
pub(super) struct VisitorMeasurements {
    pub(super) pages_ms: Vec<f64>,
    pub(super) events: usize,
}

/// Readers and followers, each on a separate thread.
pub(super) struct Visitors {
    over: Arc<AtomicBool>,
    readers: Vec<JoinHandle<Result<Vec<f64>, String>>>,
    followers: Vec<JoinHandle<usize>>,
}

impl Visitors {
    /// Starts the visitors. The readers start spread over the time of one page. The followers wait for the run.
    pub(super) fn come(site: &Site, count: VisitorsCount, run: usize) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let readers = (0..count.readers).map(|number| {
            let (address, over) = (site.address.clone(), Arc::clone(&over));
            let first = READING.mul_f64(number as f64 / count.readers as f64);
            std::thread::spawn(move || read(&address, first, &over))
        });
        let readers = readers.collect();
        let followers = (0..count.followers).map(|_| {
            let (address, over) = (site.address.clone(), Arc::clone(&over));
            std::thread::spawn(move || follow(&address, run, &over))
        });
        Self { readers, followers: followers.collect(), over }
    }

    pub(super) fn leave(self) -> Result<VisitorMeasurements, String> {
        self.over.store(true, Ordering::Relaxed);
        let mut measurements = VisitorMeasurements::default();
        for reader in self.readers {
            measurements.pages_ms.extend(reader.join().map_err(|_| "a reader panicked")??);
        }
        for follower in self.followers {
            measurements.events += follower.join().map_err(|_| "a follower panicked")?;
        }
        Ok(measurements)
    }
}

fn read(address: &str, first: Duration, over: &AtomicBool) -> Result<Vec<f64>, String> {
    let pages = ["/", "/?words=storage-17", "/runs/5"];
    let (mut times_ms, mut next) = (Vec::new(), Instant::now() + first);
    for path in pages.iter().cycle() {
        while Instant::now() < next {
            if over.load(Ordering::Relaxed) {
                return Ok(times_ms);
            }
            std::thread::sleep((next - Instant::now()).min(PATIENCE));
        }
        let begun = Instant::now();
        get(address, path)?;
        times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        next += READING;
    }
    Ok(times_ms)
}

/// Counts the events of a run until the run or the bench is over.
fn follow(address: &str, run: usize, over: &AtomicBool) -> usize {
    let mut events = 0;
    while !over.load(Ordering::Relaxed) {
        let Ok(stream) = request(address, &format!("/runs/{run}/events")) else { break };
        drop(stream.set_read_timeout(Some(PATIENCE)));
        let (mut lines, mut line) = (BufReader::new(stream), String::new());
        while !over.load(Ordering::Relaxed) {
            match lines.read_line(&mut line) {
                Ok(0) => break,
                Ok(_) => {
                    events += usize::from(line.starts_with("data:"));
                    line.clear();
                }
                Err(_) => {}
            }
        }
        // The run has not begun.
        std::thread::sleep(PATIENCE);
    }
    events
}
