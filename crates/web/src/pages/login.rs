//! The login page: takes the token once, gives the browser a cookie for it.

use crate::routes::Site;
use axum::Form;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;
use std::collections::HashMap;

/// The form.
pub(crate) async fn page() -> Response {
    form(false)
}

/// Takes the token. It is in the body, so that no log of addresses has it.
pub(crate) async fn enter(
    State(site): State<Site>,
    Form(fields): Form<HashMap<String, String>>,
) -> Response {
    let token = fields.get("token").map(|token| token.trim()).unwrap_or_default();
    match site.access.accepts(token) {
        true => ([(header::SET_COOKIE, site.access.cookie())], Redirect::to("/")).into_response(),
        false => (StatusCode::UNAUTHORIZED, form(true)).into_response(),
    }
}

fn form(refused: bool) -> Response {
    let content = html! {
        h1 { "Log in" }
        @if refused { p.refused role="alert" { "That is not the token. It stands in the file that plimsoll serve was given with --token-file." } }
        form.filter action="/login" method="post" {
            label { "Token" input type="password" name="token" autocomplete="current-password" required; }
            button type="submit" { "Log in" }
        }
    };
    super::page("Log in", &content)
}
