//! A server without sockets, and requests as the page sends them.
#![allow(dead_code, reason = "not every test file uses all of it")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use phidelta_web::Options;
use phidelta_web::testing::{State, router};
use serde_json::{Value, json};
use tokio::sync::watch;
use tower::ServiceExt;

/// The name under which the page asks.
pub(crate) const HOST: &str = "127.0.0.1:7878";
/// A mate in three.
pub(crate) const MATE_IN_3: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

/// A server, and the owner it knows us by.
pub(crate) struct Client {
    pub(crate) app: Router,
    pub(crate) owner: String,
    _close: watch::Sender<bool>,
}

pub(crate) fn options() -> Options {
    Options { listen: vec![SocketAddr::from(([127, 0, 0, 1], 7878))], jobs: 1, ..Options::default() }
}

impl Client {
    pub(crate) fn new() -> Client {
        Client::with(options())
    }

    pub(crate) fn with(options: Options) -> Client {
        let (close, closing) = watch::channel(false);
        let app = router(State::new(options, closing));
        Client { app, owner: "o".repeat(22), _close: close }
    }

    /// The same server seen by somebody else.
    pub(crate) fn other(&self, owner: &str) -> Client {
        Client { app: self.app.clone(), owner: owner.into(), _close: watch::channel(false).0 }
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: Body) -> Request<Body> {
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, HOST)
            .header("sec-fetch-site", "same-origin")
            .header("x-phidelta", "1")
            .header(header::COOKIE, format!("phidelta-owner={}", self.owner))
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> (StatusCode, header::HeaderMap, Vec<u8>) {
        let answer = self.app.clone().oneshot(request).await.unwrap();
        let (head, body) = answer.into_parts();
        (head.status, head.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
        let (status, _, bytes) = self.send(self.request(method, path, body)).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.call("GET", path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {value}");
        value
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call("POST", path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {value}");
        value
    }

    /// Starts a search; its id.
    pub(crate) async fn start(&self, request: Value) -> String {
        let job = self.post("/api/jobs", request).await;
        job["id"].as_str().unwrap().to_string()
    }

    /// Waits until a search is in one of some states.
    pub(crate) async fn until(&self, id: &str, states: &[&str]) -> Value {
        let start = Instant::now();
        loop {
            let job = self.get(&format!("/api/jobs/{id}")).await;
            if states.contains(&job["state"].as_str().unwrap()) {
                return job;
            }
            assert!(start.elapsed() < Duration::from_secs(300), "{job}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Solves a position to its end.
    pub(crate) async fn solved(&self, game: &str, position: &str) -> (String, Value) {
        let id = self.start(json!({"kind": "solve", "game": game, "position": position, "certify": true, "memory": 16 << 20})).await;
        let job = self.until(&id, &["done", "failed", "stopped"]).await;
        (id, job)
    }
}
