//! Moves as Japanese readers write them, and a drawn board.
//!
//! A move is ▲ or △, the square (同 if the move before ended there), the piece, and what tells it from
//! other moves: 打 for a drop that a piece on the board could also make, 成 and 不成 where promotion was
//! possible, and for several pieces of the same kind how the right one goes (上 up, 寄 sideways, 引 back)
//! or where it comes from (右, 左, 直 straight ahead). The direction of the move comes first; the side
//! where it comes from only if that is not enough, and both together only if neither is. These are the
//! rules of the Japan Shogi Association.
//!
//! Invariant: two different legal moves of a position never have the same text.

use std::fmt::Write;

use super::bitboard::Bitboard;
use super::generate::may_promote;
use super::mv::Move;
use super::position::Position;
use super::types::{Color, Kind, Square};

pub(super) const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
pub(super) const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The name of a kind in a move.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::PRO_LANCE => "成香",
        Kind::PRO_KNIGHT => "成桂",
        Kind::PRO_SILVER => "成銀",
        _ => sign(kind),
    }
}

/// The one character of a kind on a board.
fn sign(kind: Kind) -> &'static str {
    const SIGNS: [&str; Kind::COUNT] =
        ["歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "杏", "圭", "全", "馬", "竜"];
    SIGNS.get(kind.index()).copied().unwrap_or("・")
}

impl Kind {
    /// The one character of a kind on a board.
    pub fn sign(self) -> &'static str {
        sign(self)
    }
}

/// Where a piece goes, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Sideways,
    Back,
}

/// Where a piece comes from, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Left,
    Straight,
    Right,
}

pub(super) fn way(us: Color, from: Square, to: Square) -> Way {
    let ahead = i32::from(from.rank()) - i32::from(to.rank());
    match if us == Color::Black { ahead } else { -ahead } {
        0 => Way::Sideways,
        1.. => Way::Up,
        _ => Way::Back,
    }
}

/// On which side of `to` the square `from` lies. Files count from Black's right.
pub(super) fn origin(us: Color, from: Square, to: Square) -> Origin {
    let right = i32::from(to.file()) - i32::from(from.file());
    match if us == Color::Black { right } else { -right } {
        0 => Origin::Straight,
        1.. => Origin::Right,
        _ => Origin::Left,
    }
}

impl Position {
    /// A legal move in Japanese; `last` is where the move before ended.
    pub fn japanese(&self, mv: Move, last: Option<Square>) -> String {
        let (us, to) = (mv.color(), mv.to());
        let mut text = String::from(if us == Color::Black { "▲" } else { "△" });
        if last == Some(to) {
            text.push('同');
        } else {
            text.push(FILES[usize::from(to.file()) - 1]);
            text.push(RANKS[usize::from(to.rank()) - 1]);
        }
        text.push_str(name(mv.kind()));
        let rivals = self.attackers(to, us, self.occupied()) & self.pieces_of(us, mv.kind());
        let Some(from) = mv.from() else {
            if !rivals.is_empty() {
                text.push('打');
            }
            return text;
        };
        text.push_str(&manner(us, mv.kind(), from, to, rivals & !Bitboard::of(from)));
        if mv.is_promotion() {
            text.push('成');
        } else if mv.kind().can_promote() && may_promote(us, from, to) {
            text.push_str("不成");
        }
        text
    }

    /// A line of legal moves from here, in Japanese.
    pub fn japanese_line(&self, line: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let mut last = None;
        let mut texts = Vec::with_capacity(line.len());
        for &mv in line {
            texts.push(position.japanese(mv, last));
            position.play(mv);
            last = Some(mv.to());
        }
        texts
    }

    /// The board and both hands, as in KIF files.
    pub fn drawn(&self) -> String {
        self.diagram(' ', ["先手", "後手"])
    }

    /// The same as a mate problem: the hands are those of the attacker (攻方) and of the king's side (玉方).
    pub fn drawn_problem(&self, attacker: Color) -> String {
        self.diagram(' ', Position::roles(attacker))
    }

    /// What Black and White are called in a mate problem.
    pub fn roles(attacker: Color) -> [&'static str; 2] {
        if attacker == Color::Black { ["攻方", "玉方"] } else { ["玉方", "攻方"] }
    }

    /// The board and both hands, with `gap` between the pieces in hand and names for Black and White.
    pub(super) fn diagram(&self, gap: char, names: [&str; 2]) -> String {
        let mut out = self.drawn_hand(Color::White, gap, names[1]);
        out.push_str("\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
        for rank in 1..=9 {
            out.push('|');
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                let piece = self.piece(square);
                let white = piece.is_some_and(|piece| piece.color() == Color::White);
                out.push(if white { 'v' } else { ' ' });
                out.push_str(piece.map_or("・", |piece| sign(piece.kind())));
            }
            out.push('|');
            out.push(RANKS[usize::from(rank) - 1]);
            out.push('\n');
        }
        out.push_str("+---------------------------+\n");
        out.push_str(&self.drawn_hand(Color::Black, gap, names[0]));
        if self.side() == Color::White {
            out.push_str("\n後手番");
        }
        out.push('\n');
        out
    }

    /// A hand behind its owner's name.
    pub fn drawn_hand(&self, color: Color, gap: char, name: &str) -> String {
        let mut out = format!("{name}の持駒：");
        if self.hand(color).is_empty() {
            out.push_str("なし");
        }
        for kind in Kind::IN_HAND.into_iter().rev() {
            let count = self.hand(color).count(kind);
            if count > 0 {
                // Writing to a string cannot fail.
                let _ = write!(out, "{}{}{gap}", sign(kind), number(count));
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}

impl Square {
    /// As Japanese moves write it: ７六.
    pub fn japanese(self) -> String {
        [FILES[usize::from(self.file()) - 1], RANKS[usize::from(self.rank()) - 1]].iter().collect()
    }
}

/// A count of 1 to 18; one is not written.
fn number(count: u32) -> String {
    let digit = |n: u32| RANKS.get(n as usize - 1).map_or(String::new(), char::to_string);
    match count {
        0 | 1 => String::new(),
        2..=9 => digit(count),
        10 => "十".into(),
        _ => format!("十{}", digit(count - 10)),
    }
}

/// What tells a move from those of other pieces of the same kind to the same square.
fn manner(us: Color, kind: Kind, from: Square, to: Square, rivals: Bitboard) -> String {
    if rivals.is_empty() {
        return String::new();
    }
    let (my_way, my_origin) = (way(us, from, to), origin(us, from, to));
    let way_text = match my_way {
        Way::Up => "上",
        Way::Sideways => "寄",
        Way::Back => "引",
    };
    if rivals.into_iter().all(|rival| way(us, rival, to) != my_way) {
        return way_text.into();
    }
    if matches!(kind, Kind::HORSE | Kind::DRAGON) {
        // There are two at most: left and right of each other, never 直.
        let right = rivals.into_iter().all(|rival| origin(us, from, rival) == Origin::Right);
        return if right { "右" } else { "左" }.into();
    }
    let origin_text = match my_origin {
        Origin::Left => "左",
        Origin::Right => "右",
        Origin::Straight => "直",
    };
    if my_origin == Origin::Straight || rivals.into_iter().all(|rival| origin(us, rival, to) != my_origin) {
        return origin_text.into();
    }
    format!("{origin_text}{way_text}")
}
