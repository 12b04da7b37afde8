//! Starts a process of `plimsoll check` for a profile on one of the targets that were configured at the start of the server.
//!
//! One check runs at a time. Like every check, it writes to no device and to no existing file.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum size of the kept standard error of a check.
const SAID_BYTES_MAX: usize = 4 << 10;

#[derive(Clone, Debug)]
pub struct StartConfig {
    pub targets: Vec<String>,
    pub program: PathBuf,
}

#[derive(Clone, Debug)]
pub(crate) struct StartedCheck {
    pub(crate) target: String,
    pub(crate) profile: String,
    /// Its start, in seconds since 1970, UTC.
    pub(crate) started_unix_s: i64,
    /// How it ended; none: it is running.
    pub(crate) ended: Option<EndedCheck>,
}

#[derive(Clone, Debug)]
pub(crate) struct EndedCheck {
    /// Its exit code; none: a signal ended it.
    pub(crate) code: Option<i32>,
    /// The end of its standard error.
    pub(crate) said: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StartError {
    NotAllowed(String),
    Profile(String),
    Budget(String),
    /// Another check is running; two would disturb each other.
    Busy(String),
    System(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Starter {
    pub(crate) config: StartConfig,
    store: PathBuf,
    last: Arc<Mutex<Option<StartedCheck>>>,
}

impl Starter {
    pub(crate) fn new(config: StartConfig, store: PathBuf) -> Self {
        Self { config, store, last: Arc::default() }
    }

    pub(crate) fn last(&self) -> Option<StartedCheck> {
        self.lock().clone()
    }

    /// Starts a check. Only values from the lists get into its command line.
    pub(crate) fn start(
        &self,
        target: &str,
        profile: &str,
        budget: &str,
        now_unix_s: i64,
    ) -> Result<(), StartError> {
        if !self.config.targets.iter().any(|allowed| allowed == target) {
            return Err(StartError::NotAllowed(target.to_owned()));
        }
        if !session::profiles::names().iter().any(|known| known == profile) {
            return Err(StartError::Profile(profile.to_owned()));
        }
        if !BUDGETS.contains(&budget) {
            return Err(StartError::Budget(budget.to_owned()));
        }
        let mut last = self.lock();
        if let Some(running) = last.as_ref().filter(|check| check.ended.is_none()) {
            return Err(StartError::Busy(running.target.clone()));
        }
        let child = Command::new(&self.config.program)
            .args(["check", "--for", profile, "--budget", budget, "--json", "--no-report"])
            .arg("--store")
            .arg(&self.store)
            .arg("--")
            .arg(target)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| StartError::System(error.to_string()))?;
        *last = Some(StartedCheck {
            target: target.to_owned(),
            profile: profile.to_owned(),
            started_unix_s: now_unix_s,
            ended: None,
        });
        let own = self.clone();
        std::thread::spawn(move || own.wait(child));
        Ok(())
    }

    fn wait(&self, mut child: Child) {
        let said = child.stderr.take().map(end_of).unwrap_or_default();
        let code = child.wait().ok().and_then(|status| status.code());
        if let Some(check) = self.lock().as_mut() {
            check.ended = Some(EndedCheck { code, said });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<StartedCheck>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) const BUDGETS: [&str; 4] = ["10s", "30s", "90s", "5min"];

/// Reads the output of a process to its end and returns the last part of it.
fn end_of(mut source: impl Read) -> String {
    let (mut kept, mut chunk) = (Vec::new(), [0; 1024]);
    while let Ok(count @ 1..) = source.read(&mut chunk) {
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(SAID_BYTES_MAX);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
