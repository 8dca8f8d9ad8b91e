//! The static edition: the same page, the searches inside, the same node counts as here.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use phidelta_desk::session::{self, Host, JobRequest, Snapshot};
use serde_json::{Value, json};

use super::driver::Browser;

/// Where the edition is, if it was built.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("PHIDELTA_STATIC").map(PathBuf::from).filter(|folder| folder.is_dir())
}

/// The type of a file, by the end of its name.
fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "text/javascript",
    }
}

/// A plain server of files; `isolated` ones send the headers that shared memory takes.
fn files(folder: PathBuf, isolated: bool) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || {
                let mut stream = stream;
                let mut head = [0_u8; 8192];
                let count = stream.read(&mut head).unwrap_or(0);
                let text = String::from_utf8_lossy(&head[..count]).into_owned();
                let path = text.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
                let path = if path == "/" { "/index.html" } else { path };
                let file = folder.join(path.trim_start_matches('/'));
                let more = if isolated {
                    "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n"
                } else {
                    ""
                };
                let (status, body) = match std::fs::read(&file) {
                    Ok(bytes) => ("200 OK", bytes),
                    Err(_) => ("404 Not Found", Vec::new()),
                };
                let length = body.len();
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {length}\r\n{more}Connection: close\r\n\r\n",
                    kind(&file)
                );
                let _ = stream.write_all(&body);
            });
        }
    });
    address
}

/// A search of this process, for comparison.
#[derive(Default)]
struct Alone(Snapshot);

impl Host for Alone {
    fn tell(&mut self, change: &mut dyn FnMut(&mut Snapshot)) {
        change(&mut self.0);
    }

    fn seconds(&mut self) -> f64 {
        1.0
    }

    fn hold(&mut self) -> bool {
        false
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    fn timed_out(&self) -> bool {
        false
    }
}

/// Nodes and verdict of a request, searched here.
fn native(request: &Value) -> Value {
    let request: JobRequest = serde_json::from_value(request.clone()).unwrap();
    let mut host = Alone::default();
    let memory = request.memory.unwrap();
    session::run(&request, memory, None, None, &mut host);
    let report = host.0.report.unwrap();
    json!([report["verdict"], report["nodes"], report["line"]])
}

/// The same, searched in the page.
fn in_page(page: &Browser, request: &Value) -> Value {
    let script = format!(
        "import('./desk.js').then(async ({{ backend }}) => {{ const {{ id }} = await backend.start({request});\
         for (;;) {{ const job = await backend.job(id); if (['done', 'failed', 'stopped'].includes(job.state)) return [job.report?.verdict, job.report?.nodes, job.report?.line];\
         await new Promise((next) => setTimeout(next, 30)); }} }})"
    );
    page.promised(&script)
}

/// Searches of every game and family, cut where they take long.
fn questions() -> Vec<Value> {
    let of = |game: &str, position: &str, algorithm: Value, nodes: u64| json!({"kind": "solve", "game": game, "position": position, "algorithm": algorithm, "nodes": nodes, "memory": 16 << 20, "certify": false});
    let mut all = vec![
        of("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", Value::Null, 100_000),
        of("shogi", "7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1", Value::Null, 100_000),
        of(
            "othello",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
            Value::Null,
            100_000,
        ),
        of("loa", "---------------O---X-XXO---XO-XX------XO--OOOXXO-------O-X------ X", Value::Null, 50_000),
        of("uttt", "start ee eb", Value::Null, 20_000),
        of("connect4", "5x4:33", Value::Null, 100_000),
        of("graph", "ghi_min", Value::Null, 1000),
    ];
    for algorithm in ["pn", "pn2", "pds", "df-pn", "df-pn+tca", "df-pn+tca+snda", "pds-pn", "alpha-beta"] {
        all.push(of("connect4", "5x4:", json!(algorithm), 30_000));
    }
    all
}

/// Solved, proved, walked, asked and saved without a server; then paused, stopped and gone on with.
pub(crate) fn scenario() {
    let folder = folder().expect("looked for before");
    let page = Browser::open_at(format!("http://{}/", files(folder.clone(), true)));
    page.click("#solve");
    page.until("document.querySelector('#verdict')?.textContent.includes('PROVED')");
    assert!(page.text("#checked").contains('✔'), "{}", page.text("#checked"));
    page.shot("static");
    page.click("#walk");
    page.until("document.querySelectorAll('#replies tr').length === 1");
    page.click("[data-hand=black-G]");
    page.click("[data-square='2b']");
    page.until("document.querySelector('#asked-words')");
    assert!(page.text("#asked-words").contains("refuted by"), "{}", page.text("#asked-words"));
    for request in questions() {
        assert_eq!(in_page(&page, &request), native(&request), "{request}");
    }
    page.go(&format!("{}#connect4/7x6%3A", page.base));
    page.post("refresh", json!({}));
    page.until("document.documentElement.dataset.ready === 'true'");
    page.click("#solve");
    page.until("document.querySelector('.facts')?.textContent.match(/[1-9],[0-9]{3}/)");
    page.click("#pause");
    page.until("document.querySelector('.facts')?.textContent.includes('paused')");
    page.click("#pause");
    page.until("document.querySelector('.facts')?.textContent.includes('searching')");
    page.click("#stop");
    page.until("document.querySelector('#verdict')?.textContent.includes('UNKNOWN')");
    page.click("#pause");
    page.until("document.querySelector('.facts')?.textContent.includes('searching')");
    page.click("#stop");
    page.until("document.querySelector('#verdict')?.textContent.includes('UNKNOWN')");
    page.assert_tidy("static");
    drop(page);
    // Without shared memory: no pause, and a stop ends the Worker.
    let page = Browser::open_at(format!("http://{}/#connect4/7x6%3A", files(folder, false)));
    page.click("#solve");
    page.until("document.querySelector('.facts')?.textContent.match(/[1-9],[0-9]{3}/)");
    assert_eq!(page.js("document.querySelector('#pause').hidden"), json!(true));
    page.click("#stop");
    page.until("document.querySelector('#verdict')?.textContent.includes('STOPPED')");
    page.assert_tidy("static, alone");
}
