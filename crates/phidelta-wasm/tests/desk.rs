//! The calls of a Worker, without a browser.

use std::cell::Cell;

use phidelta_wasm::{Answer, Desk, Outside, Wish};
use serde_json::{Value, json};

/// A Worker whose clock goes on with every look, and whose page wants to stop after some of them.
#[derive(Default)]
struct Worker {
    clock: Cell<f64>,
    looks: Cell<u64>,
    /// The look that finds a wish to stop; 0: none.
    stops: u64,
    /// Looks that find a pause that is over.
    pauses: u64,
    told: Cell<u64>,
}

impl Outside for Worker {
    fn now(&self) -> f64 {
        self.clock.set(self.clock.get() + 0.001);
        self.clock.get()
    }

    fn tell(&self, snapshot: &str) {
        assert!(serde_json::from_str::<Value>(snapshot).unwrap()["state"] == "running", "{snapshot}");
        self.told.set(self.told.get() + 1);
    }

    fn look(&self) -> Wish {
        self.looks.set(self.looks.get() + 1);
        if self.stops > 0 && self.looks.get() >= self.stops {
            return Wish::Stop;
        }
        if self.looks.get() <= self.pauses {
            // An hour that does not count.
            self.clock.set(self.clock.get() + 3600.0);
            return Wish::Paused;
        }
        Wish::GoOn
    }
}

fn asked(desk: &mut Desk, call: &str, request: &Value, worker: &Worker) -> Result<Value, Value> {
    match desk.call(call, &request.to_string(), &[], worker) {
        Answer::Json(text) => Ok(serde_json::from_str(&text).unwrap()),
        Answer::Refused(text) => Err(serde_json::from_str(&text).unwrap()),
        Answer::Bytes(bytes) => Ok(json!(bytes.len())),
    }
}

fn run(desk: &mut Desk, request: &Value, again: bool, time: Option<f64>, worker: &Worker) -> Value {
    let run = json!({"id": "1", "request": request, "memory": 16 << 20, "time": time, "again": again});
    asked(desk, "run", &run, worker).unwrap()
}

const MATE_IN_3: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

#[test]
fn a_mate_is_solved_walked_and_saved() {
    let (mut desk, worker) = (Desk::default(), Worker::default());
    let request = json!({"kind": "solve", "game": "shogi", "position": MATE_IN_3, "certify": true});
    assert_eq!(asked(&mut desk, "admit", &request, &worker), Ok(Value::Null));
    let job = run(&mut desk, &request, false, None, &worker);
    assert_eq!((&job["state"], &job["report"]["verdict"]), (&json!("done"), &json!("proved")), "{job}");
    assert_eq!(
        (&job["checked"]["valid"], &job["proof"], &job["id"]),
        (&json!(true), &json!(true), &json!("1"))
    );
    assert!(worker.told.get() > 0);
    let root = asked(&mut desk, "proof", &json!({"part": 1, "node": "root", "map": 100}), &worker).unwrap();
    assert!(!root["map"]["cells"].as_array().unwrap().is_empty());
    for file in ["certificate.pdc", "certificate.txt", "proof.kif", "proof.svg", "record.kif", "report.json"]
    {
        let size = asked(&mut desk, "save", &json!(file), &worker).unwrap();
        assert!(size.as_u64().unwrap() > 50, "{file}: {size}");
    }
    let none = asked(&mut desk, "save", &json!("report.html"), &worker).unwrap_err();
    assert_eq!(none["code"], "not-found");
    let refused = asked(&mut desk, "admit", &json!({"game": "chess"}), &worker).unwrap_err();
    assert_eq!(refused["code"], "bad-request");
    assert_eq!(asked(&mut desk, "nonsense", &json!({}), &worker).unwrap_err()["code"], "bad-request");
}

#[test]
fn a_stopped_search_goes_on_and_a_pause_does_not_count() {
    let request = json!({"kind": "solve", "game": "connect4", "position": "5x4:", "algorithm": "df-pn"});
    let mut desk = Desk::default();
    let stopping = Worker { stops: 5, ..Worker::default() };
    let job = run(&mut desk, &request, false, None, &stopping);
    assert_eq!((&job["state"], &job["resumable"]), (&json!("stopped"), &json!(true)), "{job}");
    let willing = Worker { pauses: 3, ..Worker::default() };
    let job = run(&mut desk, &request, true, Some(3000.0), &willing);
    assert_eq!((&job["state"], &job["report"]["value"]), (&json!("done"), &json!("draw")), "{job}");
    assert!(job["seconds"].as_f64().unwrap() < 3000.0, "{job}");
    // A pause changes no count.
    let counts = [0, 4].map(|pauses| {
        let worker = Worker { pauses, ..Worker::default() };
        run(&mut Desk::default(), &request, false, None, &worker)["report"]["nodes"].clone()
    });
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn a_time_limit_is_the_reason() {
    let request = json!({"kind": "solve", "game": "connect4", "position": "7x6:"});
    let job = run(&mut Desk::default(), &request, false, Some(0.05), &Worker::default());
    assert_eq!((&job["state"], &job["report"]["reason"]), (&json!("done"), &json!("time limit")), "{job}");
}

#[test]
fn a_trace_has_steps_and_a_check_goes_on_from_its_notes() {
    let (mut desk, worker) = (Desk::default(), Worker::default());
    let job = run(
        &mut desk,
        &json!({"kind": "trace", "game": "graph", "position": "ghi_min", "algorithm": "df-pn+tca"}),
        false,
        None,
        &worker,
    );
    let steps = asked(&mut desk, "steps", &json!({"from": 0, "count": 5}), &worker).unwrap();
    assert_eq!((steps["steps"].as_array().unwrap().len(), &steps["total"]), (5, &job["report"]["steps"]));
    let check = |nodes: u64| json!({"kind": "check", "game": "shogi", "position": MATE_IN_3, "nodes": nodes});
    let first = run(&mut desk, &check(1_000_000), false, None, &worker);
    assert_eq!(first["report"]["verdict"], "blemished", "{first}");
    let second = run(&mut desk, &check(10_000_000), false, None, &worker);
    assert_eq!(second["report"]["faults"], first["report"]["faults"]);
    assert!(second["nodes"].as_u64() < first["nodes"].as_u64(), "what was decided is not asked again");
}
