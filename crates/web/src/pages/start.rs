//! The page that starts a check on one of the configured targets, and shows the state of the last one.

use crate::pages::problem;
use crate::pages::run::CODE_FIELD;
use crate::problem::{Problem, RequestError};
use crate::query::{PageLanguage, of_target};
use crate::routes::Site;
use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use report::{Language, site as text};
use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{RunId, RunOrder, RunQuery};

/// Exit codes from this one on are failures, not verdicts.
const CODE_FAILED: i32 = 3;
/// The preselected profile and time.
const PROFILE: &str = "generic-oltp";
const BUDGET: &str = "90s";

pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
) -> Response {
    let Some(starter) = &site.starter else { return start_off(language) };
    let last = starter.last();
    let run = match &last {
        Some(check) => run_of(&site, check).await,
        None => Ok(None),
    };
    match run {
        Ok(run) => {
            let content = content(language, &site, starter, last.as_ref(), run);
            super::page(language, text::start_check(language), &content)
        }
        Err(found) => problem(language, &found),
    }
}

pub(crate) async fn start(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let Some(starter) = &site.starter else { return start_off(language) };
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if !site.access.accepts_form(field(CODE_FIELD)) {
        return problem(language, &Problem::forbidden(RequestError::OldForm));
    }
    let now = session::now_unix_s();
    match starter.start(field("target"), field("profile"), field("budget"), now) {
        Ok(()) => Redirect::to("/start").into_response(),
        Err(error) => {
            let status = match error {
                StartError::Busy(_) => StatusCode::CONFLICT,
                StartError::System(_) => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::BAD_REQUEST,
            };
            problem(language, &Problem::of(status, RequestError::Start(error)))
        }
    }
}

fn start_off(language: Language) -> Response {
    problem(language, &Problem::forbidden(RequestError::StartOff))
}

/// Finds the run of a check that was started here.
async fn run_of(site: &Site, check: &StartedCheck) -> Result<Option<RunId>, Problem> {
    let query = RunQuery {
        target: Some(check.target.clone()),
        order: RunOrder::Started,
        ..RunQuery::default()
    };
    let since = check.started_unix_s;
    let run = site.readers.read(move |store| {
        let Some(store) = store else { return Ok(None) };
        let newest = store.search(&query, 1)?.pop();
        Ok(newest.filter(|row| row.started_unix_s >= since).map(|row| row.id))
    });
    run.await
}

fn content(
    language: Language,
    site: &Site,
    starter: &Starter,
    last: Option<&StartedCheck>,
    run: Option<RunId>,
) -> Markup {
    html! {
        h1 { (text::start_check(language)) }
        @if let Some(check) = last { (last_check(language, check, run)) }
        p.hint { (text::start_text(language)) }
        form.edit action="/start" method="post" {
            input type="hidden" name=(CODE_FIELD) value=(site.access.form_code());
            label { (text::target(language)) (choice("target", starter.config.targets.iter().map(String::as_str), "")) }
            label { (text::profile(language)) (choice("profile", session::profiles::names().iter().map(String::as_str), PROFILE)) }
            label { (text::budget(language)) (choice("budget", BUDGETS.into_iter(), BUDGET)) }
            p.actions { button type="submit" disabled[last.is_some_and(|check| check.ended.is_none())] { (text::start(language)) } }
        }
    }
}

fn choice<'a>(name: &str, values: impl Iterator<Item = &'a str>, chosen: &str) -> Markup {
    html! {
        select name=(name) { @for value in values { option value=(value) selected[value == chosen] { (value) } } }
    }
}

fn last_check(language: Language, check: &StartedCheck, run: Option<RunId>) -> Markup {
    html! {
        section.role aria-label=(text::last_check(language)) {
            p role="status" {
                (text::check_of(language, &check.target, &check.profile, check.started_unix_s)) " "
                @match &check.ended {
                    None => { (text::check_runs(language)) }
                    Some(ended) if ended.code.is_some_and(|code| code < CODE_FAILED) => { (text::check_ended(language)) }
                    Some(_) => { (text::check_failed(language)) }
                }
                " "
                @match run {
                    Some(run) => a href=(format!("/runs/{run}")) { (text::open_run(language, &run.to_string())) },
                    None => a href=(of_target(&check.target)) { (text::runs_of_target(language)) },
                }
            }
            @if let Some(ended) = check.ended.as_ref().filter(|ended| ended.code.is_none_or(|code| code >= CODE_FAILED)) {
                pre.said { (ended.said) }
            }
        }
    }
}

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

/// Starts `plimsoll check` for a profile on one of the configured targets, one at a time; it writes to no device and to no existing file.
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
