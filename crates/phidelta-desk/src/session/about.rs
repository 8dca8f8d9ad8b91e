//! What can be asked.

use phidelta_games::graph::generate::FIGURES;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::games::{GameInfo, find};
use crate::view::{DRAWN, SAMPLES};

/// How much there is of what searches need.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Caps {
    /// Bytes of all searches together.
    pub memory: u64,
    /// Bytes of one search.
    pub job_memory: u64,
    /// Seconds of one search; 0: as long as it takes.
    pub time: f64,
    /// Searches at a time.
    pub jobs: usize,
}

/// Version, games, searches, figures and limits.
pub fn about(version: &str, caps: &Caps) -> Value {
    let games = DRAWN.iter().filter_map(|name| find(name).ok()).map(|game| {
        let info = GameInfo::of(game);
        let mut goals: Vec<&str> =
            info.goals.iter().map(|goal| goal.0).filter(|goal| !goal.contains('N')).collect();
        // Games with draws are asked for their value when nothing is said.
        if info.name != "shogi" && info.name != "graph" {
            goals.insert(0, "");
        }
        let rules: Vec<Value> = info
            .rules
            .iter()
            .map(|rule| json!({"name": rule.name, "values": rule.values, "about": rule.about}))
            .collect();
        let samples: Vec<_> = SAMPLES.iter().filter(|sample| sample.game == info.name).collect();
        json!({
            "name": info.name, "about": info.about, "algorithm": info.algorithm, "goals": goals, "rules": rules,
            "certifies": info.certifies, "lengths": info.has_lengths, "kif": info.writes_kif, "samples": samples,
        })
    });
    let searches = phidelta::CATALOGUE
        .iter()
        .map(|entry| json!({"name": entry.example, "idea": entry.idea, "paper": entry.paper}));
    let figures: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
    json!({
        "version": version,
        "games": games.collect::<Vec<_>>(),
        "algorithms": searches.collect::<Vec<_>>(),
        "figures": figures,
        "caps": caps,
        "languages": ["en", "ja"],
    })
}
