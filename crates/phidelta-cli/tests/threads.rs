//! Searches on several threads, from the command line.
//!
//! Claims: the answer is the same and passes the independent checker; the report says who took part; what ends
//! early, or has no form for several threads, runs on one.

use crate::common::run;

/// A problem of Zuko that takes one thread some 45,000 nodes.
const ZUKO: &str = "2g3p2/3p1P3/4p4/9/S+B7/2+R1r4/+p1l1nS3/1s2+n1+p2/2gk5 b B2Gs2n3l12p 1";

#[test]
fn answers_of_several_threads_are_certified() {
    for threads in ["2", "3"] {
        let found = run(&["solve", "shogi", ZUKO, "--threads", threads, "--verify", "--json"]);
        let json = &found.json()[0];
        assert_eq!(
            (json["verdict"].as_str(), json["verified"].as_bool()),
            (Some("proved"), Some(true)),
            "{json}"
        );
        assert_eq!(json["threads"].to_string(), threads);
        let busy = json["busy"].as_f64().expect("a share");
        assert!((0.0..=1.0).contains(&busy), "{busy}");
    }
}

#[test]
fn searches_with_and_without_a_crew_are_answered() {
    for algorithm in ["df-pn", "pds", "alpha-beta", "pn-dfpn+jobs=100"] {
        let position = "branching=4 depth=10 seed=3";
        let args = ["solve", "synthetic", position, "--algorithm", algorithm, "--threads", "2", "--json"];
        let json = &run(&args).json()[0];
        assert!(["proved", "disproved"].contains(&json["verdict"].as_str().unwrap_or("")), "{json}");
    }
}

#[test]
fn a_small_problem_is_that_of_one_thread() {
    let solve = |threads| {
        let found = run(&["solve", "graph", "ghi_min", "--threads", threads, "--json"]);
        let json = &found.json()[0];
        (json["nodes"].clone(), json["line"].clone(), json["threads"].clone())
    };
    assert_eq!(solve("1"), solve("8"));
}

#[test]
fn a_wrong_number_of_threads_is_refused() {
    for threads in ["0", "many", "-3"] {
        let found = run(&["solve", "graph", "ghi_min", &format!("--threads={threads}")]);
        assert_eq!(found.code, Some(2), "{threads}");
        assert!(found.err.contains("or auto"), "{}", found.err);
    }
}
