//! The page that starts a check on one of the configured targets, and shows the state of the last one.

use crate::language::PageLanguage;
use crate::pages::labels::CODE_FIELD;
use crate::pages::problem;
use crate::problem::{Problem, RequestError};
use crate::query::of_target;
use crate::routes::Site;
use crate::starter::{BUDGETS, StartError, StartedCheck, Starter};
use axum::Form;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use report::{Language, site as text};
use std::collections::HashMap;
use store::{RunId, RunOrder, RunQuery};

/// Exit codes from this one on are failures, not verdicts.
const CODE_FAILED: i32 = 3;
/// The preselected profile and time.
const PROFILE: &str = "generic-oltp";
const BUDGET: &str = "90s";

/// The form, and the check that was started last.
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
