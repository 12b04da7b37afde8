//! Captured loads of a folder: the list, and each as `plimsoll capture show --html` writes it.

use crate::pages::problem;
use crate::problem::Problem;
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use base::Bytes;
use maud::{Markup, html};
use session::capture_load::{ListedCapture, characterised, listed};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Captures on the page.
const CAPTURES_MAX: usize = 200;
/// Pages that are kept, so that a large capture is read once.
const PAGES_KEPT: usize = 8;
const NANOS: i64 = 1_000_000_000;

/// A page that was made: the name and the size of its file, and the page.
type KeptPage = (String, u64, Arc<str>);

/// The captures of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    folder: PathBuf,
    pages: Arc<Mutex<VecDeque<KeptPage>>>,
}

impl Captures {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, pages: Arc::default() }
    }

    /// The page of a capture. Those who ask for one at the same time wait for each other.
    fn page(&self, name: &str) -> Result<Arc<str>, Problem> {
        let all = listed(&self.folder, CAPTURES_MAX)?;
        let missing = || Problem::missing(format!("there is no capture {name}; see /captures"));
        let found = all.iter().find(|one| one.name == name).ok_or_else(missing)?;
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = pages.iter().find(|kept| kept.0 == name && kept.1 == found.bytes) {
            return Ok(Arc::clone(&kept.2));
        }
        let links = [
            ("/".to_owned(), "All runs".to_owned()),
            ("/captures".to_owned(), "All captures".to_owned()),
        ];
        let load = characterised(&self.folder.join(&found.name))?.load;
        let page: Arc<str> = report::capture::html_in_site(&load, &links).into();
        pages.push_front((name.to_owned(), found.bytes, Arc::clone(&page)));
        pages.truncate(PAGES_KEPT);
        Ok(page)
    }
}

/// The list.
pub(crate) async fn list(State(site): State<Site>) -> Response {
    let Some(captures) = site.captures else { return none() };
    match blocking(move || Ok(listed(&captures.folder, CAPTURES_MAX)?)).await {
        Ok(list) => super::page("Captures", &content(&list)),
        Err(found) => problem(false, &found),
    }
}

/// One capture.
pub(crate) async fn one(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let Some(captures) = site.captures else { return none() };
    match blocking(move || captures.page(&name)).await {
        Ok(page) => {
            let policy = format!("{}; frame-ancestors 'none'", report::capture::POLICY);
            ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page.to_string())).into_response()
        }
        Err(found) => problem(false, &found),
    }
}

fn none() -> Response {
    let line = "no captures are shown; --captures FOLDER names where they are";
    problem(false, &Problem::missing(line.to_owned()))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
}

fn content(list: &[ListedCapture]) -> Markup {
    html! {
        h1 { "Captured loads" }
        @if list.is_empty() {
            p.hint { "There is no capture in the folder. `plimsoll capture` makes one." }
        } @else {
            div.scroll tabindex="0" role="region" aria-label="Captures, newest first" {
                table.runs {
                    caption { span { "Captures, newest first" } }
                    thead { tr {
                        th scope="col" { "File" }
                        th scope="col" { "Started (UTC)" }
                        th scope="col" { "Host" }
                        th scope="col" { "Device" }
                        th scope="col" { "Size" }
                    } }
                    tbody { @for one in list { (line(one)) } }
                }
            }
        }
    }
}

fn line(one: &ListedCapture) -> Markup {
    let started = one.header.started_unix_ns.map(|ns| report::words::moment(ns.div_euclid(NANOS)));
    let name: String = form_urlencoded::byte_serialize(one.name.as_bytes()).collect();
    html! {
        tr {
            th scope="row" { a href=(format!("/captures/{}", name.replace('+', "%20"))) { (one.name) } }
            td { (started.as_deref().unwrap_or("-").trim_end_matches(" UTC")) }
            td.words { (one.header.host) }
            td.words { (one.header.device) }
            td { (Bytes(one.bytes)) }
        }
    }
}
