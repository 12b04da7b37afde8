//! One run: its current figures while it is in progress, then the page of the report; both with links to the rest of the site.

use crate::api::nothing;
use crate::pages::problem;
use crate::problem::{Problem, RequestError};
use crate::query::{PageLanguage, history_of, of_target};
use crate::routes::Site;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::{Markup, html};
use record::{RunKind, State as RunState};
use report::html::{self, LIVE_INTERVALS, SiteFrame};
use report::{Language, site as text};
use session::failure::label_fault;
use session::stored;
use std::collections::HashMap;
use store::{Labels, NOTE_CHARS_MAX, RunId, Store, StoreError, TAGS_MAX};

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

/// The form field that proves that a form comes from a page of this process.
pub(crate) const CODE_FIELD: &str = "code";

/// The content of the form: as stored, or as sent and refused.
struct LabelForm {
    run: RunId,
    tags: String,
    note: String,
    mistakes: Vec<String>,
}

pub(crate) async fn labels(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(name): Path<String>,
) -> Response {
    let form = site.readers.read(move |store| {
        let store = store.ok_or_else(nothing)?;
        let run = stored::find(store, &name)?;
        let Labels { tags, note } = store.labels(run)?;
        let tags = tags.into_iter().collect::<Vec<_>>().join(" ");
        Ok(LabelForm { run, tags, note, mistakes: Vec::new() })
    });
    match form.await {
        Ok(form) => form_page(&site, language, &form),
        Err(found) => problem(language, &found),
    }
}

pub(crate) async fn save(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(name): Path<String>,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    if !site.access.accepts_form(&field(CODE_FIELD)) {
        return problem(language, &Problem::forbidden(RequestError::OldForm));
    }
    let Ok(run) = name.parse::<RunId>() else {
        return problem(language, &Problem::missing(RequestError::NoRun(name)));
    };
    let (tags, note) = (field("tags"), field("note"));
    let labels = match Labels::read(&tags, &note) {
        Ok(labels) => labels,
        Err(mistakes) => {
            let mistakes = mistakes.iter().map(|error| label_fault(error).text(language)).collect();
            return form_page(&site, language, &LabelForm { run, tags, note, mistakes });
        }
    };
    let saved = site.readers.write(move |store| match store.set_labels(run, &labels) {
        Err(StoreError::NoSuchRun(run)) => Err(Problem::no_run(run)),
        other => Ok(other?),
    });
    match saved.await {
        Ok(()) => Redirect::to(&format!("/runs/{run}")).into_response(),
        Err(found) => problem(language, &found),
    }
}

fn form_page(site: &Site, language: Language, form: &LabelForm) -> Response {
    let run = form.run;
    let content = html! {
        h1 { (text::labels_of(language, &run.to_string())) }
        @if !form.mistakes.is_empty() {
            div.refused role="alert" {
                p { (text::nothing_stored(language)) }
                ul { @for line in &form.mistakes { li { (line) } } }
            }
        }
        form.edit action=(address(run)) method="post" {
            input type="hidden" name=(CODE_FIELD) value=(site.access.form_code());
            label { (text::tags_field(language, TAGS_MAX as u64))
                input type="text" name="tags" value=(form.tags) autocomplete="off" spellcheck="false";
            }
            label { (text::note_field(language, NOTE_CHARS_MAX as u64))
                textarea name="note" rows="6" { (form.note) }
            }
            p.actions {
                button type="submit" { (text::save(language)) }
                a href=(format!("/runs/{run}")) { (text::cancel(language)) }
            }
        }
    };
    super::page(language, text::labels(language), &content)
}

fn address(run: RunId) -> String {
    format!("/runs/{run}/labels")
}

/// The tags and the note as a part of the page of their run, with a link to the form.
pub(crate) fn section(language: Language, run: RunId, labels: &Labels) -> Markup {
    html! {
        section.labels aria-label=(text::labels(language)) {
            @for tag in &labels.tags { a.tag href=(crate::query::of_tag(tag)) { (tag) } " " }
            a.edit href=(address(run)) { @if *labels == Labels::default() { (text::add_labels(language)) } @else { (text::edit_labels(language)) } }
            @if !labels.note.is_empty() { p.written { (labels.note) } }
        }
    }
}
