//! Storages with prices: what an operation within the latency limit costs on each.

use crate::pages::problem;
use crate::routes::Site;
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use session::prices::{self, PriceList};

/// The page. The file is read again for each, so that a changed price shows.
pub(crate) async fn page(State(site): State<Site>) -> Response {
    let Some(file) = site.prices else {
        let line = "no prices are known; --prices FILE.toml names them";
        return problem(false, &crate::problem::Problem::missing(line.to_owned()));
    };
    let content = site.readers.read(move |store| {
        let list = prices::read(&file)?;
        let lines = store.map(|store| prices::priced(store, &list)).transpose()?.unwrap_or_default();
        let measured: Vec<&str> = lines.iter().map(|line| &*line.name).collect();
        let missing = unmeasured(&list, &measured);
        Ok(html! {
            h1 { "Storages with prices" }
            p.hint { "The newest check of each storage and profile. The load line is the highest load within the latency limit; its price tells what a usable operation costs." }
            (missing)
            (report::price_tables(lines, &list.unit))
        })
    });
    match content.await {
        Ok(content) => super::page("Prices", &content),
        Err(found) => problem(false, &found),
    }
}

/// The storages that have a price and no finished check.
fn unmeasured(list: &PriceList, measured: &[&str]) -> Markup {
    let missing = || list.storage.iter().filter(|one| !measured.contains(&&*one.name));
    html! {
        @if missing().next().is_some() {
            p.hint { "Without a finished check:" @for one in missing() { " " (one.name) " (" (one.target) ")." } }
        }
    }
}
