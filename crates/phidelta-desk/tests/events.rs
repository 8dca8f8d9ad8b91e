//! What a front end hears while a request is obeyed, and that it costs nothing to hear it.

use std::time::Duration;

use phidelta::{Event, Numbers, Progress, Step};
use phidelta_desk::compose::{self, Composition};
use phidelta_desk::{Events, Futile, Options, Outcome, Phase, Problem, Request, Source, find, read, run};
use phidelta_games::shogi::compose::CheckOptions;

fn problem(game: &str, text: &str) -> Problem {
    let game = find(game).expect("a game");
    let options = Options::new(game, Some("win"), &[]).expect("a goal");
    read(game, Source::Text(text), &options).expect("a position").remove(0)
}

fn ask(text: &str, algorithm: &str, events: &mut dyn Events) -> Outcome {
    let request = Request::new().memory(16 << 20).algorithm(Some(algorithm.parse().expect("a name")));
    // Enough for many looks.
    let request = request.nodes(Some(300_000));
    run(&mut problem("connect4", text), &request.progress_interval(Duration::ZERO), events)
        .expect("an answer")
}

/// Counts what it hears, phase by phase.
#[derive(Default)]
struct Counter {
    phases: Vec<(Phase, usize)>,
    last: (u64, u64),
}

impl Counter {
    fn heard(&mut self) {
        self.phases.last_mut().expect("a phase before all news").1 += 1;
    }
}

impl Events for Counter {
    fn phase(&mut self, phase: Phase) {
        self.phases.push((phase, 0));
    }
    fn progress(&mut self, _progress: &Progress<'_, String>) {
        self.heard();
    }
    fn advance(&mut self, phase: Phase, done: u64, of: u64) {
        assert!(phase == Phase::Check && self.last.0 < done && done <= of, "{done} of {of}");
        self.last = (done, of);
        self.heard();
    }
}

#[test]
fn every_phase_is_told_and_none_is_silent() {
    let mut counter = Counter::default();
    // A search that takes a while: without the last cells it looks up now and then.
    let request = Request::new().memory(64 << 20).algorithm("df-pn+no-shortcuts".parse().ok());
    let request = request.progress_interval(Duration::ZERO).verify();
    let outcome = run(&mut problem("connect4", "5x4:"), &request, &mut counter).expect("an answer");
    assert!(outcome.verification.is_verified());
    let phases: Vec<Phase> = counter.phases.iter().map(|(phase, _)| *phase).collect();
    assert_eq!(phases, [Phase::Search, Phase::Line, Phase::Certificate, Phase::Check]);
    assert!(counter.phases.iter().all(|(_, news)| *news > 0), "{:?}", counter.phases);
    assert_eq!(counter.last.1, outcome.verification.certificate().expect("written").bytes);
}

/// Holds the root's numbers against those of its moves.
#[derive(Default)]
struct Root {
    looks: usize,
    searching: bool,
}

impl Events for Root {
    fn phase(&mut self, phase: Phase) {
        self.searching = phase == Phase::Search;
    }
    fn progress(&mut self, progress: &Progress<'_, String>) {
        if !self.searching {
            assert!(progress.root.is_empty());
            return;
        }
        if progress.root.is_empty() {
            return;
        }
        self.looks += 1;
        let names: Vec<&str> = progress.root.iter().map(|child| child.mv.as_str()).collect();
        assert_eq!(names, ["3", "2", "4", "1", "5"]);
        let least = progress.root.iter().map(|child| child.numbers.pn).min();
        assert_eq!(least, Some(progress.numbers.pn), "{progress:?}");
    }
}

#[test]
fn progress_has_the_numbers_of_the_roots_moves() {
    for algorithm in ["df-pn", "pn", "pds"] {
        let mut root = Root::default();
        ask("5x4:", &format!("{algorithm}+no-shortcuts"), &mut root);
        assert!(root.looks > 0, "{algorithm}");
    }
}

/// Computes every back-up again.
#[derive(Default)]
struct BackUps(usize);

impl Events for BackUps {
    fn wants_steps(&self) -> bool {
        true
    }
    fn step(&mut self, step: &Step<'_, String>, depth: usize) {
        if step.event != Event::BackUp {
            assert!(step.children.is_empty());
            return;
        }
        self.0 += 1;
        let numbers = || step.children.iter().map(|child| child.numbers);
        let (pn, dn) = (numbers().map(|n| n.pn), numbers().map(|n| n.dn));
        let Numbers { pn: found_pn, dn: found_dn } = step.numbers;
        // The attacker moves first, and no sum comes near infinity.
        let sum = |all: &mut dyn Iterator<Item = u32>| all.fold(0, u32::saturating_add);
        let expected = if depth.is_multiple_of(2) {
            (pn.min().unwrap_or(0), sum(&mut dn.into_iter()))
        } else {
            (sum(&mut pn.into_iter()), dn.min().unwrap_or(0))
        };
        assert_eq!((found_pn, found_dn), expected, "{step:?}");
    }
}

#[test]
fn back_ups_come_with_the_numbers_they_are_made_of() {
    for algorithm in ["df-pn", "pds", "pn", "pn2"] {
        let mut back_ups = BackUps::default();
        let outcome = ask("4x3k3:", &format!("{algorithm}+no-shortcuts"), &mut back_ups);
        assert!(outcome.reason().is_none() && back_ups.0 > 20, "{algorithm}: {}", back_ups.0);
    }
}

/// Wants a pause at each of the first looks.
struct Pauses(u32, Duration);

impl Events for Pauses {
    fn hold(&mut self) -> bool {
        let wanted = self.0 > 0;
        if wanted {
            self.0 -= 1;
            std::thread::sleep(self.1);
        }
        wanted
    }
}

#[test]
fn a_pause_changes_no_count_and_takes_no_time() {
    const POSITION: &str = "5x4:33";
    for algorithm in ["df-pn", "pn", "alpha-beta", "df-pn+eps=0.25+relay=1K"] {
        let algorithm = &format!("{algorithm}+no-shortcuts");
        let plain = ask(POSITION, algorithm, &mut ());
        let paused = ask(POSITION, algorithm, &mut Pauses(100, Duration::from_millis(2)));
        assert_eq!(plain.report().stats, paused.report().stats, "{algorithm}");
        assert_eq!(plain.report().line, paused.report().line);
    }
    // Pauses of twice the time that there is.
    let plain = ask(POSITION, "df-pn", &mut ()).report().elapsed;
    let limit = 10 * plain + Duration::from_secs(1);
    let request = Request::new().memory(16 << 20).algorithm("df-pn".parse().ok()).time(limit);
    let outcome = run(&mut problem("connect4", POSITION), &request, &mut Pauses(40, limit / 20));
    let outcome = outcome.expect("an answer");
    assert!(outcome.reason().is_none() && outcome.report().elapsed < limit, "{:?}", outcome.report());
}

/// Looks on at the composer's searches: nodes and time that never go back, and lines and numbers from where
/// the problem begins.
#[derive(Default)]
struct Composer {
    pauses: u32,
    looks: usize,
    roots: usize,
    last: (u64, Duration),
}

impl Events for Composer {
    fn progress(&mut self, progress: &Progress<'_, String>) {
        let now = (progress.nodes, progress.elapsed);
        assert!(self.last.0 <= now.0 && self.last.1 <= now.1, "{:?} {now:?}", self.last);
        self.last = now;
        self.looks += 1;
        self.roots += usize::from(!progress.root.is_empty());
        assert!(progress.line.len() <= progress.depth.min(self.shown_moves()));
    }
    fn hold(&mut self) -> bool {
        self.pauses += 1;
        std::thread::sleep(Duration::from_micros(1));
        true
    }
}

/// Mate in seven.
const MATE: &str = "9/8B/5+N2k/9/9/6+p2/7G1/9/9 b G2SP2rb2g2s3n4l16p 1";

#[test]
fn the_composers_searches_can_be_paused_and_tell_the_roots_moves() {
    let request = Request::new().memory(16 << 20).progress_interval(Duration::ZERO).shortest(Futile::Exact);
    let solve =
        |events: &mut dyn Events| run(&mut problem("shogi", MATE), &request, events).expect("an answer");
    let (mut news, plain) = (Composer::default(), solve(&mut ()));
    let paused = solve(&mut news);
    assert_eq!(plain.report().stats, paused.report().stats);
    assert!(news.pauses > 0 && news.looks > 0 && news.roots > 0, "{} {}", news.looks, news.roots);

    let problem = Composition::read(Source::Text(MATE)).expect("a problem");
    let check = |events: &mut dyn Events| {
        let request = Request::new().memory(16 << 20).progress_interval(Duration::ZERO);
        let mut solver = request.solver(find("shogi").expect("a game"));
        let options = CheckOptions::default().with_question_nodes(2_000).with_pieces(false);
        let found = compose::check(&mut solver, &problem[0], None, &options, &mut (), events);
        found.expect("a check").checked.stats
    };
    let (mut news, plain) = (Composer::default(), check(&mut ()));
    assert_eq!(check(&mut news), plain);
    assert!(news.pauses > 0 && news.looks > 0 && news.roots > 0, "{} {}", news.looks, news.roots);
}

/// The answer is made of the moves: the best is the shortest of them.
#[test]
fn first_moves_alone_answer_the_question() {
    let request = Request::new().memory(16 << 20).first_moves(Futile::Off);
    let outcome = run(&mut problem("shogi", MATE), &request, &mut ()).expect("an answer");
    let moves = outcome.answer.moves.as_ref().expect("moves");
    let best = moves.iter().filter_map(|first| first.most).min();
    assert_eq!(Some(outcome.report().line.len() as u32), best);
    assert!(outcome.report().verdict.is_proved() && outcome.report().line_complete);
    assert!(outcome.report().stats.nodes > 0 && outcome.report().elapsed > Duration::ZERO);
}
