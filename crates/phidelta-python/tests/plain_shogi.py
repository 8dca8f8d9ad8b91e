"""A plain search for mates by the rules of python-shogi: every check, every reply.

python-shogi says what a piece attacks, what is legal and what is check; only squares at which a dropped piece can
neither give check nor stand between are not even tried, because there are hundreds of them in each position.
`test_shogi.py` compares this with all moves of python-shogi.
"""

import itertools

import shogi

DROPPED = range(shogi.PAWN, shogi.KING)
NO_DROPS = {f"{kind}_drop": False for kind in ("pawns", "lances", "knights", "silvers", "golds", "bishops", "rooks")}
ALL_BUT_KINGS = {"kings": False, **NO_DROPS}
KINGS = {
    **{kind: False for kind in ("pawns", "lances", "knights", "silvers", "golds", "bishops", "rooks")},
    **{f"prom_{kind}": False for kind in ("pawns", "lances", "knights", "silvers", "bishops", "rooks")},
    **NO_DROPS,
}


def squares(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def checks(board):
    """The attacker's moves that give check; he has no king, so that every move but a pawn drop mate is legal."""
    for move, direct in candidates(board):
        if direct and move.drop_piece_type != shogi.PAWN:
            yield move
            continue
        board.push(move)
        in_check = board.is_check()
        mate_by_pawn = move.drop_piece_type == shogi.PAWN and in_check and next(replies(board), None) is None
        board.pop()
        if in_check and not mate_by_pawn:
            yield move


def candidates(board):
    """What may give check, and whether the moved piece itself does."""
    king = board.king_squares[board.turn ^ 1]
    # A piece attacks the king from where the other side's piece on the king's square attacks.
    seen = [shogi.Board.attacks_from(piece, king, board.occupied, board.turn ^ 1) for piece in range(15)]
    # What leaves a line to the king may uncover another piece.
    lines = seen[shogi.ROOK] | seen[shogi.BISHOP]
    for move in list(board.generate_pseudo_legal_moves(**NO_DROPS)):
        piece = board.piece_type_at(move.from_square)
        piece = shogi.PIECE_PROMOTED[piece] if move.promotion else piece
        direct = bool(seen[piece] >> move.to_square & 1)
        if direct or lines >> move.from_square & 1:
            yield move, direct
    empty = ~board.occupied.bits
    for piece in DROPPED:
        if board.has_piece_in_hand(piece, board.turn):
            for square in squares(seen[piece] & empty):
                move = shogi.Move(None, square, False, piece)
                if board.is_pseudo_legal(move):
                    yield move, True


def replies(board):
    """The legal moves of a side in check: of the king, then captures and the like, then drops between."""
    for flags in (KINGS, ALL_BUT_KINGS):
        for move in list(board.generate_pseudo_legal_moves(**flags)):
            if not board.is_suicide_or_check_by_dropping_pawn(move):
                yield move
    king = board.king_squares[board.turn]
    lines = shogi.Board.attacks_from(shogi.ROOK, king, board.occupied, board.turn)
    lines |= shogi.Board.attacks_from(shogi.BISHOP, king, board.occupied, board.turn)
    for square in squares(lines & ~board.occupied.bits):
        blocks = None
        for piece in DROPPED:
            move = shogi.Move(None, square, False, piece)
            if blocks is not False and board.is_pseudo_legal(move):
                # Whether the king is safe then is the same for every piece on that square.
                if blocks is None:
                    board.push(move)
                    blocks = not board.was_suicide()
                    board.pop()
                if blocks and not board.is_suicide_or_check_by_dropping_pawn(move):
                    yield move


class Plain:
    """The search: every check, every reply, `most` positions at the most."""

    def __init__(self, most=30_000):
        self.left = most
        # Replies that were enough, by what they answered: tried first.
        self.best = {}

    def mates(self, board, plies):
        """Whether the attacker mates within so many plies; None if that takes too many positions."""
        unsure = False
        for move in list(checks(board)):
            self.left -= 1
            if self.left < 0:
                return None
            board.push(move)
            mated = self.loses(board, plies - 1, move)
            board.pop()
            if mated:
                return True
            unsure = unsure or mated is None
        return None if unsure else False

    def loses(self, board, plies, last):
        """Whether every reply to a check leads to a mate within so many plies."""
        if plies == 0:
            return next(replies(board), None) is None
        spot = (plies, last.to_square)
        first, order, unsure = self.best.get(spot), replies(board), False
        if first is not None and board.is_legal(first):
            order = itertools.chain((first,), order)
        for reply in order:
            board.push(reply)
            mated = self.mates(board, plies - 1)
            board.pop()
            if mated is False:
                self.best[spot] = reply
                return False
            unsure = unsure or mated is None
        return None if unsure else True
