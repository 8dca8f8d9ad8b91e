//! A second opinion on a certificate that was accepted: every play it allows, by the solver's rules.

use std::collections::{HashMap, HashSet};

use phidelta::{Algorithm, Certifiable, Draws, Family, Goal, Outcome, Side, Solver};
use phidelta_games::connect4::ConnectFour;
use phidelta_games::graph::GraphGame;
use phidelta_games::loa::Loa;
use phidelta_games::othello::Othello;
use phidelta_games::shogi::Tsume;
use phidelta_games::uttt::Uttt;

/// A game whose positions can be compared as text.
pub trait Board: Certifiable + Clone {
    /// What of the text matters.
    fn canonical(text: &str) -> String {
        text.into()
    }

    /// Whether what holds of `line` holds of `place` all the more: by resources, if the game has any.
    fn follows(line: &str, place: &str, _proved: bool) -> bool {
        Self::canonical(line) == Self::canonical(place)
    }

    /// Sets the goal, if the game has more than one.
    fn aim(&mut self, goal: Goal);
}

impl Board for ConnectFour {
    fn aim(&mut self, goal: Goal) {
        self.set_goal(goal);
    }
}

impl Board for Loa {
    fn aim(&mut self, goal: Goal) {
        self.set_goal(goal);
    }
}

impl Board for Othello {
    fn aim(&mut self, goal: Goal) {
        self.set_goal(goal);
    }
}

impl Board for GraphGame<'_> {
    fn aim(&mut self, goal: Goal) {
        self.set_goal(goal);
    }
}

impl Board for Tsume {
    /// Without the number of the move, and with the pieces in hand in one order.
    fn canonical(text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let mut hand: Vec<String> = Vec::new();
        let mut number = String::new();
        for sign in words[2].chars() {
            if sign.is_ascii_digit() {
                number.push(sign);
            } else {
                let count = number.parse().unwrap_or(1);
                hand.extend((0..count).map(|_| sign.to_string()));
                number.clear();
            }
        }
        hand.sort();
        // Empty squares one by one.
        let board: String = words[0]
            .chars()
            .map(|sign| sign.to_digit(10).map_or(sign.to_string(), |n| "1".repeat(n as usize)))
            .collect();
        format!("{board} {} {}", words[1], hand.concat())
    }

    fn follows(line: &str, place: &str, proved: bool) -> bool {
        let (line, place) = (Self::canonical(line), Self::canonical(place));
        let (line, place): (Vec<&str>, Vec<&str>) = (line.split(' ').collect(), place.split(' ').collect());
        // In these tests Black attacks.
        let count = |hands: &str, sign: char| hands.chars().filter(|&other| other == sign).count();
        let no_less = |sign: char| {
            let (here, there) = (count(place[2], sign), count(line[2], sign));
            if sign.is_ascii_uppercase() == proved { here >= there } else { here <= there }
        };
        line[..2] == place[..2] && "RBGSNLPrbgsnlp".chars().all(no_less)
    }

    fn aim(&mut self, goal: Goal) {
        assert_eq!(goal, Goal::Win, "a mate is a win");
    }
}

impl Board for Uttt {
    /// Without the contents of closed boards; and a board that must be played in because it is the only
    /// open one is like any.
    fn canonical(text: &str) -> String {
        let parts: Vec<&str> = text.split(';').collect();
        let open = parts[1].chars().filter(|sign| ".@".contains(*sign)).count();
        let boards = parts[2].split('/').zip(parts[1].chars()).map(|(cells, sign)| match sign {
            '.' | '@' => cells.to_string(),
            _ => String::new(),
        });
        let large = if open == 1 { parts[1].replace('@', ".") } else { parts[1].into() };
        format!("{};{large};{}", parts[0], boards.collect::<Vec<_>>().join("/"))
    }

    fn aim(&mut self, goal: Goal) {
        self.set_goal(goal);
    }
}

/// A move and what it leads to.
type Pair<'t> = (&'t str, &'t str);

/// A position and its moves, with those of positions told in place.
type Line<'t> = (&'t str, Vec<Pair<'t>>);

/// The moves of one position, each with those told behind it.
fn split<'l, 't>(mut pairs: &'l [Pair<'t>]) -> Result<HashMap<&'t str, (&'t str, &'l [Pair<'t>])>, String> {
    let mut out = HashMap::new();
    while let Some((&(name, target), rest)) = pairs.split_first() {
        let inner = target.strip_prefix(':').map_or(Ok(0), str::parse).map_err(|_| "no count")?;
        let (inner, rest) = rest.split_at_checked(inner).ok_or("too few moves")?;
        out.insert(name, (target, inner));
        pairs = rest;
    }
    Ok(out)
}

/// Follows a certificate from the position of `game`.
pub fn replay<G: Board>(text: &str, game: &mut G) -> Result<(), String> {
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let answer = lines.by_ref().find(|fields| fields[0] == "answer").ok_or("no answer")?;
    let mut shown = Vec::new();
    while let Some(opening) = lines.next() {
        let (goal, reached, ranked) = (opening[1], opening[2] == "proved", opening[3] == "ranked");
        let mut positions: HashMap<&str, Line<'_>> = HashMap::new();
        let root = loop {
            let fields = lines.next().ok_or("no end")?;
            if fields[0] == "end" {
                break fields[1];
            }
            if fields[0] == "forget" {
                continue;
            }
            positions.insert(
                fields[0],
                (fields[1], fields[2..].chunks(2).map(|pair| (pair[0], pair[1])).collect()),
            );
        };
        game.aim(if goal == "win" { Goal::Win } else { Goal::Draw });
        let mut play = Play { positions, reached, ranked, done: HashSet::new(), path: Vec::new() };
        play.follow(game, root, &[])?;
        shown.push((goal, reached));
    }
    let needed: &[(&str, bool)] = match (answer[1], answer[2]) {
        ("value", "win") => &[("win", true)],
        ("value", "draw") => &[("win", false), ("draw", true)],
        ("value", "loss") => &[("draw", false)],
        (goal, verdict) => &[(goal, verdict == "proved")],
    };
    (shown == needed).then_some(()).ok_or_else(|| "the parts do not show the answer".into())
}

struct Play<'t> {
    positions: HashMap<&'t str, Line<'t>>,
    reached: bool,
    ranked: bool,
    done: HashSet<(&'t str, String)>,
    path: Vec<(&'t str, String)>,
}

impl<'t> Play<'t> {
    fn follow<G: Board>(&mut self, game: &mut G, target: &'t str, inner: &[Pair<'t>]) -> Result<(), String> {
        let place = game.position_text();
        let goal = game.goal();
        let reaches = |outcome| outcome == Outcome::Win || (outcome == Outcome::Draw && goal == Goal::Draw);
        let good = |outcome| reaches(outcome) == self.reached;
        let ended = game.outcome();
        match target {
            "." if ended.is_some_and(good) => return Ok(()),
            "!" if ended.is_none() => {
                // A checker may see what the solver does not look for: the truth will do.
                let verdict =
                    Solver::new(Algorithm::new(Family::DfPn)).solve(game).expect("a search").verdict;
                let truth = verdict.is_decided() && verdict.is_proved() == self.reached;
                return truth.then_some(()).ok_or_else(|| format!("{place} is not settled"));
            }
            "." | "!" => return Err(format!("{place} is no good end")),
            _ => {}
        }
        if target.starts_with(':') {
            return match ended {
                Some(_) => Err(format!("{place} has ended")),
                None => self.all(game, inner, true),
            };
        }
        let id = target.trim_start_matches('~');
        let (text, replies) = self.positions.get(id).cloned().ok_or_else(|| format!("{id} is missing"))?;
        let same = G::canonical(text) == G::canonical(&place);
        if !G::follows(text, &place, self.reached) {
            return Err(format!("{place} does not follow from {text}"));
        }
        if let Some(outcome) = ended {
            // With more in hand the end may come sooner than the line says.
            let sooner = !same && good(outcome);
            return sooner.then_some(()).ok_or_else(|| format!("{place} has ended"));
        }
        let here = (id, G::canonical(&place));
        if self.ranked && self.path.iter().any(|(other, _)| *other == id) {
            return Err(format!("{place} comes again"));
        }
        if self.done.contains(&here) || self.path.contains(&here) {
            return Ok(());
        }
        self.path.push(here.clone());
        self.all(game, &replies, same)?;
        self.path.pop();
        self.done.insert(here);
        Ok(())
    }

    /// Follows the moves of the present position. `same` is false if the line is that of another one, from
    /// which this one follows.
    fn all<G: Board>(&mut self, game: &mut G, pairs: &[Pair<'t>], same: bool) -> Result<(), String> {
        let place = game.position_text();
        let replies = split(pairs)?;
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let winner = (game.side() == Side::Attacker) == self.reached;
        let mut followed = 0;
        for mv in moves {
            let Some(&(target, inner)) = replies.get(game.move_text(mv).as_str()) else {
                if winner {
                    continue;
                }
                return Err(format!("{place} lacks a move"));
            };
            game.play(mv);
            let result = self.follow(game, target, inner);
            game.undo(mv);
            result?;
            followed += 1;
        }
        // A line may hold of a position in which the loser has fewer moves.
        if followed == 0 || (same && followed != replies.len()) || (winner && followed > 1) {
            return Err(format!("{place} has wrong moves"));
        }
        Ok(())
    }
}
