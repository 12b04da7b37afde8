//! The login page: takes the token once and sets a cookie for the browser.

use crate::language::PageLanguage;
use crate::routes::Site;
use axum::Form;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;
use report::{Language, site as text};
use std::collections::HashMap;

pub(crate) async fn page(PageLanguage(language): PageLanguage) -> Response {
    form(language, false)
}

/// Reads the token from the body, so that it is in no log of addresses.
pub(crate) async fn enter(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let token = fields.get("token").map(|token| token.trim()).unwrap_or_default();
    if site.access.accepts(token) {
        ([(header::SET_COOKIE, site.access.cookie())], Redirect::to("/")).into_response()
    } else {
        (StatusCode::UNAUTHORIZED, form(language, true)).into_response()
    }
}

fn form(language: Language, refused: bool) -> Response {
    let content = html! {
        h1 { (text::log_in(language)) }
        @if refused { p.refused role="alert" { (text::wrong_token(language)) } }
        form.filter action="/login" method="post" {
            label { (text::token(language)) input type="password" name="token" autocomplete="current-password" required; }
            button type="submit" { (text::log_in(language)) }
        }
    };
    super::page(language, text::log_in(language), &content)
}
