//! The documents of `--json` for programs: JSON at the addresses under `/api/v1`.

use crate::problem::{Problem, RequestError};
use crate::query::{self, PAGE_RUNS};
use crate::routes::Site;
use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use record::RunKind;
use report::METRICS_TYPE;
use report::comparison::comparison_json;
use serde_json::json;
use session::stored::{self, compared, listing};
use std::collections::BTreeMap;
use store::{RunAnswer, RunQuery};

const OPENAPI: &str = include_str!("api/openapi.json");
/// The smallest relative difference of a rate that matters, as in `plimsoll diff`.
pub(crate) const PRACTICAL: f64 = 0.02;
/// The maximum number of runs in the metrics, one for each kind, target and subject.
const METRIC_RUNS_MAX: usize = 200;
/// The maximum number of soaks in progress in the metrics.
const METRIC_SOAKS_MAX: usize = 4;
/// The version of the list document, as in `plimsoll results --json`.
const LIST_FORMAT: u32 = 1;

pub(crate) async fn runs(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    answered(async {
        let query = query::read(&query.unwrap_or_default())?;
        let wanted = query.clone();
        let found = site.readers.read(move |store| match store {
            Some(store) => {
                let rows = store.search(&wanted, PAGE_RUNS)?;
                let last = rows.last().filter(|_| rows.len() == PAGE_RUNS).map(|row| row.id);
                let runs = rows.iter().map(|row| listing::row_json(store, row)).collect();
                Ok((runs, last))
            }
            None => Ok((Vec::new(), None)),
        });
        let (runs, last): (Vec<serde_json::Value>, Option<store::RunId>) = found.await?;
        let behind = last.map(|run| query::behind(&query, run));
        let before = behind.as_ref().and_then(|behind| Some(behind.before?.0));
        let skip = behind.as_ref().map(|behind| behind.skip).filter(|skip| *skip > 0);
        let document =
            json!({ "format": LIST_FORMAT, "runs": runs, "before": before, "skip": skip });
        Ok(format!("{document:#}\n"))
    })
    .await
}

pub(crate) async fn run(State(site): State<Site>, Path(name): Path<String>) -> Response {
    answered(site.readers.read(move |store| {
        let (_, record) = stored::load_run(store.ok_or_else(nothing)?, &name)?;
        Ok(report::export::json(&record))
    }))
    .await
}

pub(crate) async fn compare(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    answered(async {
        let names = query::runs(&query.unwrap_or_default())?;
        let [a, b] = &names[..] else {
            return Err(Problem::wrong(vec![RequestError::TwoRuns]));
        };
        let names = [a.clone(), b.clone()];
        let document = site.readers.read(move |store| {
            let names = [&*names[0], &*names[1]];
            let both = stored::load_runs(store.ok_or_else(nothing)?, &names)?;
            let [(first, a), (second, b)] = &both[..] else {
                unreachable!("two names give two runs")
            };
            Ok(comparison_json(&compared(a, b, PRACTICAL), [first.0, second.0]))
        });
        document.await
    })
    .await
}

/// The newest run of each target, for a monitoring system.
pub(crate) async fn metrics(State(site): State<Site>) -> Response {
    let text = site.readers.read(|store| {
        let Some(store) = store else { return Ok(report::metrics(&[])) };
        let mut newest = BTreeMap::new();
        for run in store.newest_each(METRIC_RUNS_MAX)? {
            newest.extend(store.outline(run)?.map(|record| (run, record)));
        }
        for row in store.search(&soaks_under_way(), METRIC_SOAKS_MAX)? {
            newest.insert(row.id, session::soak::load(store, row.id)?);
        }
        // In the order of their numbers: of two with the same labels, the newer one counts.
        Ok(report::metrics(&newest.into_values().collect::<Vec<_>>()))
    });
    match text.await {
        Ok(text) => ([(header::CONTENT_TYPE, METRICS_TYPE)], text).into_response(),
        Err(problem) => refusal(&problem),
    }
}

fn soaks_under_way() -> RunQuery {
    let answer = Some(RunAnswer::State(record::State::Running));
    RunQuery { kind: Some(RunKind::Soak), answer, ..RunQuery::default() }
}

pub(crate) async fn openapi() -> Response {
    document(OPENAPI.to_owned())
}

/// The problem that there is no run yet.
pub(crate) fn nothing() -> Problem {
    Problem::missing(RequestError::NoResults)
}

async fn answered(answer: impl Future<Output = Result<String, Problem>>) -> Response {
    match answer.await {
        Ok(text) => document(text),
        Err(problem) => refusal(&problem),
    }
}

fn document(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The errors in the form of docs/reference/json.md, with an HTTP status instead of an exit code.
pub(crate) fn refusal(problem: &Problem) -> Response {
    let status = problem.status.as_u16();
    let text = json!({
        "format": 1, "kind": "error", "status": status, "errors": problem.errors(),
    });
    (problem.status, document(format!("{text:#}\n"))).into_response()
}
