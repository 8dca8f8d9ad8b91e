//! Moves against an independent implementation of the rules, over random games and random positions that
//! look like mate problems: legal moves, checks and evasions must be the same.
//!
//! `PHIDELTA_SHOGI_POSITIONS=200000` asks for more positions than the usual 20,000.

use phidelta_games::shogi::{Color, Kind, Move, Position, Square};
use phidelta_testing::shogi::{legal_moves_of_others, problem};
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::is_in_check_partial_lite;
use shogi_usi_parser::FromUsi;

/// Positions that each of the two tests compares.
fn wanted() -> u64 {
    let all = std::env::var("PHIDELTA_SHOGI_POSITIONS").ok().and_then(|n| n.parse().ok());
    all.unwrap_or(20_000) / 2
}

/// What the comparison has met; a test that never sees a case proves nothing about it.
#[derive(Debug, Default)]
struct Seen {
    positions: u64,
    evasions: u64,
    double_checks: u64,
    mates: u64,
    without_own_king: u64,
    checks: u64,
    counter_checks: u64,
    king_checks: u64,
    plain_though_promotable: u64,
    pawn_drop_mates: u64,
    by_white: u64,
}

fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// Compares all three generators, and the position with its copy made from text. Returns the legal
/// moves and the checks among them.
fn compare(position: &mut Position, seen: &mut Seen) -> (Vec<Move>, Vec<Move>) {
    let text = position.to_string();
    let other = PartialPosition::from_usi(&format!("sfen {text}")).expect(&text);
    let us = position.side();
    let in_check = position.in_check(us);
    let (mut legal, mut checks, mut evasions) = (Vec::new(), Vec::new(), Vec::new());
    position.legal_moves(&mut legal);
    position.checks(&mut checks);
    position.evasions(&mut evasions);

    let theirs = legal_moves_of_others(&other);
    let mut expected: Vec<String> = theirs.iter().map(ToUsi::to_usi_owned).collect();
    expected.sort();
    assert_eq!(sorted(&legal), expected, "legal moves of {text}");
    let gives_check = |mv: &&shogi_core::Move| {
        let mut next = other.clone();
        next.make_move(**mv).is_some() && is_in_check_partial_lite(&next)
    };
    let mut expected: Vec<String> = theirs.iter().filter(gives_check).map(ToUsi::to_usi_owned).collect();
    expected.sort();
    assert_eq!(sorted(&checks), expected, "checks of {text}");
    assert_eq!(in_check, is_in_check_partial_lite(&other), "{text}");
    assert_eq!(evasions, if in_check { legal.clone() } else { Vec::new() }, "evasions of {text}");

    // The same position from its text has everything the same, the order of moves too.
    let fresh = Position::from_sfen(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(*position, fresh, "{text}");
    assert_eq!((position.key(), position.board_key()), (fresh.key(), fresh.board_key()));
    let mut again = Vec::new();
    fresh.legal_moves(&mut again);
    assert_eq!(legal, again, "the order of {text}");
    again.clear();
    fresh.checks(&mut again);
    assert_eq!(checks, again, "the order of {text}");
    for &mv in &legal {
        let expected = position.keys_after(mv);
        position.play(mv);
        let found = (position.key(), position.board_key(), position.hand(us));
        assert_eq!(found, expected, "{mv} in {text}");
        assert_eq!(position.in_check(us.flip()), checks.contains(&mv), "{mv} in {text}");
        position.undo(mv);
    }
    assert_eq!(*position, fresh, "moves taken back in {text}");

    count(position, in_check, &legal, &checks, seen);
    (legal, checks)
}

fn count(position: &Position, in_check: bool, legal: &[Move], checks: &[Move], seen: &mut Seen) {
    seen.positions += 1;
    seen.by_white += u64::from(position.side() == Color::White);
    seen.evasions += u64::from(in_check);
    seen.double_checks += u64::from(position.checkers().has_many());
    seen.mates += u64::from(in_check && legal.is_empty());
    seen.without_own_king += u64::from(position.king(position.side()).is_none());
    seen.checks += checks.len() as u64;
    seen.counter_checks += u64::from(in_check && !checks.is_empty());
    seen.king_checks += checks.iter().filter(|mv| mv.kind() == Kind::KING).count() as u64;
    let promoted = |mv: &Move| {
        checks.iter().any(|other| other.is_promotion() && (other.from(), other.to()) == (mv.from(), mv.to()))
    };
    let plain = |mv: &&Move| !mv.is_drop() && !mv.is_promotion() && promoted(mv);
    seen.plain_though_promotable += checks.iter().filter(plain).count() as u64;
    seen.pawn_drop_mates += u64::from(forbidden_mate(position, legal));
}

/// Whether a pawn in front of the king is forbidden for no other reason than mate.
fn forbidden_mate(position: &Position, legal: &[Move]) -> bool {
    let us = position.side();
    let Some(king) = position.king(us.flip()) else { return false };
    let rank = if us == Color::Black { king.rank() + 1 } else { king.rank() - 1 };
    let Some(to) = Square::new(king.file(), rank) else { return false };
    let file = (1..=9).filter_map(|rank| Square::new(king.file(), rank));
    let mut pawns = file.filter(|&square| position.pieces_of(us, Kind::PAWN).has(square));
    position.hand(us).has(Kind::PAWN)
        && !position.in_check(us)
        && position.piece(to).is_none()
        && pawns.next().is_none()
        && !legal.iter().any(|mv| mv.is_drop() && mv.kind() == Kind::PAWN && mv.to() == to)
}

fn pick(rng: &mut fastrand::Rng, moves: &[Move]) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
}

#[test]
fn random_games() {
    let mut rng = fastrand::Rng::with_seed(20_260);
    let mut seen = Seen::default();
    while seen.positions < wanted() {
        let mut position = Position::start();
        for _ in 0..250 {
            let (legal, checks) = compare(&mut position, &mut seen);
            // Checks and captures, or the game stays quiet for long.
            let captures: Vec<Move> = legal.iter().copied().filter(|mv| mv.captured().is_some()).collect();
            let choice = match rng.u8(..4) {
                0 if !checks.is_empty() => pick(&mut rng, &checks),
                1 if !captures.is_empty() => pick(&mut rng, &captures),
                _ => pick(&mut rng, &legal),
            };
            let Some(mv) = choice else { break };
            position.play(mv);
        }
    }
    println!("{seen:?}");
    assert!(seen.evasions > wanted() / 50 && seen.checks > 0 && seen.double_checks > 0, "{seen:?}");
}

#[test]
fn random_problems() {
    let mut rng = fastrand::Rng::with_seed(77);
    let mut seen = Seen::default();
    let mut refused = 0;
    while seen.positions < wanted() {
        let Ok(mut position) = Position::from_sfen(&problem(&mut rng)) else {
            // Often the side to move could take the king.
            refused += 1;
            assert!(refused < 100 * wanted(), "{seen:?}");
            continue;
        };
        for _ in 0..6 {
            let (legal, checks) = compare(&mut position, &mut seen);
            let moves = if checks.is_empty() { &legal } else { &checks };
            let Some(mv) = pick(&mut rng, moves) else { break };
            position.play(mv);
        }
    }
    println!("{seen:?}");
    for count in [
        seen.evasions,
        seen.double_checks,
        seen.mates,
        seen.without_own_king,
        seen.counter_checks,
        seen.king_checks,
        seen.plain_though_promotable,
        seen.pawn_drop_mates,
        seen.by_white,
    ] {
        assert!(count > 10, "{seen:?}");
    }
}
