//! One run: the page of the report, with links to the rest of the site.

use crate::api::nothing;
use crate::pages::problem;
use crate::query::of_target;
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use session::stored;

/// How often the browser loads the page of a run that is under way, in seconds.
const RELOAD_EACH_S: u16 = 10;

/// The report of a run.
pub(crate) async fn page(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let page = site.readers.read(move |store| {
        let (run, record) = stored::one(store.ok_or_else(nothing)?, &name)?;
        let links = [
            ("/".to_owned(), "All runs".to_owned()),
            (of_target(&record.target), "This target".to_owned()),
            (format!("/api/v1/runs/{run}"), "JSON".to_owned()),
        ];
        Ok((
            report::html::html_in_site(&record, report::Language::En, &links),
            record.state == record::State::Running,
        ))
    });
    match page.await {
        Ok((page, is_running)) => {
            let policy = format!("{}; frame-ancestors 'none'", report::html::policy());
            let mut page =
                ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response();
            if is_running {
                page.headers_mut().insert(header::REFRESH, RELOAD_EACH_S.into());
            }
            page
        }
        Err(found) => problem(false, &found),
    }
}
