//! Refusals: a status, a code that the page has words for, a message with its place.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use phidelta_desk::session::Refusal;
use serde_json::json;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    why: Refusal,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refused {
        Refused { status, why: Refusal::new(code, message) }
    }

    /// What was sent makes no sense.
    pub(crate) fn bad(message: impl Into<String>) -> Refused {
        Refusal::bad(message).into()
    }

    /// There is no such thing.
    pub(crate) fn missing() -> Refused {
        Refusal::missing().into()
    }

    /// Something of ours has panicked.
    pub(crate) fn crashed(what: &str) -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", format!("{what} has crashed"))
    }
}

/// The desk says why, HTTP has a number for it.
impl From<Refusal> for Refused {
    fn from(why: Refusal) -> Refused {
        let status = match why.code {
            "not-found" => StatusCode::NOT_FOUND,
            "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
            "bad-position" | "bad-certificate" => StatusCode::UNPROCESSABLE_ENTITY,
            "failed" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Refused { status, why }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut answer = (status, axum::Json(json!({"error": self.why}))).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            answer.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        answer
    }
}

/// An answer or a refusal.
pub(crate) type Answer<T = Response> = Result<T, Refused>;
