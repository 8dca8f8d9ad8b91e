//! A small WebDriver client: JSON over a socket to Debian's chromium-driver.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use phidelta_web::{Options, Server};
use serde_json::{Value, json};

/// How long a state is waited for. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(180);
/// How the protocol calls a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with its driver; both end with it.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    pub(crate) base: String,
    profile: PathBuf,
}

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|file| file.is_file())
}

/// The driver and the browser.
fn programs() -> Option<(PathBuf, PathBuf)> {
    program(&["chromedriver"]).zip(program(&["chromium", "google-chrome"]))
}

/// A server on a port of its own.
fn server() -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
            let options = Options { listen, jobs: 1, job_memory: 64 << 20, ..Options::default() };
            let server = Server::bind(options).await.unwrap();
            sender.send(server.addresses[0]).unwrap();
            server.run(std::future::pending()).await;
        });
    });
    receiver.recv().unwrap()
}

/// How often a driver is called that drops its callers: one that has just come up may drop the first.
const CALLS: u32 = 5;

/// What the driver answers to a call.
fn call(port: u16, method: &str, path: &str, body: &Value) -> Value {
    let body = if method == "POST" { body.to_string() } else { String::new() };
    for _ in 1..CALLS {
        match call_once(port, method, path, &body) {
            // Only the first call of all can be made twice without doing anything twice.
            Err(error) if path == "/session" && error.kind() == ErrorKind::ConnectionReset => {
                std::thread::sleep(Duration::from_millis(200));
            }
            answer => return answer.unwrap_or_else(|error| panic!("{method} {path}: {error}")),
        }
    }
    call_once(port, method, path, &body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
}

fn call_once(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(300)))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    // The driver keeps the connection open: the length says where the answer ends.
    let mut buffer = [0_u8; 65536];
    loop {
        let text = String::from_utf8_lossy(&answer);
        if let Some(head) = text.find("\r\n\r\n") {
            let length = text[..head].lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")
                    .and_then(|n| n.trim().parse::<usize>().ok())
            });
            if length.is_some_and(|length| answer.len() >= head + 4 + length) {
                break;
            }
        }
        match stream.read(&mut buffer)? {
            0 => break,
            count => answer.extend_from_slice(&buffer[..count]),
        }
    }
    let text = String::from_utf8_lossy(&answer);
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok(serde_json::from_str(body).unwrap_or(Value::Null))
}

impl Browser {
    /// Whether there is a browser with its driver.
    pub(crate) fn is_there() -> bool {
        programs().is_some()
    }

    /// The page of a server of its own, in a fresh profile.
    pub(crate) fn open() -> Browser {
        Browser::open_at(format!("http://{}/", server()))
    }

    /// The page at an address, in a fresh profile.
    pub(crate) fn open_at(base: String) -> Browser {
        let (width, height) = (1280, 900);
        let (driver, chromium) = programs().expect("looked for before");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let profile = std::env::temp_dir().join(format!("phidelta-browser-{}-{port}", std::process::id()));
        let driver = Command::new(driver)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "the driver does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en",
            "--hide-scrollbars",
        ];
        let mut args: Vec<String> = flags.iter().map(ToString::to_string).collect();
        args.push(format!("--user-data-dir={}", profile.display()));
        args.push(format!("--window-size={width},{height}"));
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"binary": chromium, "args": args},
        }}});
        let answer = call(port, "POST", "/session", &wanted);
        let session = answer["value"]["sessionId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
        let browser = Browser { driver, port, session, base, profile };
        browser.post("timeouts", json!({"script": 180_000, "pageLoad": 180_000}));
        browser.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        browser.go(&browser.base.clone());
        browser
    }

    pub(crate) fn post(&self, path: &str, body: Value) -> Value {
        let answer = call(self.port, "POST", &format!("/session/{}/{path}", self.session), &body);
        assert!(answer["value"]["error"].is_null(), "{path} {body}: {}", answer["value"]["message"]);
        answer["value"].clone()
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        call(self.port, "GET", &format!("/session/{}/{path}", self.session), &Value::Null)["value"].clone()
    }

    pub(crate) fn cdp(&self, method: &str, params: Value) -> Value {
        self.post("goog/cdp/execute", json!({"cmd": method, "params": params}))
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) fn go(&self, address: &str) {
        self.post("url", json!({"url": address}));
        self.until("document.documentElement.dataset.ready === 'true'");
    }

    /// The value of a piece of JavaScript.
    pub(crate) fn js(&self, script: &str) -> Value {
        self.post("execute/sync", json!({"script": format!("return ({script});"), "args": []}))
    }

    /// The same as a text.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.js(&format!("document.querySelector({selector:?})?.textContent ?? ''"))
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    /// Waits until a condition holds.
    pub(crate) fn until(&self, condition: &str) {
        let start = Instant::now();
        while self.js(&format!("!!({condition})")) != json!(true) {
            if start.elapsed() > PATIENCE {
                let notes = self.text("#note");
                panic!("waited for {condition}; the page says: {notes}\n{}", self.messages().join("\n"));
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("element", json!({"using": "css selector", "value": selector}));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_string()
    }

    /// A click with the mouse in the middle of an element.
    pub(crate) fn click(&self, selector: &str) {
        let start = Instant::now();
        loop {
            self.until(&format!("document.querySelector({selector:?})?.getClientRects().length"));
            let id = self.element(selector);
            let path = format!("/session/{}/element/{id}/click", self.session);
            let answer = call(self.port, "POST", &path, &json!({}));
            let error = answer["value"]["error"].as_str();
            // The page may have drawn it anew in between: then the new one is clicked.
            if error == Some("stale element reference") && start.elapsed() < PATIENCE {
                continue;
            }
            assert!(error.is_none(), "click {selector}: {}", answer["value"]["message"]);
            return;
        }
    }

    /// Chooses an entry of a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        let script = format!(
            "(() => {{ const list = document.querySelector({selector:?}); list.value = {value:?}; list.dispatchEvent(new Event('change')); return list.value; }})()"
        );
        assert_eq!(self.js(&script), json!(value), "{selector}");
    }

    /// Types into whatever has the focus.
    pub(crate) fn keys(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [
                    json!({"type": "keyDown", "value": key.to_string()}),
                    json!({"type": "keyUp", "value": key.to_string()}),
                ]
            })
            .collect();
        self.post("actions", json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// A key while Ctrl is held.
    pub(crate) fn ctrl(&self, key: char) {
        let key = key.to_string();
        self.post("actions", json!({"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": "\u{e009}"}, {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}, {"type": "keyUp", "value": "\u{e009}"},
        ]}]}));
    }

    /// Drags with the mouse from one element to another.
    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        self.post("actions", json!({"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": from.0, "y": from.1}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "x": from.0 + 12, "y": from.1 + 4}, {"type": "pointerMove", "duration": 50, "x": to.0, "y": to.1}, {"type": "pointerUp", "button": 0},
        ]}]}));
    }

    /// The middle of an element that is in sight.
    pub(crate) fn middle(&self, selector: &str) -> (i64, i64) {
        let place = self.js(&format!("(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect(); return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]; }})()"));
        (place[0].as_i64().unwrap(), place[1].as_i64().unwrap())
    }

    /// A tap with a finger.
    pub(crate) fn tap(&self, selector: &str) {
        self.middle(selector);
        // What was scrolled into sight is there for fingers with the next frame.
        self.post(
            "execute/async",
            json!({"script": "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))", "args": []}),
        );
        let (x, y) = self.middle(selector);
        self.cdp(
            "Input.dispatchTouchEvent",
            json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}),
        );
        self.cdp("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
    }

    /// Messages of the console since the last look.
    pub(crate) fn messages(&self) -> Vec<String> {
        let log = self.post("se/log", json!({"type": "browser"}));
        log.as_array()
            .into_iter()
            .flatten()
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_string())
            .collect()
    }

    /// What a promise comes to.
    pub(crate) fn promised(&self, promise: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({promise}).then((value) => done({{value}}), (error) => done({{error: String(error)}}));"
        );
        let answer = self.post("execute/async", json!({"script": script, "args": []}));
        assert!(answer["error"].is_null(), "{promise}: {answer}");
        answer["value"].clone()
    }

    /// Keeps a picture where PHIDELTA_SHOTS names a folder; says how large it is.
    pub(crate) fn shot(&self, name: &str) -> usize {
        let picture = self.cdp("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = decoded(picture["data"].as_str().unwrap_or_default());
        if let Some(folder) = std::env::var_os("PHIDELTA_SHOTS") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), &bytes).unwrap();
        }
        bytes.len()
    }

    /// Asserts that nothing is wider than the window, and that the console is silent.
    pub(crate) fn assert_tidy(&self, what: &str) {
        let wide = self.js("document.documentElement.scrollWidth - window.innerWidth");
        assert!(wide.as_i64().unwrap() <= 0, "{what}: {wide} pixels too wide");
        let messages = self.messages();
        assert!(messages.is_empty(), "{what}: {messages:?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Also after a failure: the browser is a process of the driver's, and would stay.
        let (port, path) = (self.port, format!("/session/{}", self.session));
        let _ = std::panic::catch_unwind(|| call(port, "DELETE", &path, &Value::Null));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        // The last of its processes write a moment longer.
        for _ in 0..20 {
            if std::fs::remove_dir_all(&self.profile).is_ok() || !self.profile.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Base64 as the driver sends it.
fn decoded(text: &str) -> Vec<u8> {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for sign in text.bytes() {
        let Some(value) = SIGNS.iter().position(|known| *known == sign) else { continue };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}
