//! A run in progress: its page, and its changes as server-sent events.

use crate::api::refusal;
use crate::followers::Figures;
use crate::language::PageLanguage;
use crate::problem::{Problem, RequestError};
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::RunId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

pub(crate) const FOLLOWERS_MAX: usize = 200;
/// The interval of the comments that keep an idle connection open, and its seat.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

struct Follower {
    figures: watch::Receiver<Figures>,
    has_ended: bool,
    _seat: OwnedSemaphorePermit,
}

/// The figures of a run each second, and finally the event that it has ended.
pub(crate) async fn events(
    State(site): State<Site>,
    PageLanguage(language): PageLanguage,
    Path(run): Path<String>,
) -> Response {
    let Ok(run) = run.parse::<RunId>() else {
        return refusal(&Problem::missing(RequestError::NoRun(run)));
    };
    let Ok(seat) = Arc::clone(&site.seats).try_acquire_owned() else {
        let full = RequestError::FollowersFull(FOLLOWERS_MAX);
        return refusal(&Problem::of(StatusCode::SERVICE_UNAVAILABLE, full));
    };
    let follower =
        Follower { figures: site.followers.follow(run, language), has_ended: false, _seat: seat };
    let events = stream::unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok::<_, Infallible>(event), follower))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

impl Follower {
    /// The next event; none after the last one.
    async fn next(&mut self) -> Option<Event> {
        while !self.has_ended {
            let gone = self.figures.changed().await.is_err();
            let figures = self.figures.borrow_and_update().clone();
            match figures {
                Figures::Now(text) if !gone => {
                    return Some(Event::default().event("figures").data(text));
                }
                Figures::Unknown if !gone => {}
                _ => {
                    self.has_ended = true;
                    return Some(Event::default().event("ended").data("ended"));
                }
            }
        }
        None
    }
}

pub(crate) fn seats() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(FOLLOWERS_MAX))
}
