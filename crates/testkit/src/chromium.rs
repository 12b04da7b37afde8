//! A headless Chromium that is driven over a pipe with its own debugging protocol.
//!
//! Takes pages and expressions, gives their values and the complaints of the page. Opens no port and uses no network.
//! Ends the browser when dropped.

use crate::{TempDir, tool};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A browser that does not answer for this long counts as dead; no test measures with it.
const SILENCE_MAX: Duration = Duration::from_secs(120);
/// The interval between two evaluations of an expression that is waited for.
const LOOK: Duration = Duration::from_millis(20);

/// The browser's executable, if the machine has one.
fn executable() -> Option<PathBuf> {
    // The first is the same browser without a window, which needs a quarter less CPU.
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find_map(tool)
}

#[derive(Debug)]
pub struct Chromium {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<Value>,
    session: String,
    last: u64,
    /// Complaints of the console, the network and the scripts of the page since it was opened.
    pub complaints: Vec<String>,
    dir: TempDir,
}

impl Chromium {
    /// Starts the browser; `None`, with a reported skip, if the machine has none or no other programs may be started.
    pub fn start(name: &str) -> Option<Self> {
        if !crate::other_programs() {
            return None;
        }
        let Some(executable) = executable() else {
            crate::skip("no chromium here; pages were not looked at in a browser");
            return None;
        };
        let dir = TempDir::new(name);
        let mut process = Command::new("/bin/sh")
            // The protocol uses descriptors 3 and 4: they are redirected to the pipes.
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 1>&2 0</dev/null"])
            .arg(executable)
            .args([
                "--headless",
                "--remote-debugging-pipe",
                // The tests also run as root and in containers, where the browser's own sandbox cannot start.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
            ])
            .arg(format!("--user-data-dir={}", dir.join("profile").display()))
            .env("HOME", dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let orders = process.stdin.take().expect("it was piped");
        let mut stream = BufReader::new(process.stdout.take().expect("it was piped"));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while stream.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                message.pop();
                let value = serde_json::from_slice(&message).expect("the browser speaks JSON");
                message.clear();
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let session = String::new();
        let complaints = Vec::new();
        let mut browser = Self { process, orders, answers, session, last: 0, complaints, dir };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            browser.call(domain, json!({}));
        }
        Some(browser)
    }

    /// Sends a command and waits for its answer; records complaints that arrive in between.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last += 1;
        let mut order = json!({"id": self.last, "method": method, "params": params});
        if !self.session.is_empty() {
            order["sessionId"] = json!(self.session);
        }
        write!(self.orders, "{order}\0").expect("the browser lives");
        loop {
            let mut message = self.answers.recv_timeout(SILENCE_MAX).expect("the browser lives");
            if message["id"] == json!(self.last) {
                return match message["error"].take() {
                    Value::Null => Ok(message["result"].take()),
                    error => Err(error),
                };
            }
            let event = message["method"].as_str().unwrap_or_default();
            if ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"]
                .contains(&event)
            {
                self.complaints.push(message["params"].to_string());
            }
        }
    }

    /// The value of an expression; a promise is awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let ask = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", ask);
        let exception = &answer["exceptionDetails"];
        assert!(exception.is_null(), "{expression}: {exception}");
        answer["result"]["value"].take()
    }

    pub fn until(&mut self, expression: &str) {
        let wait = format!(
            "new Promise(done => {{ const look = () => ({expression}) ? done(true) : setTimeout(look, 10); look(); }})"
        );
        assert_eq!(self.evaluate(&wait), json!(true));
    }

    /// Waits until an expression is true on the page that a click leads to; the previous page may still be closing.
    pub fn arrive(&mut self, expression: &str) {
        let ask = json!({"expression": expression, "returnByValue": true});
        for _ in 0..SILENCE_MAX.as_millis() / LOOK.as_millis() {
            match self.ask("Runtime.evaluate", ask.clone()) {
                Ok(answer) if answer["result"]["value"] == json!(true) => return,
                _ => std::thread::sleep(LOOK),
            }
        }
        panic!("never true: {expression}");
    }

    /// Sets the screen: its width in CSS pixels (below 600: a phone), and `light` or `dark`.
    pub fn screen(&mut self, width: u32, scheme: &str) {
        let size =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.media("screen", scheme);
    }

    /// Sets the media: `screen` or `print`, and `light` or `dark`.
    pub fn media(&mut self, media: &str, scheme: &str) {
        let scheme = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"media": media, "features": scheme}));
    }

    /// Opens a page on a screen of this width (below 600: a phone) in `light` or `dark`.
    pub fn open_at(&mut self, page: &str, (width, scheme): (u32, &str)) {
        // The previous page would draw its charts anew for the other screen.
        self.leave();
        self.screen(width, scheme);
        self.open(page);
    }

    /// Leaves the page, so that its marks are gone.
    fn leave(&mut self) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.until("location.href === 'about:blank' && document.readyState === 'complete'");
    }

    /// Opens a page from a file, as a reader would, and waits until its script has finished or failed.
    pub fn open(&mut self, page: &str) {
        let file: &Path = &self.dir.join("page.html");
        std::fs::write(file, page).expect("the temporary directory is writable");
        self.leave();
        self.complaints.clear();
        let url = format!("file://{}", file.display());
        let loaded = self.call("Page.navigate", json!({"url": url}));
        assert!(loaded["errorText"].is_null(), "{loaded}");
        self.until("location.protocol === 'file:' && document.readyState === 'complete'");
        self.until(
            "document.documentElement.dataset.charts === document.documentElement.dataset.expected \
             || document.documentElement.dataset.errors !== '0'",
        );
    }

    /// Opens an address and waits until the page is loaded.
    pub fn visit(&mut self, url: &str) {
        self.complaints.clear();
        let loaded = self.call("Page.navigate", json!({"url": url}));
        assert!(loaded["errorText"].is_null(), "{loaded}");
        self.until(&format!(
            "location.href === {} && document.readyState === 'complete'",
            json!(url)
        ));
    }

    /// How many CSS pixels the page is wider than its screen. `innerWidth` does not tell: a phone zooms out until all fits.
    pub fn excess_width_px(&mut self) -> i64 {
        let root = "document.documentElement";
        let excess = self.evaluate(&format!("{root}.scrollWidth - {root}.clientWidth"));
        excess.as_i64().expect("whole pixels")
    }

    /// The value of a `data-` mark that the page leaves on its root.
    pub fn mark(&mut self, name: &str) -> String {
        let value = self.evaluate(&format!("document.documentElement.dataset.{name} || ''"));
        value.as_str().expect("a mark is text").to_owned()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
