//! News of searches as a stream: whole snapshots, so that one that is lost is no loss.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Query, State as Shared};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::error::{Answer, Refused};
use crate::options::State;

/// Time between two looks: ten pieces of news a second are as many as anybody sees.
const TICK: Duration = Duration::from_millis(100);
/// Time after which a browser asks again, in case the stream was cut.
const AGAIN: Duration = Duration::from_secs(2);
/// Searches in one stream.
const FOLLOWED: usize = 64;

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    jobs: String,
}

pub(crate) async fn events(
    Shared(state): Shared<State>,
    Query(wanted): Query<Wanted>,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let full = |_| Refused::new(StatusCode::SERVICE_UNAVAILABLE, "queue-full", "too many streams");
    let permit = state.streams.clone().try_acquire_owned().map_err(full)?;
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(8);
    tokio::spawn(async move {
        let _permit = permit;
        tell(&state, &wanted.jobs, &sender).await;
    });
    let keep = KeepAlive::new().interval(Duration::from_secs(15)).text("keep-alive");
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(keep))
}

/// Sends what is new until all have ended, the browser has gone or the server stops.
async fn tell(state: &State, names: &str, sender: &mpsc::Sender<Result<Event, Infallible>>) {
    let mut open = Vec::new();
    let mut closing = state.closing.clone();
    for id in names.split(',').filter(|id| !id.is_empty()).take(FOLLOWED) {
        match state.jobs.find(id) {
            Some(job) => open.push(job.follow()),
            None => {
                // The id comes from the address: only what an id may be goes back.
                let id: String = id.chars().filter(char::is_ascii_alphanumeric).take(22).collect();
                let event = Event::default().event("gone").data(format!("{{\"id\":\"{id}\"}}"));
                if sender.send(Ok(event)).await.is_err() {
                    return;
                }
            }
        }
    }
    loop {
        let mut left = Vec::with_capacity(open.len());
        for mut news in open {
            // A sender that is gone means a search that was removed.
            let (changed, gone) = match news.has_changed() {
                Ok(changed) => (changed, false),
                Err(_) => (true, true),
            };
            let snapshot = news.borrow_and_update().clone();
            let over = snapshot.state.is_over();
            if changed {
                let name = if over { "done" } else { "job" };
                let Ok(event) = Event::default()
                    .event(name)
                    .retry(AGAIN)
                    .id(snapshot.seq.to_string())
                    .json_data(&snapshot)
                else {
                    return;
                };
                if sender.send(Ok(event)).await.is_err() {
                    return;
                }
            }
            if !over && !gone {
                left.push(news);
            }
        }
        open = left;
        if open.is_empty() || *closing.borrow_and_update() {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            () = sender.closed() => return,
        }
    }
}
