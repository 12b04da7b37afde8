//! Runs beside each other: each of them held against the first, as `plimsoll diff` tells it.

use crate::api::{PRACTICAL, nothing};
use crate::pages::problem;
use crate::problem::Problem;
use crate::query;
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use maud::{Markup, html};
use record::Record;
use session::stored::{self, compared};
use store::RunId;

/// The comparison.
pub(crate) async fn page(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    let content = async {
        let names = query::runs(&query.unwrap_or_default())?;
        let content = site.readers.read(move |store| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Ok(content(&stored::named(store.ok_or_else(nothing)?, &names)?))
        });
        content.await
    };
    match content.await {
        Ok(content) => super::page("Comparison", &content),
        Err::<_, Problem>(found) => problem(false, &found),
    }
}

fn content(runs: &[(RunId, Record)]) -> Markup {
    let Some(((first, base), others)) = runs.split_first() else { return html! {} };
    let name = |run: &RunId| format!("run {run}");
    html! {
        h1 { "Runs beside each other" }
        ul { @for (run, record) in runs {
            li { a href=(format!("/runs/{run}")) { (name(run)) } ": " (record.kind) ", " (record.subject) " on " (record.target) ", " (report::words::moment(record.started_unix_s)) }
        } }
        @for (run, record) in others {
            section.role aria-label=(format!("{} against {}", name(run), name(first))) {
                (report::html::comparison(&compared(base, record, PRACTICAL), [&name(first), &name(run)]))
            }
        }
    }
}
