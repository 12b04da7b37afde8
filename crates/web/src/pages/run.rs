//! One run: its current figures while it is in progress, then the page of the report; both with links to the rest of the site.

use crate::api::nothing;
use crate::language::PageLanguage;
use crate::pages::labels::section;
use crate::pages::problem;
use crate::problem::Problem;
use crate::query::{history_of, of_target};
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use record::{RunKind, State as RunState};
use report::html::{self, LIVE_INTERVALS, SiteFrame};
use report::{Language, site as text};
use session::stored;
use store::{RunId, Store};

/// The interval at which the browser reloads the report of a run in progress, in seconds.
const RELOAD_AFTER_S: u16 = 10;

struct RunPage {
    page: String,
    policy: String,
    reloads: bool,
}

pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(name): Path<String>,
) -> Response {
    answer(&site, language, move |store| {
        let run = stored::find(store, &name)?;
        match live_page(language, store, run)? {
            Some(page) => Ok(page),
            None => report_page(language, store, &name),
        }
    })
    .await
}

/// The report; for a run in progress as far as it is known.
pub(crate) async fn report(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(name): Path<String>,
) -> Response {
    answer(&site, language, move |store| report_page(language, store, &name)).await
}

async fn answer(
    site: &Site,
    language: Language,
    page: impl FnOnce(&Store) -> Result<RunPage, Problem> + Send + 'static,
) -> Response {
    let page = site.readers.read(move |store| page(store.ok_or_else(nothing)?));
    match page.await {
        Ok(RunPage { page, policy, reloads }) => {
            let policy = format!("{policy}; frame-ancestors 'none'");
            let mut page =
                ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response();
            if reloads {
                page.headers_mut().insert(header::REFRESH, RELOAD_AFTER_S.into());
            }
            page
        }
        Err(found) => problem(language, &found),
    }
}

/// The live page of a run in progress; none if it has ended, or if its kind has no figures before the end.
fn live_page(language: Language, store: &Store, run: RunId) -> Result<Option<RunPage>, Problem> {
    if !store.row(run)?.is_some_and(|row| gives_figures(row.kind)) {
        return Ok(None);
    }
    let Some(live) = store.follow(run, LIVE_INTERVALS)? else { return Ok(None) };
    let mut frame = frame(language, store, run, &live.target)?;
    frame.links.push((format!("/runs/{run}/report"), text::report_so_far(language).to_owned()));
    let events = format!("/runs/{run}/events");
    let page = html::live_page(language, &live, session::now_unix_s(), &frame, &events);
    Ok(Some(RunPage { page, policy: html::live_policy(), reloads: false }))
}

fn gives_figures(kind: RunKind) -> bool {
    !matches!(kind, RunKind::Verify | RunKind::Sqliosim | RunKind::Import)
}

fn report_page(language: Language, store: &Store, name: &str) -> Result<RunPage, Problem> {
    let (run, record) = stored::load_run(store, name)?;
    let frame = frame(language, store, run, &record.target)?;
    Ok(RunPage {
        page: html::html_in_site(&record, language, &frame),
        policy: html::policy(),
        reloads: record.state == RunState::Running,
    })
}

/// The links of a run, its tags and its note.
fn frame(
    language: Language,
    store: &Store,
    run: RunId,
    target: &str,
) -> Result<SiteFrame, Problem> {
    let links = vec![
        ("/".to_owned(), text::all_runs(language).to_owned()),
        (of_target(target), text::this_target(language).to_owned()),
        (history_of(target), text::history(language).to_owned()),
        (format!("/api/v1/runs/{run}"), "JSON".to_owned()),
    ];
    Ok(SiteFrame { links, below: Some(section(language, run, &store.labels(run)?)) })
}
