//! Refusals: a status, a code that the page has words for, a message with its place.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use phidelta_desk::InputError;
use serde_json::json;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    code: &'static str,
    message: String,
    place: Option<(Option<usize>, Option<usize>, Option<String>)>,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refused {
        Refused { status, code, message: message.into(), place: None }
    }

    /// What was sent makes no sense.
    pub(crate) fn bad(message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// There is no such thing.
    pub(crate) fn missing() -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "not-found", "no such thing here")
    }

    /// A text that is no position.
    pub(crate) fn position(error: &InputError) -> Refused {
        Refused {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            code: "bad-position",
            message: error.message.clone(),
            place: Some((error.line, error.column, error.marked.clone())),
        }
    }
}

impl Refused {
    /// The refusal as the page reads it.
    pub(crate) fn json(self) -> serde_json::Value {
        let (line, column, marked) = self.place.unwrap_or_default();
        json!({"code": self.code, "message": self.message, "line": line, "column": column, "marked": marked})
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut answer = (status, axum::Json(json!({"error": self.json()}))).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            answer.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        answer
    }
}

/// An answer or a refusal.
pub(crate) type Answer<T = Response> = Result<T, Refused>;
