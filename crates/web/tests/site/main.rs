//! Tests of the site over a real connection, and in a real browser.

mod alerts;
mod browser;
mod live;
mod metrics;
mod pages;
mod pages_beside;
mod refusals;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;
use store::Store;
use testkit::TempDir;
use testkit::proof::proof_example;
use testkit::record::{bare_example, check_example, run_example};
use testkit::soak::soak_example;
use testkit::study::{calibrate_example, plan_example};
use web::{ServeError, SiteConfig, StartConfig, TlsFiles};

/// A name that would run a script, if it were not text.
const HOSTILE: &str = "<script>document.title='taken'</script>\"'&\u{202e}";
/// The maximum time that a test waits for an answer.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// A site over a store of one run of each kind; ends when dropped.
struct Site {
    address: String,
    interrupt: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
    dir: TempDir,
}

#[derive(Default)]
struct SiteExtras {
    captures: Option<PathBuf>,
    start: Option<StartConfig>,
    tls: Option<TlsFiles>,
}

impl Site {
    fn start(name: &str, token: Option<&str>) -> Self {
        Self::start_with(name, token, |_| SiteExtras::default())
    }

    /// Starts a site with extras that are created in its folder.
    fn start_with(
        name: &str,
        token: Option<&str>,
        extras: impl FnOnce(&Path) -> SiteExtras,
    ) -> Self {
        let dir = TempDir::new(name);
        let path = dir.join("results.db");
        fill(&path);
        let interrupt = Arc::new(AtomicBool::new(false));
        let SiteExtras { captures, start, tls } = extras(dir.path());
        let config = SiteConfig { captures, start, tls, ..config(&path, token) };
        let (sender, ready) = channel();
        let flag = Arc::clone(&interrupt);
        let thread = std::thread::spawn(move || {
            web::serve(&config, &flag, |url| sender.send(url.to_owned()).expect("somebody waits"))
        });
        let url = ready.recv_timeout(SILENCE_MAX).expect("the site is ready");
        let address = url.split("://").nth(1).expect("a scheme").trim_end_matches('/').to_owned();
        Self { address, interrupt, thread: Some(thread), dir }
    }

    /// Returns the status and the complete answer to a request for a path, with additional headers.
    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: close\r\n\r\n",
            self.address
        ))
    }

    /// Returns the status and the complete answer to a form.
    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        let length = body.len();
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.address
        ))
    }

    /// Sends a request unchanged and returns the status and the complete answer.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("the site listens");
        stream.set_read_timeout(Some(SILENCE_MAX)).expect("a time");
        // A site that refuses a request may close the connection before it has read everything.
        drop(stream.write_all(request.as_bytes()));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.unwrap_or_else(|| panic!("no answer to {request}: {text}")), text)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.interrupt.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.expect("it runs").expect("no panic").expect("an end without an error");
        }
    }
}

fn config(store: &Path, token: Option<&str>) -> SiteConfig {
    SiteConfig {
        listen: "127.0.0.1:0".parse().expect("an address"),
        store: store.to_owned(),
        token: token.map(str::to_owned),
        tls: None::<TlsFiles>,
        captures: None,
        language: None,
        start: None,
    }
}

/// Stores one run of each kind, and finally one with hostile names.
fn fill(path: &Path) {
    let mut store = Store::open(path).expect("a store");
    let mut hostile = bare_example();
    hostile.subject = HOSTILE.into();
    HOSTILE.clone_into(&mut hostile.target);
    let examples = [
        check_example(),
        run_example(),
        calibrate_example(),
        plan_example(),
        proof_example(),
        soak_example(),
        check_example(),
        hostile,
    ];
    for record in examples {
        let run = store.begin(&record).expect("room");
        store.finish(run, &record).expect("room");
    }
}
