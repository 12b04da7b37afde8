//! Captured loads of a folder: the list, and each as `plimsoll capture show --html` writes it.

use crate::pages::problem;
use crate::problem::{Problem, RequestError};
use crate::query::PageLanguage;
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use report::{Language, site as text};
use session::capture_load::{ListedCapture, characterised, listed};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

const CAPTURES_MAX: usize = 200;
/// The number of cached pages, so that a large capture is read once.
const PAGES_MAX: usize = 8;

#[derive(Debug)]
struct CachedPage {
    file: String,
    /// The size of its file: a capture in progress grows.
    bytes: u64,
    language: Language,
    page: Arc<str>,
}

#[derive(Clone, Debug)]
pub(crate) struct Captures {
    folder: PathBuf,
    pages: Arc<Mutex<VecDeque<CachedPage>>>,
}

impl Captures {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, pages: Arc::default() }
    }

    /// Returns the page of a capture. Concurrent requests wait for each other.
    fn page(&self, language: Language, name: &str) -> Result<Arc<str>, Problem> {
        let all = listed(&self.folder, CAPTURES_MAX)?;
        let missing = || Problem::missing(RequestError::NoCapture(name.to_owned()));
        let capture = all.iter().find(|capture| capture.name == name).ok_or_else(missing)?;
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |cached: &&CachedPage| {
            (&*cached.file, cached.bytes, cached.language) == (name, capture.bytes, language)
        };
        if let Some(cached) = pages.iter().find(is_same) {
            return Ok(Arc::clone(&cached.page));
        }
        let links = [
            ("/".to_owned(), text::all_runs(language).to_owned()),
            ("/captures".to_owned(), text::all_captures(language).to_owned()),
        ];
        let load = characterised(&self.folder.join(&capture.name), None)?.load;
        let page: Arc<str> = report::capture::html_in_site(&load, language, &links).into();
        pages.push_front(CachedPage {
            file: name.to_owned(),
            bytes: capture.bytes,
            language,
            page: Arc::clone(&page),
        });
        pages.truncate(PAGES_MAX);
        Ok(page)
    }
}

pub(crate) async fn list(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
) -> Response {
    let Some(captures) = site.captures else { return captures_off(language) };
    match blocking(move || Ok(listed(&captures.folder, CAPTURES_MAX)?)).await {
        Ok(list) => super::page(language, text::captures(language), &content(language, &list)),
        Err(found) => problem(language, &found),
    }
}

pub(crate) async fn capture(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(name): Path<String>,
) -> Response {
    let Some(captures) = site.captures else { return captures_off(language) };
    match blocking(move || captures.page(language, &name)).await {
        Ok(page) => {
            let policy = format!("{}; frame-ancestors 'none'", report::capture::POLICY);
            ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page.to_string())).into_response()
        }
        Err(found) => problem(language, &found),
    }
}

fn captures_off(language: Language) -> Response {
    problem(language, &Problem::missing(RequestError::CapturesOff))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
}

fn content(language: Language, list: &[ListedCapture]) -> Markup {
    html! {
        h1 { (text::captured_loads(language)) }
        @if list.is_empty() {
            p.hint { (text::no_captures(language)) }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(text::captures_newest(language)) {
                table.runs {
                    caption { span { (text::captures_newest(language)) } }
                    thead { tr {
                        th scope="col" { (text::file(language)) }
                        th scope="col" { (text::started(language)) }
                        th scope="col" { (text::host(language)) }
                        th scope="col" { (text::device(language)) }
                        th scope="col" { (text::size(language)) }
                    } }
                    tbody { @for capture in list { (line(language, capture)) } }
                }
            }
        }
    }
}

fn line(language: Language, capture: &ListedCapture) -> Markup {
    let started = capture.header.started.map(|time| language.moment_short(time.clock_s()));
    let name: String = form_urlencoded::byte_serialize(capture.name.as_bytes()).collect();
    html! {
        tr {
            th scope="row" { a href=(format!("/captures/{}", name.replace('+', "%20"))) { (capture.name) } }
            td { (started.as_deref().unwrap_or("-")) }
            td.words { (capture.header.host) }
            td.words { (capture.header.device) }
            td { (language.bytes(capture.bytes)) }
        }
    }
}
