//! The pages for people, as HTML that works without JavaScript.

pub(crate) mod captures;
pub(crate) mod live;
pub(crate) mod run;
pub(crate) mod runs;
pub(crate) mod start;

use crate::problem::Problem;
use crate::query::PageLanguage;
use crate::routes::Site;
use axum::Form;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::{DOCTYPE, Markup, html};
use report::html::{LOOK, brand};
use report::{Language, site as text};
use std::collections::HashMap;

/// The styles that the site needs beyond those of the report.
const SITE_LOOK: &str = include_str!("pages/site.css");

pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], format!("{LOOK}{SITE_LOOK}"))
        .into_response()
}

pub(crate) async fn icon() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], include_str!("pages/icon.svg")).into_response()
}

/// Wraps content in a page of the site.
pub(crate) fn page(language: Language, title: &str, content: &Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - Plimsoll" }
                link rel="stylesheet" href="/style.css";
                link rel="icon" type="image/svg+xml" href="/icon.svg";
            }
            body {
                a.skip href="#main" { (text::skip(language)) }
                header.masthead {
                    a.brand href="/" { (brand()) }
                    nav aria-label=(text::site(language)) {
                        a href="/" { (text::runs(language)) }
                        a href="/api/v1/openapi.json" { "API" }
                    }
                }
                main #main { (content) }
            }
        }
    };
    Html(base::shown::escaped(&page.into_string()).into_owned()).into_response()
}

/// The page for a request that cannot be answered.
pub(crate) fn problem(language: Language, problem: &Problem) -> Response {
    let content = html! {
        h1 { (text::no_answer(language)) }
        ul { @for line in &problem.lines(language) { li { (line) } } }
        p { a href="/" { (text::all_runs(language)) } }
    };
    (problem.status, page(language, text::no_answer(language), &content)).into_response()
}

pub(crate) async fn login(PageLanguage(language): PageLanguage) -> Response {
    login_form(language, false)
}

/// Reads the token from the body, so that it is in no log of addresses.
pub(crate) async fn log_in(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let token = fields.get("token").map(|token| token.trim()).unwrap_or_default();
    if site.access.accepts(token) {
        ([(header::SET_COOKIE, site.access.cookie())], Redirect::to("/")).into_response()
    } else {
        (StatusCode::UNAUTHORIZED, login_form(language, true)).into_response()
    }
}

fn login_form(language: Language, refused: bool) -> Response {
    let content = html! {
        h1 { (text::log_in(language)) }
        @if refused { p.refused role="alert" { (text::wrong_token(language)) } }
        form.filter action="/login" method="post" {
            label { (text::token(language)) input type="password" name="token" autocomplete="current-password" required; }
            button type="submit" { (text::log_in(language)) }
        }
    };
    page(language, text::log_in(language), &content)
}
