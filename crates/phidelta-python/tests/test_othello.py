"""Othello endgames against a plain minimax."""

import random

import pytest

import phidelta

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def flips(board, edge, at, side):
    found = []
    if board[at] != "-":
        return found
    for dx, dy in STEPS:
        x, y, run = at % edge + dx, at // edge + dy, []
        while 0 <= x < edge and 0 <= y < edge and board[y * edge + x] not in ("-", side):
            run.append(y * edge + x)
            x, y = x + dx, y + dy
        if 0 <= x < edge and 0 <= y < edge and run and board[y * edge + x] == side:
            found += run
    return found


def moved(board, edge, at, side):
    """The board after a move, or None if it is none."""
    turned = flips(board, edge, at, side)
    if not turned:
        return None
    after = list(board)
    for square in [at, *turned]:
        after[square] = side
    return "".join(after)


def other(side):
    return "O" if side == "X" else "X"


def best(board, edge, side, passed=False):
    """Discs of the side to move minus those of the other, with best play of both."""
    tries = [moved(board, edge, at, side) for at in range(edge * edge)]
    tries = [after for after in tries if after]
    if not tries:
        if passed:
            return board.count(side) - board.count(other(side))
        return -best(board, edge, other(side), True)
    return max(-best(after, edge, other(side)) for after in tries)


def endgames(edge, empties, count, seed):
    dice = random.Random(seed)
    while count:
        half = edge // 2
        cells = ["-"] * (edge * edge)
        for at, side in [(-1, "O"), (0, "X")]:
            cells[(half + at) * edge + half - 1], cells[(half - 1 - at) * edge + half] = side, side
        cells[(half - 1) * edge + half - 1], cells[half * edge + half] = "O", "O"
        cells[(half - 1) * edge + half], cells[half * edge + half - 1] = "X", "X"
        board, side, passes = "".join(cells), "X", 0
        while board.count("-") > empties and passes < 2:
            tries = [after for after in (moved(board, edge, at, side) for at in range(edge * edge)) if after]
            passes = 0 if tries else passes + 1
            board, side = (dice.choice(tries) if tries else board), other(side)
        if board.count("-") == empties and passes == 0:
            count -= 1
            yield board, side


@pytest.mark.parametrize("edge", [6, 8])
def test_values_are_those_of_a_plain_minimax(edge, everything):
    positions = list(endgames(edge, 6, 400 if everything else 40, seed=edge))
    reports = phidelta.solve_many("othello", [f"{board} {side}" for board, side in positions], memory="16M")
    found = set()
    for (board, side), report in zip(positions, reports):
        score = best(board, edge, side)
        value = "win" if score > 0 else "loss" if score < 0 else "draw"
        assert report.value == value, (board, side)
        found.add(value)
    assert {"win", "loss"} <= found
