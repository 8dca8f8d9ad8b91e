//! A long run: four clients that start, pause, stop and drop searches at random. Memory must stay flat and
//! nothing may be stuck.
//!
//! `PHIDELTA_SOAK=3600 cargo test -p phidelta-web --test soak -- --ignored --nocapture` for an hour.

mod common;

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use common::{Client, options};
use phidelta_web::Options;
use serde_json::json;

/// Memory of this process, in MiB; nothing where the system does not tell.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
    // Of 4 KiB each.
    pages / 256
}

async fn one(client: &Client, random: &mut fastrand::Rng) -> u64 {
    let positions = [
        ("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1"),
        ("shogi", "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1"),
        ("shogi", "7nl/7k1/6ppp/9/6N2/9/9/9/9 b RG 1"),
        ("connect4", "7x6:"),
        ("connect4", "5x4:33"),
        ("graph", "ghi_min"),
        ("othello", "6x6 e4"),
        ("loa", "start"),
    ];
    let (game, position) = positions[random.usize(..positions.len())];
    let kind = ["solve", "solve", "trace"][random.usize(..3)];
    let memory = [1_u64 << 20, 8 << 20, 32 << 20][random.usize(..3)];
    let request = json!({"kind": kind, "game": game, "position": position, "memory": memory, "certify": random.bool(), "nodes": 50_000});
    let (status, job) = client.call("POST", "/api/jobs", Some(request)).await;
    if status == StatusCode::TOO_MANY_REQUESTS {
        tokio::time::sleep(Duration::from_millis(50)).await;
        return 0;
    }
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    let id = job["id"].as_str().unwrap().to_string();
    for _ in 0..random.usize(..4) {
        let command = ["pause", "go-on", "stop"][random.usize(..3)];
        client.call("POST", &format!("/api/jobs/{id}/{command}"), Some(json!({}))).await;
        tokio::time::sleep(Duration::from_millis(random.u64(..40))).await;
    }
    // Whatever was asked of it, it can be brought to an end.
    client.call("POST", &format!("/api/jobs/{id}/go-on"), Some(json!({}))).await;
    if random.bool() {
        client.call("POST", &format!("/api/jobs/{id}/stop"), Some(json!({}))).await;
    }
    let job = client.until(&id, &["done", "stopped"]).await;
    if job["proof"] == true {
        client.get(&format!("/api/jobs/{id}/proof/1/root?map=200")).await;
    }
    if random.bool() {
        client.call("DELETE", &format!("/api/jobs/{id}"), None).await;
    }
    1
}

#[tokio::test]
#[ignore = "minutes; PHIDELTA_SOAK says how many seconds"]
async fn four_clients_for_a_long_time() {
    let seconds = std::env::var("PHIDELTA_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let client = Client::with(Options { jobs: 2, memory: 128 << 20, job_memory: 32 << 20, ..options() });
    let (start, end) = (Instant::now(), Duration::from_secs(seconds));
    let tasks: Vec<_> = (0..4)
        .map(|number: u64| {
            let client = client.other(&number.to_string().repeat(22));
            tokio::spawn(async move {
                let mut random = fastrand::Rng::with_seed(number);
                let mut done = 0;
                while start.elapsed() < end {
                    done += one(&client, &mut random).await;
                }
                done
            })
        })
        .collect();
    let mut sizes = Vec::new();
    while start.elapsed() < end {
        tokio::time::sleep(end / 20).await;
        sizes.push(resident());
    }
    let mut jobs = 0;
    for task in tasks {
        jobs += task.await.unwrap();
    }
    println!("{jobs} searches in {seconds} s; memory in MiB: {sizes:?}");
    let (early, late) = (sizes[..10].iter().max().unwrap(), sizes[10..].iter().max().unwrap());
    assert!(late <= &(early + early / 4 + 16), "memory grows: {sizes:?}");
}
