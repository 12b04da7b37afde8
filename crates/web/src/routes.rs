//! Every address of the site, and what applies to all of them: access, limits, and security headers.

use crate::access::{Access, is_own_form};
use crate::pages::captures::Captures;
use crate::pages::live::Followers;
use crate::pages::start::Starter;
use crate::problem::{Problem, RequestError};
use crate::query::{PageLanguage, language};
use crate::readers::Readers;
use crate::server::SiteConfig;
use crate::{api, pages};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use report::Language;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::timeout::TimeoutLayer;

/// The largest body of a request: that of a form.
const BODY_BYTES_MAX: usize = 16 << 10;
const ADDRESS_BYTES_MAX: usize = 4 << 10;
const BODY_TIMEOUT: Duration = Duration::from_secs(3);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum number of concurrent requests; others wait.
const REQUESTS_MAX: usize = 32;
/// The content security policy of the pages of the site; the page of a run has its own policy.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Browsers use TLS only for this site, for a year from each answer (RFC 6797).
const TLS_FOR_A_YEAR: &str = "max-age=31536000";
/// Addresses that need no token.
const OPEN: [&str; 3] = ["/login", "/style.css", "/icon.svg"];

const METRICS: &str = "/metrics";

/// The shared state from which every answer is made.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) access: Arc<Access>,
    pub(crate) readers: Readers,
    pub(crate) followers: Followers,
    pub(crate) seats: Arc<Semaphore>,
    pub(crate) captures: Option<Captures>,
    /// The language of all pages; none: the language that each browser requests.
    pub(crate) language: Option<Language>,
    pub(crate) starter: Option<Starter>,
}

pub(crate) fn routes(access: Access, config: &SiteConfig) -> Router {
    let readers = Readers::new(config.store.clone());
    let followers = Followers::new(readers.clone());
    let starter = config.start.clone().map(|start| Starter::new(start, config.store.clone()));
    let site = Site {
        access: Arc::new(access),
        readers,
        followers,
        seats: pages::live::seats(),
        captures: config.captures.clone().map(Captures::new),
        language: config.language,
        starter,
    };
    Router::new()
        .route("/", get(pages::runs::page))
        .route("/runs/{run}", get(pages::run::page))
        .route("/runs/{run}/report", get(pages::run::report))
        .route("/runs/{run}/events", get(pages::live::events))
        .route("/runs/{run}/labels", get(pages::run::labels).post(pages::run::save))
        .route("/compare", get(pages::runs::comparison))
        .route("/history", get(pages::runs::history))
        .route("/captures", get(pages::captures::list))
        .route("/captures/{name}", get(pages::captures::capture))
        .route("/start", get(pages::start::page).post(pages::start::start))
        .route("/login", get(pages::login).post(pages::log_in))
        .route("/style.css", get(pages::style))
        .route("/icon.svg", get(pages::icon))
        .route("/api/v1/runs", get(api::runs))
        .route("/api/v1/runs/{run}", get(api::run))
        .route("/api/v1/compare", get(api::compare))
        .route("/api/v1/openapi.json", get(api::openapi))
        .route(METRICS, get(api::metrics))
        .fallback(missing)
        .layer(GlobalConcurrencyLimitLayer::new(REQUESTS_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIMEOUT))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/") || path == METRICS
}

async fn missing(PageLanguage(language): PageLanguage, request: Request) -> Response {
    let path = request.uri().path();
    let problem = Problem::missing(RequestError::NoPage(path.to_owned()));
    answer_problem(language, path, &problem)
}

/// The answer to a request with errors: a document for programs, otherwise a page.
fn answer_problem(language: Language, path: &str, problem: &Problem) -> Response {
    if is_api(path) { api::refusal(problem) } else { pages::problem(language, problem) }
}

/// Refuses requests without access, and sets the headers of every answer.
async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let address_bytes = request.uri().path_and_query().map_or(0, |all| all.as_str().len());
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let may_enter = OPEN.contains(&&*path) && site.access.needs_token();
    let language = language(request.headers(), site.language);
    let mut response = if address_bytes > ADDRESS_BYTES_MAX {
        let error = RequestError::LongAddress(ADDRESS_BYTES_MAX);
        answer_problem(language, &path, &Problem::wrong(vec![error]))
    } else if !may_enter && !site.access.permits(&request) {
        refusal(&site, language, &path)
    } else if !reads && !is_own_form(&request) {
        StatusCode::FORBIDDEN.into_response()
    } else {
        match with_body(request).await {
            Ok(request) => next.run(request).await,
            Err(status) => status.into_response(),
        }
    };
    let headers = response.headers_mut();
    let security_headers = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in security_headers {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = || HeaderValue::from_static(POLICY);
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(policy);
    if site.access.has_tls() {
        let strict = HeaderValue::from_static(TLS_FOR_A_YEAR);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, strict);
    }
    response
}

/// A request with its whole body: until then it takes no place among those that are answered.
async fn with_body(request: Request) -> Result<Request, StatusCode> {
    let (head, body) = request.into_parts();
    let body = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, BODY_BYTES_MAX)).await;
    let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    Ok(Request::from_parts(head, body.into()))
}

/// Redirects a browser to the login page; a program gets the reason.
fn refusal(site: &Site, language: Language, path: &str) -> Response {
    let needs_token = site.access.needs_token();
    if needs_token && !is_api(path) {
        return Redirect::to("/login").into_response();
    }
    let problem = if needs_token {
        Problem::of(StatusCode::UNAUTHORIZED, RequestError::TokenNeeded)
    } else {
        Problem::of(StatusCode::MISDIRECTED_REQUEST, RequestError::OtherMachine)
    };
    answer_problem(language, path, &problem)
}

#[cfg(test)]
mod tests;
