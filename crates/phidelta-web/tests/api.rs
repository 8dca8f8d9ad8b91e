//! Every request, and what is refused.

mod common;

use axum::body::Body;
use axum::http::{StatusCode, header};
use common::{Client, MATE_IN_3, options};
use phidelta_web::{ClusterView, Options};
use serde_json::{Value, json};

/// A position that no search here decides: it runs until it is stopped.
const ENDLESS: (&str, &str) = ("connect4", "7x6:");

#[tokio::test]
async fn about_names_games_searches_and_limits() {
    let about = Client::new().get("/api/about").await;
    let games: Vec<&str> =
        about["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(games, ["shogi", "othello", "loa", "uttt", "connect4", "graph"]);
    assert!(
        about["games"].as_array().unwrap().iter().all(|game| !game["samples"].as_array().unwrap().is_empty())
    );
    assert!(about["algorithms"].as_array().unwrap().len() > 10);
    assert!(about["figures"].as_array().unwrap().contains(&json!("ghi_min")));
}

#[tokio::test]
async fn positions_are_read_played_and_set_up() {
    let client = Client::new();
    let view = client.post("/api/position", json!({"text": MATE_IN_3})).await;
    assert_eq!((view["game"].as_str(), view["side"].as_str()), (Some("shogi"), Some("black")));
    assert_eq!(view["board"]["cells"], json!({"1b": "k", "1d": "P"}));
    assert_eq!(view["board"]["hands"]["white"]["P"], 17);
    let played =
        client.post("/api/position", json!({"game": "shogi", "text": view["text"], "moves": ["G*1c"]})).await;
    assert_eq!(
        (played["side"].as_str(), played["board"]["cells"]["1c"].as_str()),
        (Some("white"), Some("G"))
    );
    assert_eq!(played["last"], json!(["1c"]));
    assert_eq!(played["goals"], json!(["mated"]));
    let mut board = view["board"].clone();
    board["cells"]["5e"] = json!("+P");
    board["hands"]["white"] = json!({});
    let edited = client
        .post("/api/position", json!({"game": "shogi", "board": board, "side": "black", "rest": true}))
        .await;
    assert_eq!(edited["board"]["cells"]["5e"], "+P");
    assert_eq!(edited["board"]["hands"]["white"]["P"], 16);
}

#[tokio::test]
async fn a_broken_position_is_marked_at_its_place() {
    let client = Client::new();
    let (status, answer) = client
        .call("POST", "/api/position", Some(json!({"game": "shogi", "text": "9/8k/9/8Z/9/9/9/9/9 b 2G 1"})))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let error = &answer["error"];
    assert_eq!(
        (error["code"].as_str(), error["line"].as_u64(), error["column"].as_u64()),
        (Some("bad-position"), Some(1), Some(9)),
        "{error}"
    );
    assert!(error["marked"].as_str().unwrap().contains('^'));
}

#[tokio::test]
async fn files_are_told_apart_by_themselves() {
    let client = Client::new();
    let kif = "後手の持駒：飛二 角二 金二 銀四 桂四 香四 歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ 歩|四\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金二\n手数----指手---------消費時間--\n";
    let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode(kif);
    for bytes in [kif.as_bytes().to_vec(), sjis.to_vec()] {
        let mut request = client.request("POST", "/api/position?name=problem.kif", Body::from(bytes));
        request.headers_mut().insert(header::CONTENT_TYPE, "application/octet-stream".parse().unwrap());
        let (status, _, body) = client.send(request).await;
        let view: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(status, StatusCode::OK, "{view}");
        assert_eq!(view["board"]["cells"], json!({"1b": "k", "1d": "P"}));
    }
    let view = client.post("/api/position", json!({"text": kif})).await;
    assert_eq!(view["game"], "shogi");
    let view = client
        .post(
            "/api/position",
            json!({"text": "{\"root\":\"A\",\"nodes\":{\"A\":{\"type\":\"OR\",\"value\":\"win\"}}}"}),
        )
        .await;
    assert_eq!(view["game"], "graph");
}

#[tokio::test]
async fn a_mate_is_solved_checked_and_walked() {
    let client = Client::new();
    let (id, job) = client.solved("shogi", MATE_IN_3).await;
    assert_eq!(
        (job["state"].as_str(), job["report"]["verdict"].as_str()),
        (Some("done"), Some("proved")),
        "{job}"
    );
    assert_eq!(job["checked"]["valid"], true);
    assert_eq!(job["ja"][0], "▲１三金");
    let root = client.get(&format!("/api/jobs/{id}/proof/1/root?map=100")).await;
    assert_eq!((root["to_move"].as_str(), root["attacks"].as_bool()), (Some("winner"), Some(true)));
    assert!(!root["map"]["cells"].as_array().unwrap().is_empty());
    // Every reply of every position can be walked, and the ends are ends.
    let mut open = vec![root];
    let mut ends = 0;
    while let Some(node) = open.pop() {
        for reply in node["moves"].as_array().unwrap() {
            match reply["node"].as_u64() {
                Some(next) => open.push(client.get(&format!("/api/jobs/{id}/proof/1/{next}")).await),
                None => ends += 1,
            }
        }
    }
    assert!(ends >= 2, "{ends}");
    for (file, start) in [
        ("report.json", "{"),
        ("record.kif", "#"),
        ("proof.kif", "#"),
        ("proof.ja.kif", "#"),
        ("proof.svg", "<svg"),
        ("proof.ja.svg", "<svg"),
        ("certificate.txt", "phidelta-certificate\t2\ngame\tshogi\n"),
    ] {
        let (status, headers, body) =
            client.send(client.request("GET", &format!("/api/jobs/{id}/{file}"), Body::empty())).await;
        assert_eq!(status, StatusCode::OK, "{file}");
        assert!(headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
        assert!(
            String::from_utf8_lossy(&body).starts_with(start),
            "{file}: {}",
            String::from_utf8_lossy(&body)
        );
    }
    // The certificate that is handed out is passed again when it comes back.
    let (_, _, certificate) =
        client.send(client.request("GET", &format!("/api/jobs/{id}/certificate.pdc"), Body::empty())).await;
    for (bytes, state) in
        [(certificate.clone(), "done"), ([&certificate[..certificate.len() / 2], b"x"].concat(), "failed")]
    {
        let mut request = client.request("POST", "/api/jobs?kind=proof", Body::from(bytes));
        request.headers_mut().insert(header::CONTENT_TYPE, "application/octet-stream".parse().unwrap());
        let (status, _, body) = client.send(request).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        let job: Value = serde_json::from_slice(&body).unwrap();
        let job = client.until(job["id"].as_str().unwrap(), &["done", "failed"]).await;
        assert_eq!(job["state"], state, "{job}");
    }
}

#[tokio::test]
async fn a_move_off_the_proof_gets_its_answer() {
    let client = Client::new();
    let ask = |mv: &str| json!({"game": "shogi", "position": MATE_IN_3, "move": mv, "attacks": true});
    let wrong = client.post("/api/ask", ask("G*2b")).await;
    assert_eq!(
        (wrong["verdict"].as_str(), wrong["refuted"].as_bool(), wrong["checked"].as_bool()),
        (Some("disproved"), Some(true), Some(true)),
        "{wrong}"
    );
    let right = client.post("/api/ask", ask("G*1c")).await;
    assert_eq!(right["verdict"], "proved");
    let quiet = client.post("/api/ask", ask("G*5e")).await;
    assert_eq!(quiet["verdict"], "not-check");
    let (status, _) = client.call("POST", "/api/ask", Some(ask("G*1b"))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let four = client
        .post("/api/ask", json!({"game": "connect4", "position": "5x4:33", "before": ["3"], "move": "3"}))
        .await;
    assert!(["win", "draw", "loss"].contains(&four["value"].as_str().unwrap()), "{four}");
}

#[tokio::test]
async fn all_games_are_solved_and_walked() {
    let client = Client::new();
    for (game, position) in [
        ("othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
        ("loa", "---------------O---X-XXO---XO-XX------XO--OOOXXO-------O-X------ X"),
        ("connect4", "5x4:33"),
        ("graph", "ghi_min"),
    ] {
        let (id, job) = client.solved(game, position).await;
        assert_eq!(
            (job["state"].as_str(), job["checked"]["valid"].as_bool()),
            (Some("done"), Some(true)),
            "{job}"
        );
        let root = client.get(&format!("/api/jobs/{id}/proof/1/root")).await;
        let next = root["moves"].as_array().unwrap().iter().find_map(|mv| mv["node"].as_u64());
        if let Some(next) = next {
            let node = client.get(&format!("/api/jobs/{id}/proof/1/{next}")).await;
            assert_eq!(node["view"]["game"], game);
        }
    }
}

#[tokio::test]
async fn pause_and_go_on_leave_the_node_count_alone() {
    let client = Client::new();
    let request = json!({"kind": "solve", "game": "connect4", "position": "6x5:", "memory": 64 << 20, "nodes": 400_000, "algorithm": "df-pn"});
    let calm = client.start(request.clone()).await;
    let calm = client.until(&calm, &["done"]).await;
    let id = client.start(request).await;
    for _ in 0..3 {
        client.until(&id, &["running", "done"]).await;
        client.post(&format!("/api/jobs/{id}/pause"), json!({})).await;
        let paused = client.until(&id, &["paused", "done"]).await;
        if paused["state"] == "done" {
            break;
        }
        // The word is there before the search has heard of it.
        let (mut nodes, mut stands) = (paused["nodes"].clone(), false);
        for _ in 0..200 {
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
            let later = client.get(&format!("/api/jobs/{id}")).await;
            stands = later["nodes"] == nodes;
            if stands {
                break;
            }
            nodes = later["nodes"].clone();
        }
        assert!(stands, "it stands still");
        client.post(&format!("/api/jobs/{id}/go-on"), json!({})).await;
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    let job = client.until(&id, &["done"]).await;
    assert_eq!(
        (&job["report"]["nodes"], &job["report"]["verdict"]),
        (&calm["report"]["nodes"], &calm["report"]["verdict"])
    );
}

#[tokio::test]
async fn a_stopped_search_goes_on_with_its_table() {
    let client = Client::new();
    let id = client
        .start(json!({"kind": "solve", "game": ENDLESS.0, "position": ENDLESS.1, "memory": 32 << 20}))
        .await;
    client.until(&id, &["running"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    client.post(&format!("/api/jobs/{id}/stop"), json!({})).await;
    let job = client.until(&id, &["stopped"]).await;
    assert_eq!(
        (job["resumable"].as_bool(), job["report"]["verdict"].as_str()),
        (Some(true), Some("unknown")),
        "{job}"
    );
    client.post(&format!("/api/jobs/{id}/go-on"), json!({})).await;
    client.until(&id, &["running"]).await;
    let (status, _) = client.call("DELETE", &format!("/api/jobs/{id}"), None).await;
    assert_eq!(status, StatusCode::OK);
    let (status, answer) = client.call("GET", &format!("/api/jobs/{id}"), None).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::NOT_FOUND, Some("gone")));
}

#[tokio::test]
async fn a_time_limit_is_the_reason() {
    let (close, closing) = tokio::sync::watch::channel(false);
    let state = phidelta_web::testing::State::new(options(), closing);
    let ticker = tokio::spawn(state.jobs.clone().watch_clocks_for_tests());
    let mut client = Client::new();
    client.app = phidelta_web::testing::router(state);
    let id = client.start(json!({"kind": "solve", "game": ENDLESS.0, "position": ENDLESS.1, "memory": 32 << 20, "time": 0.3})).await;
    let job = client.until(&id, &["done"]).await;
    assert_eq!(job["report"]["reason"], "time limit", "{job}");
    ticker.abort();
    drop(close);
}

#[tokio::test]
async fn a_search_that_crashes_takes_nobody_along() {
    let (_close, closing) = tokio::sync::watch::channel(false);
    let state = phidelta_web::testing::State::new(options(), closing);
    let jobs = state.jobs.clone();
    let mut client = Client::new();
    client.app = phidelta_web::testing::router(state);
    jobs.crash_next_for_tests();
    let request = json!({"kind": "solve", "game": "shogi", "position": MATE_IN_3});
    let id = client.start(request.clone()).await;
    let waiting = client.start(request).await;
    let job = client.until(&id, &["done", "failed"]).await;
    assert_eq!((job["state"].as_str(), job["proof"].as_bool()), (Some("failed"), Some(false)), "{job}");
    assert!(job["error"].as_str().unwrap().contains("crashed"), "{job}");
    // Whoever waited behind it has its turn, and its memory is free again.
    let job = client.until(&waiting, &["done", "failed"]).await;
    assert_eq!(job["report"]["verdict"], "proved", "{job}");
    let (status, _) = client.call("POST", &format!("/api/jobs/{id}/go-on"), Some(json!({}))).await;
    assert_eq!(status, StatusCode::OK, "one that has failed stays so");
    assert_eq!(client.get(&format!("/api/jobs/{id}")).await["state"], "failed");
}

#[tokio::test]
async fn the_queue_and_the_memory_are_bounded() {
    let client = Client::with(Options { memory: 64 << 20, job_memory: 48 << 20, jobs: 2, ..options() });
    let endless = json!({"kind": "solve", "game": ENDLESS.0, "position": ENDLESS.1});
    let first = client.start(endless.clone()).await;
    client.until(&first, &["running"]).await;
    // There is room for a second search, but no memory.
    let second = client.start(endless.clone()).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(client.get(&format!("/api/jobs/{second}")).await["state"], "queued");
    for _ in 1..16 {
        client.start(endless.clone()).await;
    }
    let (status, answer) = client.call("POST", "/api/jobs", Some(endless.clone())).await;
    assert_eq!(
        (status, answer["error"]["code"].as_str()),
        (StatusCode::TOO_MANY_REQUESTS, Some("queue-full"))
    );
    // One that is stopped keeps its table only as long as nobody needs the memory.
    client.post(&format!("/api/jobs/{first}/stop"), json!({})).await;
    client.until(&first, &["stopped"]).await;
    client.until(&second, &["running"]).await;
    let old = client.get(&format!("/api/jobs/{first}")).await;
    assert_eq!(old["resumable"], false);
    let (status, answer) = client.call("POST", &format!("/api/jobs/{first}/go-on"), Some(json!({}))).await;
    assert_eq!((status, answer["error"]["code"].as_str()), (StatusCode::CONFLICT, Some("gone")));
    for job in client.get("/api/jobs").await.as_array().unwrap() {
        client.call("DELETE", &format!("/api/jobs/{}", job["id"].as_str().unwrap()), None).await;
    }
}

#[tokio::test]
async fn commands_in_any_order_lead_to_one_end() {
    let (_close, closing) = tokio::sync::watch::channel(false);
    let small = Options { memory: 24 << 20, job_memory: 8 << 20, jobs: 2, ..options() };
    let state = phidelta_web::testing::State::new(small, closing);
    let jobs = state.jobs.clone();
    let mut client = Client::new();
    client.app = phidelta_web::testing::router(state);
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..12 {
        let id = client
            .start(json!({"kind": "solve", "game": ENDLESS.0, "position": ENDLESS.1, "memory": 8 << 20}))
            .await;
        for _ in 0..8 {
            let command = ["pause", "go-on", "stop", "pause"][random.usize(..4)];
            let (status, _) =
                client.call("POST", &format!("/api/jobs/{id}/{command}"), Some(json!({}))).await;
            assert!(status == StatusCode::OK || status == StatusCode::CONFLICT, "{status}");
            tokio::time::sleep(std::time::Duration::from_millis(random.u64(..30))).await;
            let (used, all) = jobs.memory_for_tests();
            assert!(used <= all, "{used} of {all} bytes");
        }
        // Whoever follows it, from the beginning or again, hears of the end once, and then no more.
        client.post(&format!("/api/jobs/{id}/stop"), json!({})).await;
        for _ in 0..2 {
            let news = client.request("GET", &format!("/api/events?jobs={id}"), Body::empty());
            let text = String::from_utf8(client.send(news).await.2).unwrap();
            assert_eq!(text.matches("event: done").count(), 1, "{text}");
        }
        client.until(&id, &["stopped", "done"]).await;
        if round % 2 == 0 {
            client.call("DELETE", &format!("/api/jobs/{id}"), None).await;
        }
    }
    // Proofs count as well.
    for position in [MATE_IN_3, "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1"] {
        let id = client
            .start(json!({"kind": "solve", "game": "shogi", "position": position, "certify": true}))
            .await;
        client.until(&id, &["done"]).await;
        client.get(&format!("/api/jobs/{id}/proof/1/root")).await;
        let (used, all) = jobs.memory_for_tests();
        assert!(used <= all, "{used} of {all} bytes");
    }
}

#[tokio::test]
async fn news_are_whole_and_end_with_the_search() {
    let client = Client::new();
    let (id, _) = client.solved("shogi", MATE_IN_3).await;
    let (status, headers, body) =
        client.send(client.request("GET", &format!("/api/events?jobs={id},unknown"), Body::empty())).await;
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, StatusCode::OK);
    assert!(headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/event-stream"));
    assert!(
        text.contains("event: done")
            && text.contains("\"verdict\":\"proved\"")
            && text.contains("event: gone"),
        "{text}"
    );
    assert_eq!(text.matches("event: done").count(), 1);
}

#[tokio::test]
async fn a_check_finds_what_the_command_finds() {
    let client = Client::new();
    let id = client
        .start(json!({"kind": "check", "game": "shogi", "position": MATE_IN_3, "memory": 16 << 20}))
        .await;
    let job = client.until(&id, &["done", "failed"]).await;
    let report = &job["report"];
    assert_eq!(report["verdict"], "blemished", "{job}");
    let kinds: Vec<&str> =
        report["faults"].as_array().unwrap().iter().map(|fault| fault["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["equal-defence", "last-move-dual"]);
    assert_eq!(report["diagrams"].as_array().unwrap().len(), 4);
    assert!(report["faults"][0]["board"]["cells"].is_object());
    let (_, _, page) =
        client.send(client.request("GET", &format!("/api/jobs/{id}/report.html"), Body::empty())).await;
    assert!(String::from_utf8_lossy(&page).contains("<html"));
}

#[tokio::test]
async fn a_trace_is_the_commands_trace() {
    let client = Client::new();
    let id = client
        .start(json!({"kind": "trace", "game": "graph", "position": "ghi_min", "algorithm": "df-pn+tca"}))
        .await;
    client.until(&id, &["done"]).await;
    let trace = client.get(&format!("/api/jobs/{id}/steps?from=0&count=4")).await;
    let total = trace["total"].as_u64().unwrap();
    assert!(total > 21 && trace["steps"].as_array().unwrap().len() == 4, "{total}");
    let rest = client.get(&format!("/api/jobs/{id}/steps?from=4")).await;
    let steps = rest["steps"].as_array().unwrap();
    assert_eq!(steps.len() as u64, total - 4);
    assert!(steps.iter().any(|step| step["path"] == json!(["R", "R1", "y", "a", "x", "b"])));
}

#[tokio::test]
async fn lists_show_ones_own_searches_only() {
    let client = Client::new();
    client.solved("shogi", MATE_IN_3).await;
    assert_eq!(client.get("/api/jobs").await.as_array().unwrap().len(), 1);
    let other = client.other(&"x".repeat(22));
    assert_eq!(other.get("/api/jobs").await, json!([]));
    assert_eq!(client.other("").get("/api/jobs").await, json!([]));
}

#[tokio::test]
async fn nonsense_is_refused_with_a_reason() {
    let client = Client::new();
    for (body, status) in [
        (json!({"kind": "solve", "game": "chess", "position": "x"}), StatusCode::BAD_REQUEST),
        (json!({"kind": "solve", "game": "shogi", "position": "x"}), StatusCode::UNPROCESSABLE_ENTITY),
        (
            json!({"kind": "solve", "game": "shogi", "position": MATE_IN_3, "algorithm": "pds+bns"}),
            StatusCode::BAD_REQUEST,
        ),
        (
            json!({"kind": "solve", "game": "shogi", "position": MATE_IN_3, "path": "/etc/passwd"}),
            StatusCode::BAD_REQUEST,
        ),
        (json!({"kind": "proof"}), StatusCode::BAD_REQUEST),
        (json!({"kind": "check", "game": "loa", "position": "start"}), StatusCode::BAD_REQUEST),
        (json!(7), StatusCode::BAD_REQUEST),
    ] {
        let (found, answer) = client.call("POST", "/api/jobs", Some(body.clone())).await;
        assert_eq!(found, status, "{body}: {answer}");
        assert!(answer["error"]["message"].is_string());
    }
    let (status, _) = client
        .call("POST", "/api/position", Some(json!({"game": "shogi", "text": "9".repeat(100_000)})))
        .await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    for path in ["/api/jobs/none", "/api/jobs/none/steps", "/api/none", "/none.js"] {
        assert_eq!(client.call("GET", path, None).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_cluster_is_shown_where_there_is_one() {
    let client = Client::new();
    assert_eq!(client.get("/api/about").await["cluster"], false);
    assert_eq!(client.call("GET", "/api/cluster", None).await.0, StatusCode::NOT_FOUND);
    let looks = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = looks.clone();
    let look = move || {
        counted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Ok(json!({"jobs": 3, "results": 0, "runs": [], "workers": []}))
    };
    let client = Client::with(Options { cluster: Some(ClusterView::new(look)), ..options() });
    assert_eq!(client.get("/api/about").await["cluster"], true);
    let (one, other) = tokio::join!(client.get("/api/cluster"), client.get("/api/cluster"));
    assert_eq!((&one["jobs"], &other["jobs"]), (&json!(3), &json!(3)));
    assert_eq!(looks.load(std::sync::atomic::Ordering::SeqCst), 1, "many pages, one look");
    // A broker that is away is said to be.
    let away = ClusterView::new(|| Err("no NATS server at nats://there:4222".into()));
    let client = Client::with(Options { cluster: Some(away), ..options() });
    let (status, answer) = client.call("GET", "/api/cluster", None).await;
    assert_eq!(status, StatusCode::BAD_GATEWAY);
    assert!(answer["error"]["message"].as_str().unwrap().contains("nats://there:4222"), "{answer}");
}
