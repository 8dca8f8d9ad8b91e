//! The files of the page, in the binary. Compressed once, at the first request.

use std::io::Write;
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Where it is in the folder.
    pub path: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

macro_rules! asset {
    ($path:literal) => {
        Asset { path: $path, bytes: include_bytes!(concat!("../page/", $path)) }
    };
}

/// All of them; a test holds the list to the folder.
pub const ASSETS: &[Asset] = &[
    asset!("backend.js"),
    asset!("boards/diagram.js"),
    asset!("boards/graph.js"),
    asset!("boards/grid.js"),
    asset!("boards/hands.js"),
    asset!("boards/kinds.js"),
    asset!("boards/shogi.js"),
    asset!("boards/stones.js"),
    asset!("desk.js"),
    asset!("http.js"),
    asset!("icon.svg"),
    asset!("index.html"),
    asset!("main.js"),
    asset!("panels/check.js"),
    asset!("panels/cluster.js"),
    asset!("panels/graph-editor.js"),
    asset!("panels/learn.js"),
    asset!("panels/proof.js"),
    asset!("panels/solve.js"),
    asset!("panels/why.js"),
    asset!("parts/charts.js"),
    asset!("parts/dom.js"),
    asset!("parts/keys.js"),
    asset!("parts/live.js"),
    asset!("parts/numbers.js"),
    asset!("parts/outline.js"),
    asset!("stage.js"),
    asset!("state.js"),
    asset!("style.css"),
    asset!("words.en.js"),
    asset!("words.ja.js"),
    asset!("words.js"),
];

/// A file as it is sent.
struct Packed {
    plain: &'static [u8],
    gzip: Vec<u8>,
    tag: HeaderValue,
    kind: &'static str,
}

fn packed() -> &'static [Packed] {
    static PACKED: OnceLock<Vec<Packed>> = OnceLock::new();
    PACKED.get_or_init(|| ASSETS.iter().map(pack).collect())
}

fn pack(asset: &Asset) -> Packed {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let gzip = gzip.write_all(asset.bytes).and_then(|()| gzip.finish()).unwrap_or_default();
    // FNV-1a: it tells versions of a file apart.
    let hash = asset.bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let tag = HeaderValue::from_str(&format!("\"{hash:016x}\"")).unwrap_or(HeaderValue::from_static("\"\""));
    let kind = match asset.path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    Packed { plain: asset.bytes, gzip, tag, kind }
}

/// The answer for a path; `None` if there is no such file.
pub(crate) fn answer(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = path.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let index = ASSETS.iter().position(|asset| asset.path == path)?;
    let file = &packed()[index];
    let said = |name| asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let mut headers = HeaderMap::new();
    headers.insert(header::ETAG, file.tag.clone());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if said(header::IF_NONE_MATCH).split(',').any(|tag| tag.trim().as_bytes() == file.tag.as_bytes()) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    if said(header::ACCEPT_ENCODING).contains("gzip") {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        return Some((headers, file.gzip.as_slice()).into_response());
    }
    Some((headers, file.plain).into_response())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, before: &str, out: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{name}/"), out);
            } else {
                out.insert(name);
            }
        }
    }

    #[test]
    fn the_list_is_the_folder_and_the_page_is_light() {
        let mut found = BTreeSet::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), "", &mut found);
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_string()).collect();
        assert_eq!(found, listed);
        let (raw, gzip): (usize, usize) = packed()
            .iter()
            .map(|file| (file.plain.len(), file.gzip.len()))
            .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        assert!(raw < 200_000 && gzip < 70_000, "{raw} bytes, {gzip} compressed");
        assert!(ASSETS.len() <= 32, "{} files", ASSETS.len());
    }

    #[test]
    fn all_scripts_are_asked_for_at_once() {
        let page = ASSETS.iter().find(|asset| asset.path == "index.html").unwrap();
        let text = std::str::from_utf8(page.bytes).unwrap();
        let loads = |path: &str| text.contains(&format!("=\"{path}\""));
        let scripts = ASSETS.iter().map(|asset| asset.path).filter(|path| path.ends_with(".js"));
        assert_eq!(scripts.filter(|path| !loads(path)).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn both_languages_have_the_same_words() {
        let keys = |path: &str| -> BTreeSet<String> {
            let asset = ASSETS.iter().find(|asset| asset.path == path).unwrap();
            let text = std::str::from_utf8(asset.bytes).unwrap();
            // Keys stand at the beginning of a row or behind a comma and a blank, before a colon.
            let starts = text.split(['\n', ',']).map(str::trim_start);
            let key = |part: &str| {
                let name = part.split(':').next()?.trim().trim_matches('\'');
                let word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                (part.contains(':') && word && !name.is_empty() && !name.contains(' '))
                    .then(|| name.to_string())
            };
            starts.filter_map(key).collect()
        };
        let (en, ja) = (keys("words.en.js"), keys("words.ja.js"));
        assert!(en.len() > 200, "{}", en.len());
        let both = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
        assert_eq!((both(&en, &ja), both(&ja, &en)), (vec![], vec![]));
    }

    #[test]
    fn unknown_and_odd_paths_have_no_file() {
        for path in ["/../Cargo.toml", "/page/index.html", "//etc/passwd", "/%2e%2e/", "/index.html/"] {
            assert!(answer(path, &HeaderMap::new()).is_none(), "{path}");
        }
    }
}
