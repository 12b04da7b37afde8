//! The list of runs: search, filters, order, pages, and the selection of runs for a comparison.

use crate::api::{PRACTICAL, nothing};
use crate::pages::problem;
use crate::problem::Problem;
use crate::query::{
    self, PAGE_RUNS, PageLanguage, address, answer_name, answers, history_of, is_first, of_tag,
    of_target, sorted,
};
use crate::routes::Site;
use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use record::{Record, RunKind};
use report::html::{SiteFrame, history_page, policy};
use report::{Language, site as text};
use session::stored::listing::{answer_with_figure, answer_word};
use session::stored::{self, compared};
use store::{RunId, RunOrder, RunQuery, RunRow, Store};

/// The maximum number of hosts and tags to choose from.
const CHOICES_MAX: usize = 200;

struct ListedRun {
    row: RunRow,
    /// In a few words.
    answer: String,
}

#[derive(Default)]
struct RunList {
    rows: Vec<ListedRun>,
    hosts: Vec<String>,
    tags: Vec<String>,
}

pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    RawQuery(query): RawQuery,
) -> Response {
    let list = async {
        let query = query::read(&query.unwrap_or_default())?;
        let wanted = query.clone();
        let list = site.readers.read(move |store| match store {
            Some(store) => RunList::of(language, store, &wanted),
            None => Ok(RunList::default()),
        });
        Ok::<_, Problem>((list.await?, query))
    };
    match list.await {
        Ok((list, query)) => {
            let content = html! {
                h1 { (text::runs(language)) }
                (links_to_pages(language, &site))
                (content(language, &list, &query))
            };
            super::page(language, text::runs(language), &content)
        }
        Err(found) => problem(language, &found),
    }
}

impl RunList {
    fn of(language: Language, store: &Store, query: &RunQuery) -> Result<Self, Problem> {
        let mut rows = Vec::new();
        for row in store.search(query, PAGE_RUNS)? {
            let answer = answer_with_figure(language, store, &row);
            rows.push(ListedRun { row, answer });
        }
        Ok(Self { rows, hosts: store.hosts(CHOICES_MAX)?, tags: store.tags(CHOICES_MAX)? })
    }
}

fn links_to_pages(language: Language, site: &Site) -> Markup {
    html! {
        @if site.starter.is_some() || site.captures.is_some() {
            p.actions {
                @if site.starter.is_some() { a href="/start" { (text::start_check(language)) } }
                @if site.captures.is_some() { a href="/captures" { (text::captured_loads(language)) } }
            }
        }
    }
}

fn content(language: Language, list: &RunList, query: &RunQuery) -> Markup {
    let last = list.rows.last().filter(|_| list.rows.len() == PAGE_RUNS);
    html! {
        (filter(language, list, query))
        @if let Some(target) = &query.target { p { a href=(history_of(target)) { (text::history_of(language, target)) } } }
        @if list.rows.is_empty() {
            p.hint { (empty_reason(language, query)) }
        } @else {
            form action="/compare" method="get" {
                (table(language, list, query))
                p.actions {
                    button type="submit" { (text::compare_chosen(language)) }
                    @if !is_first(query) { a href=(address(&sorted(query, query.order))) { (text::first_page(language)) } }
                    @if let Some(last) = last { a href=(address(&query::behind(query, last.row.id))) rel="next" { (text::next_page(language)) } }
                }
            }
        }
    }
}

/// The reason for an empty list.
fn empty_reason(language: Language, query: &RunQuery) -> &'static str {
    if *query == RunQuery::default() { text::no_runs(language) } else { text::no_match(language) }
}

fn filter(language: Language, list: &RunList, query: &RunQuery) -> Markup {
    html! {
        form.filter action="/" method="get" role="search" {
            label { (text::search_words(language)) input type="search" name="words" value=(query.words.join(" ")); }
            label { (text::target(language)) input type="text" name="target" value=[&query.target]; }
            label { (text::host(language)) (choice(language, "host", &list.hosts, query.host.as_deref())) }
            label { (text::tag(language)) (choice(language, "tag", &list.tags, query.tag.as_deref())) }
            label { (text::kind(language)) select name="kind" {
                option value="" { (text::all(language)) }
                @for kind in RunKind::ALL {
                    option value=(kind.name()) selected[query.kind == Some(*kind)] { (kind.name()) }
                }
            } }
            label { (text::answer(language)) select name="answer" {
                option value="" { (text::all(language)) }
                @for answer in answers() {
                    option value=(answer_name(answer)) selected[query.answer == Some(answer)] { (answer_word(language, answer)) }
                }
            } }
            @if query.order != RunOrder::default() { input type="hidden" name="sort" value=(query.order); }
            button type="submit" { (text::search(language)) }
        }
    }
}

/// All values, and the chosen one even if it is not among them.
fn choice(language: Language, name: &str, values: &[String], chosen: Option<&str>) -> Markup {
    html! {
        select name=(name) {
            option value="" { (text::all(language)) }
            @if let Some(chosen) = chosen.filter(|chosen| !values.iter().any(|value| value == chosen)) {
                option value=(chosen) selected { (chosen) }
            }
            @for value in values { option value=(value) selected[chosen == Some(value)] { (value) } }
        }
    }
}

fn table(language: Language, list: &RunList, query: &RunQuery) -> Markup {
    let caption = order_text(language, query.order);
    let started = match query.order {
        RunOrder::Started => RunOrder::Oldest,
        _ => RunOrder::Started,
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.runs {
                caption { span { (caption) } }
                thead { tr {
                    (column(language, text::run(language), RunOrder::Number, query))
                    th scope="col" { (text::compare(language)) }
                    (column(language, text::started(language), started, query))
                    (column(language, text::kind(language), RunOrder::Kind, query))
                    th scope="col" { (text::subject(language)) }
                    (column(language, text::answer(language), RunOrder::Answer, query))
                    (column(language, text::target(language), RunOrder::Target, query))
                    @if list.hosts.len() > 1 { th scope="col" { (text::host(language)) } }
                    (column(language, text::tags(language), RunOrder::Tag, query))
                } }
                tbody { @for run in &list.rows { (line(language, run, list.hosts.len() > 1)) } }
            }
        }
    }
}

fn order_text(language: Language, order: RunOrder) -> &'static str {
    match order {
        RunOrder::Number => text::by_number(language),
        RunOrder::Started => text::by_start(language),
        RunOrder::Oldest => text::by_start_oldest(language),
        RunOrder::Target => text::by_target(language),
        RunOrder::Kind => text::by_kind(language),
        RunOrder::Answer => text::by_answer(language),
        RunOrder::Tag => text::by_tag(language),
    }
}

/// The head of a column, which links to the list in its order.
fn column(language: Language, name: &str, column: RunOrder, query: &RunQuery) -> Markup {
    let direction = match (query.order, column) {
        (RunOrder::Started, RunOrder::Oldest) => Some("descending"),
        (RunOrder::Oldest, RunOrder::Started) => Some("ascending"),
        (RunOrder::Number, RunOrder::Number) => Some("descending"),
        (now, own) => (now == own).then_some("ascending"),
    };
    html! {
        th scope="col" aria-sort=[direction] {
            a href=(address(&sorted(query, column))) title=(order_text(language, column)) { (name) }
        }
    }
}

fn line(language: Language, listed: &ListedRun, has_hosts: bool) -> Markup {
    let ListedRun { row, answer } = listed;
    let run = row.id;
    html! {
        tr {
            th scope="row" { a href=(format!("/runs/{run}")) { (run) } }
            td { input type="checkbox" name="run" value=(run) aria-label=(text::compare_run(language, &run.to_string())); }
            td { (language.moment_short(row.started_unix_s)) }
            td { @if !row.is_damaged { (row.kind) } }
            td.words { (report::words::run_subject(language, &row.subject)) }
            td.words { (answer) }
            td.words { a href=(of_target(&row.target)) { (row.target) } }
            @if has_hosts { td.words { (row.host) } }
            td.words { @for tag in &row.labels.tags { a.tag href=(of_tag(tag)) { (tag) } " " } }
        }
    }
}

pub(crate) async fn comparison(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    RawQuery(query): RawQuery,
) -> Response {
    let content = async {
        let names = query::runs(&query.unwrap_or_default())?;
        let content = site.readers.read(move |store| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Ok(side_by_side(language, &stored::load_runs(store.ok_or_else(nothing)?, &names)?))
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

fn side_by_side(language: Language, runs: &[(RunId, Record)]) -> Markup {
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

const RUNS_MAX: usize = 500;

pub(crate) async fn history(
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
