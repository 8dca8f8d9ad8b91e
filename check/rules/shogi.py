"""Mate problems of shogi. Rules: `tsume`, or `mated` if the side to move is the one to be mated.

A position is that of SFEN, but with both hands, `-` for an empty one, and the number 1. A move is that of USI.

Each move of the attacker must give check; he loses if he has none. The defender may play anything legal; he
loses if there is nothing. Not legal are moves that leave one's own king in check, pieces that could never
move again, a second pawn on a file by a drop, and mate by a dropped pawn.
"""

import re
from collections import namedtuple

from .game import Game, Wrong

# `board`: 81 texts, "" or a piece such as "P", "+r", row by row from the top, file 9 first. `side`: "b" or
# "w". `hands`: a number for each of HANDS.
Position = namedtuple("Position", "board side hands")

KINDS = "RBGSNLP"
HANDS = KINDS + KINDS.lower()
# How many a set has.
SET = dict(zip(KINDS, (2, 2, 4, 4, 4, 4, 18)))
SQUARES = [file + rank for rank in "abcdefghi" for file in "987654321"]
NUMBERS = {name: number for number, name in enumerate(SQUARES)}

# Steps down and right, as Black sees them.
STRAIGHT = {(-1, 0), (1, 0), (0, -1), (0, 1)}
DIAGONAL = {(-1, -1), (-1, 1), (1, -1), (1, 1)}
GOLD = STRAIGHT | {(-1, -1), (-1, 1)}
# Where a piece goes by one step, and where it goes on.
STEPS = {"P": {(-1, 0)}, "N": {(-2, -1), (-2, 1)}, "S": DIAGONAL | {(-1, 0)}, "G": GOLD, "+P": GOLD,
         "+L": GOLD, "+N": GOLD, "+S": GOLD, "K": STRAIGHT | DIAGONAL, "+B": STRAIGHT, "+R": DIAGONAL}
SLIDES = {"L": {(-1, 0)}, "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}


def other(side):
    return "w" if side == "b" else "b"


def owner(piece):
    return "b" if piece.isupper() else "w" if piece else None


def step(square, way):
    """The square one step on, None outside the board."""
    row, column = square // 9 + way[0], square % 9 + way[1]
    return row * 9 + column if 0 <= row < 9 and 0 <= column < 9 else None


NEXT = [{(d, r): step(square, (d, r)) for d in (-2, -1, 0, 1, 2) for r in (-1, 0, 1)} for square in range(81)]


def ways(table, piece):
    """The ways of a table for a piece, as its owner sees them."""
    found = table.get(piece.upper(), set())
    return found if piece.isupper() else {(-down, -right) for down, right in found}


ALL_STEPS = {sign: ways(STEPS, sign) for kind in {*STEPS, *SLIDES} for sign in (kind, kind.lower())}
ALL_SLIDES = {sign: ways(SLIDES, sign) for kind in {*STEPS, *SLIDES} for sign in (kind, kind.lower())}


def attacked(board, square, by):
    """Whether a piece of a side attacks a square: looking from there along every line."""
    for way in STRAIGHT | DIAGONAL:
        back = (-way[0], -way[1])
        here, near = NEXT[square][way], True
        while here is not None:
            piece = board[here]
            if piece:
                if owner(piece) == by and (back in ALL_SLIDES[piece] or near and back in ALL_STEPS[piece]):
                    return True
                break
            here, near = NEXT[here][way], False
    knight, back = ("N", 2) if by == "b" else ("n", -2)
    jumps = (NEXT[square][back, right] for right in (-1, 1))
    return any(here is not None and board[here] == knight for here in jumps)


def in_check(board, side):
    """Whether a side's king is attacked; a side without a king never is in check."""
    king = "K" if side == "b" else "k"
    return king in board and attacked(board, board.index(king), other(side))


def reached(board, start):
    """The squares that a piece can go to, whatever becomes of its king. Nobody takes a king."""
    piece = board[start]
    for way in ALL_STEPS[piece] | ALL_SLIDES[piece]:
        here = NEXT[start][way]
        while here is not None:
            taken = board[here]
            if owner(taken) != owner(piece) and taken.upper() != "K":
                yield here
            if taken or way not in ALL_SLIDES[piece]:
                break
            here = NEXT[here][way]


def rows_left(square, side):
    """Rows between a square and the far end of the board."""
    return square // 9 if side == "b" else 8 - square // 9


def dead(kind, square, side):
    """Whether an unpromoted piece could never move again."""
    return rows_left(square, side) < {"P": 1, "L": 1, "N": 2}.get(kind, 0)


def replaced(board, changes):
    new = list(board)
    for square, piece in changes.items():
        new[square] = piece
    return tuple(new)


def changed(hands, piece, by):
    at = HANDS.index(piece)
    return hands[:at] + (hands[at] + by,) + hands[at + 1:]


class Mate(Game):
    questions = ("win",)
    # The attacker fails.
    repetition = -1

    def __init__(self, rules, position):
        if rules not in ("tsume", "mated"):
            raise Wrong("expected the rules tsume or mated")
        self.root = self.read(position)
        self.attacker = self.root.side if rules == "tsume" else other(self.root.side)
        if ("k" if self.attacker == "b" else "K") not in self.root.board:
            raise Wrong("the side to be mated has no king")
        if rules == "mated" and not in_check(self.root.board, self.root.side):
            raise Wrong("the side to be mated is not in check")

    def read(self, text):
        words = text.split(" ")
        if len(words) != 4 or words[1] not in ("b", "w"):
            raise Wrong("expected board, side, hands and a number")
        position = Position(read_board(words[0]), words[1], read_hands(words[2]))
        self.possible(position)
        if sfen(position) != text:
            raise Wrong(f"the position is written {sfen(position)}")
        return position

    def possible(self, position):
        board = position.board
        if board.count("K") > 1 or board.count("k") > 1:
            raise Wrong("a side has two kings")
        for kind in KINDS:
            count = sum(piece.upper().lstrip("+") == kind for piece in board)
            count += position.hands[HANDS.index(kind)] + position.hands[HANDS.index(kind.lower())]
            if count > SET[kind]:
                raise Wrong("more pieces than a set has")
        for square, piece in enumerate(board):
            if dead(piece.upper(), square, owner(piece)):
                raise Wrong("a piece that could never move")
        for file in range(9):
            if board[file::9].count("P") > 1 or board[file::9].count("p") > 1:
                raise Wrong("two pawns on a file")
        if in_check(board, other(position.side)):
            raise Wrong("the side that is not to move is in check")

    def side(self, position):
        return position.side

    def worth(self, position):
        if any(self.each_move(position)):
            return None
        return -1 if self.attacks(position) else 1

    def moves(self, position):
        return dict(self.each_move(position))

    def each_move(self, position):
        board, side, hands = position
        for start, piece in enumerate(board):
            if owner(piece) == side:
                for end in reached(board, start):
                    for plus in "", "+":
                        yield from self.made(position, SQUARES[start] + SQUARES[end] + plus)
        for end, piece in enumerate(board):
            # Whether a drop answers a check depends on the square alone.
            if not piece and not in_check(replaced(board, {end: "P" if side == "b" else "p"}), side):
                for kind in KINDS:
                    yield from self.made(position, f"{kind}*{SQUARES[end]}")

    def after(self, position, name):
        if len(name) not in (4, 5) or name[4:] not in ("", "+") or name[2:4] not in NUMBERS:
            return None
        if name[1] == "*":
            if name[0] not in KINDS or len(name) == 5:
                return None
        elif name[:2] not in NUMBERS or NUMBERS[name[2:4]] not in self.ends(position, NUMBERS[name[:2]]):
            return None
        return dict(self.made(position, name)).get(name)

    def ends(self, position, start):
        mine = owner(position.board[start]) == position.side
        return set(reached(position.board, start)) if mine else set()

    def made(self, position, name):
        """The move and the position after it, if it is legal, else nothing. That the piece goes there is
        known."""
        board, side, hands = position
        end = NUMBERS[name[2:4]]
        if name[1] == "*":
            kind = name[0]
            piece = kind if side == "b" else kind.lower()
            file = board[end % 9::9]
            if not hands[HANDS.index(piece)] or board[end] or dead(kind, end, side):
                return
            if kind == "P" and piece in file:
                return
            board, hands = replaced(board, {end: piece}), changed(hands, piece, -1)
        else:
            start = NUMBERS[name[:2]]
            piece, taken = board[start], board[end].lstrip("+")
            if name[4:]:
                zone = min(rows_left(start, side), rows_left(end, side)) < 3
                if not zone or piece.upper() not in "RBSNLP":
                    return
                piece = "+" + piece
            elif dead(piece.upper(), end, side):
                return
            board = replaced(board, {start: "", end: piece})
            if taken:
                hands = changed(hands, taken.upper() if side == "b" else taken.lower(), 1)
        if in_check(board, side):
            return
        new = Position(board, other(side), hands)
        checks = in_check(board, new.side)
        if side == self.attacker and not checks:
            return
        # Mate by a dropped pawn: no drop answers a pawn's check, so that this does not go on and on.
        if name[:2] == "P*" and checks and not any(self.each_move_of_anyone(new)):
            return
        yield name, new

    def each_move_of_anyone(self, position):
        """All moves, those without check, too."""
        free = Mate.__new__(Mate)
        free.attacker = None
        return free.each_move(position)

    def follows(self, position, line, reached):
        """The same board; the side that has won holds here at least as much of each kind, the other at most
        as much."""
        if position[:2] != line[:2]:
            return False
        winner = self.attacker if reached else other(self.attacker)
        return all(
            here >= there if owner(kind) == winner else here <= there
            for kind, here, there in zip(HANDS, position.hands, line.hands)
        )


def read_board(text):
    rows = text.split("/")
    board, plus = [], ""
    for row in rows:
        for sign in row:
            if sign in "123456789" and not plus:
                board += [""] * int(sign)
            elif sign == "+" and not plus:
                plus = sign
            elif sign.upper() in ("RBSNLP" if plus else "RBGSNLPK") and sign.isascii():
                board.append(plus + sign)
                plus = ""
            else:
                raise Wrong("no board")
        if plus or len(board) % 9:
            raise Wrong("a row has not nine squares")
    if len(board) != 81 or len(rows) != 9:
        raise Wrong("the board has not nine rows")
    return tuple(board)


def read_hands(text):
    """Black's hand, then White's; `-` for an empty one."""
    black = len(text) - len(text.lstrip("0123456789" + KINDS)) or 1
    # The number of White's first piece is not Black's last.
    while text[black - 1:black].isdigit():
        black -= 1
    return read_hand(text[:black], KINDS) + read_hand(text[black:], KINDS.lower())


def read_hand(text, kinds):
    pieces = re.findall(f"([0-9]{{0,2}})([{kinds}])", text, re.ASCII) if text != "-" else []
    counts = {kind: int(number or 1) for number, kind in pieces}
    return tuple(min(counts.get(kind, 0), 99) for kind in kinds)


def written_hand(counts, kinds):
    pieces = [(str(count) if count > 1 else "") + kind for kind, count in zip(kinds, counts) if count]
    return "".join(pieces) or "-"


def sfen(position):
    rows = []
    for row in range(9):
        text, empty = "", 0
        for piece in position.board[row * 9:row * 9 + 9]:
            if piece:
                text += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        rows.append(text + (str(empty) if empty else ""))
    hands = written_hand(position.hands[:7], KINDS) + written_hand(position.hands[7:], KINDS.lower())
    return f"{'/'.join(rows)} {position.side} {hands} 1"
