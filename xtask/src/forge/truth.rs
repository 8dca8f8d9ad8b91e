//! What is true of a position, whatever a certificate says: by retrograde analysis for graphs, by trying all
//! moves for small boards, by the solver otherwise. None of it shares code with the checker.

use std::collections::HashMap;

use phidelta::{Draws, Game, Goal, Key, Limits, Outcome, Question, Side, Solver};
use phidelta_games::graph::{Graph, retrograde};
use phidelta_games::loa::{Both, Count, History, Loa, Rules, Stuck};
use phidelta_games::othello::{Othello, Position as Discs};
use phidelta_games::shogi::{Position as Problem, Tsume};
use phidelta_games::uttt::{Position, Uttt};

use phidelta_testing::forge::draft::Claim;

/// What is known of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// The solver cannot read the position, or the game has no such question: no checker should accept it.
    Unreadable,
    /// Within the limits nobody can tell.
    Open,
}

/// Positions that are tried before the solver is asked.
const TRIED: usize = 200_000;
/// Nodes of the solver.
const NODES: u64 = 5_000_000;
/// Bytes of its memory.
const MEMORY: u64 = 64 << 20;

/// Claims that have been decided.
#[derive(Default)]
pub(super) struct Truths {
    known: HashMap<Claim, Truth>,
}

/// What a part says: what the attacker needs, and whether he gets it. A win is 1, a draw 0.
type Part = (Need, bool);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Need {
    Goal(Goal),
    Score(i32),
}

impl Truths {
    pub(super) fn of(&mut self, claim: &Claim) -> Truth {
        if let Some(&truth) = self.known.get(claim) {
            return truth;
        }
        let truth = decide(claim);
        self.known.insert(claim.clone(), truth);
        truth
    }
}

fn decide(claim: &Claim) -> Truth {
    let Some(parts) = parts(&claim.question, &claim.answer) else { return Truth::Unreadable };
    let mut open = false;
    for (need, reached) in parts {
        match reaches(claim, need) {
            Err(Unread) => return Truth::Unreadable,
            Ok(Some(truth)) if truth != reached => return Truth::False,
            Ok(Some(_)) => {}
            Ok(None) => open = true,
        }
    }
    if open { Truth::Open } else { Truth::True }
}

fn parts(question: &str, answer: &str) -> Option<Vec<Part>> {
    let (win, draw) = (Need::Goal(Goal::Win), Need::Goal(Goal::Draw));
    let need = |word: &str| match word {
        "win" => Some(win),
        "draw" => Some(draw),
        _ => word.strip_prefix("score>=")?.parse().ok().map(Need::Score),
    };
    match (question, answer) {
        ("value", "win") => Some(vec![(win, true)]),
        ("value", "draw") => Some(vec![(win, false), (draw, true)]),
        ("value", "loss") => Some(vec![(draw, false)]),
        ("score", _) => {
            let score: i32 = answer.parse().ok()?;
            // Exactly so many: one more is already too much.
            Some(vec![(Need::Score(score), true), (Need::Score(score.checked_add(1)?), false)])
        }
        (word, "proved") => Some(vec![(need(word)?, true)]),
        (word, "disproved") => Some(vec![(need(word)?, false)]),
        _ => None,
    }
}

/// The solver does not read the position.
struct Unread;

/// Whether the attacker gets what he needs; `None` if it takes too long to tell.
fn reaches(claim: &Claim, need: Need) -> Result<Option<bool>, Unread> {
    let (rules, position) = (claim.rules.as_str(), claim.position.as_str());
    let goal = match (claim.game.as_str(), need) {
        ("othello", _) => Goal::Win,
        (_, Need::Goal(goal)) => goal,
        (_, Need::Score(_)) => return Err(Unread),
    };
    match claim.game.as_str() {
        "connect4" => Ok(plain::Board::read(rules, position).ok_or(Unread)?.reaches(goal)),
        "graph" => {
            let graph = Graph::from_json(rules).map_err(|_| Unread)?;
            if graph.certificate_root() != position {
                return Err(Unread);
            }
            // The goal of the graph itself is not that of the question.
            let graph = with_goal(&graph, goal)?;
            Ok(retrograde::verdicts(&graph)[graph.root() as usize])
        }
        "loa" => {
            let history =
                History::from_text(position, loa_rules(rules).ok_or(Unread)?).map_err(|_| Unread)?;
            let mut game = Loa::new(&history);
            game.set_goal(goal);
            Ok(searched(&mut game))
        }
        "othello" => {
            let discs = Discs::from_text(position).map_err(|_| Unread)?;
            if format!("{0}x{0}", discs.size().side()) != rules {
                return Err(Unread);
            }
            // Without the solver's own search of the last squares.
            let game = Othello::new(discs).with_last_squares(0);
            let mut game = match need {
                Need::Goal(goal) => game.with_goal(goal),
                Need::Score(least) => game.with_score(least),
            };
            Ok(tried(&mut game).or_else(|| searched(&mut game)))
        }
        "shogi" => {
            let position = Problem::from_sfen(&sfen(position)).map_err(|_| Unread)?;
            let game = match rules {
                "tsume" => Tsume::new(position),
                "mated" => Tsume::mated(position).ok(),
                _ => None,
            };
            // A mate is won or missed: there is no draw to ask for.
            let mut game = game.filter(|_| goal == Goal::Win).ok_or(Unread)?;
            Ok(searched(&mut game))
        }
        "uttt" if rules == "-" => {
            let mut game = Uttt::new(Position::from_text(position).map_err(|_| Unread)?);
            game.set_goal(goal);
            Ok(tried(&mut game).or_else(|| searched(&mut game)))
        }
        _ => Err(Unread),
    }
}

/// Hands as SFEN has them: an empty one is not written.
fn sfen(position: &str) -> String {
    let words: Vec<&str> = position.split(' ').collect();
    let [board, side, hands, rest @ ..] = words.as_slice() else { return position.into() };
    let hands = match hands.replace('-', "") {
        none if none.is_empty() => "-".into(),
        some => some,
    };
    [&[*board, *side, hands.as_str()], rest].concat().join(" ")
}

fn loa_rules(text: &str) -> Option<Rules> {
    let mut rules = Rules::default();
    for word in text.split(' ') {
        match word {
            "both-connected=draw" => rules.both = Both::Draw,
            "both-connected=mover-wins" => rules.both = Both::MoverWins,
            "no-move=pass" => rules.stuck = Stuck::Passes,
            "no-move=loss" => rules.stuck = Stuck::Loses,
            "repetition=third" => rules.repetition = Count::Third,
            "repetition=second" => rules.repetition = Count::Second,
            _ => return None,
        }
    }
    Some(rules)
}

/// The same graph with another goal.
fn with_goal(graph: &Graph, goal: Goal) -> Result<Graph, Unread> {
    let word = if goal == Goal::Win { "win" } else { "draw" };
    let json = graph.to_json();
    let mut value: serde_json::Value = serde_json::from_str(&json).map_err(|_| Unread)?;
    value["goal"] = word.into();
    Graph::from_json(&value.to_string()).map_err(|_| Unread)
}

/// What the solver says.
fn searched<G: Game>(game: &mut G) -> Option<bool> {
    let limits = Limits::default().with_nodes(NODES);
    let mut solver = Solver::new("df-pn+tca+no-shortcuts".parse().ok()?).memory(MEMORY).limits(limits);
    let verdict = solver.solve(game).ok()?.verdict;
    verdict.is_decided().then(|| verdict.is_proved())
}

/// All moves to the end of the game: of games that never repeat a position.
fn tried<G: Game>(game: &mut G) -> Option<bool> {
    let mut known = HashMap::new();
    try_all(game, &mut known)
}

fn try_all<G: Game>(game: &mut G, known: &mut HashMap<Key, bool>) -> Option<bool> {
    if let Some(outcome) = game.outcome() {
        return Some(Question::of(game).answer(outcome).is_proved());
    }
    if let Some(&answer) = known.get(&game.key()) {
        return Some(answer);
    }
    if known.len() >= TRIED {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let attacks = game.side() == Side::Attacker;
    let mut answer = !attacks;
    for mv in moves {
        game.play(mv);
        let after = try_all(game, known);
        game.undo(mv);
        answer = after?;
        if answer == attacks {
            break;
        }
    }
    known.insert(game.key(), answer);
    Some(answer)
}

/// Connect four with lists and loops: it takes any stones, also those that no game leads to.
mod plain {
    use std::collections::HashMap;

    use super::{Goal, Outcome, TRIED};

    pub(super) struct Board {
        height: usize,
        row: usize,
        columns: Vec<String>,
    }

    impl Board {
        pub(super) fn read(rules: &str, position: &str) -> Option<Board> {
            let (width, rest) = rules.split_once('x')?;
            let (height, row) = rest.split_once('k')?;
            let (height, row) = (height.parse().ok()?, row.parse().ok()?);
            let columns: Vec<String> = position.split('/').map(String::from).collect();
            let fits = columns.len() == width.parse::<usize>().ok()?
                && columns
                    .iter()
                    .all(|column| column.len() <= height && column.chars().all(|c| "XO".contains(c)));
            fits.then_some(Board { height, row, columns })
        }

        fn side(&self) -> char {
            if self.columns.iter().map(String::len).sum::<usize>().is_multiple_of(2) { 'X' } else { 'O' }
        }

        fn stone(&self, column: i64, level: i64) -> Option<u8> {
            let column = self.columns.get(usize::try_from(column).ok()?)?;
            column.as_bytes().get(usize::try_from(level).ok()?).copied()
        }

        fn winner(&self) -> Option<char> {
            for column in 0..self.columns.len() as i64 {
                for level in 0..self.height as i64 {
                    let Some(stone) = self.stone(column, level) else { continue };
                    for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                        let same = |i: i64| self.stone(column + right * i, level + up * i) == Some(stone);
                        if (0..self.row as i64).all(same) {
                            return Some(char::from(stone));
                        }
                    }
                }
            }
            None
        }

        pub(super) fn reaches(mut self, goal: Goal) -> Option<bool> {
            let attacker = self.side();
            self.search(attacker, goal, &mut HashMap::new())
        }

        fn search(
            &mut self,
            attacker: char,
            goal: Goal,
            known: &mut HashMap<Vec<String>, bool>,
        ) -> Option<bool> {
            let reaches = |outcome| outcome == Outcome::Win || goal == Goal::Draw && outcome == Outcome::Draw;
            if let Some(winner) = self.winner() {
                return Some(winner == attacker);
            }
            if self.columns.iter().all(|column| column.len() == self.height) {
                return Some(reaches(Outcome::Draw));
            }
            if let Some(&answer) = known.get(&self.columns) {
                return Some(answer);
            }
            if known.len() >= TRIED {
                return None;
            }
            let side = self.side();
            let mut answer = side != attacker;
            for column in 0..self.columns.len() {
                if self.columns[column].len() == self.height {
                    continue;
                }
                self.columns[column].push(side);
                let after = self.search(attacker, goal, known);
                self.columns[column].pop();
                answer = after?;
                if answer == (side == attacker) {
                    break;
                }
            }
            known.insert(self.columns.clone(), answer);
            Some(answer)
        }
    }
}
