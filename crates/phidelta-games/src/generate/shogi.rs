//! Shogi: mate problems from pieces thrown down around a king.
//!
//! Idea: composed collections belong to their composers, and mates of played games are mostly short. A
//! few pieces of both sides at random near a king, some pieces in the attacker's hand and all others in
//! the defender's: most such positions have no mate, or one that is seen at once, but some have a long
//! one, and trying costs little. Those that mate within the limit are problems.
//!
//! Invariants: those of [`super`]; a mirrored position counts as the same one; every problem has a proof
//! of the search, and the attacker has no king.

use std::ops::RangeInclusive;

use fastrand::Rng;
use phidelta::{Game, Limits, Solver, Value, Verdict};

use super::{Counts, GenerateError, MOST_PLIES, Picked, Plan, Shelves, Spread, Standing};
use crate::shogi::{Kind, Tsume};

/// What suites of mate problems are, as [`super::SelfPlay`] says it of games.
pub struct Mates;

impl Mates {
    /// What stages count.
    pub const COUNTS: Counts = Counts::Mate;
    /// From what a person sees to what takes seconds.
    pub const NODES: RangeInclusive<u64> = 10..=1_000_000;
    /// Any length.
    pub const STAGES: RangeInclusive<u32> = 1..=MOST_PLIES;
    /// A problem is a mate.
    pub const VALUE: Option<Value> = Some(Value::Win);
    /// What comments begin with.
    pub const COMMENT: char = '#';
    /// What a row consists of.
    pub const COLUMNS: &'static str = "SFEN, the side to move mates; behind a tab: nodes of the search, plies \
                                       of the line it found, number of the placement";
}

/// Throws down positions until there are enough problems: the rows of the suite.
pub fn mates(plan: &Plan, watch: &mut dyn FnMut(Standing)) -> Result<Vec<String>, GenerateError> {
    super::collect(plan, Spread::Nodes, watch, &mut |number, rng, shelves| pick(plan, number, rng, shelves))
}

/// The part of the limit, one in so many, that every placement gets. What then looks harder to prove than
/// to disprove is given up: it hardly ever mates, and most of the time would go there.
const FIRST_LOOK: u64 = 20;

fn pick(plan: &Plan, number: u64, rng: &mut Rng, shelves: &Shelves) -> Result<Option<Picked>, GenerateError> {
    let placement = Placement::random(&FEW, rng);
    // Not every placement is a position: the king may stand in check already, or a pawn on a pawn's file.
    let Ok(mut game) = Tsume::from_sfen(&placement.sfen(false)) else { return Ok(None) };
    let Ok(mirrored) = Tsume::from_sfen(&placement.sfen(true)) else { return Ok(None) };
    let key = game.key().min(mirrored.key());
    if shelves.has(key) {
        return Ok(None);
    }
    let mut search = |nodes: u64, line: bool| {
        let limits = Limits::default().with_nodes(nodes);
        Solver::new(plan.algorithm).memory(plan.memory).limits(limits).lines(line).solve(&mut game)
    };
    let most = *plan.nodes.end();
    let mut report = search((most / FIRST_LOOK).max(1), false)?;
    if !report.verdict.is_decided() && report.numbers.pn <= report.numbers.dn {
        report = search(most, false)?;
    }
    if report.verdict == Verdict::Proved {
        // The line of a position without a mate would cost more than its answer.
        report = search(most, true)?;
    }
    let (nodes, plies) = (report.stats.nodes, report.line.len());
    let fits = report.verdict == Verdict::Proved
        && report.line_complete
        && plan.nodes.contains(&nodes)
        && u32::try_from(plies).is_ok_and(|plies| plan.stages.contains(&plies));
    Ok(fits.then(|| Picked {
        shelf: shelves.by_nodes(nodes),
        key,
        row: format!("{}\tnodes={nodes} plies={plies} try={number}", placement.sfen(false)),
    }))
}

/// Who has a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Attacker,
    Defender,
}

/// How many pieces are thrown down, and how many squares from the king at most. Some fall on each other, or
/// off the board.
struct Crowd {
    attackers: RangeInclusive<u32>,
    attack_reach: RangeInclusive<i32>,
    defenders: RangeInclusive<u32>,
    defence_reach: RangeInclusive<i32>,
    /// Pieces in the attacker's hand.
    hand: RangeInclusive<u32>,
}

/// Few pieces: many of these mate, and people like to look at them.
const FEW: Crowd =
    Crowd { attackers: 1..=4, attack_reach: 1..=4, defenders: 0..=7, defence_reach: 1..=3, hand: 1..=4 };

/// Many pieces, as composed problems have them.
const MANY: Crowd =
    Crowd { attackers: 3..=12, attack_reach: 1..=5, defenders: 3..=16, defence_reach: 1..=5, hand: 0..=4 };

/// A position to learn from: few pieces or many, with a mate or without. `None` if what was thrown down is none.
pub(crate) fn lesson(rng: &mut Rng) -> Option<Tsume> {
    let crowd = if rng.bool() { &FEW } else { &MANY };
    Tsume::from_sfen(&Placement::random(crowd, rng).sfen(false)).ok()
}

/// Pieces around a king. Squares are numbered from 0, file (from the right) and rank (from the top).
struct Placement {
    board: [[Option<(Kind, Owner, bool)>; 9]; 9],
    king: (usize, usize),
    /// By kind, in the order of [`KINDS`].
    hand: [u32; KINDS.len()],
    rest: [u32; KINDS.len()],
}

/// All but the king, in the order in which SFEN lists hands.
const KINDS: [Kind; 7] =
    [Kind::ROOK, Kind::BISHOP, Kind::GOLD, Kind::SILVER, Kind::KNIGHT, Kind::LANCE, Kind::PAWN];

/// How often the attacker has a kind, on the board and in hand: strong pieces often, so that many
/// placements mate.
const ATTACK: [u32; KINDS.len()] = [4, 4, 4, 5, 4, 2, 5];

/// How often the defender has it on the board.
const DEFENCE: [u32; KINDS.len()] = [1, 1, 3, 3, 2, 2, 8];

impl Placement {
    fn random(crowd: &Crowd, rng: &mut Rng) -> Placement {
        let mut placement = Placement {
            board: [[None; 9]; 9],
            // Problems have their king near his own edge; two draws, the smaller one: often on it.
            king: (rng.u32(..9) as usize, rng.u32(..5).min(rng.u32(..5)) as usize),
            hand: [0; KINDS.len()],
            rest: KINDS.map(Kind::in_set),
        };
        for _ in 0..rng.u32(crowd.attackers.clone()) {
            let reach = rng.i32(crowd.attack_reach.clone());
            placement.put(Owner::Attacker, &ATTACK, reach, rng);
        }
        for _ in 0..rng.u32(crowd.defenders.clone()) {
            let reach = rng.i32(crowd.defence_reach.clone());
            placement.put(Owner::Defender, &DEFENCE, reach, rng);
        }
        for _ in 0..rng.u32(crowd.hand.clone()) {
            if let Some(kind) = placement.take(&ATTACK, rng) {
                placement.hand[kind] += 1;
            }
        }
        placement
    }

    /// Takes a piece that is left, as likely as its weight says.
    fn take(&mut self, weights: &[u32; KINDS.len()], rng: &mut Rng) -> Option<usize> {
        let mut drawn = rng.u32(..weights.iter().sum::<u32>());
        let kind = weights.iter().position(|&weight| {
            let here = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            here
        })?;
        self.rest[kind] = self.rest[kind].checked_sub(1)?;
        Some(kind)
    }

    /// Puts a piece at most `reach` squares from the king, if its square is free and on the board.
    fn put(&mut self, owner: Owner, weights: &[u32; KINDS.len()], reach: i32, rng: &mut Rng) {
        let beside = |middle: usize, step: i32| {
            usize::try_from(middle as i32 + step).ok().filter(|&coordinate| coordinate < 9)
        };
        let (file, rank) =
            (beside(self.king.0, rng.i32(-reach..=reach)), beside(self.king.1, rng.i32(-reach..=reach)));
        let (Some(file), Some(rank)) = (file, rank) else { return };
        if (file, rank) == self.king || self.board[rank][file].is_some() {
            return;
        }
        let promoted = rng.u32(..4) == 0;
        if let Some(kind) = self.take(weights, rng) {
            let kind = KINDS[kind];
            self.board[rank][file] = Some((kind, owner, promoted && kind.can_promote()));
        }
    }

    /// The position, or its mirror image; the attacker is Black.
    fn sfen(&self, mirrored: bool) -> String {
        let mut out = String::new();
        for (rank, row) in self.board.iter().enumerate() {
            if rank > 0 {
                out.push('/');
            }
            let mut empty = 0;
            for column in 0..9 {
                // SFEN begins with the ninth file.
                let file = if mirrored { column } else { 8 - column };
                let piece = match row[file] {
                    _ if (file, rank) == self.king => "k".to_string(),
                    None => {
                        empty += 1;
                        continue;
                    }
                    Some((kind, owner, promoted)) => {
                        let letter = match owner {
                            Owner::Attacker => kind.letter().to_ascii_uppercase(),
                            Owner::Defender => kind.letter().to_ascii_lowercase(),
                        };
                        format!("{}{letter}", if promoted { "+" } else { "" })
                    }
                };
                if empty > 0 {
                    out.push_str(&empty.to_string());
                }
                empty = 0;
                out.push_str(&piece);
            }
            if empty > 0 {
                out.push_str(&empty.to_string());
            }
        }
        out.push_str(" b ");
        let hands = [(&self.hand, true), (&self.rest, false)];
        let none = out.len();
        for (counts, attacker) in hands {
            for (kind, &count) in KINDS.iter().zip(counts) {
                if count > 1 {
                    out.push_str(&count.to_string());
                }
                if count > 0 {
                    let letter = kind.letter();
                    out.push(if attacker {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    });
                }
            }
        }
        if out.len() == none {
            out.push('-');
        }
        out + " 1"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_use_the_set_and_are_mirrored_as_a_whole() {
        let mut legal = 0;
        for seed in 0..500 {
            let placement = Placement::random(&FEW, &mut Rng::with_seed(seed));
            let (one, two) = (placement.sfen(false), placement.sfen(true));
            let (Ok(one), Ok(two)) = (Tsume::from_sfen(&one), Tsume::from_sfen(&two)) else {
                // What is wrong with the one is wrong with the other.
                assert!(Tsume::from_sfen(&one).is_err() && Tsume::from_sfen(&two).is_err(), "{one}");
                continue;
            };
            legal += 1;
            let count = |game: &Tsume| {
                let position = game.position();
                let moves = {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    moves.len()
                };
                (position.occupied().into_iter().count(), moves)
            };
            assert_eq!(count(&one), count(&two));
            let (board, hand): (usize, u32) = (
                count(&one).0,
                KINDS
                    .iter()
                    .map(|&kind| {
                        let position = one.position();
                        let both = [position.side(), position.side().flip()];
                        both.iter().map(|&side| position.hand(side).count(kind)).sum::<u32>()
                    })
                    .sum(),
            );
            // 40 pieces without the attacker's king.
            assert_eq!(board + hand as usize, 39);
        }
        assert!(legal > 100, "{legal}");
    }

    #[test]
    fn problems_mate_and_shelves_take_turns() {
        let plan = Plan {
            count: 6,
            seed: 3,
            nodes: 10..=10_000,
            stages: Mates::STAGES,
            value: Mates::VALUE,
            games: 5000,
            algorithm: "df-pn+tca+snda".parse().unwrap(),
            memory: 1 << 22,
        };
        let rows = mates(&plan, &mut |_| ()).unwrap();
        let nodes: Vec<u64> = rows
            .iter()
            .map(|row| row.split("nodes=").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(
            nodes.iter().map(|&nodes| super::super::power(10, nodes)).collect::<Vec<_>>(),
            [0, 1, 2, 0, 1, 2]
        );
        assert_eq!(mates(&Plan { count: 3, ..plan }, &mut |_| ()).unwrap(), rows[..3]);
    }
}
