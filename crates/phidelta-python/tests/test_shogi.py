"""Mate problems against the rules of python-shogi."""

import collections
import random

import pytest

import phidelta

shogi = pytest.importorskip("shogi")
plain_shogi = pytest.importorskip("plain_shogi")

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
            held = min(left[kind], dice.choice((0, 0, 0, 0, 1, 2)))
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


def test_the_plain_search_has_all_moves():
    """Its checks and replies are those among all moves of python-shogi."""
    compared = 0
    for sfen in placements(12, seed=9):
        board = shogi.Board(sfen)
        every = set()
        for move in list(board.generate_pseudo_legal_moves()):
            board.push(move)
            by_pawn = move.drop_piece_type == shogi.PAWN
            if board.is_check() and not (by_pawn and not any(board.legal_moves)):
                every.add(move.usi())
            board.pop()
        found = list(plain_shogi.checks(board))
        assert sorted(move.usi() for move in found) == sorted(every), sfen
        for move in found[:6]:
            board.push(move)
            answers = [reply.usi() for reply in plain_shogi.replies(board)]
            assert sorted(answers) == sorted(reply.usi() for reply in board.legal_moves), (sfen, move.usi())
            board.pop()
            compared += 1
    assert compared > 40


def follow(sfen, report):
    """The line of a mate: legal, all checks, mate at its end."""
    board = shogi.Board(sfen)
    for ply, text in enumerate(report.line):
        move = shogi.Move.from_usi(text)
        legal = move in plain_shogi.checks(board) if ply % 2 == 0 else board.is_legal(move)
        assert legal, (sfen, report.line, ply)
        board.push(move)
    if report.line_complete:
        assert board.is_check() and not any(board.legal_moves), (sfen, report.line)


def test_mates_are_mates_by_other_rules(part, everything):
    """Every line is legal and mates; what is disproved has no mate that a plain search finds. All ten parts
    (--all) are 10,000 positions and take an hour of Python."""
    count, nodes, searched = (1000, 15_000, 1000) if everything else (300, 3_000, 30)
    sfens = list(placements(count, seed=1 + part))
    reports = phidelta.solve_many("shogi", sfens, memory="64M", nodes=nodes)
    tally = collections.Counter(report.verdict for report in reports)
    for sfen, report in zip(sfens, reports):
        if report.proved:
            follow(sfen, report)
            tally["complete lines"] += report.line_complete
        elif report.disproved and tally["searched"] < searched:
            board = shogi.Board(sfen)
            if everything or sum(1 for _ in plain_shogi.checks(board)) <= 6:
                tally["searched"] += 1
                mated = plain_shogi.Plain().mates(board, PLIES)
                assert mated is not True, sfen
                tally["given up"] += mated is None
    print(f"part {part}: {dict(tally)}")
    assert tally["complete lines"] == tally["proved"] > count // 20, tally
    assert tally["searched"] > 25 and tally["given up"] < tally["searched"] // 10, tally


def test_the_plain_search_finds_mates():
    """It would be worth nothing if it found none."""
    found = 0
    for sfen in phidelta.generate("shogi", 5, seed=5, nodes=(1, 100), stages=(1, 3)):
        found += plain_shogi.Plain().mates(shogi.Board(sfen), 3)
    assert found == 5
