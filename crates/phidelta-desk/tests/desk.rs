//! The desk by itself: what any front end does with it.

use phidelta::{Form, Value};
use phidelta_desk::compose::{self, Composition, Notes};
use phidelta_desk::proof::{Proof, ProofReport};
use phidelta_desk::{
    GameInfo, Language, Options, Outcome, Problem, Request, RunError, Source, find, games, page, read, run,
};
use phidelta_games::shogi::compose::{CheckOptions, Futile};

const MATE: &str = "9/8k/9/8P/9/9/9/9/9 b 2G 1";

fn one(game: &str, text: &str) -> Problem {
    let game = find(game).expect("a game");
    read(game, Source::Text(text), &Options::default()).expect("a position").remove(0)
}

fn solved(game: &str, text: &str, request: &Request) -> Outcome {
    run(&mut one(game, text), request, &mut ()).expect("an answer")
}

fn small() -> Request {
    Request::new().memory(16 << 20)
}

/// A position of each game that is solved at once.
const POSITIONS: [(&str, &str); 7] = [
    ("connect4", "4x3k3:1"),
    ("graph", "kishimoto_fig1"),
    ("loa", "start moves b1-b3"),
    ("othello", "4x4 "),
    ("shogi", MATE),
    ("synthetic", "depth=5  seed=3"),
    ("uttt", "start ee"),
];

#[test]
fn what_is_reported_is_the_same_however_it_is_given() {
    for (game, text) in POSITIONS.iter().filter(|(game, _)| !["othello"].contains(game)) {
        let problem = one(game, text);
        let spaced = one(game, &format!("  {text}  "));
        assert_eq!((problem.position(), problem.rules()), (spaced.position(), spaced.rules()), "{game}");
        assert_eq!(problem.given(), text.trim());
        // Columns of connect four cannot be told from its board; all others are read again.
        if *game != "connect4" {
            let again = one(game, &problem.position());
            assert_eq!((again.position(), again.rules()), (problem.position(), problem.rules()), "{game}");
        }
    }
    assert_eq!(one("connect4", "7x6:44").position(), one("connect4", "44").position());
    assert_ne!(one("connect4", "7x6:44").rules(), one("connect4", "7x7:44").rules());
    // Two graphs of one name are told apart.
    let graph = |value: &str| format!(r#"{{"root":"A","nodes":{{"A":{{"type":"OR","value":"{value}"}}}}}}"#);
    let (won, lost) = (one("graph", &graph("win")), one("graph", &graph("loss")));
    assert_ne!((won.rules(), won.position()), (lost.rules(), lost.position()));
    assert_eq!(one("graph", &graph("win").replace(':', " : ")).position(), won.position());
}

#[test]
fn a_request_is_answered_with_data_and_with_words() {
    let outcome = solved("shogi", MATE, &small().certificate(Form::Text).verify());
    assert!(outcome.report().verdict.is_proved() && outcome.verification.is_verified());
    assert_eq!(outcome.given, MATE);
    let object: serde_json::Value = serde_json::from_str(&outcome.json()).expect("JSON");
    assert_eq!((&object["verdict"], &object["verified"]), (&"proved".into(), &true.into()));
    // Without a clock there is no processor time.
    assert_eq!(object["cpu_seconds"], serde_json::Value::Null);
    assert!(page::solved(&outcome, Language::En).contains("verdict    proved (verified)"));
    assert!(page::solved(&outcome, Language::Ja).contains("判定       詰み（検証済み）"));
    let kif = outcome.kif(&one("shogi", MATE)).expect("shogi has KIF");
    assert!(kif.contains("verdict: proved (mate in 3)"), "{kif}");
    let certificate = outcome.certificate.expect("it was wanted");
    let proof = Proof::read(&certificate[..], 1 << 30).expect("a proof");
    let report = ProofReport::new(&proof, &proof.views());
    assert_eq!((report.parts[0].line.len(), report.parts[0].ends), (3, "end"));
    let view = &proof.views()[0];
    let spot = view.find("G*1c").expect("a reply");
    assert_eq!(view.node(&spot).to_move, "other");
    assert!(view.find("G*9i").is_err());
    assert_eq!(solved("connect4", "4x3k3:", &small()).answer.value(), Some(Value::Win));
}

#[test]
fn what_a_game_does_not_have_is_refused() {
    let refused =
        |game: &str, text: &str, request: &Request| match run(&mut one(game, text), request, &mut ()) {
            Err(RunError::Input(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
    let message = refused("uttt", "start ee", &small().shortest(Futile::Exact));
    assert_eq!(message, "shortest: uttt has no lengths, expected shogi");
    let message = refused("synthetic", "depth=3", &small().verify());
    assert_eq!(message, "verify: synthetic has no certificates yet");
}

#[test]
fn a_wrong_text_has_its_place_as_data() {
    let game = find("shogi").expect("a game");
    let source = Source::File { name: "a.sfen", bytes: b"# head\n 9/9 b - 1\tnote\n" };
    let error = read(game, source, &Options::default()).expect_err("no position");
    assert_eq!((error.line, error.column.is_some(), error.marked.is_some()), (Some(2), true, true));
    assert!(error.to_string().starts_with("a.sfen:2:"), "{error}");
    let object = serde_json::to_value(&error).expect("JSON");
    assert_eq!(object["line"], 2);
    let options = Options::new(game, Some("draw"), &[]).expect("goals are the game's matter");
    let error = read(game, Source::Text(MATE), &options).expect_err("no goal");
    assert!(error.to_string().starts_with("goal 'draw': unknown; shogi takes"), "{error}");
}

#[test]
fn games_are_described_as_data() {
    let all: Vec<GameInfo> = games().iter().map(|game| GameInfo::of(*game)).collect();
    let object = serde_json::to_value(&all).expect("JSON");
    assert_eq!(object.as_array().map(Vec::len), Some(7));
    let shogi = &object[4];
    assert_eq!((&shogi["name"], &shogi["has_lengths"]), (&"shogi".into(), &true.into()));
    let view = one("connect4", "4x3k3:").view();
    assert_eq!((view.side.as_str(), view.moves.len()), ("X", 4));
}

#[test]
fn a_composition_is_checked_and_goes_on_from_notes() {
    let composition = Composition::read(Source::Text(MATE)).expect("a problem").remove(0);
    let options = CheckOptions::default();
    let mut solver = phidelta::Solver::new(compose::default_algorithm()).memory(16 << 20);
    let mut notes = Notes::new(&composition, options.futile);
    let found =
        compose::check(&mut solver, &composition, None, &options, &mut notes, &mut ()).expect("a check");
    let report = found.report();
    let (text, html) = (found.text(Language::Ja), found.html(Language::En));
    assert!(text.contains("判定") && html.contains("<span class=\"mv\">▲"), "{text}");
    assert_eq!(serde_json::to_value(&report).expect("JSON")["plies"], report.plies);
    // From its notes nothing is searched again.
    let kept = notes.to_json();
    let mut notes = Notes::from_json(&kept, &composition, options.futile).expect("notes");
    let known = notes.solution();
    let mut solver = phidelta::Solver::new(compose::default_algorithm()).memory(16 << 20);
    let again = compose::check(&mut solver, &composition, known.as_deref(), &options, &mut notes, &mut ());
    let again = again.expect("a check");
    assert_eq!(again.report().faults, report.faults);
    assert!(again.report().nodes < report.nodes, "{} < {}", again.report().nodes, report.nodes);
    assert!(Notes::from_json(&kept, &composition, Futile::Off).is_err());
    // Every "does not mate" can be certified.
    let mut certified = 0;
    for mut disproof in found.disproofs().into_iter().take(3) {
        let mut store = Vec::new();
        let verification =
            compose::certify(&mut disproof, &mut solver, &mut store, &mut ()).expect("written");
        assert!(verification.is_verified());
        certified += 1;
    }
    assert!(certified > 0);
}

/// The list of games is the front page of `phidelta-games`.
#[test]
fn the_list_of_games_is_whole() {
    let list = include_str!("../../phidelta-games/src/lib.rs");
    let modules: Vec<&str> =
        list.lines().filter_map(|row| row.strip_prefix("//! | [`")?.split('`').next()).collect();
    let names: Vec<&str> = games().iter().map(|game| game.name()).collect();
    assert_eq!(modules.iter().collect::<std::collections::BTreeSet<_>>(), names.iter().collect());
}
