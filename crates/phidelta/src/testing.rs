//! Finds faults of a [`Game`] by playing it at random.
//!
//! Idea: what a search takes for granted can be tried out. [`check_game`] plays random games and compares, at
//! every position, what the rules promise with what they do. It is the first thing to call when a game has
//! been written: a key without the side to move, say, gives wrong answers without a word.
//!
//! ```
//! use phidelta::testing::{GameFault, check_game};
//! # use phidelta::{Game, Key, Outcome, Side, mix};
//! # struct Heap { left: u32, attacker: bool, forgetful: bool }
//! # impl Game for Heap {
//! #     type Move = u32;
//! #     const ACYCLIC: bool = true;
//! #     fn side(&self) -> Side { if self.attacker { Side::Attacker } else { Side::Defender } }
//! #     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(2)); }
//! #     fn play(&mut self, n: u32) { self.left -= n; self.attacker = !self.attacker; }
//! #     fn undo(&mut self, n: u32) { self.left += n; self.attacker = !self.attacker; }
//! #     fn outcome(&self) -> Option<Outcome> {
//! #         (self.left == 0).then_some(if self.attacker { Outcome::Loss } else { Outcome::Win })
//! #     }
//! #     fn key(&self) -> Key {
//! #         mix(u64::from(self.left) << 1 | u64::from(self.attacker && !self.forgetful))
//! #     }
//! # }
//! let mut heap = Heap { left: 20, attacker: true, forgetful: false };
//! check_game(&mut heap, 1).unwrap();
//!
//! // The same with a key that leaves out who is to move.
//! let mut heap = Heap { forgetful: true, ..heap };
//! assert!(matches!(check_game(&mut heap, 1), Err(GameFault::KeyLacksSide { .. })));
//! ```

use std::collections::HashMap;

use crate::game::{Game, Hint, Key, Question, Side, mix};
use crate::number::{INFINITY, Numbers};

/// Random games that are played.
const GAMES: u64 = 50;
/// Plies after which a random game is broken off.
const MOST_PLIES: usize = 300;
/// Positions that may be looked at to see whether an answer without search is right: enough for a win in one
/// or two, cheap beside the rest.
const MOST_TRIED: u32 = 3_000;
/// The same for all answers together: some tenths of a second.
const MOST_TRIED_IN_ALL: u32 = 100_000;

/// What was looked at without a fault being found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Walked {
    /// Positions, with repetitions.
    pub positions: u64,
    /// Games that came to their end.
    pub ends: u64,
    /// Answers without search that were compared with trying everything.
    pub answers: u64,
}

/// What is wrong with a game. `line` are the moves to the position where it shows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// A move and its undoing do not give the position back.
    #[error("after {line}: {mv} and back again changes the {what}")]
    Undo {
        /// The moves before.
        line: String,
        /// The move.
        mv: String,
        /// What is not as it was.
        what: &'static str,
    },
    /// A question that should change nothing changes the position.
    #[error("after {line}: to ask for {what} changes the position")]
    Asking {
        /// The moves before.
        line: String,
        /// What was asked.
        what: &'static str,
    },
    /// Two positions with one key and another side to move.
    #[error("after {line}: the key is that of the position after {other}, where the other side is to move")]
    KeyLacksSide {
        /// The moves to one.
        line: String,
        /// The moves to the other.
        other: String,
    },
    /// Two positions with one key that are described differently.
    #[error("after {line} and after {other} the key is the same, but the positions are {first} and {second}")]
    KeysMeet {
        /// The moves to one.
        line: String,
        /// The moves to the other.
        other: String,
        /// The one, as [`Game::describe`] has it.
        first: String,
        /// The other one.
        second: String,
    },
    /// [`Game::key_after`] or [`Game::keys_after`] is not what is found behind the move.
    #[error("after {line}: {what} says something else of {mv} than the position behind it")]
    KeyAfter {
        /// The moves before.
        line: String,
        /// The move.
        mv: String,
        /// Which of the two.
        what: &'static str,
    },
    /// Equal positions have other moves, or the same in another order.
    #[error("after {line} the moves are {moves}; after {other}, with the same key, they are {others}")]
    Moves {
        /// The moves to one.
        line: String,
        /// The moves to the other.
        other: String,
        /// The moves there.
        moves: String,
        /// The moves in the other.
        others: String,
    },
    /// Neither an end nor a move.
    #[error("after {line} the game has not ended, but there is no move")]
    NoMoves {
        /// The moves to it.
        line: String,
    },
    /// Equal positions of which one has ended, or in another way.
    #[error("after {line} the game has ended otherwise than after {other}, with the same key")]
    Ends {
        /// The moves to one.
        line: String,
        /// The moves to the other.
        other: String,
    },
    /// [`Game::ACYCLIC`], but a position came back.
    #[error("ACYCLIC, but after {line} there is a position again that has been there before")]
    Cyclic {
        /// The moves to its second occurrence.
        line: String,
    },
    /// An estimate, an edge cost or a typical number that is 0 or infinite where it must not be.
    #[error("after {line}: {what} is {numbers:?}; it must be at least 1, and finite")]
    Estimate {
        /// The moves to the position.
        line: String,
        /// What was asked.
        what: &'static str,
        /// What it said.
        numbers: Numbers,
    },
    /// An answer without search that is wrong.
    #[error("after {line}: {what} answers {said}, but trying everything says otherwise")]
    Answer {
        /// The moves to the position.
        line: String,
        /// Who said it.
        what: &'static str,
        /// What was said.
        said: String,
    },
    /// [`Game::HINTS_TELL_ENDS`], but a hint did not tell an end.
    #[error("after {line}: HINTS_TELL_ENDS, but hint_after does not tell the end behind {mv}")]
    HintMissesEnd {
        /// The moves before.
        line: String,
        /// The move.
        mv: String,
    },
    /// A move waits for itself or for a later one.
    #[error("after {line}: groups lets the move at {index} wait for the one at {sibling}")]
    Groups {
        /// The moves to the position.
        line: String,
        /// The one that waits.
        index: usize,
        /// The one it waits for.
        sibling: u32,
    },
    /// A game longer than [`Game::plies_left`] allows.
    #[error("plies_left says {bound} at first, but after {line} the game goes on")]
    PliesLeft {
        /// The bound.
        bound: u32,
        /// The moves.
        line: String,
    },
    /// A stock that does not cover itself, with [`Game::RESOURCES`].
    #[error("after {line}: the stock {stock:#x} does not cover itself")]
    Stock {
        /// The moves to the position.
        line: String,
        /// The stock.
        stock: u32,
    },
    /// Goal or repetition change during a game.
    #[error("after {line} the question is another one: goal and repetition must stay")]
    Question {
        /// The moves to the position.
        line: String,
    },
}

/// Plays random games from the present position and says what is wrong with the rules, if anything is. The
/// same seed plays the same games. A game without a fault is where it was afterwards.
pub fn check_game<G: Game>(game: &mut G, seed: u64) -> Result<Walked, GameFault> {
    let question = Question::of(game);
    let (line, met, walked, tries) = (Vec::new(), HashMap::new(), Walked::default(), MOST_TRIED_IN_ALL);
    let mut check = Check { game, question, line, met, walked, tries };
    let mut random = mix(seed) as u64;
    for _ in 0..GAMES {
        check.walk(&mut random)?;
    }
    Ok(check.walked)
}

/// What was seen of a position.
struct Met<M> {
    side: Side,
    text: String,
    ended: Option<crate::game::Outcome>,
    moves: Vec<M>,
    line: String,
}

struct Check<'c, G: Game> {
    game: &'c mut G,
    question: Question,
    line: Vec<G::Move>,
    met: HashMap<Key, Met<G::Move>>,
    walked: Walked,
    /// Positions that may still be looked at for answers.
    tries: u32,
}

/// All that must be as it was.
struct Look<M> {
    key: Key,
    board: (Key, u32),
    side: Side,
    text: String,
    moves: Vec<M>,
}

impl<M: PartialEq> Look<M> {
    /// What differs.
    fn difference(&self, other: &Look<M>) -> Option<&'static str> {
        let differs = [
            (self.side != other.side, "side to move"),
            (self.key != other.key, "key"),
            (self.board != other.board, "board key or stock"),
            (self.moves != other.moves, "moves"),
            (self.text != other.text, "description"),
        ];
        differs.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

impl<G: Game> Check<'_, G> {
    fn text(&self) -> String {
        if self.line.is_empty() { String::from("no move") } else { format!("{:?}", self.line) }
    }

    fn look(&self) -> Look<G::Move> {
        let mut moves = Vec::new();
        if self.game.outcome().is_none() {
            self.game.moves(&mut moves);
        }
        let board = if G::RESOURCES { (self.game.board_key(), self.game.stock()) } else { (0, 0) };
        Look { key: self.game.key(), board, side: self.game.side(), text: self.game.describe(), moves }
    }

    /// One random game, there and back.
    fn walk(&mut self, random: &mut u64) -> Result<(), GameFault> {
        let bound = self.game.plies_left();
        let mut path: Vec<Look<G::Move>> = Vec::new();
        loop {
            let here = self.look();
            self.walked.positions += 1;
            if Question::of(self.game) != self.question {
                return Err(GameFault::Question { line: self.text() });
            }
            let is_new = self.compare(&here)?;
            if G::ACYCLIC && path.iter().any(|earlier| earlier.key == here.key) {
                return Err(GameFault::Cyclic { line: self.text() });
            }
            if self.game.outcome().is_some() {
                self.walked.ends += 1;
                break;
            }
            if here.moves.is_empty() {
                return Err(GameFault::NoMoves { line: self.text() });
            }
            if let Some(bound) = bound.filter(|&bound| self.line.len() >= bound as usize) {
                return Err(GameFault::PliesLeft { bound, line: self.text() });
            }
            if is_new {
                self.ask(&here)?;
            }
            if self.line.len() >= MOST_PLIES {
                break;
            }
            *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mv = here.moves[mix(*random) as usize % here.moves.len()];
            path.push(here);
            self.line.push(mv);
            self.game.play(mv);
        }
        while let (Some(mv), Some(before)) = (self.line.pop(), path.pop()) {
            self.game.undo(mv);
            self.back(mv, &before)?;
        }
        Ok(())
    }

    /// After a move was taken back.
    fn back(&self, mv: G::Move, before: &Look<G::Move>) -> Result<(), GameFault> {
        match self.look().difference(before) {
            None => Ok(()),
            Some(what) => Err(GameFault::Undo { line: self.text(), mv: format!("{mv:?}"), what }),
        }
    }

    /// Compares the present position with what had its key before; true if there was nothing.
    fn compare(&mut self, here: &Look<G::Move>) -> Result<bool, GameFault> {
        let line = self.text();
        let ended = self.game.outcome();
        if let Some(met) = self.met.get(&here.key) {
            let other = met.line.clone();
            if met.side != here.side {
                return Err(GameFault::KeyLacksSide { line, other });
            }
            if met.ended != ended {
                return Err(GameFault::Ends { line, other });
            }
            if met.text != here.text && met.moves == here.moves {
                let (first, second) = (here.text.clone(), met.text.clone());
                return Err(GameFault::KeysMeet { line, other, first, second });
            }
            if met.moves != here.moves {
                let (moves, others) = (format!("{:?}", here.moves), format!("{:?}", met.moves));
                return Err(GameFault::Moves { line, other, moves, others });
            }
            return Ok(false);
        }
        let (side, text, moves) = (here.side, here.text.clone(), here.moves.clone());
        self.met.insert(here.key, Met { side, text, ended, moves, line });
        Ok(true)
    }

    /// Asks the present position, in which the game goes on, for all it may say.
    fn ask(&mut self, here: &Look<G::Move>) -> Result<(), GameFault> {
        self.ask_numbers()?;
        if G::RESOURCES && !G::covers(self.game.stock(), self.game.stock()) {
            return Err(GameFault::Stock { line: self.text(), stock: self.game.stock() });
        }
        if G::WAITING_MOVES {
            let mut wait = vec![None; here.moves.len()];
            self.game.waiting_moves(&here.moves, &mut wait);
            let wrong = wait.iter().enumerate().find_map(|(index, sibling)| {
                sibling.filter(|&sibling| sibling as usize >= index).map(|sibling| (index, sibling))
            });
            if let Some((index, sibling)) = wrong {
                return Err(GameFault::Groups { line: self.text(), index, sibling });
            }
        }
        if let Some(shortcut) = self.game.shortcut() {
            let reached = self.question.answer(shortcut.outcome).is_proved();
            self.hold_to(reached, "shortcut", &format!("{shortcut:?}"))?;
        }
        self.unchanged(here, "a shortcut")?;
        for &mv in &here.moves {
            self.ask_move(mv, here)?;
        }
        Ok(())
    }

    fn ask_numbers(&self) -> Result<(), GameFault> {
        let fault = |what, numbers| Err(GameFault::Estimate { line: self.text(), what, numbers });
        let good = |numbers: Numbers| {
            [numbers.pn, numbers.dn].into_iter().all(|number| (1..INFINITY).contains(&number))
        };
        let (estimate, typical) = (self.game.estimate(), self.game.average_estimate());
        if !good(estimate) {
            return fault("estimate", estimate);
        }
        if typical == 0 || typical == INFINITY {
            return fault("typical", Numbers::new(typical, typical));
        }
        Ok(())
    }

    fn unchanged(&self, here: &Look<G::Move>, what: &'static str) -> Result<(), GameFault> {
        match self.look().difference(here) {
            None => Ok(()),
            Some(_) => Err(GameFault::Asking { line: self.text(), what }),
        }
    }

    /// Asks about a move, and looks behind it.
    fn ask_move(&mut self, mv: G::Move, here: &Look<G::Move>) -> Result<(), GameFault> {
        let name = || format!("{mv:?}");
        let key = self.game.key_after(mv);
        let keys = self.game.keys_after(mv);
        let hint = if G::HINTS { Some(self.game.hint_after(mv)) } else { None };
        if G::ORDERED {
            self.game.move_priority(mv);
        }
        if self.game.key() != here.key || self.game.side() != here.side {
            return Err(GameFault::Asking { line: self.text(), what: "what is behind a move" });
        }
        self.game.play(mv);
        let (found, board, stock) = (self.game.key(), self.game.board_key(), self.game.stock());
        let ended = self.game.outcome();
        let wrong = if key != found {
            Some("key_after")
        } else if keys.0 != found || (G::RESOURCES && keys != (found, board, stock)) {
            Some("keys_after")
        } else {
            None
        };
        let answer = match hint {
            Some(Hint::Answer(answer)) => {
                let reached = self.question.answer(answer.outcome).is_proved();
                self.hold_to(reached, "hint_after", &format!("{answer:?} of {}", name()))
            }
            _ => Ok(()),
        };
        self.game.undo(mv);
        if let Some(what) = wrong {
            return Err(GameFault::KeyAfter { line: self.text(), mv: name(), what });
        }
        answer?;
        if G::HINTS && G::HINTS_TELL_ENDS && ended.is_some() && !matches!(hint, Some(Hint::Answer(_))) {
            return Err(GameFault::HintMissesEnd { line: self.text(), mv: name() });
        }
        self.back(mv, here)
    }

    /// Compares an answer about the present position with what trying everything says, if that is cheap.
    fn hold_to(&mut self, reached: bool, what: &'static str, said: &str) -> Result<(), GameFault> {
        let given = MOST_TRIED.min(self.tries);
        let mut left = given;
        let truth = self.reaches(&mut left, &mut Vec::new());
        self.tries -= given - left;
        let Some(truth) = truth else { return Ok(()) };
        self.walked.answers += 1;
        let (line, said) = (self.text(), said.to_owned());
        if truth == reached { Ok(()) } else { Err(GameFault::Answer { line, what, said }) }
    }

    /// Whether the attacker reaches his goal, by trying everything; `None` if that takes too long.
    fn reaches(&mut self, left: &mut u32, path: &mut Vec<Key>) -> Option<bool> {
        if let Some(outcome) = self.game.outcome() {
            return Some(self.question.answer(outcome).is_proved());
        }
        let key = self.game.key();
        if path.contains(&key) {
            return Some(self.question.repetition().is_proved());
        }
        *left = left.checked_sub(1)?;
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return None; // a fault of its own
        }
        let wanted = self.game.side() == Side::Attacker;
        path.push(key);
        let mut found = Some(!wanted);
        for mv in moves {
            self.game.play(mv);
            let reached = self.reaches(left, path);
            self.game.undo(mv);
            match reached {
                Some(reached) if reached == wanted => {
                    found = Some(wanted);
                    break;
                }
                None => {
                    found = None;
                    break;
                }
                Some(_) => {}
            }
        }
        path.pop();
        found
    }
}
