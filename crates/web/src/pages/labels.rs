//! The tags and the note of a run: the form that shows them, and its submission.

use crate::api::nothing;
use crate::language::PageLanguage;
use crate::pages::problem;
use crate::problem::{Problem, RequestError};
use crate::routes::Site;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use report::{Language, site as text};
use session::store_failure::label_fault;
use session::stored;
use std::collections::HashMap;
use store::{Labels, NOTE_CHARS_MAX, RunId, StoreError, TAGS_MAX};

/// The form field that proves that a form comes from a page of this process.
pub(crate) const CODE_FIELD: &str = "code";

/// The content of the form: as stored, or as sent and refused.
struct LabelForm {
    run: RunId,
    tags: String,
    note: String,
    mistakes: Vec<String>,
}

pub(crate) async fn page(
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
