//! The list of runs: searched, filtered, sorted, a page at a time, with runs to choose for a comparison.

use crate::pages::problem;
use crate::problem::Problem;
use crate::query::{ListQuery, PAGE_RUNS, answer_name, answers, history_of, of_tag, of_target};
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use maud::{Markup, html};
use record::RunKind;
use session::stored::listing::figured;
use store::{RunOrder, RunRow, Store};

/// Hosts and tags that can be chosen.
const CHOICES_MAX: usize = 200;

/// What the page shows.
#[derive(Default)]
struct RunList {
    /// Each with its answer in a few words.
    rows: Vec<(RunRow, String)>,
    hosts: Vec<String>,
    tags: Vec<String>,
}

/// The list.
pub(crate) async fn page(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    let list = async {
        let query = ListQuery::read(&query.unwrap_or_default())?;
        let wanted = query.clone();
        let list = site.readers.read(move |store| match store {
            Some(store) => RunList::of(store, &wanted),
            None => Ok(RunList::default()),
        });
        Ok::<_, Problem>((list.await?, query))
    };
    match list.await {
        Ok((list, query)) => {
            super::page("Runs", &html! { h1 { "Runs" } (others(&site)) (content(&list, &query)) })
        }
        Err(found) => problem(false, &found),
    }
}

impl RunList {
    fn of(store: &Store, query: &ListQuery) -> Result<Self, Problem> {
        let rows = store.search(&query.store(), PAGE_RUNS)?;
        let answered = |row: RunRow| {
            let answer = figured(store, &row);
            (row, answer)
        };
        let rows = rows.into_iter().map(answered).collect();
        Ok(Self { rows, hosts: store.hosts(CHOICES_MAX)?, tags: store.tags(CHOICES_MAX)? })
    }
}

/// The pages that this server has beside the runs.
fn others(site: &Site) -> Markup {
    let pages = [
        (site.starter.is_some(), "/start", "Start a check"),
        (site.prices.is_some(), "/prices", "Storages with prices"),
        (site.captures.is_some(), "/captures", "Captured loads"),
    ];
    html! {
        @if pages.iter().any(|page| page.0) {
            p.actions { @for (_, address, text) in pages.iter().filter(|page| page.0) { a href=(address) { (text) } } }
        }
    }
}

fn content(list: &RunList, query: &ListQuery) -> Markup {
    let last = list.rows.last().filter(|_| list.rows.len() == PAGE_RUNS);
    html! {
        (filter(list, query))
        @if !query.target.is_empty() { p { a href=(history_of(&query.target)) { "History of " (query.target) } } }
        @if list.rows.is_empty() {
            p.hint { (absent(query)) }
        } @else {
            form action="/compare" method="get" {
                (table(list, query))
                p.actions {
                    button type="submit" { "Compare the chosen runs" }
                    @if !query.is_first() { a href=(query.sorted(query.sort).address()) { "First page" } }
                    @if let Some((row, _)) = last { a href=(query.behind(row.id).address()) rel="next" { "Next page" } }
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

fn filter(list: &RunList, query: &ListQuery) -> Markup {
    html! {
        form.filter action="/" method="get" role="search" {
            label { "Search words" input type="search" name="words" value=(query.words); }
            label { "Target" input type="text" name="target" value=(query.target); }
            label { "Host" (choice("host", &list.hosts, &query.host)) }
            label { "Tag" (choice("tag", &list.tags, &query.tag)) }
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
            @if query.sort != RunOrder::default() { input type="hidden" name="sort" value=(query.sort); }
            button type="submit" { "Search" }
        }
    }
}

/// All values, and the chosen one even where it is none of them.
fn choice(name: &str, values: &[String], chosen: &str) -> Markup {
    html! {
        select name=(name) {
            option value="" { "all" }
            @if !chosen.is_empty() && !values.iter().any(|value| value == chosen) {
                option value=(chosen) selected { (chosen) }
            }
            @for value in values { option value=(value) selected[value == chosen] { (value) } }
        }
    }
}

fn table(list: &RunList, query: &ListQuery) -> Markup {
    let caption = match query.sort {
        RunOrder::Number => "Runs, newest first",
        RunOrder::Started => "Runs by start, newest first",
        RunOrder::Oldest => "Runs by start, oldest first",
        RunOrder::Target => "Runs by target",
        RunOrder::Kind => "Runs by kind",
        RunOrder::Answer => "Runs by answer",
        RunOrder::Tag => "Runs with tags, by tag",
    };
    let started = match query.sort {
        RunOrder::Started => RunOrder::Oldest,
        _ => RunOrder::Started,
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.runs {
                caption { span { (caption) } }
                thead { tr {
                    (column("Run", RunOrder::Number, query))
                    th scope="col" { "Compare" }
                    (column("Started (UTC)", started, query))
                    (column("Kind", RunOrder::Kind, query))
                    th scope="col" { "Subject" }
                    (column("Answer", RunOrder::Answer, query))
                    (column("Target", RunOrder::Target, query))
                    @if list.hosts.len() > 1 { th scope="col" { "Host" } }
                    (column("Tags", RunOrder::Tag, query))
                } }
                tbody { @for (row, answer) in &list.rows { (line(row, answer, list.hosts.len() > 1)) } }
            }
        }
    }
}

/// The head of a column that leads to the list in its order.
fn column(name: &str, order: RunOrder, query: &ListQuery) -> Markup {
    let sorted = match (query.sort, order) {
        (RunOrder::Started, RunOrder::Oldest) => Some("descending"),
        (RunOrder::Oldest, RunOrder::Started) => Some("ascending"),
        (RunOrder::Number, RunOrder::Number) => Some("descending"),
        (now, own) => (now == own).then_some("ascending"),
    };
    html! {
        th scope="col" aria-sort=[sorted] {
            a href=(query.sorted(order).address()) title=(format!("Sort: {order}")) { (name) }
        }
    }
}

fn line(row: &RunRow, answer: &str, has_hosts: bool) -> Markup {
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
            @if has_hosts { td.words { (row.host) } }
            td.words { @for tag in &row.labels.tags { a.tag href=(of_tag(tag)) { (tag) } " " } }
        }
    }
}
