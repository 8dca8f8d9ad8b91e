"""Mate problems against the rules of python-shogi."""

import random

import pytest

import phidelta

shogi = pytest.importorskip("shogi")

#: The most of each piece there are, beside kings.
STOCK = {"p": 18, "l": 4, "n": 4, "s": 4, "g": 4, "b": 2, "r": 2}
#: Plies of the plain search.
PLIES = 5


def placements(count, seed):
    """Random positions: a king, some of its own and some of the attacker's pieces around it, a hand."""
    dice = random.Random(seed)
    made = 0
    while made < count:
        left, cells = dict(STOCK), {}
        king = (dice.randrange(9), dice.randrange(5))
        cells[king] = "k"
        for _ in range(dice.randrange(3, 9)):
            kind = dice.choice("ppplnssggbr")
            x, y = king[0] + dice.randrange(-3, 4), king[1] + dice.randrange(-3, 4)
            if not (0 <= x < 9 and 0 <= y < 9) or (x, y) in cells or not left[kind]:
                continue
            black = dice.random() < 0.6
            promoted = kind != "g" and dice.random() < 0.25
            rank = y if black else 8 - y
            if not promoted and rank < {"p": 1, "l": 1, "n": 2}.get(kind, 0):
                continue
            letter = kind.upper() if black else kind
            if kind == "p" and not promoted and any(cells.get((x, row)) == letter for row in range(9)):
                continue
            left[kind] -= 1
            cells[x, y] = ("+" if promoted else "") + letter
        hand = ""
        for kind in "rbgsnlp":
            held = min(left[kind], dice.choice((0, 0, 0, 1, 1, 2)))
            left[kind] -= held
            hand += (str(held) if held > 1 else "") * bool(held) + kind.upper() * bool(held)
        rest = "".join(f"{n if n > 1 else ''}{kind}" for kind, n in left.items() if n)
        rows = []
        for y in range(9):
            row, gap = "", 0
            for x in range(9):
                piece = cells.get((x, y))
                if piece is None:
                    gap += 1
                    continue
                row += (str(gap) if gap else "") + piece
                gap = 0
            rows.append(row + (str(gap) if gap else ""))
        sfen = f"{'/'.join(rows)} b {hand + rest or '-'} 1"
        board = shogi.Board(sfen)
        # The king must not stand in check with the attacker to move.
        board.turn = shogi.WHITE
        if board.is_check():
            continue
        made += 1
        yield sfen


def checks(board):
    """The attacker's moves that give check; he has no king, so that every move but a pawn drop mate is legal."""
    for move in list(board.generate_pseudo_legal_moves()):
        board.push(move)
        in_check = board.is_check()
        mate_by_pawn = move.drop_piece_type == shogi.PAWN and in_check and not any(board.legal_moves)
        board.pop()
        if in_check and not mate_by_pawn:
            yield move


def mates(board, plies):
    """Whether the attacker mates within so many plies: every check, every reply."""
    for move in checks(board):
        board.push(move)
        replies = list(board.legal_moves)
        done = not replies
        if replies and plies > 2:
            done = True
            for reply in replies:
                board.push(reply)
                done = mates(board, plies - 2)
                board.pop()
                if not done:
                    break
        board.pop()
        if done:
            return True
    return False


def test_mates_are_mates_by_other_rules(everything):
    """Every line is legal and mates; what is disproved has no mate that a plain search finds. The plain search is
    slow in Python: all 10,000 positions (--all) take hours."""
    count, nodes, plain = (10_000, 200_000, 10_000) if everything else (300, 3_000, 30)
    sfens = list(placements(count, seed=1))
    reports = phidelta.solve_many("shogi", sfens, memory="64M", nodes=nodes)
    proved = 0
    for sfen, report in zip(sfens, reports):
        board = shogi.Board(sfen)
        for ply, text in enumerate(report.line if report.proved else ()):
            move = shogi.Move.from_usi(text)
            legal = list(checks(board)) if ply % 2 == 0 else list(board.legal_moves)
            assert move in legal, (sfen, report.line, ply)
            board.push(move)
        if report.proved and report.line_complete:
            proved += 1
            assert board.is_check() and not any(board.legal_moves), (sfen, report.line)
        if plain and report.disproved:
            width = sum(1 for _ in checks(shogi.Board(sfen)))
            if width <= 8 or everything:
                plain -= 1
                assert not mates(shogi.Board(sfen), PLIES if width <= (12 if everything else 3) else 3), sfen
    assert proved > count // 20, proved


def test_the_plain_search_finds_mates():
    """It would be worth nothing if it found none."""
    found = 0
    for sfen in phidelta.generate("shogi", 5, seed=5, nodes=(1, 100), stages=(1, 3)):
        found += mates(shogi.Board(sfen), 3)
    assert found == 5
