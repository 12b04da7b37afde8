//! The tags and the note of a run: a form that shows them, and what it sends.

use crate::api::nothing;
use crate::pages::problem;
use crate::problem::Problem;
use crate::routes::Site;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use session::{failure::Failure, recorder};
use std::collections::HashMap;
use store::{Labels, NOTE_CHARS_MAX, RunId, StoreError, TAGS_MAX};

/// The field that shows that a form comes from a page of this process.
pub(crate) const CODE_FIELD: &str = "code";

/// What the form shows: as it is stored, or as it was sent and refused.
struct LabelForm {
    run: RunId,
    tags: String,
    note: String,
    mistakes: Vec<String>,
}

/// The form.
pub(crate) async fn page(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let form = site.readers.read(move |store| {
        let store = store.ok_or_else(nothing)?;
        let run = recorder::find(store, &name)?;
        let Labels { tags, note } = store.labels(run)?;
        let tags = tags.into_iter().collect::<Vec<_>>().join(" ");
        Ok(LabelForm { run, tags, note, mistakes: Vec::new() })
    });
    match form.await {
        Ok(form) => shown(&site, &form),
        Err(found) => problem(false, &found),
    }
}

/// Stores what the form sent.
pub(crate) async fn save(
    State(site): State<Site>,
    Path(name): Path<String>,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    if !site.access.accepts_form(&field(CODE_FIELD)) {
        let line = "the form is older than this server; open the page again, then send it";
        return problem(false, &Problem::forbidden(line.to_owned()));
    }
    let Ok(run) = name.parse::<RunId>() else {
        return problem(false, &Problem::missing(format!("there is no run {name}")));
    };
    let (tags, note) = (field("tags"), field("note"));
    let labels = match Labels::read(&tags, &note) {
        Ok(labels) => labels,
        Err(mistakes) => {
            let mistakes = mistakes.iter().map(ToString::to_string).collect();
            return shown(&site, &LabelForm { run, tags, note, mistakes });
        }
    };
    let saved = site.readers.write(move |store| match store.set_labels(run, &labels) {
        Err(error @ StoreError::NoSuchRun(_)) => Err(Failure::wrong(error).into()),
        other => Ok(other?),
    });
    match saved.await {
        Ok(()) => Redirect::to(&format!("/runs/{run}")).into_response(),
        Err(found) => problem(false, &found),
    }
}

fn shown(site: &Site, form: &LabelForm) -> Response {
    let run = form.run;
    let content = html! {
        h1 { "Tags and note of run " (run) }
        @if !form.mistakes.is_empty() {
            div.refused role="alert" {
                p { "Nothing was stored:" }
                ul { @for line in &form.mistakes { li { (line) } } }
            }
        }
        form.edit action=(address(run)) method="post" {
            input type="hidden" name=(CODE_FIELD) value=(site.access.form_code());
            label { "Tags, at most " (TAGS_MAX) ", with blanks between them"
                input type="text" name="tags" value=(form.tags) autocomplete="off" spellcheck="false";
            }
            label { "Note, at most " (NOTE_CHARS_MAX) " characters"
                textarea name="note" rows="6" { (form.note) }
            }
            p.actions {
                button type="submit" { "Save" }
                a href=(format!("/runs/{run}")) { "Cancel" }
            }
        }
    };
    super::page("Tags and note", &content)
}

fn address(run: RunId) -> String {
    format!("/runs/{run}/labels")
}

/// The tags and the note as a part of the page of their run, with the way to the form.
pub(crate) fn section(run: RunId, labels: &Labels) -> Markup {
    html! {
        section.labels aria-label="Tags and note" {
            @for tag in &labels.tags { a.tag href=(crate::query::of_tag(tag)) { (tag) } " " }
            a.edit href=(address(run)) { @if *labels == Labels::default() { "Add tags or a note" } @else { "Edit tags and note" } }
            @if !labels.note.is_empty() { p.written { (labels.note) } }
        }
    }
}
