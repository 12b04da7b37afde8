//! The history of one target: the results of its runs over time.

use crate::api::nothing;
use crate::language::PageLanguage;
use crate::pages::problem;
use crate::problem::Problem;
use crate::query::{self, of_target};
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use report::html::{SiteFrame, history_page, policy};
use report::site as text;

const RUNS_MAX: usize = 500;

pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    RawQuery(query): RawQuery,
) -> Response {
    let page = async {
        let target = query::target(&query.unwrap_or_default())?;
        let links = vec![
            ("/".to_owned(), text::all_runs(language).to_owned()),
            (of_target(&target), text::this_target(language).to_owned()),
        ];
        let frame = SiteFrame { links, below: None };
        let page = site.readers.read(move |store| {
            let runs = store.ok_or_else(nothing)?.history(&target, RUNS_MAX)?;
            Ok(history_page(language, &target, &runs, &frame))
        });
        page.await
    };
    match page.await {
        Ok(page) => {
            let policy = format!("{}; frame-ancestors 'none'", policy());
            ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response()
        }
        Err::<_, Problem>(found) => problem(language, &found),
    }
}
