//! What the server can do.

use axum::Json;
use axum::extract::State as Shared;
use phidelta_desk::view::{DRAWN, SAMPLES};
use phidelta_desk::{GameInfo, find};
use phidelta_games::graph::generate::FIGURES;
use serde_json::{Value, json};

use crate::options::State;

pub(super) async fn about(Shared(state): Shared<State>) -> Json<Value> {
    let games: Vec<Value> = DRAWN.iter().filter_map(|name| find(name).ok()).map(|game| {
        let info = GameInfo::of(game);
        let mut goals: Vec<&str> = info.goals.iter().map(|goal| goal.0).filter(|goal| !goal.contains('N')).collect();
        // Games with draws are asked for their value when nothing is said.
        if info.name != "shogi" && info.name != "graph" {
            goals.insert(0, "");
        }
        let rules: Vec<Value> = info.rules.iter()
            .map(|rule| json!({"name": rule.name, "values": rule.values, "about": rule.about})).collect();
        let samples: Vec<_> = SAMPLES.iter().filter(|sample| sample.game == info.name).collect();
        json!({
            "name": info.name, "about": info.about, "algorithm": info.algorithm, "goals": goals, "rules": rules,
            "certifies": info.certifies, "lengths": info.has_lengths, "kif": info.writes_kif, "samples": samples,
        })
    }).collect();
    let searches = phidelta::CATALOGUE
        .iter()
        .map(|entry| json!({"name": entry.example, "idea": entry.idea, "paper": entry.paper}));
    let figures: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
    let options = &state.options;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "algorithms": searches.collect::<Vec<_>>(),
        "figures": figures,
        "caps": {
            "memory": options.memory,
            "job_memory": options.job_memory.min(options.memory),
            "time": options.job_time.map_or(0.0, |time| time.as_secs_f64()),
            "jobs": options.jobs,
        },
        "languages": ["en", "ja"],
    }))
}
