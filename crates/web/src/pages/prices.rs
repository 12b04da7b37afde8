//! Storages with prices: the cost of an operation within the latency limit on each.

use crate::language::PageLanguage;
use crate::pages::problem;
use crate::problem::{Problem, RequestError};
use crate::routes::Site;
use axum::extract::State;
use axum::response::Response;
use maud::html;
use report::site as text;
use session::prices;

/// The page. The file is read for each request, so that a changed price is shown.
pub(crate) async fn page(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
) -> Response {
    let Some(file) = site.prices else {
        return problem(language, &Problem::missing(RequestError::PricesOff));
    };
    let content = site.readers.read(move |store| {
        let list = prices::read(&file)?;
        let lines =
            store.map(|store| prices::priced(store, &list)).transpose()?.unwrap_or_default();
        let missing = prices::unmeasured(&list, &lines);
        Ok(html! {
            h1 { (text::priced_storages(language)) }
            p.hint { (text::prices_text(language)) }
            @if !missing.is_empty() {
                p.hint { (text::without_check(language)) @for (name, target) in missing { " " (name) " (" (target) ")." } }
            }
            (report::price_tables(language, lines, &list.unit))
        })
    });
    match content.await {
        Ok(content) => super::page(language, text::prices(language), &content),
        Err(found) => problem(language, &found),
    }
}
