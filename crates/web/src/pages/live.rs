//! A run in progress: its page, and its changes as server-sent events.

use crate::api::refusal;
use crate::problem::{Problem, RequestError};
use crate::query::PageLanguage;
use crate::readers::Readers;
use crate::routes::Site;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use report::Language;
use report::html::{LIVE_INTERVALS, live_event};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

const LOOK: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
pub(crate) enum Figures {
    Unknown,
    /// A document for the page.
    Now(Arc<str>),
    /// The run has ended, or can no longer be read.
    Ended,
}

/// The senders of a run's figures, by run and language.
type Senders = HashMap<(i64, Language), watch::Sender<Figures>>;

/// However many clients follow a run, its committed intervals are read once each second for each language.
#[derive(Clone, Debug)]
pub(crate) struct Followers {
    readers: Readers,
    senders: Arc<Mutex<Senders>>,
}

impl Followers {
    pub(crate) fn new(readers: Readers) -> Self {
        Self { readers, senders: Arc::default() }
    }

    /// Follows a run in a language. The first figures come at once if others already follow it.
    pub(crate) fn follow(&self, run: RunId, language: Language) -> watch::Receiver<Figures> {
        let mut senders = self.senders();
        if let Some(sender) = senders.get(&(run.0, language)) {
            let mut receiver = sender.subscribe();
            receiver.mark_changed();
            return receiver;
        }
        let (sender, receiver) = watch::channel(Figures::Unknown);
        senders.insert((run.0, language), sender.clone());
        tokio::spawn(self.clone().look(run, language, sender));
        receiver
    }

    /// Reads a run each second until it has ended or nobody follows it.
    async fn look(self, run: RunId, language: Language, sender: watch::Sender<Figures>) {
        loop {
            let figures = self.figures(run, language).await.unwrap_or(Figures::Ended);
            let has_ended = matches!(figures, Figures::Ended);
            // The lock prevents new followers between the last read and the removal.
            let mut senders = self.senders();
            sender.send_if_modified(|last| {
                let is_new = figures.differ(last);
                *last = figures;
                is_new
            });
            if has_ended || sender.receiver_count() == 0 {
                senders.remove(&(run.0, language));
                return;
            }
            drop(senders);
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn figures(&self, run: RunId, language: Language) -> Result<Figures, Problem> {
        let live = self.readers.read(move |store| {
            let live = store.map(|store| store.follow(run, LIVE_INTERVALS)).transpose()?;
            Ok(live.flatten().map(|live| live_event(language, &live, session::now_unix_s())))
        });
        Ok(live.await?.map_or(Figures::Ended, |text| Figures::Now(text.into())))
    }

    fn senders(&self) -> MutexGuard<'_, Senders> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Figures {
    fn differ(&self, last: &Self) -> bool {
        match (self, last) {
            (Self::Now(now), Self::Now(last)) => now != last,
            _ => true,
        }
    }
}
