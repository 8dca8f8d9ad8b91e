//! A position: what stands where, what is in hand, who is to move.
//!
//! Either side may lack its king (in tsume problems the attacker usually does); at most one each.
//! Moves carry what they change, so that taking one back needs no stack.
//!
//! Invariant: after any moves played and taken back all parts equal those of a position set up afresh.

use phidelta::Key;

use super::attacks;
use super::bitboard::Bitboard;
use super::hand::Hand;
use super::mv::Move;
use super::types::{Color, Kind, Piece, Square};
use super::zobrist;

/// A shogi position.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// Behind the last square there is nothing; drops come from there.
    board: [Piece; 128],
    colors: [Bitboard; 2],
    /// By [`Kind::index`]; the rest of the array is never used.
    kinds: [Bitboard; 16],
    /// Everything that moves like a gold.
    golds: Bitboard,
    hands: [Hand; 2],
    kings: [Square; 2],
    side: Color,
    board_key: Key,
}

/// All squares for every kind, none for "no piece".
static ANY: [Bitboard; 16] = {
    let mut all = [Bitboard::ALL; 16];
    all[Kind::NONE.index()] = Bitboard::EMPTY;
    all
};

/// All squares for what moves like a gold, none for the others.
static GOLDS: [Bitboard; 16] = {
    let mut golds = [Bitboard::EMPTY; 16];
    let mut kind = 0;
    while kind < 16 {
        if Kind::from_bits(kind).moves_like_gold() {
            golds[kind as usize] = Bitboard::ALL;
        }
        kind += 1;
    }
    golds
};

/// What a move changes in the key of the board, and changes back when it is taken back. Without a branch, as
/// [`Position::toggle_move`].
#[inline]
fn key_change(mv: Move) -> Key {
    let (us, them, to) = (mv.color(), mv.color().flip(), mv.to());
    zobrist::WHITE_TO_MOVE
        ^ zobrist::piece(Piece::new(us, mv.kind_after()), to)
        ^ zobrist::piece(Piece::new(us, mv.kind()), mv.origin())
        ^ zobrist::piece(Piece::new(them, mv.captured_bits()), to)
}

impl Position {
    /// An empty board, Black to move.
    pub(super) fn empty() -> Position {
        Position {
            board: [Piece::EMPTY; 128],
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 16],
            golds: Bitboard::EMPTY,
            hands: [Hand::EMPTY; 2],
            kings: [Square::NONE; 2],
            side: Color::Black,
            board_key: 0,
        }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.board[square.index()].is_empty());
        self.toggle(square, piece);
        self.board[square.index()] = piece;
        self.board_key ^= zobrist::piece(piece, square);
        if piece.kind() == Kind::KING {
            self.kings[piece.color().index()] = square;
        }
    }

    /// Says who is to move.
    pub(super) fn set_side(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.board_key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// Says what a side has in hand.
    pub(super) fn set_hand(&mut self, color: Color, hand: Hand) {
        self.hands[color.index()] = hand;
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let piece = self.board[square.index()];
        (!piece.is_empty()).then_some(piece)
    }

    /// What a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Where a side's king stands, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let square = self.kings[color.index()];
        (!square.is_none()).then_some(square)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: Kind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The squares of one side's golds and of what moves like them.
    #[inline]
    pub(super) fn golds_of(&self, color: Color) -> Bitboard {
        self.golds & self.colors[color.index()]
    }

    /// What stands on a square: a kind, or [`Kind::NONE`].
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> Kind {
        self.board[square.index()].kind()
    }

    #[inline]
    fn set(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The key of the board and the side to move, without hands.
    #[inline]
    pub fn board_key(&self) -> Key {
        self.board_key
    }

    /// The key of the whole position.
    #[inline]
    pub fn key(&self) -> Key {
        self.board_key ^ zobrist::hands(self.hands[0], self.hands[1])
    }

    /// The key of the whole position after a legal move, that of the board alone, and what the side that
    /// made it then has in hand.
    pub fn keys_after(&self, mv: Move) -> (Key, Key, Hand) {
        let (board, hands) = self.board_after(mv);
        (board ^ zobrist::hands(hands[0], hands[1]), board, hands[mv.color().index()])
    }

    /// The key of the board after a legal move, and what Black and White then have in hand.
    #[inline(always)] // into `keys_after`
    pub(super) fn board_after(&self, mv: Move) -> (Key, [Hand; 2]) {
        let mut hands = self.hands;
        let hand = &mut hands[mv.color().index()];
        *hand = mv.hand_after(*hand);
        (self.board_key ^ key_change(mv), hands)
    }

    /// Adds a piece to the sets, or takes it out.
    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.colors[piece.color().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        if piece.kind().moves_like_gold() {
            self.golds ^= bit;
        }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.board_key ^= key_change(mv);
        self.place(mv);
    }

    /// Takes back the move played last.
    #[inline]
    pub fn undo(&mut self, mv: Move) {
        self.board_key ^= key_change(mv);
        self.take_away(mv);
    }

    /// Plays a legal move, but leaves the key as it is: for a look at what is behind it.
    pub(super) fn place(&mut self, mv: Move) {
        debug_assert_eq!(mv.color(), self.side);
        debug_assert!(mv.is_drop() || self.board[mv.origin().index()] == Piece::new(mv.color(), mv.kind()));
        debug_assert_eq!(self.board[mv.to().index()].kind(), mv.captured_bits());
        let (us, to) = (self.side, mv.to());
        self.toggle_move(mv);
        self.board[mv.origin().index()] = Piece::EMPTY;
        self.board[to.index()] = Piece::new(us, mv.kind_after());
        self.hands[us.index()] = mv.hand_after(self.hands[us.index()]);
        self.move_king(mv, to);
        self.side = us.flip();
    }

    /// Takes back a move that was placed.
    pub(super) fn take_away(&mut self, mv: Move) {
        debug_assert_eq!(mv.color(), self.side.flip());
        let (us, from, to) = (mv.color(), mv.origin(), mv.to());
        debug_assert_eq!(self.board[to.index()], Piece::new(us, mv.kind_after()));
        self.side = us;
        self.toggle_move(mv);
        self.board[to.index()] = mv.captured_piece();
        self.board[from.index()] = if mv.is_drop() { Piece::EMPTY } else { Piece::new(us, mv.kind()) };
        self.hands[us.index()] = mv.hand_before(self.hands[us.index()]);
        self.move_king(mv, from);
    }

    /// Notes where the king stands, if it is the king that moves.
    #[inline]
    fn move_king(&mut self, mv: Move, to: Square) {
        let king = &mut self.kings[mv.color().index()];
        *king = std::hint::select_unpredictable(mv.kind() == Kind::KING, to, *king);
    }

    /// Changes the sets by a move, or changes them back. Without a branch, since what kind of move it is cannot be
    /// foreseen: a drop comes from no square, and what is not captured stands on none.
    #[inline]
    fn toggle_move(&mut self, mv: Move) {
        let (from, to) = (Bitboard::of(mv.origin()), Bitboard::of(mv.to()));
        let (kind, after, captured) =
            (mv.kind().index(), mv.kind_after().index(), mv.captured_bits().index());
        let gone = to & ANY[captured];
        self.colors[mv.color().index()] ^= from ^ to;
        self.colors[mv.color().flip().index()] ^= gone;
        self.kinds[kind] ^= from;
        self.kinds[after] ^= to;
        self.kinds[captured] ^= gone;
        self.golds ^= (from & GOLDS[kind]) ^ (to & GOLDS[after]) ^ (gone & GOLDS[captured]);
    }

    /// Pieces of a side that attack a square, if `occupied` is what stands in the way.
    #[inline(never)]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let steps = self.steppers(square, by.flip()) | self.royal_steppers(square);
        let (lances, diagonal, straight) = self.snipers(square, by);
        steps & self.colors[by.index()] | Self::in_sight(square, lances | diagonal | straight, occupied)
    }

    /// Pieces of either side that would attack a square with a step if they moved as those of the side whose
    /// opponent is `back`, without those that step like a king.
    #[inline]
    fn steppers(&self, square: Square, back: Color) -> Bitboard {
        attacks::pawn(back, square) & self.set(Kind::PAWN)
            | attacks::knight(back, square) & self.set(Kind::KNIGHT)
            | attacks::silver(back, square) & self.set(Kind::SILVER)
            | attacks::gold(back, square) & self.golds
    }

    /// Pieces of either side that step onto a square like a king.
    #[inline]
    fn royal_steppers(&self, square: Square) -> Bitboard {
        attacks::king(square) & (self.set(Kind::KING) | self.set(Kind::HORSE) | self.set(Kind::DRAGON))
    }

    /// Those of the given sliders, all of which would attack a square on an empty board, that do. Most squares have
    /// none, few have two: looking along the line of each takes less than along all lines of the square.
    #[inline]
    fn in_sight(square: Square, sliders: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut found = sliders;
        for slider in sliders {
            let hidden = attacks::between(square, slider).meets(occupied);
            found ^= Bitboard::of(std::hint::select_unpredictable(hidden, slider, Square::NONE));
        }
        found
    }

    /// Pieces of both sides that attack a square, if `occupied` is what stands in the way.
    #[inline(never)]
    pub(super) fn bearing(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [black, white] = self.colors;
        let steps = self.steppers(square, Color::White) & black
            | self.steppers(square, Color::Black) & white
            | self.royal_steppers(square);
        let lances = self.set(Kind::LANCE)
            & (attacks::lance_ray(Color::White, square) & black
                | attacks::lance_ray(Color::Black, square) & white);
        let diagonal = attacks::diagonals(square) & (self.set(Kind::BISHOP) | self.set(Kind::HORSE));
        let straight = attacks::orthogonals(square) & (self.set(Kind::ROOK) | self.set(Kind::DRAGON));
        steps | Self::in_sight(square, lances | diagonal | straight, occupied)
    }

    /// The sliders of a side.
    #[inline]
    pub(super) fn sliders(&self, color: Color) -> Bitboard {
        let diagonal = self.set(Kind::BISHOP) | self.set(Kind::HORSE);
        let straight = self.set(Kind::ROOK) | self.set(Kind::DRAGON) | self.set(Kind::LANCE);
        (diagonal | straight) & self.colors[color.index()]
    }

    /// Whether a side attacks a square, if `occupied` is what stands in the way.
    #[inline(never)]
    pub(super) fn attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let back = by.flip();
        let steps = self.steppers(square, back) | self.royal_steppers(square);
        if steps.meets(self.colors[by.index()]) {
            return true;
        }
        let (lances, diagonal, straight) = self.snipers(square, by);
        let mut sliders = (lances | diagonal | straight).into_iter();
        sliders.any(|slider| !attacks::between(square, slider).meets(occupied))
    }

    /// The squares beside a king that a side attacks, and maybe others. The king does not hide from a slider behind
    /// itself.
    #[inline(never)]
    pub(super) fn attacked_beside(&self, king: Square, by: Color) -> Bitboard {
        let occupied = self.occupied() ^ Bitboard::of(king);
        let of = |kind| self.pieces_of(by, kind);
        let (horses, dragons) = (of(Kind::HORSE), of(Kind::DRAGON));
        let mut found =
            attacks::steps(by, of(Kind::PAWN), of(Kind::KNIGHT), of(Kind::SILVER), self.golds_of(by));
        // Whoever does not come near the king is not looked at.
        let [diagonal, straight, lances] = attacks::near_lines(by, king);
        let others = (of(Kind::BISHOP) | horses) & diagonal
            | (of(Kind::ROOK) | dragons) & straight
            | of(Kind::LANCE) & lances
            | (of(Kind::KING) | horses | dragons) & attacks::near_steps(king);
        for square in others {
            found |= attacks::of(by, self.kind_at(square), square, occupied);
        }
        found
    }

    /// A side's sliders that would attack a square on an empty board: lances, then those that move
    /// diagonally, then those that move straight.
    #[inline]
    fn snipers(&self, square: Square, by: Color) -> (Bitboard, Bitboard, Bitboard) {
        let own = self.colors[by.index()];
        (
            attacks::lance_ray(by.flip(), square) & self.set(Kind::LANCE) & own,
            attacks::diagonals(square) & (self.set(Kind::BISHOP) | self.set(Kind::HORSE)) & own,
            attacks::orthogonals(square) & (self.set(Kind::ROOK) | self.set(Kind::DRAGON)) & own,
        )
    }

    /// Pieces of either side that alone keep a slider of `by` from attacking a square.
    #[inline(never)]
    pub(super) fn blockers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let (lances, diagonal, straight) = self.snipers(square, by);
        let mut blockers = Bitboard::EMPTY;
        for sniper in lances | diagonal | straight {
            let between = attacks::between(square, sniper) & occupied;
            if between.has_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// The opponent's pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.side) {
            Some(king) => self.attackers(king, self.side.flip(), self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.attacked(king, color.flip(), self.occupied()))
    }

    /// How many of an unpromoted kind are on the board and in both hands.
    pub(super) fn total(&self, kind: Kind) -> u32 {
        let promoted = if kind.can_promote() { self.set(kind.promoted()) } else { Bitboard::EMPTY };
        let board = (self.set(kind) | promoted).count();
        if kind == Kind::KING { board } else { board + self.hands[0].count(kind) + self.hands[1].count(kind) }
    }
}
