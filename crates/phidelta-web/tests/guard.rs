//! Who may ask, and the limits of connections.

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{StatusCode, header};
use common::{Client, HOST, options};
use phidelta_web::{Options, Server};
use serde_json::json;

#[tokio::test]
async fn every_answer_has_the_headers() {
    let client = Client::new();
    for path in ["/", "/main.js", "/none", "/api/about", "/api/none"] {
        let (_, headers, _) = client.send(client.request("GET", path, Body::empty())).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("require-trusted-types-for"),
            "{path}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert!(!headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test]
async fn the_host_must_be_ours_on_every_path() {
    let client = Client::new();
    for (host, status) in [
        ("evil.example", StatusCode::MISDIRECTED_REQUEST),
        ("127.0.0.1:7879", StatusCode::MISDIRECTED_REQUEST),
        ("127.0.0.1", StatusCode::MISDIRECTED_REQUEST),
        ("localhost:7878", StatusCode::OK),
        ("LOCALHOST:7878", StatusCode::OK),
        ("[::1]:7878", StatusCode::OK),
    ] {
        for path in ["/", "/style.css", "/api/about"] {
            let mut request = client.request("GET", path, Body::empty());
            request.headers_mut().insert(header::HOST, host.parse().unwrap());
            assert_eq!(client.send(request).await.0, status, "{host}{path}");
        }
    }
    let mut request = client.request("GET", "/", Body::empty());
    request.headers_mut().remove(header::HOST);
    assert_eq!(client.send(request).await.0, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn pages_of_others_change_nothing_and_read_nothing() {
    let client = Client::new();
    let body = || Body::from(json!({"text": "start", "game": "loa"}).to_string());
    let changes: [(&str, Option<&str>, StatusCode); 9] = [
        ("sec-fetch-site", Some("cross-site"), StatusCode::FORBIDDEN),
        ("sec-fetch-site", Some("same-site"), StatusCode::FORBIDDEN),
        ("sec-fetch-site", Some("none"), StatusCode::FORBIDDEN),
        ("sec-fetch-site", None, StatusCode::FORBIDDEN),
        ("x-phidelta", None, StatusCode::FORBIDDEN),
        ("x-phidelta", Some("2"), StatusCode::FORBIDDEN),
        ("content-type", Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("content-type", Some("multipart/form-data"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("content-type", None, StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ];
    for (name, value, status) in changes {
        let mut request = client.request("POST", "/api/position", body());
        request.headers_mut().remove(name);
        if let Some(value) = value {
            request.headers_mut().insert(axum::http::HeaderName::from_static(name), value.parse().unwrap());
        }
        assert_eq!(client.send(request).await.0, status, "{name}: {value:?}");
    }
    // Browsers that do not say where a request comes from say their origin.
    for (origin, status) in [
        (format!("http://{HOST}"), StatusCode::OK),
        ("http://evil.example".into(), StatusCode::FORBIDDEN),
        ("null".into(), StatusCode::FORBIDDEN),
    ] {
        let mut request = client.request("POST", "/api/position", body());
        request.headers_mut().remove("sec-fetch-site");
        request.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
        assert_eq!(client.send(request).await.0, status, "{origin}");
    }
    for (path, mode, status) in [
        ("/api/about", "cors", StatusCode::FORBIDDEN),
        ("/main.js", "no-cors", StatusCode::FORBIDDEN),
        ("/", "navigate", StatusCode::OK),
        ("/", "no-cors", StatusCode::FORBIDDEN),
    ] {
        let mut request = client.request("GET", path, Body::empty());
        request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
        request.headers_mut().insert("sec-fetch-mode", mode.parse().unwrap());
        assert_eq!(client.send(request).await.0, status, "{path} {mode}");
    }
    for method in ["PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT"] {
        let request = client.request(method, "/api/about", Body::empty());
        assert_eq!(client.send(request).await.0, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

#[tokio::test]
async fn a_token_opens_the_door_and_leaves_the_address() {
    let client = Client::with(Options { token: Some("abcdefghijklmnop".into()), ..options() });
    assert_eq!(client.call("GET", "/api/about", None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(client.call("GET", "/?key=wrong", None).await.0, StatusCode::UNAUTHORIZED);
    let (status, headers, _) =
        client.send(client.request("GET", "/?key=abcdefghijklmnop", Body::empty())).await;
    assert_eq!((status, headers[header::LOCATION].to_str().unwrap()), (StatusCode::SEE_OTHER, "/"));
    let cookie = headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let mut request = client.request("GET", "/api/about", Body::empty());
    request.headers_mut().insert(header::COOKIE, "a=b; phidelta-key=abcdefghijklmnop".parse().unwrap());
    assert_eq!(client.send(request).await.0, StatusCode::OK);
}

#[tokio::test]
async fn too_much_is_refused() {
    let client = Client::new();
    let large = Body::from(vec![b' '; 9 << 20]);
    assert_eq!(
        client.send(client.request("POST", "/api/position", large)).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[tokio::test]
async fn strangers_may_ask_thirty_times_a_second() {
    let client = Client::with(Options { public: true, ..options() });
    let mut refused = 0;
    for _ in 0..200 {
        let (status, answer) = client.call("GET", "/api/jobs", None).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer["error"]["code"], "rate");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
    // Neither others nor the files of the page are concerned.
    assert_eq!(client.other(&"b".repeat(22)).call("GET", "/api/jobs", None).await.0, StatusCode::OK);
    assert_eq!(client.call("GET", "/main.js", None).await.0, StatusCode::OK);
    // One's own server does not count.
    let client = Client::new();
    for _ in 0..200 {
        assert_eq!(client.call("GET", "/api/jobs", None).await.0, StatusCode::OK);
    }
}

/// A server on a port of its own, in a thread of its own.
fn running(options: Options) -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
            let server = Server::bind(Options { listen, ..options }).await.unwrap();
            sender.send(server.addresses[0]).unwrap();
            server.run(std::future::pending()).await;
        });
    });
    receiver.recv().unwrap()
}

fn asked(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn files_come_over_a_socket_and_nothing_else_does() {
    let address = running(options());
    assert!(asked(address, "/").starts_with("HTTP/1.1 200"));
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/page/main.js"] {
        assert!(asked(address, path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_thousand_silent_connections_lock_nobody_out() {
    let address = running(options());
    // Descriptors of both ends are in this process: as many as the system gives.
    let mut silent = Vec::new();
    for _ in 0..1000 {
        match TcpStream::connect_timeout(&address, Duration::from_secs(2)) {
            Ok(stream) => silent.push(stream),
            Err(_) => break,
        }
    }
    assert!(silent.len() > 300, "{}", silent.len());
    silent.truncate(silent.len() - 8);
    let start = Instant::now();
    assert!(asked(address, "/api/about").contains("\"version\""));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_head_that_never_ends_is_cut_off() {
    let address = running(options());
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nX-Slow: ").unwrap();
    let start = Instant::now();
    let mut answer = Vec::new();
    // The end of the connection, or an error of it: both are an end.
    let _ = stream.read_to_end(&mut answer);
    assert!(
        start.elapsed() > Duration::from_secs(5) && start.elapsed() < Duration::from_secs(100),
        "{:?}",
        start.elapsed()
    );
    // And one that is too long.
    let mut stream = TcpStream::connect(address).unwrap();
    let _ = stream.write_all(
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nX-Long: {}\r\n\r\n", "x".repeat(40_000)).as_bytes(),
    );
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"));
}
