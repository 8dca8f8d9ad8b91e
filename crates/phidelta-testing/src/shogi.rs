//! Random positions that look like mate problems, and the rules as others have written them.
use phidelta_games::shogi::{Color, Kind};
use shogi_core::{Move, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite::prelegality::will_king_be_captured;
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};

/// All legal moves, by `shogi_legality_lite`.
///
/// That crate asks of every dropped pawn whether it mates, of every pawn that could be dropped in answer
/// whether that one mates, and so on: with pawns in both hands and a king that can hardly move it never
/// comes to an end. So it is asked for drops of pawns only where the chain is short; elsewhere the rules
/// of the pawn are put together here from its other parts.
pub fn legal_moves_of_others(position: &PartialPosition) -> Vec<Move> {
    let us = position.side_to_move();
    let mut moves = all_legal_moves_partial(&without_pawns(position));
    for to in Square::all() {
        let mv = Move::Drop { piece: Piece::new(PieceKind::Pawn, us), to };
        if may_drop_pawn(position, mv, to) {
            moves.push(mv);
        }
    }
    let pawns = |color| position.hand_of_a_player(color).count(PieceKind::Pawn).unwrap_or(0);
    if pawns(us) <= 1 || pawns(us.flip()) == 0 {
        let mut usi: Vec<Move> = all_legal_moves_partial(position);
        assert_eq!(usi.len(), moves.len(), "{}", position.to_sfen_owned());
        usi.retain(|mv| !moves.contains(mv));
        assert!(usi.is_empty(), "{}", position.to_sfen_owned());
    }
    moves
}

/// The position with no pawn in the hand of the side to move.
fn without_pawns(position: &PartialPosition) -> PartialPosition {
    let mut copy = position.clone();
    let hand = copy.hand_of_a_player_mut(position.side_to_move());
    while let Some(less) = hand.removed(PieceKind::Pawn) {
        *hand = less;
    }
    copy
}

fn may_drop_pawn(position: &PartialPosition, mv: Move, to: Square) -> bool {
    let us = position.side_to_move();
    let pawn = Piece::new(PieceKind::Pawn, us);
    let mut file = (1..=9).filter_map(|rank| Square::new(to.file(), rank));
    let mut next = position.clone();
    position.hand(pawn).unwrap_or(0) > 0
        && position.piece_at(to).is_none()
        && to.relative_rank(us) > 1
        && !file.any(|square| position.piece_at(square) == Some(pawn))
        && next.make_move(mv).is_some()
        && will_king_be_captured(&next) != Some(true)
        // Nothing can be put between a pawn and the king it checks.
        && !(is_in_check_partial_lite(&next) && all_legal_moves_partial(&without_pawns(&next)).is_empty())
}

/// A board with a defending king and pieces around it, as text; it may be refused.
pub fn problem(rng: &mut fastrand::Rng) -> String {
    let attacker = if rng.bool() { Color::Black } else { Color::White };
    let mut board: [[String; 9]; 9] = Default::default(); // by rank, then file from the left
    let flip = |rank: usize| if attacker == Color::Black { rank } else { 8 - rank };
    let king = (flip(rng.usize(..9).min(rng.usize(..9))), rng.usize(..9));
    board[king.0][king.1] = letter(attacker.flip(), Kind::KING, false);
    if rng.bool() {
        let own = if rng.bool() { (rng.usize(..9), rng.usize(..9)) } else { (flip(8), rng.usize(..9)) };
        if own != king {
            board[own.0][own.1] = letter(attacker, Kind::KING, false);
        }
    }
    let mut hands = String::new();
    let density = 1 + rng.u32(..100);
    for kind in Kind::IN_HAND {
        for _ in 0..kind.in_set() {
            // Near the king more often than far from it.
            let near = |rng: &mut fastrand::Rng, at: usize| (at + rng.usize(..5)).saturating_sub(2).min(8);
            let (rank, file) = if rng.u8(..3) > 0 {
                (near(rng, king.0), near(rng, king.1))
            } else {
                (rng.usize(..9), rng.usize(..9))
            };
            let color = if rng.u8(..5) < 3 { attacker } else { attacker.flip() };
            let promoted = kind.can_promote() && rng.u8(..3) == 0;
            let piece = letter(color, kind, promoted);
            // Where the rules forbid it, it stays in hand.
            let ahead = if color == Color::Black { rank } else { 8 - rank };
            let forbidden = match kind {
                _ if promoted => false,
                Kind::PAWN => ahead < 1 || board.iter().any(|rank| rank[file] == piece),
                Kind::LANCE => ahead < 1,
                Kind::KNIGHT => ahead < 2,
                _ => false,
            };
            if rng.u32(..100) < density && board[rank][file].is_empty() && !forbidden {
                board[rank][file] = piece;
            } else {
                let owner = if rng.u8(..4) == 0 { attacker } else { attacker.flip() };
                hands.push_str(&letter(owner, kind, false));
            }
        }
    }
    let ranks: Vec<String> = board
        .iter()
        .map(|rank| {
            let text: String = rank.iter().map(|s| if s.is_empty() { "1" } else { s.as_str() }).collect();
            text
        })
        .collect();
    let side = if (attacker == Color::Black) ^ (rng.u8(..4) == 0) { 'b' } else { 'w' };
    format!("{} {side} {}", ranks.join("/"), if hands.is_empty() { "-" } else { &hands })
}

fn letter(color: Color, kind: Kind, promoted: bool) -> String {
    let letter = if color == Color::Black { kind.letter() } else { kind.letter().to_ascii_lowercase() };
    format!("{}{letter}", if promoted { "+" } else { "" })
}

/// A rank of SFEN, of squares with the letters of their pieces.
pub fn sfen_rank(row: &[String]) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    for square in row.iter().map(String::as_str).chain(["end"]) {
        if square.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &empty.to_string();
            empty = 0;
        }
        if square != "end" {
            out += square;
        }
    }
    out
}
