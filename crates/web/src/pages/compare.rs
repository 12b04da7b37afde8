//! The comparison of runs: each with the first, as `plimsoll diff` does it.

use crate::api::{PRACTICAL, nothing};
use crate::language::PageLanguage;
use crate::pages::problem;
use crate::problem::Problem;
use crate::query;
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use maud::{Markup, html};
use record::Record;
use report::{Language, site as text};
use session::stored::{self, compared};
use store::RunId;

pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    RawQuery(query): RawQuery,
) -> Response {
    let content = async {
        let names = query::runs(&query.unwrap_or_default())?;
        let content = site.readers.read(move |store| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Ok(content(language, &stored::load_runs(store.ok_or_else(nothing)?, &names)?))
        });
        content.await
    };
    match content.await {
        Ok(content) => super::page(language, text::comparison(language), &content),
        Err::<_, Problem>(found) => problem(language, &found),
    }
}

fn description(language: Language, record: &Record) -> String {
    let values = text::RunOf {
        kind: record.kind.name(),
        subject: &report::words::run_subject(language, &record.subject),
        target: &record.target,
        at: record.started_unix_s,
    };
    text::run_of(language, &values)
}

fn content(language: Language, runs: &[(RunId, Record)]) -> Markup {
    let Some(((first, base), others)) = runs.split_first() else { return html! {} };
    let name = |run: &RunId| text::run_number(language, &run.to_string());
    html! {
        h1 { (text::beside(language)) }
        ul { @for (run, record) in runs {
            li { a href=(format!("/runs/{run}")) { (name(run)) } ": " (description(language, record)) }
        } }
        @for (run, record) in others {
            section.role aria-label=(text::against(language, &name(run), &name(first))) {
                (report::html::comparison(language, &compared(base, record, PRACTICAL), [&name(first), &name(run)]))
            }
        }
    }
}
