//! The page that starts a check on one of the targets that the server may use, and says how the last one goes.

use crate::pages::labels::CODE_FIELD;
use crate::pages::problem;
use crate::problem::Problem;
use crate::query::of_target;
use crate::routes::Site;
use crate::starter::{BUDGETS, StartError, StartedCheck, Starter};
use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use std::collections::HashMap;
use store::{RunId, RunOrder, RunQuery};

/// Exit codes from this one on are failures, not answers.
const CODE_FAILED: i32 = 3;
/// The profile and the time that are chosen first.
const PROFILE: &str = "generic-oltp";
const BUDGET: &str = "90s";

/// The form, and the check that was started last.
pub(crate) async fn page(State(site): State<Site>) -> Response {
    let Some(starter) = &site.starter else { return closed() };
    let last = starter.last();
    let run = match &last {
        Some(check) => run_of(&site, check).await,
        None => Ok(None),
    };
    match run {
        Ok(run) => super::page("Start a check", &content(&site, starter, last.as_ref(), run)),
        Err(found) => problem(false, &found),
    }
}

/// Starts what the form names.
pub(crate) async fn start(
    State(site): State<Site>,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let Some(starter) = &site.starter else { return closed() };
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if !site.access.accepts_form(field(CODE_FIELD)) {
        let line = "the form is older than this server; open the page again, then send it";
        return problem(false, &Problem::forbidden(line.to_owned()));
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
            problem(false, &Problem { status, ..Problem::wrong(vec![error.to_string()]) })
        }
    }
}

fn closed() -> Response {
    let line = "this server starts nothing; --allow-start TARGET lets it check a target";
    problem(false, &Problem::forbidden(line.to_owned()))
}

/// The run of a check that was started here.
async fn run_of(site: &Site, check: &StartedCheck) -> Result<Option<RunId>, Problem> {
    let query = RunQuery {
        target: Some(check.target.clone()),
        order: RunOrder::Started,
        ..RunQuery::default()
    };
    let since = check.started_unix_s;
    let run = site.readers.read(move |store| {
        let newest = store.map(|store| store.search(&query, 1)).transpose()?;
        let newest = newest.and_then(|mut rows| rows.pop());
        Ok(newest.filter(|row| row.started_unix_s >= since).map(|row| row.id))
    });
    run.await
}

fn content(
    site: &Site,
    starter: &Starter,
    last: Option<&StartedCheck>,
    run: Option<RunId>,
) -> Markup {
    html! {
        h1 { "Start a check" }
        @if let Some(check) = last { (started(check, run)) }
        p.hint { "A check fills a test file in a directory and measures the highest load within the latency limit. It writes to no device and to no existing file. One check runs at a time." }
        form.edit action="/start" method="post" {
            input type="hidden" name=(CODE_FIELD) value=(site.access.form_code());
            label { "Target" (choice("target", starter.config.targets.iter().map(String::as_str), "")) }
            label { "Profile" (choice("profile", session::profiles::names().iter().map(String::as_str), PROFILE)) }
            label { "Time to measure" (choice("budget", BUDGETS.into_iter(), BUDGET)) }
            p.actions { button type="submit" disabled[last.is_some_and(|check| check.ended.is_none())] { "Start" } }
        }
    }
}

fn choice<'a>(name: &str, values: impl Iterator<Item = &'a str>, chosen: &str) -> Markup {
    html! {
        select name=(name) { @for value in values { option value=(value) selected[value == chosen] { (value) } } }
    }
}

fn started(check: &StartedCheck, run: Option<RunId>) -> Markup {
    html! {
        section.role aria-label="The last check" {
            p role="status" {
                "Check of " b { (check.target) } " for " (check.profile) ", started " (report::words::moment(check.started_unix_s)) ": "
                @match &check.ended {
                    None => "it runs.",
                    Some(ended) if ended.code.is_some_and(|code| code < CODE_FAILED) => "it has ended.",
                    Some(_) => "it failed.",
                }
                " "
                @match run {
                    Some(run) => a href=(format!("/runs/{run}")) { "Open run " (run) },
                    None => a href=(of_target(&check.target)) { "Runs of this target" },
                }
            }
            @if let Some(ended) = check.ended.as_ref().filter(|ended| ended.code.is_none_or(|code| code >= CODE_FAILED)) {
                pre.said { (ended.said) }
            }
        }
    }
}
