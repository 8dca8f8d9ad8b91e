//! Suites are what their plan says, whatever their length.

use super::*;
use crate::loa::Loa;
use crate::uttt::Uttt;

fn plan(count: usize, algorithm: &str) -> Plan {
    Plan {
        count,
        seed: 7,
        nodes: 1..=20_000,
        stages: 1..=40,
        value: None,
        games: 200,
        algorithm: algorithm.parse().unwrap(),
        memory: 1 << 22,
    }
}

#[test]
fn a_shorter_suite_is_the_beginning_of_a_longer_one() {
    let wins = |count| Plan { value: Some(Value::Win), ..plan(count, "df-pn+tca") };
    let long = rows::<Loa>(&wins(6), &mut |_| ()).unwrap();
    assert_eq!(rows::<Loa>(&wins(3), &mut |_| ()).unwrap(), long[..3]);
    assert!(long.iter().all(|row| row.contains("; win;")), "{long:#?}");
    let other = Plan { seed: 8, ..wins(3) };
    assert_ne!(rows::<Loa>(&other, &mut |_| ()).unwrap(), long[..3]);
}

#[test]
fn shelves_take_turns() {
    let late = Plan { stages: 48..=50, ..plan(7, "df-pn") };
    let rows = rows::<Uttt>(&late, &mut |_| ()).unwrap();
    let plies: Vec<&str> = rows.iter().map(|row| &row[..2]).collect();
    assert_eq!(plies, ["48", "49", "50", "48", "49", "50", "48"]);
    let different: HashSet<&str> = rows.iter().filter_map(|row| row.rsplit('|').next()).collect();
    assert_eq!(different.len(), 7);
}

#[test]
fn too_few_positions_are_told() {
    let impossible = Plan { nodes: 1..=1, games: 3, ..plan(50, "df-pn") };
    let error = rows::<Uttt>(&impossible, &mut |_| ()).unwrap_err();
    assert!(matches!(error, GenerateError::TooFew { standing: Standing { games: 3, .. }, wanted: 50 }));
}

#[test]
fn powers_of_ten_are_counted_from_the_least() {
    assert_eq!([100, 999, 1000, 9999, 10_000].map(|nodes| power(100, nodes)), [0, 0, 1, 1, 2]);
    assert_eq!(power(0, u64::MAX), 19);
    let shelves = |nodes| shelves_of(&Plan { nodes, ..plan(1, "df-pn") }, Spread::Nodes);
    assert_eq!([100..=1000, 100..=1001, 5..=5, 1..=1].map(shelves), [1, 2, 1, 1]);
    assert_eq!(ready(5, &[vec![String::new(); 9], vec![String::new(); 1]]), 4);
}
