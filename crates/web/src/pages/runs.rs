//! The list of runs: searched, filtered, a page at a time, with runs to choose for a comparison.

use crate::pages::problem;
use crate::problem::Problem;
use crate::query::{ListQuery, PAGE_RUNS, answer_name, answers, of_target};
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use maud::{Markup, html};
use record::RunKind;
use session::stored::listing::figured;
use store::{RunRow, Store};

/// A row with its answer in a few words.
type Answered = (RunRow, String);

/// The list.
pub(crate) async fn page(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    let rows = async {
        let query = ListQuery::read(&query.unwrap_or_default())?;
        let wanted = query.store();
        let rows = site.readers.read(move |store| match store {
            Some(store) => answered(store, store.search(&wanted, PAGE_RUNS)?),
            None => Ok(Vec::new()),
        });
        Ok::<_, Problem>((rows.await?, query))
    };
    match rows.await {
        Ok((rows, query)) => super::page("Runs", &content(&rows, &query)),
        Err(found) => problem(false, &found),
    }
}

fn answered(store: &Store, rows: Vec<RunRow>) -> Result<Vec<Answered>, Problem> {
    Ok(rows
        .into_iter()
        .map(|row| {
            let answer = figured(store, &row);
            (row, answer)
        })
        .collect())
}

fn content(rows: &[Answered], query: &ListQuery) -> Markup {
    let last = rows.last().filter(|_| rows.len() == PAGE_RUNS);
    html! {
        h1 { "Runs" }
        (filter(query))
        @if rows.is_empty() {
            p.hint { (absent(query)) }
        } @else {
            form action="/compare" method="get" {
                (table(rows))
                p.actions {
                    button type="submit" { "Compare the chosen runs" }
                    @if query.before.is_some() { a href="/" { "Newest runs" } }
                    @if let Some((row, _)) = last { a href=(query.behind(row.id)) rel="next" { "Older runs" } }
                }
            }
        }
    }
}

/// Why there is nothing to show.
fn absent(query: &ListQuery) -> &'static str {
    match *query == ListQuery::default() {
        true => "There are no results yet. `plimsoll check DIRECTORY` makes the first.",
        false => "No run matches. Take out a word or a filter.",
    }
}

fn filter(query: &ListQuery) -> Markup {
    html! {
        form.filter action="/" method="get" role="search" {
            label { "Words in target or subject" input type="search" name="words" value=(query.words); }
            label { "Target" input type="text" name="target" value=(query.target); }
            label { "Kind" select name="kind" {
                option value="" { "all" }
                @for kind in RunKind::ALL {
                    option value=(kind.name()) selected[query.kind == Some(*kind)] { (kind.name()) }
                }
            } }
            label { "Answer" select name="answer" {
                option value="" { "all" }
                @for answer in answers() {
                    option value=(answer_name(answer)) selected[query.answer == Some(answer)] { (answer_name(answer)) }
                }
            } }
            button type="submit" { "Search" }
        }
    }
}

fn table(rows: &[Answered]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Runs, newest first" {
            table.runs {
                caption { span { "Runs, newest first" } }
                thead { tr {
                    th scope="col" { "Run" }
                    th scope="col" { "Compare" }
                    th scope="col" { "Started (UTC)" }
                    th scope="col" { "Kind" }
                    th scope="col" { "Subject" }
                    th scope="col" { "Answer" }
                    th scope="col" { "Target" }
                } }
                tbody { @for (row, answer) in rows { (line(row, answer)) } }
            }
        }
    }
}

fn line(row: &RunRow, answer: &str) -> Markup {
    let run = row.id;
    html! {
        tr {
            th scope="row" { a href=(format!("/runs/{run}")) { (run) } }
            td { input type="checkbox" name="run" value=(run) aria-label=(format!("Compare run {run}")); }
            td { (report::words::moment(row.started_unix_s).trim_end_matches(" UTC")) }
            td { (row.kind) }
            td.words { (row.subject) }
            td.words { (answer) }
            td.words { a href=(of_target(&row.target)) { (row.target) } }
        }
    }
}
