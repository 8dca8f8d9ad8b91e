//! Who may ask. The server listens on this machine alone, but a browser on this machine also shows pages
//! of strangers, and those must not reach it.
//!
//! | threat | answer |
//! |---|---|
//! | a name of theirs that leads here (rebinding) | `Host` must be ours, on every path |
//! | a request from their page | no CORS header ever; what changes something needs `Sec-Fetch-Site: same-origin` or our `Origin`, a content type that no form can send, and a header of our own |
//! | script in a text | a strict policy; the page builds text nodes only |
//! | another machine | a token, unless the address is a loopback one |

use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refused;
use crate::options::{Options, State};

/// The policy of every answer.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// The cookie with the token, and the one that tells whose a search is.
const KEY: &str = "phidelta-key";
const OWNER: &str = "phidelta-owner";

/// What is checked.
#[derive(Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    token: Option<String>,
}

impl Guard {
    pub(crate) fn new(options: &Options) -> Guard {
        let mut hosts = Vec::new();
        for address in &options.listen {
            let port = address.port();
            let mut names = vec!["localhost".to_string(), "127.0.0.1".into(), "[::1]".into()];
            if !address.ip().is_loopback() && !address.ip().is_unspecified() {
                names.push(if address.is_ipv6() {
                    format!("[{}]", address.ip())
                } else {
                    address.ip().to_string()
                });
            }
            names.extend(options.hosts.iter().cloned());
            for name in names {
                hosts.push(format!("{name}:{port}").to_ascii_lowercase());
                // The usual port is not written.
                if port == 80 {
                    hosts.push(name.to_ascii_lowercase());
                }
            }
        }
        // Behind a proxy the port is that of the proxy, which may be the usual one.
        hosts.extend(options.hosts.iter().map(|name| name.to_ascii_lowercase()));
        Guard { hosts, token: options.token.clone() }
    }

    /// What is wrong with a request, if anything.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Refused> {
        let host = text(headers, &header::HOST).to_ascii_lowercase();
        if !self.hosts.contains(&host) {
            return Some(Refused::new(StatusCode::MISDIRECTED_REQUEST, "bad-host", "this is not my name"));
        }
        if !matches!(*method, Method::GET | Method::HEAD | Method::POST | Method::DELETE) {
            return Some(Refused::new(StatusCode::METHOD_NOT_ALLOWED, "bad-request", "not this method"));
        }
        let refused = |message: &str| Some(Refused::new(StatusCode::FORBIDDEN, "forbidden", message));
        let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
        let reads = matches!(*method, Method::GET | Method::HEAD);
        if reads {
            // A link from elsewhere may open the page, nothing else.
            let page =
                uri.path() == "/" && text(headers, &HeaderName::from_static("sec-fetch-mode")) == "navigate";
            if (site == "cross-site" || site == "same-site") && !page {
                return refused("not for pages of others");
            }
        } else {
            let origin = text(headers, &header::ORIGIN);
            let ours = match site {
                "same-origin" => true,
                "" => {
                    let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                    name.is_some_and(|name| name.eq_ignore_ascii_case(&host))
                }
                _ => false,
            };
            if !ours {
                return refused("only my own page may ask for this");
            }
            if text(headers, &HeaderName::from_static("x-phidelta")) != "1" {
                return refused("the header X-Phidelta is missing");
            }
            let kind = text(headers, &header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim();
            if *method == Method::POST && !matches!(kind, "application/json" | "application/octet-stream") {
                return Some(Refused::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "bad-request",
                    "expected JSON",
                ));
            }
        }
        None
    }

    /// Whether the token is known, and where to go if it was in the address.
    fn token(&self, uri: &Uri, headers: &HeaderMap) -> Result<Option<Response>, Refused> {
        let Some(token) = &self.token else { return Ok(None) };
        if cookie(headers, KEY).is_some_and(|given| same(given, token)) {
            return Ok(None);
        }
        let given = uri.query().and_then(|query| query.split('&').find_map(|part| part.strip_prefix("key=")));
        if uri.path() == "/" && given.is_some_and(|given| same(given, token)) {
            let cookie = format!("{KEY}={token}; HttpOnly; SameSite=Strict; Path=/");
            let mut answer = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
            // A token is letters and numbers.
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                answer.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            return Ok(Some(answer));
        }
        Err(Refused::new(StatusCode::UNAUTHORIZED, "forbidden", "open the address that the server printed"))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Compares without telling by the time it takes how much is right.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// Whose request it is; empty for those who have not opened the page.
#[derive(Clone, Debug)]
pub(crate) struct Owner(pub(crate) String);

/// Stands before every path.
pub(crate) async fn guard(Shared(state): Shared<State>, mut request: Request, next: Next) -> Response {
    let checked = state.guard.check(request.method(), request.uri(), request.headers());
    let mut answer = match checked {
        Some(refused) => refused.into_response(),
        None => match state.guard.token(request.uri(), request.headers()) {
            Err(refused) => refused.into_response(),
            Ok(Some(redirect)) => redirect,
            Ok(None) => {
                let known = cookie(request.headers(), OWNER).filter(|id| id.len() == 22).map(str::to_string);
                let opens = request.uri().path() == "/" && known.is_none();
                let owner = if opens { Some(crate::jobs::random_id()) } else { known };
                request.extensions_mut().insert(Owner(owner.clone().unwrap_or_default()));
                let own = owner.as_deref().unwrap_or_default();
                let asks = state.options.public && request.uri().path().starts_with("/api/");
                let mut answer = if asks && !state.rate.admits(own) {
                    Refused::new(StatusCode::TOO_MANY_REQUESTS, "rate", "too many requests").into_response()
                } else {
                    next.run(request).await
                };
                if let Some(Ok(cookie)) = owner.filter(|_| opens).map(|owner| {
                    HeaderValue::from_str(&format!("{OWNER}={owner}; HttpOnly; SameSite=Strict; Path=/"))
                }) {
                    answer.headers_mut().append(header::SET_COOKIE, cookie);
                }
                answer
            }
        },
    };
    let headers = answer.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}
